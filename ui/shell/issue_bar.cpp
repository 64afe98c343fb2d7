// SPDX-License-Identifier: GPL-3.0-or-later
// One issue at a time, so that the bar keeps its place.
#include "ui/shell/issue_bar.h"

#include "ui/controls/icon_button.h"
#include "ui/shell/repair_row.h"
#include "ui/theme/painting.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

IssueBar::IssueBar(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_text(new QLabel(this)), m_place(new QLabel(this)),
      m_next(new IconButton(QStringLiteral("chevron-right"), tr("Next issue"), this)), m_repairs(new RepairRow(this))
{
    setObjectName(QStringLiteral("issues"));
    m_text->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("issue.text"));
    m_next->setObjectName(QStringLiteral("issue.next"));
    auto* sentence = new QHBoxLayout;
    sentence->setSpacing(12);
    sentence->addWidget(m_text, 1);
    sentence->addWidget(m_place);
    sentence->addWidget(m_next);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 8, 16, 10);
    layout->setSpacing(4);
    layout->addLayout(sentence);
    m_repairs->setObjectName(QStringLiteral("repairs"));
    layout->addWidget(m_repairs);
    connect(m_repairs, &RepairRow::chosen, this, [this](const core::Repair& repair) { m_session.apply(repair); });
    connect(m_next, &IconButton::clicked, this, [this] {
        m_shown = (m_shown + 1) % m_issues.size();
        showIssue();
    });
    setVisible(false);
}

void IssueBar::present(const Snapshot& snapshot)
{
    std::vector<core::Issue> issues;
    for (const core::Severity severity : {core::Severity::error, core::Severity::warning}) {
        std::ranges::copy_if(snapshot.issues, std::back_inserter(issues),
                             [severity](const core::Issue& issue) { return issue.severity == severity; });
    }
    const bool held = snapshot.dragging && !isHidden(); // nothing moves under the pointer that drags
    setMinimumHeight(held ? height() : 0);
    setVisible(held || !issues.empty());
    if (issues == m_issues)
        return;
    const bool news = issues.empty() || m_issues.empty() || issues.front().code != m_issues.front().code;
    m_issues = std::move(issues);
    m_shown = news || m_shown >= m_issues.size() ? 0 : m_shown;
    showIssue();
    if (news && !m_issues.empty() && QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void IssueBar::showIssue()
{
    const core::Issue issue = m_issues.empty() ? core::Issue() : m_issues[m_shown];
    m_text->setText(QString::fromStdString(issue.text));
    setAccessibleName(m_text->text());
    const bool several = m_issues.size() > 1;
    m_place->setText(tr("%1 of %2").arg(m_shown + 1).arg(m_issues.size()));
    m_place->setVisible(several);
    m_next->setVisible(several);
    m_repairs->setRepairs(issue.repairs);
    update();
}

void IssueBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    const QRect border(0, 0, width(), 1);
    QPainter painter(this);
    if (m_issues.empty()) { // while it keeps its room
        painter.fillRect(rect(), theme.panel);
        return painter.fillRect(border, theme.outline);
    }
    const bool error = m_issues[m_shown].severity == core::Severity::error;
    const QColor colour = error ? theme.error : theme.warning;
    painter.fillRect(rect(), mixed(theme.panel, colour, 0.08));
    painter.fillRect(border, theme.outline);
    drawIcon(painter, QRectF(14, m_text->y(), 24, m_text->height()),
             error ? QStringLiteral("warning") : QStringLiteral("info"), colour, 20);
}

} // namespace ui
