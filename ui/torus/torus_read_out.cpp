// SPDX-License-Identifier: GPL-3.0-or-later
// Links of the torus that are pointed at, or marked from elsewhere: repaints only what lies under their outline.
#include "ui/torus/torus_view.h"

namespace ui
{

MarkScene TorusView::markShown() const
{
    if (!m_reel || m_look.compact) {
        return {};
    }
    return m_pointedWire >= 0 ? layoutPointed(m_pointedWire, m_pointedAt, scene(), grid(), *m_reel, m_look)
                              : layoutMark(m_mark, scene(), grid(), *m_reel, m_look);
}

void TorusView::mark(const LinkMark& mark)
{
    if (!(mark == m_mark)) {
        m_mark = mark;
        refreshMark();
    }
}

void TorusView::pointAtWire(int wire, const QPointF& at)
{
    if (wire != m_pointedWire) {
        m_pointedWire = wire;
        m_pointedAt = at;
        refreshMark();
    }
}

void TorusView::refreshMark()
{
    if (!m_sheet.isReady()) {
        return update(); // the scene is not of now
    }
    update(m_markRoom.toAlignedRect());
    update(markShown().bounds().toAlignedRect());
}

} // namespace ui
