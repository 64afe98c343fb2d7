// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a playlist in the tab Lessons: lessons that are moved or taken out, and which one stands behind another.
#include "ui/lessons/lesson_list.h"
#include "ui/lessons/lessons_tab.h"

#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace ui
{

void LessonsTab::openPlaylist(const std::string& courseId)
{
    choosePlaylist(courseId);
    if (const core::Course* list = playlist(); list && !list->lessons.empty())
        choose(list->lessons.front());
}

/// What a filter hides is not meant.
std::vector<int> LessonsTab::selectedRows() const
{
    std::vector<int> rows;
    for (const QModelIndex& at : m_list->selectionModel()->selectedRows())
        rows.push_back(m_filter->mapToSource(at).row());
    std::ranges::sort(rows);
    return rows;
}

LessonDetail::Place LessonsTab::place() const
{
    const std::vector<int> rows = selectedRows();
    const int count = static_cast<int>(rows.size());
    return {m_playlists->isOwn(), count > 0 && rows.back() >= count,
            count > 0 && rows.front() < m_model->rowCount() - count};
}

void LessonsTab::takeOut()
{
    std::vector<std::string> lessons = playlist()->lessons, taken;
    const std::vector<int> rows = selectedRows();
    for (const int row : rows)
        taken.push_back(m_model->lesson(row).id);
    for (const std::string& id : taken)
        std::erase(lessons, id);
    if (rows.empty())
        return;
    keep(std::move(lessons), takenText(taken, false), taken);
}

/// What is said once lessons are taken out, or are back.
QString LessonsTab::takenText(const std::vector<std::string>& ids, bool back) const
{
    const QString title = QString::fromStdString(playlist()->title);
    const core::Lesson* first = listed(ids.front());
    if (ids.size() == 1 && first)
        return (back ? tr("“%1” is back in “%2”.") : tr("“%1” is taken out of “%2”. Ctrl+Z in the list puts it back."))
            .arg(QString::fromStdString(first->title), title);
    return (back ? tr("%1 lessons are back in “%2”.")
                 : tr("%1 lessons are taken out of “%2”. Ctrl+Z in the list puts them back."))
        .arg(QString::number(ids.size()), title);
}

/// All that are selected, behind one another.
void LessonsTab::moveBy(int places)
{
    const std::vector<int> rows = selectedRows();
    QStringList ids;
    for (const int row : rows)
        ids << QString::fromStdString(m_model->lesson(row).id);
    if (!rows.empty())
        moveTo(ids, places < 0 ? std::max(0, rows.front() + places)
                               : std::min(m_model->rowCount(), rows.back() + 1 + places));
}

/// Lessons of the list to before that of a row or behind all; they stay selected.
void LessonsTab::moveTo(const QStringList& ids, int before)
{
    const core::Course* list = playlist();
    const int all = m_model->rowCount();
    if (!list || before < 0 || before > all)
        return;
    const auto isMoved = [&ids](const std::string& id) { return ids.contains(QString::fromStdString(id)); };
    std::vector<std::string> moved;
    for (int row = 0; row < all; ++row)
        if (isMoved(m_model->lesson(row).id))
            moved.push_back(m_model->lesson(row).id);
    while (before < all && isMoved(m_model->lesson(before).id))
        ++before;
    std::vector<std::string> lessons = list->lessons;
    std::erase_if(lessons, isMoved);
    lessons.insert(before < all ? std::ranges::find(lessons, m_model->lesson(before).id) : lessons.end(), moved.begin(),
                   moved.end());
    if (lessons == list->lessons)
        return;
    keep(std::move(lessons), {}, moved);
    select(moved);
}

/// Those of them that are in the list.
void LessonsTab::select(std::vector<std::string> ids)
{
    std::erase_if(ids, [this](const std::string& id) {
        return std::ranges::find(playlist()->lessons, id) == playlist()->lessons.end();
    });
    if (ids.empty())
        return;
    choose(ids.front());
    selectAlso(ids);
}

std::vector<std::string> LessonsTab::selectedIds() const
{
    std::vector<std::string> ids;
    for (const int row : selectedRows())
        ids.push_back(m_model->lesson(row).id);
    return ids;
}

/// After the rows were filled anew, unless another playlist is in them now.
void LessonsTab::selectStill(const std::vector<std::string>& ids)
{
    const std::string shown = playlist() ? playlist()->id : std::string();
    if (std::exchange(m_shown, shown) == shown && ids.size() > 1)
        selectAlso(ids);
}

void LessonsTab::selectAlso(const std::vector<std::string>& ids)
{
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (std::ranges::find(ids, m_model->lesson(row).id) != ids.end())
            m_list->selectionModel()->select(m_filter->mapFromSource(m_model->index(row, 0)),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

void LessonsTab::keep(std::vector<std::string> lessons, const QString& done, std::vector<std::string> moved)
{
    OrderEdits& edits = m_edits[playlist()->id];
    edits.all.resize(edits.made);
    edits.all.push_back({playlist()->lessons, lessons, std::move(moved)});
    ++edits.made;
    m_playlists->setLessons(std::move(lessons), done);
}

void LessonsTab::undo()
{
    OrderEdits& edits = m_edits[playlist()->id];
    if (edits.made == 0 || edits.all[edits.made - 1].after != playlist()->lessons)
        return;
    const OrderEdit edit = edits.all[--edits.made];
    const bool isBack = edit.before.size() > edit.after.size(); // else they were moved, as can be seen
    m_playlists->setLessons(edit.before, isBack ? takenText(edit.lessons, true) : QString());
    select(edit.lessons);
}

void LessonsTab::redo()
{
    OrderEdits& edits = m_edits[playlist()->id];
    if (edits.made == edits.all.size() || edits.all[edits.made].before != playlist()->lessons)
        return;
    const OrderEdit edit = edits.all[edits.made++];
    const bool isTaken = edit.before.size() > edit.after.size();
    m_playlists->setLessons(edit.after, isTaken ? takenText(edit.lessons, false) : QString());
    select(edit.lessons);
}

/// Of a playlist that is not the user's own.
void LessonsTab::tellFixed()
{
    if (const core::Course* list = playlist())
        emit told(tr("“%1” is not your own and stays in its order. To have one that you can change, select its "
                     "lessons with Ctrl+A and choose New playlist… in the menu Playlist….")
                      .arg(QString::fromStdString(list->title)));
}

/// What a key of the list does to a playlist of the user's own; null for keys of others. Undo and Redo are its own even
/// where there is nothing to undo: the design, which they would change, is out of sight.
std::function<void()> LessonsTab::actOf(const QKeyEvent& key)
{
    const bool alt = key.modifiers() == Qt::AltModifier;
    const bool changes =
        (alt && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down)) || key.matches(QKeySequence::Delete);
    if (playlist() && !m_playlists->isOwn() && changes)
        return [this] { tellFixed(); };
    if (!m_playlists->isOwn())
        return {};
    if (alt && key.key() == Qt::Key_Up)
        return [this] { moveBy(-1); };
    if (alt && key.key() == Qt::Key_Down)
        return [this] { moveBy(1); };
    if (key.matches(QKeySequence::Delete))
        return [this] { takeOut(); };
    if (key.matches(QKeySequence::Undo))
        return [this] { undo(); };
    if (key.matches(QKeySequence::Redo))
        return [this] { redo(); };
    return {};
}

bool LessonsTab::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_page && event->type() == QEvent::Resize)
        foldFilters();
    if (watched == m_list && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &LessonsTab::keepRowInSight, Qt::QueuedConnection);
    const bool press = event->type() == QEvent::KeyPress;
    if (watched != m_list || (!press && event->type() != QEvent::ShortcutOverride))
        return QWidget::eventFilter(watched, event);
    const auto act = actOf(*static_cast<QKeyEvent*>(event));
    if (!act)
        return QWidget::eventFilter(watched, event);
    event->accept(); // no action of the window has it
    if (press)
        act();
    return true;
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
    if (!list)
        return nullptr;
    const auto next = std::ranges::find(m_library->lessons, list->behind(lessonId), &core::Lesson::id);
    return next == m_library->lessons.end() ? nullptr : &*next;
}

} // namespace ui
