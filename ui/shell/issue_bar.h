// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the scenario or assumed in it: a sentence, its repairs beside it, the way to the next issue. Its
// room is always there, so that nothing moves when an issue comes or goes.
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

    /// Errors first, then warnings, then notes.
    void present(const Snapshot&);

protected:
    void changeEvent(QEvent*) override;
    void resizeEvent(QResizeEvent*) override { share(); }
    void paintEvent(QPaintEvent*) override;

private:
    void showIssue();
    /// The sentence gets the width that it needs in two lines, the repairs the rest.
    void share();

    Session& m_session;
    std::vector<core::Issue> m_issues;
    std::size_t m_shown = 0;
    QLabel* m_text;
    QLabel* m_place;
    IconButton* m_next;
    RepairRow* m_repairs;
};

} // namespace ui
