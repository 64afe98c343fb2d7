// SPDX-License-Identifier: GPL-3.0-or-later
// Links of the torus that are pointed at, or marked from elsewhere: repaints only what lies under their outline.
#include "core/numbers/step_place.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/recording.h"
#include "ui/theme/nth.h"
#include "ui/theme/theme.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_view.h"
#include "ui/torus/wire_reading.h"

#include <QPushButton>

namespace ui
{

QRectF TorusView::cardsRoom() const { return m_cards->isVisible() ? QRectF(m_cards->geometry()) : QRectF(); }

/// Empty for the wire that is kept: it has a card already.
MarkScene TorusView::markPointed() const
{
    const auto wire = nth(m_pointedWire);
    const bool shown = m_recording && !m_look.compact && m_pointedWire >= 0 && keptWire() != &scene().wires[wire];
    return shown ? layoutPointed(m_pointedWire, m_pointedAt, scene(), *m_recording, cardsRoom()) : MarkScene();
}

MarkScene TorusView::markStaying() const
{
    if (!m_recording || m_look.compact) {
        return {};
    }
    const SceneWire* kept = keptWire();
    if (!kept || !m_kept) {
        return layoutMark(m_mark, scene(), *m_recording, cardsRoom());
    }
    const auto index = static_cast<int>(kept - scene().wires.data());
    MarkScene mark = layoutPointed(index, kept->at(m_kept->along), scene(), *m_recording, cardsRoom());
    mark.clicked.reset(); // each of its numbers is
    return mark;
}

/// The wire under the pointer replaces the mark; a wire that was clicked keeps its card.
void TorusView::paintMarks(QPainter& painter, const Theme& theme)
{
    const MarkScene pointed = markPointed();
    const MarkScene staying = m_kept || pointed.card.isEmpty() ? markStaying() : MarkScene();
    paintMark(painter, staying, theme);
    paintMark(painter, pointed, theme);
    m_markRoom = staying.bounds().united(pointed.bounds());
    m_stayingCard = staying.card;
    m_numbers->show(staying.numbers);
}

const SceneWire* TorusView::keptWire() const
{
    if (!m_kept) {
        return nullptr;
    }
    const auto& wires = scene().wires;
    const auto found = std::ranges::find_if(
        wires, [&](const SceneWire& wire) { return wire.place == m_kept->place && wire.port == m_kept->port; });
    return found == wires.end() ? nullptr : &*found;
}

void TorusView::keepWire(const std::optional<KeptWire>& kept)
{
    m_kept = kept;
    refreshMark();
}

void TorusView::keepPointedWire()
{
    if (m_pointedWire < 0) {
        return keepWire(std::nullopt);
    }
    const SceneWire& wire = scene().wires[nth(m_pointedWire)];
    keepWire(KeptWire{wire.place, wire.port, nearestOn(wire, m_pointedAt)});
}

void TorusView::keepNextWire(bool back)
{
    const SceneNode* node = pointedNode();
    std::vector<const SceneWire*> wires;
    for (const SceneWire& wire : scene().wires) {
        const TorusWire& there = grid().wires[nth(wire.there)];
        if (!node || there.from == node->place || there.to == node->place) {
            wires.push_back(&wire);
        }
    }
    if (back) {
        std::ranges::reverse(wires);
    }
    if (!wires.empty()) {
        const auto found = std::ranges::find(wires, keptWire());
        const SceneWire& next = *(found == wires.end() || found + 1 == wires.end() ? wires.front() : *(found + 1));
        keepWire(KeptWire{next.place, next.port});
    }
}

QString TorusView::chosenNumber() const
{
    if (QString pointed = numberAt(m_hovered); !pointed.isEmpty() || !m_recording) {
        return pointed;
    }
    const bool block = m_pointed >= 0 && showsBlocks();
    const SceneWire* kept = keptWire();
    if (kept && !(block && chipAt(scene(), m_hovered) == m_pointed)) {
        return m_recording->idOf(numberOfWire(*kept, scene(), *m_recording));
    }
    if (block) {
        const int place = grid().placeOf[nth(m_pointed)];
        return m_recording->idOf({"block_chips", m_recording->step(), place});
    }
    if (m_mark.links.empty()) {
        return {};
    }
    const auto& [chip, port] = m_mark.links.front();
    return m_recording->idOf({m_recording->step() > 0 ? "link_load" : "link_bytes", m_recording->step(), chip, port});
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
    if (!m_layer.isReady()) {
        return update(); // the scene is not of now
    }
    update(m_markRoom.toAlignedRect());
    update(markStaying().bounds().toAlignedRect());
    update(markPointed().bounds().toAlignedRect());
}

/// Underline of the plate's number under the pointer.
QRectF TorusView::underlined() const
{
    const ShownNumber* number = m_recording ? plateNumberAt(scene(), m_hovered) : nullptr;
    return number ? QRectF(number->letters.left(), std::round(number->letters.bottom()) + 1, number->letters.width(), 1)
                  : QRectF();
}

/// Id of the number under the pointer: of a plate, or of a wire.
QString TorusView::numberAt(const QPointF& at) const
{
    if (!m_recording) {
        return {};
    }
    if (const ShownNumber* number = plateNumberAt(scene(), at)) {
        return number->id;
    }
    return m_pointedWire < 0
               ? QString()
               : m_recording->idOf(numberOfWire(scene().wires[nth(m_pointedWire)], scene(), *m_recording));
}

void TorusView::tellScaleEnd()
{
    const bool told = m_recording && bearsScale(m_look, size()) && m_recording->capacity() > 0;
    if (told) {
        m_scaleEnd->setMetric(m_recording->idOf({"link_capacity", m_recording->step()}),
                              tr("What a link could have carried"));
        m_scaleEnd->present(maxOfScale(*m_recording));
    }
    m_scaleEnd->setVisible(told);
}

/// Their places depend on the size of the view.
void TorusView::placeOverlays()
{
    const QPoint belowCaption(14, qRound(captionBox(scene().caption).bottom()) + 8);
    if (m_back->pos() != belowCaption) {
        m_back->move(belowCaption);
    }
    const QPoint words = scaleEnd(scene()).toPoint();
    const QRect room(words - QPoint(ValueLabel::lineRim, 0), QSize(m_scaleEnd->sizeHint().width(), scaleLine));
    if (m_scaleEnd->geometry() != room) {
        m_scaleEnd->setGeometry(room);
    }
}

} // namespace ui
