// SPDX-License-Identifier: GPL-3.0-or-later
// What is dragged is told beside the pointer, where it covers none of the places that it may go to.
#include "ui/lessons/lesson_list.h"

#include "ui/lessons/lesson_model.h"
#include "ui/theme/painting.h"

#include <QApplication>
#include <QDrag>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>

#include <algorithm>

namespace ui
{

void LessonList::startDrag(Qt::DropActions actions)
{
    const QModelIndexList rows = selectionModel()->selectedRows(LessonModel::titleColumn);
    if (rows.isEmpty())
        return;
    if (!(model()->flags({}) & Qt::ItemIsDropEnabled)) // between rows
        return emit dragRefused();
    const QString words = rows.size() == 1 ? rows.front().data().toString() : tr("%1 lessons").arg(rows.size());
    auto* drag = new QDrag(this);
    drag->setMimeData(model()->mimeData(rows));
    drag->setPixmap(labelOf(words));
    drag->setHotSpot({-14, -14});
    drag->exec(actions, Qt::MoveAction);
}

void LessonList::keyboardSearch(const QString& typed)
{
    const QModelIndex at = currentIndex();
    if (at.isValid() && at.column() != LessonModel::idColumn)
        selectionModel()->setCurrentIndex(at.siblingAtColumn(LessonModel::idColumn), QItemSelectionModel::NoUpdate);
    const bool isNext = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval();
    m_typed = isNext ? m_typed + typed : typed;
    m_sinceTyped.start();
    QTableView::keyboardSearch(typed);
    const auto whole =
        model()->match(model()->index(0, LessonModel::idColumn), Qt::DisplayRole, m_typed, 1, Qt::MatchFixedString);
    if (!whole.isEmpty()) // else A1b, where the keys began at A1
        setCurrentIndex(whole.front());
}

/// Home and End go to rows, as no one cell is worked with.
QModelIndex LessonList::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    if (action != MoveHome && action != MoveEnd)
        return QTableView::moveCursor(action, modifiers);
    const QModelIndex end = QTableView::moveCursor(action, modifiers | Qt::ControlModifier);
    return end.siblingAtColumn(std::max(0, currentIndex().column()));
}

/// With Control, too, what they go to is chosen: else what stands beside the list would be about another row.
void LessonList::keyPressEvent(QKeyEvent* event)
{
    const bool ofRows = event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    QKeyEvent plain(event->type(), event->key(), event->modifiers() & ~Qt::KeyboardModifiers(Qt::ControlModifier));
    QTableView::keyPressEvent(ofRows ? &plain : event);
}

QPixmap LessonList::labelOf(const QString& words) const
{
    const QRect room = QRect({}, QFontMetrics(font()).size(0, words)).adjusted(0, 0, 16, 8);
    QPixmap label(room.size() * devicePixelRatioF());
    label.setDevicePixelRatio(devicePixelRatioF());
    label.fill(Qt::transparent);
    QPainter painter(&label);
    const Theme& theme = themeOf(this);
    drawBox(painter, room, 4, theme.panel, theme.outline);
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(room, Qt::AlignCenter, words);
    return label;
}

} // namespace ui
