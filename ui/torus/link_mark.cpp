// SPDX-License-Identifier: GPL-3.0-or-later
// Finds marked links in the picture, outlines them, and says what they carry.
#include "ui/torus/link_mark.h"

#include "ui/charts/chart_label.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"
#include "ui/torus/card_place.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/wire_reading.h"
#include "ui/torus/wire_shapes.h"

#include <QObject>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <ranges>

namespace ui
{

namespace
{

constexpr qreal clear = 4.5; // pixels between a wire and its outline
constexpr qreal arrowLength = 9;
constexpr qreal outline = 2;

struct MarkedWire {
    const SceneWire* wire = nullptr;
    bool backward = false; // against the direction it is drawn in
};

MarkedWire drawnAs(const TorusScene& scene, int wire)
{
    const DrawnWire& drawn = scene.drawn[nth(wire)];
    return {&scene.wires[nth(drawn.wire)], drawn.backward};
}

const SceneNode* nodeOf(const TorusScene& scene, int place)
{
    const auto found = std::ranges::find(scene.nodes, place, &SceneNode::place);
    return found == scene.nodes.end() ? nullptr : &*found;
}

/// The visible part of a wire, without its ends under the chips: one line, or two stubs.
std::vector<QPolygonF> openPaths(const SceneWire& wire, const TorusScene& scene)
{
    constexpr int samples = 48;
    const TorusWire& ends = scene.grid.wires[nth(wire.there)];
    const bool behindSwitch = ends.from == ends.to;
    const SceneNode* const nodes[] = {nodeOf(scene, ends.from), nodeOf(scene, behindSwitch ? -1 : ends.to)};
    const auto isOpen = [&](int i) {
        const QPointF p = wire.at(1.0 * i / samples);
        return std::ranges::none_of(nodes, [&](const SceneNode* n) { return n && lengthOf(n->at - p) < n->radius; });
    };
    const bool hidden = std::ranges::none_of(std::views::iota(0, samples + 1), isOpen); // chips overlap
    std::vector<QPolygonF> paths(1);
    for (int i = 0; i <= samples; ++i) {
        if (wire.shape == SceneWire::Shape::stubs && i == samples / 2) {
            paths.emplace_back(); // the far one begins
        }
        if (hidden || isOpen(i)) {
            paths.back() << wire.at(1.0 * i / samples);
        }
    }
    std::erase_if(paths, [](const QPolygonF& direction) { return direction.size() < 2; });
    for (QPolygonF& direction : paths) {
        if (wire.shape != SceneWire::Shape::arc) {
            direction = {direction.front(), direction.back()};
        }
    }
    return paths;
}

QPointF across(const QPointF& from, const QPointF& to)
{
    const QPointF direction = to - from;
    const qreal reach = lengthOf(direction);
    return reach > 0 ? QPointF(-direction.y(), direction.x()) / reach : QPointF(0, 1);
}

/// Outline of a line at a distance, with round ends.
QPolygonF capsule(const QPolygonF& direction, qreal distance)
{
    constexpr int turns = 8;
    QPolygonF around;
    const auto side = [&](const QPolygonF& points) {
        QPointF normal;
        for (qsizetype i = 0; i < points.size(); ++i) {
            normal = across(points[std::max<qsizetype>(0, i - 1)], points[std::min(i + 1, points.size() - 1)]);
            around << points[i] + normal * distance;
        }
        const QPointF ahead(normal.y(), -normal.x());
        for (int turn = 1; turn < turns; ++turn) {
            const double angle = std::numbers::pi * turn / turns;
            around << points.back() + (normal * std::cos(angle) + ahead * std::sin(angle)) * distance;
        }
    };
    side(direction);
    QPolygonF back = direction;
    std::ranges::reverse(back);
    side(back);
    return around;
}

void outlineWire(MarkScene& mark, const MarkedWire& marked, const TorusScene& scene)
{
    for (const QPolygonF& direction : openPaths(*marked.wire, scene)) {
        mark.lanes.addPolygon(capsule(direction, marked.wire->width / 2 + clear));
        mark.lanes.closeSubpath();
    }
}

void addArrow(MarkScene& mark, const MarkedWire& marked)
{
    const double middle = marked.wire->shape == SceneWire::Shape::stubs ? 0.25 : 0.5;
    const QPointF at = marked.wire->at(middle);
    QPointF direction = marked.wire->at(middle + 0.02) - marked.wire->at(middle - 0.02);
    if (lengthOf(direction) == 0) {
        return;
    }
    direction *= (marked.backward ? -1 : 1) / lengthOf(direction);
    const QPointF side(-direction.y() * arrowLength * 0.5, direction.x() * arrowLength * 0.5);
    const QPointF tail = at - direction * (arrowLength / 2);
    mark.arrows.push_back({{at + direction * (arrowLength / 2), tail + side, tail - side}});
}

/// `named`: starts with the path.
Sentence lineOf(const WireReading& reading, bool named)
{
    Sentence line = reading.load;
    if (named) {
        line.text = QObject::tr("%1: %2").arg(reading.path, reading.load.text);
        for (Sentence::Number& number : line.numbers) {
            number.from += line.text.lastIndexOf(reading.load.text);
        }
    }
    return line;
}

QString absenceText(const TorusScene& scene, const Recording& recording, const LinkPlace& link)
{
    const TorusGrid& grid = scene.grid;
    const int from = grid.placeOf[nth(link.chip)];
    const int to = recording.whole().neighbour(link.chip, link.port);
    const bool inside = from >= 0 && to >= 0 && grid.placeOf[nth(to)] == from;
    if (inside) {
        return QObject::tr("Lies inside block %1; open it to see the link").arg(chipName(grid.places, from));
    }
    switch (scene.look.detail) {
    case TorusDetail::slice:
        return QObject::tr("Not on this slice");
    case TorusDetail::faces:
        return QObject::tr("Not on the outer faces");
    default:
        return QObject::tr("Not in this block");
    }
}

/// Marks one link. Returns the place of the card if the link or its block is drawn.
std::optional<QPointF> addLink(MarkScene& mark, std::vector<Sentence>& lines, const LinkPlace& link,
                               const TorusScene& scene, const Recording& recording)
{
    const TorusGrid& grid = scene.grid;
    const WireReading reading = readLink(recording, link.chip, link.port);
    const bool named = !mark.heading.isEmpty();
    mark.heading = named ? mark.heading : reading.path;
    lines.push_back(lineOf(reading, named));
    if (const int wire = grid.wireOf(link.chip, link.port); wire >= 0) {
        const MarkedWire marked = drawnAs(scene, wire);
        outlineWire(mark, marked, scene);
        addArrow(mark, marked);
        if (const TorusWire& bundle = grid.wires[nth(wire)]; bundle.links > 1) {
            const core::StepPlace links{"block_links", recording.step(), bundle.from, bundle.port};
            lines.push_back(sentence(QObject::tr("One of %1 links drawn as one line"),
                                     {numberPart(recording, QString::number(bundle.links), links)}));
        }
        return marked.wire->at(marked.wire->shape == SceneWire::Shape::stubs ? 0.25 : 0.5);
    }
    lines.push_back({absenceText(scene, recording, link)});
    const SceneNode* node = nodeOf(scene, grid.placeOf[nth(link.chip)]);
    if (!node || node->place < 0) {
        return std::nullopt;
    }
    mark.lanes.addPath(ringRound(*node, clear));
    return node->at;
}

/// Moves the rectangle beside the cards, to the nearest place within the room; unchanged if there is none.
QRectF besideCards(const QRectF& place, const QRectF& cards, const QRectF& room)
{
    constexpr qreal gap = 6;
    if (!place.intersects(cards)) {
        return place;
    }
    std::array<QRectF, 4> places{place, place, place, place};
    places[0].moveRight(cards.left() - gap);
    places[1].moveLeft(cards.right() + gap);
    places[2].moveBottom(cards.top() - gap);
    places[3].moveTop(cards.bottom() + gap);
    const QRectF* nearest = nullptr;
    const auto direction = [&](const QRectF& other) { return (other.center() - place.center()).manhattanLength(); };
    for (const QRectF& other : places) {
        if (room.contains(other) && (!nearest || direction(other) < direction(*nearest))) {
            nearest = &other;
        }
    }
    return nearest ? *nearest : place;
}

/// Without `at`, at the top of the picture.
void addCard(MarkScene& mark, const std::vector<Sentence>& lines, const std::optional<QPointF>& at,
             std::vector<ToBeSeen> seen, const QSizeF& size, const QRectF& cards)
{
    for (const Sentence& line : lines) {
        mark.lines << line.text;
    }
    const QRectF room(QPointF(), size);
    const QRectF card = cardArea(1, at.value_or(QPointF(size.width() / 2, 40)), room, mark.heading, mark.lines);
    mark.card = besideCards(at ? freeBeside(card, *at, room, std::move(seen)) : card, cards, room);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const CardLine line = cardLine(1, mark.card, mark.heading, mark.lines, static_cast<int>(i));
        for (ShownNumber& number : lines[i].shownAt(line.start, line.font)) {
            mark.numbers.push_back(std::move(number));
        }
    }
}

} // namespace

QRectF MarkScene::bounds() const
{
    if (card.isEmpty()) {
        return {};
    }
    return (lanes.isEmpty() ? card : card.united(lanes.boundingRect())).adjusted(-outline, -outline, outline, outline);
}

MarkScene layoutMark(const LinkMark& asked, const TorusScene& scene, const Recording& recording, const QRectF& cards)
{
    MarkScene mark;
    mark.heading = asked.heading;
    std::vector<Sentence> lines;
    std::optional<QPointF> at;
    std::vector<int> told;
    for (const LinkPlace& link : asked.links) {
        const auto place = addLink(mark, lines, link, scene, recording);
        at = at ? at : place;
        told.push_back(link.chip);
    }
    if (!asked.links.empty()) {
        addCard(mark, lines, at, toBeSeen(scene, told), scene.size, cards);
    }
    return mark;
}

MarkScene layoutPointed(int wire, const QPointF& at, const TorusScene& scene, const Recording& recording,
                        const QRectF& cards)
{
    MarkScene mark;
    const SceneWire& drawn = scene.wires[nth(wire)];
    outlineWire(mark, {&drawn, false}, scene);
    const auto readings = readWire(drawn, scene, recording);
    mark.heading = readings.size() == 1 ? readings.front().path : QObject::tr("Both ways");
    std::vector<Sentence> lines;
    for (const WireReading& reading : readings) {
        lines.push_back(lineOf(reading, readings.size() > 1));
    }
    addCard(mark, lines, at, toBeSeen(scene, {}), scene.size, cards);
    const QString clicked = recording.idOf(numberOfWire(drawn, scene, recording));
    for (const ShownNumber& number : mark.numbers) {
        if (number.id == clicked) {
            mark.clicked = number;
        }
    }
    return mark;
}

void paintMark(QPainter& painter, const MarkScene& mark, const Theme& theme)
{
    if (mark.card.isEmpty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, outline));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(mark.lanes);
    painter.setPen(QPen(theme.panel, 1));
    painter.setBrush(theme.accent);
    for (const QPolygonF& arrow : mark.arrows) {
        painter.drawPolygon(arrow);
    }
    drawCard(painter, theme, 1, mark.card, mark.heading, mark.lines);
    if (mark.clicked) {
        const QRectF& letters = mark.clicked->letters;
        painter.fillRect(QRectF(letters.left(), std::round(letters.bottom()) + 2, letters.width(), 1), theme.text);
    }
    painter.restore();
}

} // namespace ui
