// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for what is meant among the controls, the numbers, the cells of tables and what the picture draws.
#include "ui/shell/lesson_pointer.h"

#include "ui/charts/chart.h"
#include "ui/controls/control_panel.h"
#include "ui/lessons/pointing_ring.h"
#include "ui/numbers/explained_cells.h"
#include "ui/numbers/value_label.h"
#include "ui/shell/tabs.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

namespace ui
{

LessonPointer::LessonPointer(OpenLesson& lesson, Tabs& tabs, ControlPanel& design, QObject& parent)
    : QObject(&parent), m_lesson(lesson), m_tabs(tabs), m_design(design)
{
}

void LessonPointer::pointSoon()
{
    if (!std::exchange(m_isPointing, true))
        QMetaObject::invokeMethod(this, &LessonPointer::point, Qt::QueuedConnection);
}

void LessonPointer::point()
{
    m_isPointing = false;
    Pointed at;
    if (m_lesson.isOpen()) {
        const QString id = QString::fromStdString(m_lesson.posed().step.points);
        m_design.bringIntoSight(id);
        at = pointed(id);
    }
    if (!at.part) {
        if (auto* ring = std::exchange(m_ring, nullptr)) {
            ring->hide();
            ring->deleteLater();
        }
        return;
    }
    if (!m_ring || !m_ring->part()) { // one that lost its part goes with it
        m_ring = new PointingRing;
        connect(m_ring, &QObject::destroyed, this,
                [this](const QObject* gone) { m_ring = m_ring == gone ? nullptr : m_ring; });
    }
    bringIntoSight(at);
    m_ring->surround(at.part, std::move(at.place));
}

/// The beginning of what is higher than the page. Once: the page is scrolled by hand afterwards.
void LessonPointer::bringIntoSight(const Pointed& at)
{
    constexpr int rim = 16;
    const QRect thing = at.place ? at.place() : QRect();
    const QRect place = thing.isEmpty() ? at.part->rect() : thing;
    const std::tuple now(m_lesson.posings(), m_lesson.hidden(), thing.isEmpty());
    if (std::exchange(m_brought, now) == now)
        return;
    for (QWidget* outer = at.part->parentWidget(); outer; outer = outer->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(outer); area && area->widget()) {
            const int top = at.part->mapTo(area->widget(), place.topLeft()).y() - rim;
            const int room = area->viewport()->height(), bottom = top + place.height() + 2 * rim;
            QScrollBar* bar = area->verticalScrollBar();
            if (top < bar->value() || place.height() + 2 * rim > room)
                bar->setValue(top);
            else if (bottom > bar->value() + room)
                bar->setValue(bottom - room);
            return;
        }
}

/// A control, a number, a cell of a table, or what a picture draws for it.
LessonPointer::Pointed LessonPointer::pointed(const QString& id) const
{
    const QWidget* window = m_tabs.window();
    for (const QString& name : {id, id + QStringLiteral(".field")})
        for (QWidget* part : window->findChildren<QWidget*>(name))
            if (part->isVisible())
                return {part, {}};
    for (ValueLabel* label : window->findChildren<ValueLabel*>())
        if (label->metricId() == id && label->isVisible())
            return {label, {}};
    if (m_lesson.hidden() == Hidden::results)
        return {};
    for (const ExplainedCells* cells : m_tabs.currentWidget()->findChildren<ExplainedCells*>())
        if (cells->view().isVisible() && !cells->placeOf(id).isEmpty())
            return {cells->view().viewport(), [cells, id] { return cells->placeOf(id); }};
    Chart* chart = m_tabs.currentChart();
    return {chart, [chart, id] { return chart->placeOf(id); }};
}

} // namespace ui
