// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the list of lessons: what the chosen one is about, and what can be done with it.
#pragma once

#include "ui/lessons/lesson_model.h"

#include <QWidget>

#include <map>
#include <vector>

class QLabel;
class QPushButton;

namespace ui
{

enum class LessonCommand { start, restart, lecture, add, takeOut, earlier, later, edit, folder, remove };

class LessonDetail : public QWidget
{
    Q_OBJECT
public:
    explicit LessonDetail(QWidget* parent = nullptr);

    struct Shown {
        LessonProgress progress = LessonProgress::none;
        bool isOrdered = false; // it stands in a playlist of the user's own
        bool isOwn = false;     // its file is the user's own
        QString fault;          // what is wrong with that file
        QStringList questions;  // what is asked, in order
    };
    void present(const core::Lesson&, const Shown&);
    /// How long they take together; they can be added to a playlist.
    void presentSeveral(const std::vector<const core::Lesson*>&);
    QPushButton* button(LessonCommand command) const { return m_buttons.at(command); }

signals:
    void asked(LessonCommand);

private:
    QLabel* m_title;
    QLabel* m_about;
    QLabel* m_questions;
    std::map<LessonCommand, QPushButton*> m_buttons;
};

} // namespace ui
