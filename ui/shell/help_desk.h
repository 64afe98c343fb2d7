// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Help: the page of what has the focus, shortcuts, glossary; and the hints of a first start.
#pragma once

#include <QObject>

class QWidget;

namespace ui
{

class Actions;
class HelpWindow;
class NoticeBar;
class Session;
class Tabs;

class HelpDesk : public QObject
{
    Q_OBJECT
public:
    HelpDesk(Session&, Tabs&, NoticeBar&, Actions&, QWidget& window);

    /// One after the other, each until it was followed or closed; those that were are not shown again.
    void offerHints();
    /// Those of the first start wait while a lesson is open.
    void setLessonOpen(bool);
    /// A number was explained.
    void noteExplained();

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    /// A page and its anchor.
    struct Place {
        QString page, anchor;
    };
    Place placeOf(const QWidget* focus) const;
    QString wordsOf(const QWidget* part) const;
    bool openOfPopup();
    HelpWindow& help();
    void showHint();
    void followed(int hint);

    Session& m_session;
    Tabs& m_tabs;
    NoticeBar& m_notices;
    Actions& m_actions;
    QWidget& m_window;
    HelpWindow* m_help = nullptr; // made when it is asked for
    int m_hint = -1;              // that is shown; −1: none
};

} // namespace ui
