// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the scenario: a sentence over the whole width, its repairs below, the way to the next issue.
#pragma once

#include "ui/session/session.h"

#include <QWidget>

class QLabel;

namespace ui
{

class IconButton;
class RepairRow;

class IssueBar : public QWidget
{
    Q_OBJECT
public:
    explicit IssueBar(Session&, QWidget* parent = nullptr);

    /// Errors first, then warnings; hidden where there are none, once no slider is dragged. Notes are not shown here.
    void present(const Snapshot&);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    void showIssue();

    Session& m_session;
    std::vector<core::Issue> m_issues;
    std::size_t m_shown = 0;
    QLabel* m_text;
    QLabel* m_place;
    IconButton* m_next;
    RepairRow* m_repairs;
};

} // namespace ui
