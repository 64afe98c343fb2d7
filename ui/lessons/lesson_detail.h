// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the list of lessons: what the chosen one is about, and what can be done with it.
#pragma once

#include "ui/lessons/lesson_model.h"

#include <QWidget>

#include <map>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;

namespace ui
{

enum class LessonCommand { start, restart, lecture, add, takeOut, earlier, later, edit, folder, remove };

class LessonDetail : public QWidget
{
    Q_OBJECT
public:
    explicit LessonDetail(QWidget* parent = nullptr);

    /// Of the rows that are selected.
    struct Place {
        bool isOrdered = false;            // in a playlist of the user's own
        bool rises = false, sinks = false; // there is a place above, below
    };
    struct Shown {
        LessonProgress progress = LessonProgress::none;
        Place place;
        bool isOwn = false;    // its file is the user's own
        QString fault;         // what is wrong with that file
        QStringList questions; // what is asked, in order
        QStringList results;   // what became of them; empty where the lesson was not finished
    };
    void present(const core::Lesson&, const Shown&);
    /// How long they take together; they can be added to a playlist, or have another place in it.
    void presentSeveral(const std::vector<const core::Lesson*>&, const Place&);
    /// Whether its questions scroll by themselves, not in a page around all of it.
    void setScrolls(bool scrolls);
    QPushButton* button(LessonCommand command) const { return m_buttons.at(command); }

signals:
    void asked(LessonCommand);

protected:
    void resizeEvent(QResizeEvent*) override { fitQuestions(); }

private:
    void presentPlace(const Place&);
    void presentQuestions(const QString&);
    void fitQuestions();

    QLabel* m_title;
    QLabel* m_about;
    QLabel* m_questions;
    QScrollArea* m_area; // of the questions
    bool m_scrolls = true;
    std::map<LessonCommand, QPushButton*> m_buttons;
};

} // namespace ui
