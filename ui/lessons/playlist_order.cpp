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

/// The lesson of a row of the model, to before what then stands in another; those between them make room.
void LessonsTab::moveRow(int row, int to)
{
    const core::Course* list = playlist();
    if (!list || row < 0 || to < 0 || row >= m_model->rowCount() || to >= m_model->rowCount() || row == to)
        return;
    std::vector<std::string> lessons = list->lessons;
    const auto placeOf = [&](int of) { return std::ranges::find(lessons, m_model->lesson(of).id); };
    const auto from = placeOf(row);
    const auto there = placeOf(to);
    from < there ? std::rotate(from, from + 1, there + 1) : std::rotate(there, from, from + 1);
    const std::string moved = m_model->lesson(row).id;
    m_playlists->setLessons(std::move(lessons));
    choose(moved);
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
