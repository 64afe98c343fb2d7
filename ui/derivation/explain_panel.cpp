// SPDX-License-Identifier: GPL-3.0-or-later
// Derives the chosen metric on demand and shows core's rich text in the theme.
#include "ui/derivation/explain_panel.h"

#include "ui/controls/icon_button.h"
#include "ui/derivation/comparison_text.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"

#include "core/derive/render.h"
#include "core/numbers/numbers.h"
#include "core/numbers/step_place.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBrowser>
#include <QUrl>

namespace ui
{

namespace
{

QString sheet(const Theme& theme)
{
    return QStringLiteral("p { margin: 0 0 6px 0; }"
                          "p.title { color: %1; font-weight: 600; font-size: 13px; margin-top: 16px; }"
                          "p.formula, p.numbers, p.result { font-family: 'JetBrains Mono', 'DejaVu Sans Mono';"
                          " font-size: 12px; color: %1; }"
                          "p.numbers { color: %2; }"
                          "p.result { font-weight: 700; }"
                          "p.source, .equation { color: %2; font-size: 12px; font-weight: 400; }"
                          "a { color: %3; text-decoration: none; }")
        .arg(theme.text.name(), theme.muted.name(), theme.accent.name());
}

QString textOf(const core::Explained& number, core::TextStyle style)
{
    return QString::fromStdString(core::derivationText(number.derivation, style, number.bytes));
}

QString htmlOf(const core::Explained& number) { return textOf(number, core::TextStyle::html); }

/// Steps that a step of the derivation names, by their places.
std::set<qsizetype> namedIn(const QString& step)
{
    static const QRegularExpression link(QStringLiteral("href=\"#step-(\\d+)\""));
    std::set<qsizetype> named;
    for (auto found = link.globalMatch(step); found.hasNext();)
        named.insert(found.next().captured(1).toLongLong());
    return named;
}

} // namespace

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_value(new QLabel(this)), m_baselines(new QLabel(this)),
      m_text(new QTextBrowser(this)), m_copy(new IconButton(QStringLiteral("export"), tr("Copy the derivation"), this))
{
    setObjectName(QStringLiteral("explain"));
    auto* close = new IconButton(QStringLiteral("chevron-down"), tr("Close the explanation"), this);
    close->setObjectName(QStringLiteral("explain.close"));
    m_copy->setObjectName(QStringLiteral("explain.copy"));
    m_title->setFont(uiFont(12));
    m_title->setWordWrap(true); // chips and steps make long names
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_value->setFont(uiFont(20, QFont::DemiBold));
    m_value->setObjectName(QStringLiteral("explain.value"));
    m_baselines->setFont(uiFont(12));
    m_baselines->setWordWrap(true);
    m_baselines->setObjectName(QStringLiteral("explain.baselines"));
    m_text->setObjectName(QStringLiteral("explain.text"));
    m_text->setAccessibleName(tr("Derivation"));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(0);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    head->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 6, 8, 4);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_value);
    layout->addWidget(m_baselines);
    layout->addSpacing(4);
    layout->addWidget(m_text, 1);
    connect(close, &IconButton::clicked, this, &ExplainPanel::closeAsked);
    connect(m_copy, &IconButton::clicked, this, &ExplainPanel::copyMenu);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ExplainPanel::follow);
}

void ExplainPanel::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    if (isVisible()) {
        render();
    }
}

void ExplainPanel::explain(const QString& metricId)
{
    if (m_metric != metricId) {
        m_metric = metricId;
        m_unfolded = false;
        m_opened.clear();
        m_text->verticalScrollBar()->setValue(0);
    }
    const auto steps = core::stepsAhead(metricId.toStdString());
    m_follows = steps && core::stepIn(metricId.toStdString()) == m_step + *steps;
    render();
}

void ExplainPanel::goTo(int step)
{
    m_step = step;
    const std::string id = m_metric.toStdString();
    const std::string next = core::atStep(id, step + core::stepsAhead(id).value_or(0));
    if (m_follows) { // also where it does not apply: what was true of another step would mislead
        m_metric = QString::fromStdString(next);
        if (isVisible()) {
            render();
        }
    }
}

void ExplainPanel::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_shown.clear();
    if (isVisible()) {
        render();
    }
}

void ExplainPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    render();
}

core::ExplainedOrWhy ExplainPanel::explained() const
{
    return core::explain(m_workspace(m_snapshot), m_metric.toStdString());
}

QString ExplainPanel::shownValue(const core::Explained& number) const
{
    return number.id == "bound.verdict" ? boundText(m_snapshot).brief() : QString::fromStdString(number.text());
}

/// Why there is no such number, without its id and without what only the command line can choose.
QString ExplainPanel::reasonOf(const std::string& error) const
{
    QString said = QString::fromStdString(error).section(u';', 0, 0);
    said.remove(QStringLiteral("'%1': ").arg(m_metric));
    if (said.startsWith(m_metric + QStringLiteral(" ("))) // "time.bubble (Idle share of the pipeline) does not ..."
        said = said.mid(m_metric.size() + 2).replace(QStringLiteral(") "), QStringLiteral(" "));
    return inWords(said.toStdString(), m_snapshot.scenario);
}

/// The top level of a long derivation: the number, what it names, and what was opened since.
QString ExplainPanel::folded(const QString& html) const
{
    constexpr qsizetype shortest = 6; // steps that need no folding
    const QString begin = QStringLiteral("<div class=\"step\"");
    const QStringList steps = html.split(begin).mid(1);
    if (steps.size() <= shortest)
        return html;
    std::set<qsizetype> shown = namedIn(steps.front());
    shown.insert(0);
    if (shown.size() == 1) { // a word, judged by what follows
        shown.insert(1);
        shown.merge(namedIn(steps[1]));
    }
    for (const qsizetype opened : m_opened) {
        shown.insert(opened);
        shown.merge(namedIn(steps.value(opened)));
    }
    QString text;
    for (qsizetype step = 0; step < steps.size(); ++step)
        if (m_unfolded || shown.contains(step))
            text += begin + steps[step];
    const QString words = m_unfolded ? tr("Show the top level only") : tr("Show all %1 steps").arg(steps.size());
    return text + QStringLiteral("<p class=\"title\"><a href=\"#fold\">%1</a></p>").arg(words);
}

void ExplainPanel::refreshCustom()
{
    if (m_metric.startsWith(QLatin1String("own.")) && isVisible()) {
        render();
    }
}

void ExplainPanel::render()
{
    const auto* presets = m_snapshot.scenario.presets;
    if (!presets) {
        return;
    }
    m_baselines->setText(inBaselines(m_snapshot, m_metric));
    m_baselines->setVisible(!m_baselines->text().isEmpty());
    if (m_metric == comparison()) {
        m_copy->setReason(tr("There is no derivation to copy"));
        return write(tr("Compared with the baselines"), {}, comparisonHtml(m_snapshot));
    }
    const auto told = explained();
    if (told)
        m_titled = {m_metric, QString::fromStdString(told->title)};
    else if (m_titled.first != m_metric)
        m_titled = {m_metric, QString::fromStdString(core::nameOf(*presets, m_metric.toStdString()))};
    m_copy->setReason(told ? QString() : tr("There is no derivation to copy"));
    write(m_titled.second, told ? shownValue(*told) : tr("does not apply here"),
          told ? folded(htmlOf(*told)) : QStringLiteral("<p>%1.</p>").arg(reasonOf(told.error()).toHtmlEscaped()));
}

void ExplainPanel::write(const QString& title, const QString& value, const QString& html)
{
    m_title->setText(title);
    m_value->setText(value);
    m_value->setVisible(!value.isEmpty());
    if (html != m_shown) {
        m_shown = html;
        const int place = m_text->verticalScrollBar()->value();
        m_text->document()->setDefaultStyleSheet(sheet(*m_theme));
        m_text->setHtml(html);
        m_text->verticalScrollBar()->setValue(place);
    }
}

void ExplainPanel::follow(const QUrl& link)
{
    if (link.scheme() == QLatin1String("field")) {
        emit fieldAsked(link.path());
    } else if (link.scheme() == QLatin1String("number")) {
        explain(link.path());
    } else if (link.scheme() == QLatin1String("baseline")) {
        emit baselineAsked(link.path());
    } else if (link.fragment() == QLatin1String("fold")) {
        m_unfolded = !m_unfolded;
        m_opened.clear();
        render();
    } else if (link.hasFragment() && link.scheme().isEmpty()) {
        m_opened.insert(link.fragment().section(u'-', 1).toLongLong());
        render();
        m_text->scrollToAnchor(link.fragment());
    } else {
        QDesktopServices::openUrl(link);
    }
}

void ExplainPanel::copyMenu()
{
    QMenu menu(this);
    const std::pair<QString, core::TextStyle> styles[] = {{tr("Copy as text"), core::TextStyle::plain},
                                                          {tr("Copy as Markdown"), core::TextStyle::markdown},
                                                          {tr("Copy as LaTeX"), core::TextStyle::latex}};
    for (const auto& [words, style] : styles) {
        connect(menu.addAction(words), &QAction::triggered, this, [this, chosen = style] {
            if (const auto told = explained()) {
                QGuiApplication::clipboard()->setText(textOf(*told, chosen));
            }
        });
    }
    menu.exec(m_copy->mapToGlobal(QPoint(0, m_copy->height() + 4)));
}

void ExplainPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit closeAsked();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ExplainPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->panel);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), m_theme->outline);
}

ExplainStrip::ExplainStrip(QWidget* parent) : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("explain.strip"));
    setText(tr("Explain"));
    setAccessibleName(tr("Open the explanation"));
    setToolTip(tr("Why a number has its value (F8)"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void ExplainStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() ? mixed(theme.panel, theme.text, 0.05) : theme.panel);
    painter.fillRect(QRect(0, 0, width(), 1), theme.outline);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.outline);
    drawIcon(painter, QRectF(10, 0, 16, height()), QStringLiteral("explain"), theme.muted);
    painter.setFont(uiFont(13, QFont::DemiBold));
    painter.setPen(theme.text);
    painter.drawText(rect().adjusted(32, 0, -16, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setFont(uiFont(12));
    painter.setPen(theme.muted);
    painter.drawText(rect().adjusted(32, 0, -16, 0), Qt::AlignRight | Qt::AlignVCenter, tr("F8, or click a number"));
    if (hasFocus()) {
        drawFocusRing(painter, rect(), 4, theme);
    }
}

} // namespace ui
