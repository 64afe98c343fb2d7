// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the area and the room in it; finds the room beside it.
#include "ui/controls/scrolled.h"

#include <QEvent>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int gap = 8;
constexpr int narrowest = 80; // that a note can be read in

/// Contents that fit beside a bar alone, and are too high without one, would show and hide it without end: each size
/// that the contents get leads to the next one, on one stack. There it stays.
class SteadyArea : public QScrollArea
{
protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        return QScrollArea::event(event);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        constexpr int maxSizes = 6;
        if (m_sizes > maxSizes) {
            setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
            return false;
        }
        ++m_sizes;
        const bool done = QScrollArea::eventFilter(watched, event);
        --m_sizes;
        return done;
    }

    /// Ctrl and the wheel zoom; over what does not, they do nothing rather than turn a page.
    void wheelEvent(QWheelEvent* event) override
    {
        if (event->modifiers() & Qt::ControlModifier)
            event->accept();
        else
            QScrollArea::wheelEvent(event);
    }

private:
    int m_sizes = 0;
};

/// Where the area lies in the window that `part` scrolls in; empty where none does.
QRect areaOf(const QWidget& part)
{
    const QWidget* area = part.parentWidget();
    while (area && !area->isWindow() && !qobject_cast<const QAbstractScrollArea*>(area))
        area = area->parentWidget();
    return area && !area->isWindow() ? QRect(area->mapTo(part.window(), QPoint()), area->size()) : QRect();
}

} // namespace

QScrollArea* scrolled(QWidget* contents, const QMargins& round)
{
    auto* area = new SteadyArea;
    auto* room = new QWidget; // the contents themselves would lose their palette to the area
    auto* rows = new QVBoxLayout(room);
    rows->setContentsMargins(round);
    rows->addWidget(contents);
    area->setWidget(room);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

int roomBeside(const QWidget& part)
{
    const QRect area = areaOf(part);
    const int room = part.window()->width() - area.right() - 2 * gap;
    return area.isEmpty() || room < narrowest ? 0 : room;
}

void shrinkHidden(QStackedWidget& pages)
{
    for (int page = 0; page < pages.count(); ++page) {
        const auto policy = page == pages.currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        pages.widget(page)->setSizePolicy(policy, policy);
    }
}

void layBeside(QWidget& note, const QWidget& part)
{
    QWidget* window = part.window();
    const QRect area = areaOf(part);
    QPoint place = part.mapTo(window, QPoint(0, part.height() + 2));
    if (roomBeside(part) >= note.width())
        place = {area.right() + gap, part.mapTo(window, QPoint()).y()};
    place.setX(std::max(0, std::min(place.x(), window->width() - note.width() - gap)));
    place.setY(std::min(place.y(), window->height() - note.height() - gap));
    note.setParent(window);
    note.move(place);
    note.show();
    note.raise();
}

} // namespace ui
