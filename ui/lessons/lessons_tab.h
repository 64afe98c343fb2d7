// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Lessons: playlists, filters, the lessons, and what the chosen one is about.
#pragma once

#include "core/io/lesson_library.h"
#include "ui/lessons/lesson_detail.h"
#include "ui/lessons/playlist_box.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ui
{

class Combo;
class LessonList;

class LessonsTab : public QWidget
{
    Q_OBJECT
public:
    explicit LessonsTab(QWidget* parent = nullptr);

    /// The lessons outlive the tab; its fixed courses cannot be changed.
    void setLibrary(const core::LessonLibrary&);
    void setProgress(const std::map<std::string, LessonProgress>&);
    /// The playlist in sight; null where all lessons are.
    const core::Course* playlist() const { return m_playlists->playlist(); }
    PlaylistBox& playlists() const { return *m_playlists; }
    /// The lesson of the row that is chosen; null where none is in sight.
    const core::Lesson* chosen() const;
    void choose(const std::string& lessonId);
    void choosePlaylist(const std::string& courseId) { m_playlists->choose(courseId); }
    /// At its first lesson.
    void openPlaylist(const std::string& courseId);
    /// The row behind that of a lesson.
    void chooseBehind(const std::string& lessonId);
    /// The lesson behind that one in the playlist in sight; null where there is none.
    const core::Lesson* lessonBehind(const std::string& lessonId) const;
    void focusList();
    /// Of a lesson that was finished, what became of its questions; shown as long as the window is open.
    void keepResults(const std::string& lessonId, const QStringList& lines) { m_results[lessonId] = lines; }

signals:
    void startAsked(const core::Lesson&);
    /// From its first step, whatever was done.
    void restartAsked(const core::Lesson&);
    void lectureAsked(const core::Lesson&);
    /// Something is to be done with the file of a lesson of the user's own: edit, folder or remove.
    void fileAsked(const core::Lesson&, LessonCommand);
    /// Why a key did nothing.
    void told(const QString& sentence);

protected:
    void keyPressEvent(QKeyEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void showEvent(QShowEvent*) override;
    /// Keys and sizes of the list, and sizes of the page.
    bool eventFilter(QObject*, QEvent*) override;

private:
    QWidget* makeFilters();
    QStringList resultsOf(const std::string& lessonId) const
    {
        const auto found = m_results.find(lessonId);
        return found == m_results.end() ? QStringList() : found->second;
    }
    const QStringList& questionsOf(const core::Lesson&);
    Combo* addFilter(QLayout&, const char* name, const QString& accessible, int width);
    void carryOut(LessonCommand);
    void begin();
    const core::Lesson* listed(const std::string& id) const;
    void filter();
    void foldFilters();
    /// What the page that it scrolls in has room for.
    int heightInSight() const { return m_page ? m_page->height() : height(); }
    void keepRowInSight();
    void fillCourses();
    void showPlaylist();
    /// A playlist before and after some of its lessons were moved or taken out.
    struct OrderEdit {
        std::vector<std::string> before, after, lessons;
    };
    struct OrderEdits {
        std::vector<OrderEdit> all; // that may be undone, and behind `made` those that may be made again
        std::size_t made = 0;
    };
    void takeOut();
    void moveBy(int places);
    void moveTo(const QStringList& ids, int before);
    void keep(std::vector<std::string> lessons, const QString& done, std::vector<std::string> moved);
    /// Where the playlist in sight is as the edit left it; else nothing.
    void undo();
    void redo();
    std::function<void()> actOf(const QKeyEvent&);
    void tellFixed();
    void select(std::vector<std::string> ids);
    std::vector<std::string> selectedIds() const;
    void selectStill(const std::vector<std::string>& ids);
    void selectAlso(const std::vector<std::string>& ids);
    QString takenText(const std::vector<std::string>& ids, bool back) const;
    std::vector<const core::Lesson*> selected() const;
    std::vector<int> selectedRows() const; // of the model, from above
    LessonDetail::Place place() const;
    /// Alone and selected, whatever keys are held.
    void setCurrent(const QModelIndex&);
    void showChosen();

    LessonModel* m_model;
    LessonFilter* m_filter;
    const core::LessonLibrary* m_library = nullptr;
    std::string m_shown; // the id of the playlist in the rows; empty: all lessons
    PlaylistBox* m_playlists;
    Combo* m_course;
    Combo* m_minutes;
    Combo* m_state;
    QPushButton* m_fold; // shows the filters where there is little room
    QLineEdit* m_words;
    LessonList* m_list;
    QWidget* m_page = nullptr; // that the tab scrolls in
    LessonDetail* m_detail;
    QBoxLayout* m_rows;
    QLabel* m_none;
    std::map<std::string, OrderEdits> m_edits;      // by the ids of playlists
    std::map<std::string, QStringList> m_results;   // by the ids of lessons that were finished
    std::map<std::string, QStringList> m_questions; // by the ids of lessons that were in sight
};

} // namespace ui
