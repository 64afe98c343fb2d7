// SPDX-License-Identifier: GPL-3.0-or-later
// Derives the chosen metric on demand and shows core's rich text in the theme.
#include "ui/derivation/explain_panel.h"

#include "ui/controls/icon_button.h"
#include "ui/numbers/verdict_text.h"
#include "ui/theme/painting.h"

#include "core/derive/render.h"
#include "core/numbers/derive.h"
#include "core/numbers/design_numbers.h"
#include "core/numbers/metrics.h"
#include "core/numbers/step_numbers.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
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

/// Steps by which the place of a number is ahead of those that are done; nothing where it does not go on with them.
std::optional<int> ahead(const QString& id)
{
    const auto number = core::numberIn(id.toStdString());
    return number ? core::stepsAhead(*number) : std::nullopt;
}

} // namespace

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_value(new QLabel(this)), m_text(new QTextBrowser(this)),
      m_copy(new IconButton(QStringLiteral("export"), tr("Copy the derivation"), this))
{
    setObjectName(QStringLiteral("explain"));
    auto* close = new IconButton(QStringLiteral("chevron-right"), tr("Close the explanation"), this);
    close->setObjectName(QStringLiteral("explain.close"));
    m_copy->setObjectName(QStringLiteral("explain.copy"));
    m_title->setFont(uiFont(12));
    m_title->setWordWrap(true); // chips and steps make long names
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_value->setFont(uiFont(20, QFont::DemiBold));
    m_value->setObjectName(QStringLiteral("explain.value"));
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
    layout->setContentsMargins(17, 8, 8, 8);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_value);
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
        m_text->verticalScrollBar()->setValue(0);
    }
    const auto steps = ahead(metricId);
    m_follows = steps && core::stepIn(metricId.toStdString()) == m_step + *steps;
    render();
}

void ExplainPanel::goTo(int step)
{
    m_step = step;
    const std::string next = core::atStep(m_metric.toStdString(), step + ahead(m_metric).value_or(0));
    if (m_follows && isThere(QString::fromStdString(next))) {
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

ExplainPanel::Head ExplainPanel::head() const
{
    const auto& scenario = m_snapshot.scenario;
    const core::ByteUnits units = scenario.conv.unit;
    const std::string id = m_metric.toStdString();
    if (const auto handed = handedNumber()) {
        const QString title = isOwn() ? tr("Own order") : m_metric.section(u'/', 2);
        return *handed ? Head{QString::fromStdString((*handed)->number.title),
                              QString::fromStdString(core::placedText((*handed)->number, units)),
                              {},
                              (*handed)->derivation}
                       : Head{title, tr("does not apply here"), QString::fromStdString(handed->error()) + u'.',
                              core::Derivation()};
    }
    if (core::hasPlace(id)) {
        const auto number = core::placedNumber(scenario, id);
        return number ? Head{QString::fromStdString(number->title),
                             QString::fromStdString(core::placedText(*number, units)),
                             {}}
                      : Head{m_metric, tr("does not apply here"), QString::fromStdString(number.error()) + u'.'};
    }
    const core::Metric* metric = scenario.presets ? core::findMetric(*scenario.presets, id) : nullptr;
    if (!metric) {
        return {};
    }
    const auto value = core::metricValue(scenario, m_snapshot.report, *metric);
    const bool verdict = metric->id == "bound.verdict";
    return {QString::fromStdString(metric->title),
            verdict                ? verdictText(m_snapshot).brief()
            : core::applies(value) ? QString::fromStdString(core::metricText(*metric, value, units))
                                   : tr("does not apply here"),
            tr("This number is no longer part of the sum: it does not apply to the present scenario.")};
}

bool ExplainPanel::isThere(const QString& id) const
{
    return core::isOfOwnOrder(id.toStdString()) ? m_ownNumber && m_ownNumber(id).has_value()
                                                : core::placedNumber(m_snapshot.scenario, id.toStdString()).has_value();
}

bool ExplainPanel::isOwn() const { return core::isOfOwnOrder(m_metric.toStdString()); }

std::optional<ExplainPanel::Handed> ExplainPanel::handedNumber() const
{
    if (isOwn()) {
        return m_ownNumber ? m_ownNumber(m_metric) : tl::unexpected(tr("There is no order").toStdString());
    }
    const std::string id = m_metric.toStdString();
    if (!core::isOfDesign(id)) {
        return std::nullopt;
    }
    return cannotEvaluate(m_snapshot) ? tl::unexpected(tr("This design cannot be evaluated").toStdString())
                                      : core::designNumber(m_snapshot.scenario, id);
}

core::Derivation ExplainPanel::derivationOf(const Head& head) const
{
    return head.derivation ? *head.derivation : core::derive(m_snapshot.scenario, m_metric.toStdString());
}

void ExplainPanel::refreshOwn()
{
    if (isOwn() && isVisible()) {
        render();
    }
}

void ExplainPanel::render()
{
    const Head told = head();
    if (told.title.isEmpty()) {
        return;
    }
    m_title->setText(told.title);
    m_value->setText(told.value);
    const core::Derivation derivation = derivationOf(told);
    m_copy->setReason(derivation.steps.empty() ? tr("There is no derivation to copy") : QString());
    const QString html = derivation.steps.empty()
                             ? QStringLiteral("<p>%1</p>").arg(told.problem.toHtmlEscaped())
                             : QString::fromStdString(core::derivationText(derivation, core::TextStyle::html,
                                                                           m_snapshot.scenario.conv.unit));
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
    } else if (link.hasFragment() && link.scheme().isEmpty()) {
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
            QGuiApplication::clipboard()->setText(QString::fromStdString(
                core::derivationText(derivationOf(head()), chosen, m_snapshot.scenario.conv.unit)));
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
    painter.fillRect(QRect(0, 0, 1, height()), m_theme->outline);
}

} // namespace ui
