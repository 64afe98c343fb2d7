// SPDX-License-Identifier: GPL-3.0-or-later
// Links of the torus that are pointed at, or marked from elsewhere: repaints only what lies under their outline.
#include "ui/shell/value_label.h"
#include "ui/torus/torus_labels.h"
#include "ui/torus/torus_marks.h"
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
    setCursor(numberAt(at).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void TorusView::refreshMark()
{
    if (!m_sheet->isReady()) {
        return update(); // the scene is not of now
    }
    update(m_markRoom.toAlignedRect());
    update(markShown().bounds().toAlignedRect());
}

/// The number under the pointer: of the plate of a busy link, or of the wire that is pointed at.
QString TorusView::numberAt(const QPointF& at) const
{
    const QFont font = uiFont(11, QFont::Medium);
    for (const SceneText& text : scene().texts) {
        if (m_reel && text.chip >= 0 && plateBox(text.at, text.text, font).contains(at)) {
            return m_reel->idOf({core::StepNumber::linkBytes, m_reel->step(), text.chip, text.port});
        }
    }
    return loadId(m_pointedWire);
}

/// The number behind the read-out of a wire: of its two directions the one with more bytes. Empty where it stands for
/// several links, which the table of links tells apart.
QString TorusView::loadId(int wire) const
{
    if (wire < 0 || !m_reel) {
        return {};
    }
    const SceneWire& drawn = scene().wires[static_cast<std::size_t>(wire)];
    const TorusWire* link = &grid().wires[static_cast<std::size_t>(drawn.there)];
    if (drawn.back >= 0 && grid().wires[static_cast<std::size_t>(drawn.back)].most > link->most) {
        link = &grid().wires[static_cast<std::size_t>(drawn.back)];
    }
    if (link->links != 1 || grid().chipsIn[static_cast<std::size_t>(link->from)] != 1) {
        return {};
    }
    const bool begun = m_reel->step() > 0; // before that no time has passed
    return m_reel->idOf({begun ? core::StepNumber::linkLoad : core::StepNumber::linkBytes, m_reel->step(),
                         grid().lowest[static_cast<std::size_t>(link->from)], link->port});
}

/// What the words at the end of the scale mean.
void TorusView::tellScaleEnd()
{
    const bool told = m_reel && !m_look.compact && m_reel->capacity() > 0;
    if (told) {
        m_scaleEnd->setMetric(m_reel->idOf({core::StepNumber::linkCapacity, m_reel->step()}),
                              tr("What a link could have carried"));
        m_scaleEnd->show(mostOfScale(*m_reel));
    }
    m_scaleEnd->setVisible(told);
}

/// Over the words at the end of the scale, which lies elsewhere in another size.
void TorusView::placeScaleEnd()
{
    const QPoint words = scaleEnd(scene().scale).toPoint();
    const QRect room(words - QPoint(ValueLabel::lineRim, 0), QSize(m_scaleEnd->sizeHint().width(), scaleLine));
    if (m_scaleEnd->geometry() != room) {
        m_scaleEnd->setGeometry(room);
    }
}

} // namespace ui
