// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson that is being taken, above the inputs: its step, the question, and what was said of the answer.
#pragma once

#include "ui/lessons/answer_form.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;

namespace ui
{

class IconButton;

class LessonCard : public QWidget
{
    Q_OBJECT
public:
    explicit LessonCard(OpenLesson&, QWidget* parent = nullptr);

    void present();
    AnswerForm& form() { return *m_form; }
    /// What the lecturer alone sees, while another screen shows the lecture; empty: nothing.
    void setNotes(const QString&);
    /// To where the answer is given, or to the way on.
    void focusEntry();

signals:
    void leaveAsked();
    void lectureAsked();

protected:
    void paintEvent(QPaintEvent*) override;
    /// Of texts that are to be in sight.
    bool eventFilter(QObject*, QEvent*) override;

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    QLabel* makeText(const char* name, int size, bool muted = false);
    void presentFeedback();
    void orderTabs();
    void bringIntoSight(QWidget*);

    OpenLesson& m_lesson;
    int m_posing = 0;            // that is in sight
    bool m_waited = false;       // for an answer
    QWidget* m_sought = nullptr; // what is to be in sight
    QScrollArea* m_page;
    QLabel* m_title;
    QLabel* m_place;
    QLabel* m_prompt;
    QLabel* m_said;
    QLabel* m_answer;
    QLabel* m_why; // the answer is what it is
    QLabel* m_source;
    QLabel* m_notes;
    AnswerForm* m_form;
    IconButton* m_leave;
    QPushButton* m_back;
    QPushButton* m_reveal;
    QPushButton* m_next;
};

} // namespace ui
