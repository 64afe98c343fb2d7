// SPDX-License-Identifier: GPL-3.0-or-later
// Links of the torus that are pointed at, or marked from elsewhere: repaints only what lies under their outline.
#include "ui/shell/value_label.h"
#include "ui/theme/text_line.h"
#include "ui/torus/torus_labels.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_view.h"

namespace ui
{

namespace
{

QFont plateFont() { return uiFont(11, QFont::Medium); }

} // namespace

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
    const QRectF before = underlined();
    m_hovered = at;
    setCursor(numberAt(at).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (const QRectF now = underlined(); now != before) {
        update(before.united(now).toAlignedRect().adjusted(-1, -1, 1, 1));
    }
}

void TorusView::refreshMark()
{
    if (!m_sheet->isReady()) {
        return update(); // the scene is not of now
    }
    update(m_markRoom.toAlignedRect());
    update(markShown().bounds().toAlignedRect());
}

/// The plate under a point and the nearest of its numbers; nothing where none can be explained.
std::optional<TorusView::PlateNumber> TorusView::plateNumberAt(const QPointF& at) const
{
    if (!m_reel || !m_reel->explains() || m_look.compact) {
        return std::nullopt;
    }
    const QFont font = plateFont();
    for (const SceneText& text : scene().texts) {
        const QRectF plate = plateBox(text.at, text.text, font);
        if (text.numbers.empty() || !plate.contains(at)) {
            continue;
        }
        const qreal start = text.at.x() - lineWidth(text.text, font) / 2;
        const auto areaOf = [&](const SceneNumber& number) {
            const qreal left = start + lineWidth(text.text.left(number.from), font);
            const qreal width = lineWidth(text.text.mid(number.from, number.length), font);
            return QRectF(left, plate.top(), width, plate.height());
        };
        const auto nearest = std::ranges::min_element(text.numbers, {}, [&](const SceneNumber& number) {
            return std::abs(areaOf(number).center().x() - at.x());
        });
        return PlateNumber{nearest->place, areaOf(*nearest)};
    }
    return std::nullopt;
}

/// The line below the number of a plate that is pointed at.
QRectF TorusView::underlined() const
{
    const auto number = plateNumberAt(m_hovered);
    if (!number) {
        return {};
    }
    const QFontMetricsF metrics(plateFont());
    const qreal baseline = number->area.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    return {number->area.left(), std::round(baseline) + 1, number->area.width(), 1};
}

/// The number under the pointer: of the plate of a busy link, or of the wire that is pointed at.
QString TorusView::numberAt(const QPointF& at) const
{
    if (auto plate = plateNumberAt(at)) {
        plate->place.step = m_reel->step();
        return m_reel->idOf(plate->place);
    }
    const bool wire = m_pointedWire >= 0 && m_reel;
    return wire ? m_reel->idOf(
                      numberOfWire(scene().wires[static_cast<std::size_t>(m_pointedWire)], grid(), *m_reel, m_look)
                          .place)
                : QString();
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
