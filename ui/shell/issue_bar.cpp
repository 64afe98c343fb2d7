// SPDX-License-Identifier: GPL-3.0-or-later
// One issue at a time, in two lines at most.
#include "ui/shell/issue_bar.h"

#include "ui/controls/icon_button.h"
#include "ui/shell/repair_row.h"
#include "ui/theme/painting.h"

#include <QAccessible>
#include <QLabel>
#include <QPainter>
#include <QTabWidget>

#include <algorithm>
#include <ranges>

namespace ui
{

namespace
{

constexpr int barHeight = 36;
constexpr int lowHeight = 30;
constexpr int wideRoom = 920; // for every sentence in two lines
constexpr int left = 48;
constexpr int right = 16;
constexpr int gap = 12;

} // namespace

IssueBar::IssueBar(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_min(barHeight), m_text(new QLabel(this)), m_place(new QLabel(this)),
      m_next(new IconButton(QStringLiteral("chevron-right"), tr("Next issue"), this)), m_repairs(new RepairRow(this))
{
    setObjectName(QStringLiteral("issues"));
    setFixedHeight(barHeight);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setFont(uiFont(12));
    m_text->setObjectName(QStringLiteral("issue.text"));
    m_next->setObjectName(QStringLiteral("issue.next"));
    m_repairs->setObjectName(QStringLiteral("repairs"));
    connect(m_repairs, &RepairRow::chosen, this, [this](const core::Repair& repair) { m_session.apply(repair); });
    connect(m_next, &IconButton::clicked, this, [this] {
        m_shown = (m_shown + 1) % m_issues.size();
        showIssue();
    });
    showIssue();
}

void IssueBar::present(const Snapshot& snapshot)
{
    std::vector<core::Issue> issues;
    for (const core::Severity severity : {core::Severity::error, core::Severity::warning, core::Severity::note}) {
        std::ranges::copy_if(snapshot.issues, std::back_inserter(issues),
                             [severity](const core::Issue& issue) { return issue.severity == severity; });
    }
    if (issues == m_issues && !m_refusal)
        return;
    m_refusal.reset();
    const bool news = issues.empty() || m_issues.empty() || issues.front().code != m_issues.front().code;
    m_issues = std::move(issues);
    m_shown = news || m_shown >= m_issues.size() ? 0 : m_shown;
    showIssue();
    if (news && !m_issues.empty() && QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void IssueBar::presentRefusal(const QString& sentence, const core::Repair& repair)
{
    m_refusal = core::Issue{"REFUSED", core::Severity::warning, {}, sentence.toStdString(), {}};
    if (!repair.edits.empty())
        m_refusal->repairs.push_back(repair);
    showIssue();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

core::Issue IssueBar::inSight() const
{
    core::Issue issue = m_refusal ? *m_refusal : m_issues.empty() ? core::Issue() : m_issues[m_shown];
    if (m_toldInTab && issue.field == "shard.expr") {
        issue.text = tr("The sharded product cannot be planned: its field says why.").toStdString();
        issue.repairs.clear();
    }
    return issue;
}

void IssueBar::follow(const QTabWidget& tabs)
{
    connect(&tabs, &QTabWidget::currentChanged, this, [this, &tabs] {
        const QWidget* page = tabs.currentWidget();
        m_toldInTab = page && page->objectName() == QLatin1String("page.sharding");
        showIssue();
    });
}

void IssueBar::showIssue()
{
    const core::Issue issue = inSight();
    m_text->setText(issue.text.empty() ? tr("No issues.") : QString::fromStdString(issue.text));
    m_text->setForegroundRole(issue.severity == core::Severity::note ? QPalette::PlaceholderText
                                                                     : QPalette::WindowText);
    setAccessibleName(m_text->text());
    const bool several = m_issues.size() > 1 && !m_refusal;
    m_place->setText(tr("%1 of %2").arg(m_shown + 1).arg(m_issues.size()));
    m_place->setVisible(several);
    m_next->setVisible(several);
    m_repairs->setRepairs(issue.repairs);
    share();
    update();
}

void IssueBar::share()
{
    const bool several = m_issues.size() > 1 && !m_refusal;
    const int place = m_place->sizeHint().width(), next = m_next->sizeHint().width();
    const int room = width() - left - right - (several ? place + next + 2 * gap : 0);
    const int sentence = m_text->fontMetrics().horizontalAdvance(m_text->text()) + 4;
    const int all = m_repairs->sizeHint().width();
    int repairs = all;
    if (room - gap - sentence < all)
        repairs =
            std::min(all, std::max({room - gap - widthInTwoLines(room), m_repairs->minimumSizeHint().width(), 0}));
    const int text = std::max(0, std::min(sentence, room - gap - repairs)); // the repairs stand right behind it
    const int needed = width() < wideRoom ? m_text->heightForWidth(text) + (m_min == lowHeight ? 2 : 6) : 0;
    setFixedHeight(std::max(m_min, needed));
    const auto put = [this](QWidget* part, int x, int wide, int high) {
        part->setGeometry(x, (height() - high) / 2, wide, high);
    };
    put(m_text, left, text, height());
    put(m_repairs, left + text + gap, repairs, m_repairs->sizeHint().height());
    put(m_next, width() - right - next, next, m_next->sizeHint().height());
    put(m_place, width() - right - next - gap - place, place, height());
}

int IssueBar::widthInTwoLines(int room) const
{
    const QFontMetrics metrics = m_text->fontMetrics();
    const int lines = 2 * metrics.lineSpacing() + 1;
    const auto fits = [&](int w) {
        return metrics.boundingRect(0, 0, w, 1000, Qt::TextWordWrap, m_text->text()).height() <= lines;
    };
    constexpr int tried = 16;
    constexpr int least = 10 * tried;
    const auto widths = std::views::iota(0, std::max(0, (room - least + tried - 1) / tried));
    const auto wide = std::ranges::partition_point(widths, [&](int at) { return !fits(least + at * tried - 4); });
    return least + static_cast<int>(wide - widths.begin()) * tried;
}

void IssueBar::setLow(bool low)
{
    m_min = low ? lowHeight : barHeight;
    share();
}

QSize IssueBar::minimumSizeHint() const
{
    constexpr int sentence = 160;
    return {left + sentence + gap + m_repairs->minimumSizeHint().width() + right, height()};
}

void IssueBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        share();
}

void IssueBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const core::Issue issue = inSight();
    const auto severity = issue.text.empty() ? core::Severity::note : issue.severity;
    const bool note = severity == core::Severity::note;
    const QColor colour = severity == core::Severity::error ? theme.error : note ? theme.muted : theme.warning;
    painter.fillRect(rect(), note ? theme.panel : mixed(theme.panel, colour, 0.08));
    painter.fillRect(QRect(0, 0, width(), 1), theme.outline);
    const QString name = issue.text.empty()                  ? QStringLiteral("fits")
                         : severity == core::Severity::error ? QStringLiteral("warning")
                                                             : QStringLiteral("info");
    drawIcon(painter, QRectF(14, 0, 24, height()), name, colour, 20);
}

} // namespace ui
