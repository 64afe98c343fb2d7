// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the scenario or assumed in it: a sentence, its repairs beside it, the way to the next issue. Its
// room is always there, so that nothing moves when an issue comes or goes.
#pragma once

#include "ui/session/session.h"

#include <QWidget>

#include <optional>

class QLabel;
class QTabWidget;

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
    /// What was typed and not taken, until something changes.
    void presentRefusal(const QString& sentence, const core::Repair&);
    void setLow(bool);
    /// An issue that the tab in sight tells at its own field is only pointed at here.
    void follow(const QTabWidget&);

    /// Of the sentence and one button: what is shared out now holds no narrower bar open.
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent*) override;
    void resizeEvent(QResizeEvent*) override { share(); }
    void paintEvent(QPaintEvent*) override;

private:
    void showIssue();
    core::Issue inSight() const;
    /// The sentence gets the width that it needs in two lines, the repairs the rest. No layout does it: one would lay
    /// out the window anew at each word that changes.
    void share();
    int widthInTwoLines(int room) const;

    Session& m_session;
    std::vector<core::Issue> m_issues;
    std::optional<core::Issue> m_refusal; // before them
    std::size_t m_shown = 0;
    bool m_toldInTab = false; // what is wrong with the sharded product
    int m_min;                // pixels of height
    QLabel* m_text;
    QLabel* m_place;
    IconButton* m_next;
    RepairRow* m_repairs;
};

} // namespace ui
