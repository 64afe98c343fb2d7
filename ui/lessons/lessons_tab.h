// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Lessons: playlists, filters, the lessons, and what the chosen one is about.
#pragma once

#include "ui/lessons/lesson_model.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace ui
{

class Combo;

class LessonsTab : public QWidget
{
    Q_OBJECT
public:
    explicit LessonsTab(QWidget* parent = nullptr);

    /// They outlive the tab.
    void setLessons(std::vector<const core::Lesson*>);
    void setProgress(const std::map<std::string, LessonProgress>&);
    /// The lesson of the row that is chosen; null where none is in sight.
    const core::Lesson* chosen() const;
    void choose(const std::string& lessonId);
    void focusList();

signals:
    void startAsked(const core::Lesson&);
    void lectureAsked(const core::Lesson&);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeFilters();
    QWidget* makeDetail();
    Combo* addFilter(QLayout&, const char* name, const QString& accessible, int width);
    void filter();
    void fillCourses();
    void showChosen();

    LessonModel* m_model;
    LessonFilter* m_filter;
    Combo* m_course;
    Combo* m_minutes;
    Combo* m_state;
    QLineEdit* m_words;
    QTableView* m_list;
    QWidget* m_detail;
    QBoxLayout* m_rows;
    QLabel* m_title;
    QLabel* m_about;
    QLabel* m_none;
    QPushButton* m_start;
    QPushButton* m_lecture;
};

} // namespace ui
