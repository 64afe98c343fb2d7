// SPDX-License-Identifier: GPL-3.0-or-later
// Fills line after line.
#include "ui/controls/word_flow.h"

#include <algorithm>

namespace ui
{

WordFlow::WordFlow(int gap, int leading) : m_gap(gap), m_leading(leading) { setContentsMargins(0, 0, 0, 0); }

WordFlow::~WordFlow()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void WordFlow::addItem(QLayoutItem* item) { m_items.push_back(item); }

QLayoutItem* WordFlow::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* WordFlow::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

/// All words in one line.
QSize WordFlow::sizeHint() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            size = {size.width() + item->sizeHint().width() + m_gap,
                    std::max(size.height(), item->sizeHint().height())};
        }
    }
    const QMargins rim = contentsMargins();
    return size + QSize(rim.left() + rim.right(), rim.top() + rim.bottom());
}

/// As wide as the widest word.
QSize WordFlow::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->isEmpty() ? QSize() : item->minimumSize());
    const QMargins rim = contentsMargins();
    return size + QSize(rim.left() + rim.right(), rim.top() + rim.bottom());
}

void WordFlow::setGeometry(const QRect& room)
{
    QLayout::setGeometry(room);
    flow(room, true);
}

/// Words of one line, some lower than others, have their middles at one height.
void WordFlow::placeLine(const std::vector<std::pair<QLayoutItem*, QRect>>& line, int height)
{
    for (const auto& [item, box] : line)
        item->setGeometry(box.translated(0, (height - box.height()) / 2));
}

/// The height that it takes.
int WordFlow::flow(const QRect& room, bool place) const
{
    const QMargins rim = contentsMargins();
    const int left = room.left() + rim.left();
    const int right = room.left() + room.width() - rim.right();
    int x = left;
    int y = room.top() + rim.top();
    int line = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> placed; // of this line
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > left && x + size.width() > right) {
            placeLine(placed, line);
            placed.clear();
            x = left;
            y += line + m_leading;
            line = 0;
        }
        if (place)
            placed.emplace_back(item, QRect(QPoint(x, y), size));
        x += size.width() + m_gap;
        line = std::max(line, size.height());
    }
    placeLine(placed, line);
    return y + line + rim.bottom() - room.top();
}

} // namespace ui
