// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a playlist in the tab Lessons: lessons that are moved or taken out, and which one stands behind another.
#include "ui/lessons/lessons_tab.h"

#include <QTableView>

#include <algorithm>

namespace ui
{

void LessonsTab::openPlaylist(const std::string& courseId)
{
    choosePlaylist(courseId);
    if (const core::Course* list = playlist(); list && !list->lessons.empty())
        choose(list->lessons.front());
}

void LessonsTab::takeOut()
{
    if (const core::Lesson* lesson = chosen()) {
        std::vector<std::string> lessons = playlist()->lessons;
        std::erase(lessons, lesson->id);
        m_playlists->setLessons(std::move(lessons));
    }
}

/// Lessons of rows of the model, to before that of another row or behind all; they stay selected.
void LessonsTab::moveRows(const QList<int>& rows, int before)
{
    const core::Course* list = playlist();
    const int all = m_model->rowCount();
    if (!list || rows.isEmpty() || rows.front() < 0 || rows.back() >= all || before < 0 || before > all)
        return;
    std::vector<std::string> moved;
    for (const int row : rows)
        moved.push_back(m_model->lesson(row).id);
    const auto isMoved = [&moved](const std::string& id) { return std::ranges::find(moved, id) != moved.end(); };
    while (before < all && isMoved(m_model->lesson(before).id))
        ++before;
    std::vector<std::string> lessons = list->lessons;
    std::erase_if(lessons, isMoved);
    lessons.insert(before < all ? std::ranges::find(lessons, m_model->lesson(before).id) : lessons.end(), moved.begin(),
                   moved.end());
    if (lessons == list->lessons)
        return;
    m_playlists->setLessons(std::move(lessons));
    choose(moved.front());
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (isMoved(m_model->lesson(row).id))
            m_list->selectionModel()->select(m_filter->mapFromSource(m_model->index(row, 0)),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

void LessonsTab::chooseBehind(const std::string& lessonId)
{
    choose(lessonId);
    if (const QModelIndex next = m_list->currentIndex().siblingAtRow(m_list->currentIndex().row() + 1); next.isValid())
        setCurrent(next);
}

const core::Lesson* LessonsTab::lessonBehind(const std::string& lessonId) const
{
    const core::Course* list = playlist();
    const auto here = list ? std::ranges::find(list->lessons, lessonId) : std::vector<std::string>::const_iterator();
    if (!list || here == list->lessons.end() || here + 1 == list->lessons.end())
        return nullptr;
    const auto next = std::ranges::find(m_library->lessons, *(here + 1), &core::Lesson::id);
    return next == m_library->lessons.end() ? nullptr : &*next;
}

} // namespace ui
