// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Lecture: lecture mode of this window, its handout, the hands that were counted, the clicker's test.
#pragma once

#include "ui/lecture/lecture.h"

#include <vector>

namespace core
{
struct Lesson;
}

namespace ui
{

class Actions;
class Tabs;

class LectureActions : public QObject
{
    Q_OBJECT
public:
    LectureActions(Session&, OpenLesson&, Tabs&, Actions&, QWidget& window);

    Lecture& lecture() { return m_lecture; }
    /// Of these lessons, as one document; the title begins the name of its file.
    void saveHandout(std::vector<core::Lesson>, const std::string& title);

signals:
    void lessonsAsked();
    /// A lecture begins, and no lesson is open, or it was left for the list: one that is selected in sight is meant.
    void lessonSought();

private:
    void offer();
    void saveVotes();

    Session& m_session;
    OpenLesson& m_lesson;
    Tabs& m_tabs;
    Actions& m_actions;
    Lecture m_lecture;
};

} // namespace ui
