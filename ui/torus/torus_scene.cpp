// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out chips, links, messages and labels.
#include "ui/torus/torus_scene.h"

#include "core/quantity/format.h"
#include "ui/torus/shard_names.h"
#include "ui/torus/wire_shapes.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal legendRoom = 52;
constexpr qreal margin = 68; // round the chips, for arcs and labels
constexpr qreal largestUnit = 130;
constexpr qreal mergedBelow = 30; // both directions of a wire are one line then
constexpr qreal namedFrom = 72;   // messages bear names then
constexpr std::size_t manyWires = 4000;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

QString bytesText(double bytes) { return QString::fromStdString(core::format(bytes, core::dim::byte)); }

/// The layout in the making.
struct Layout {
    const Reel& reel;
    const TorusLook& look;
    TorusScene scene;
    TorusGrid grid;
    std::vector<Projected> places;
    std::vector<char> shown; // per place
    Fit fit;
    qreal unit = 1; // pixels between neighbours
    qreal radius = 4;
    std::vector<int> wireOf; // by place and port
    double nearest = 0;
    double reach = 0; // in depth
};

void placeAll(Layout& l)
{
    l.grid = gridOf(l.reel.whole(), l.look.detail, l.look.slice);
    const bool flat = l.look.detail == TorusDetail::slice;
    l.places = placeChips(l.grid.places, flat ? TorusLayout::unrolled : l.look.layout, l.look.camera);
    l.shown.assign(l.places.size(), 0);
    for (const int at : l.grid.placeOf) {
        if (at >= 0) {
            l.shown[place(at)] = 1;
        }
    }
    const QRectF area = QRectF(QPointF(), l.scene.size).adjusted(margin, margin, -margin, -margin - legendRoom / 2);
    std::vector<Projected> reach = l.places;
    if (l.reel.whole().wiring == core::Wiring::torus && l.look.layout == TorusLayout::solid &&
        l.grid.places.axes[2].length > 1) {
        reach = reachOfTurns(l.grid.places); // the same size however it is turned
    }
    l.fit = fitInto(area, reach, largestUnit);
    l.fit.shift = area.center();
    const Fit own = fitInto(area, l.places, l.fit.scale);
    l.fit = {l.fit.scale, own.shift};
    l.unit = l.fit.scale;
    if (l.look.layout == TorusLayout::solid && !flat) {
        const auto [far, near] = std::ranges::minmax_element(l.places, {}, &Projected::depth);
        l.nearest = near->depth;
        l.reach = near->depth - far->depth;
    }
    const bool deep = l.grid.places.axes[2].length > 1;
    l.radius = std::clamp(l.unit * (!deep                                 ? 0.2
                                    : l.look.layout == TorusLayout::solid ? 0.14
                                                                          : 0.3),
                          l.places.size() > 2000 ? 1.2 : 2.2, 24.0);
    if (l.look.detail == TorusDetail::blocks) {
        l.radius = std::clamp(l.unit * 0.22, 4.0, 22.0);
    }
}

/// Half the way between the two directions of a wire.
qreal laneOf(const Layout& l) { return std::clamp(l.unit * 0.07, 2.6, 9.0); }

/// Far parts of a solid are paler.
int fadeOf(const Layout& l, int at)
{
    if (l.reach <= 0) {
        return 0;
    }
    const double far = (l.nearest - l.places[place(at)].depth) / l.reach;
    return far > 0.7 ? 2 : far > 0.4 ? 1 : 0;
}

void addNodes(Layout& l)
{
    const bool blocks = l.look.detail == TorusDetail::blocks;
    std::vector<int> lowest(l.places.size(), -1);
    for (int chip = l.reel.whole().chips() - 1; chip >= 0; --chip) {
        if (const int at = l.grid.placeOf[place(chip)]; at >= 0) {
            lowest[place(at)] = chip;
        }
    }
    for (std::size_t at = 0; at < l.places.size(); ++at) {
        if (!l.shown[at]) {
            continue;
        }
        SceneNode node;
        node.at = l.fit(l.places[at].at);
        node.radius = l.radius;
        node.place = static_cast<int>(at);
        node.chip = lowest[at];
        node.square = blocks;
        node.fade = fadeOf(l, node.place);
        node.pinned = std::ranges::find(l.look.pinned, node.chip) != l.look.pinned.end();
        node.share = l.reel.shares()[place(node.chip)];
        if (l.reel.followed()) {
            node.lit = l.reel.holdsFollowed(node.chip);
            node.pale = !node.lit;
        }
        if (l.radius >= 8.5 && !blocks) {
            node.text = QString::number(node.chip);
        }
        l.scene.nodes.push_back(node);
    }
    std::ranges::stable_sort(l.scene.nodes, [&](const SceneNode& a, const SceneNode& b) {
        return l.places[place(a.place)].depth < l.places[place(b.place)].depth;
    });
}

void dress(Layout& l, SceneWire& wire, double most)
{
    const double capacity = l.reel.capacity();
    wire.bytes = most;
    wire.share = capacity > 0 ? std::min(1.0, most / capacity) : 0;
    wire.colour = most > 0 ? std::min(scaleColours - 1, static_cast<int>(wire.share * scaleColours)) : -1;
    const qreal grown = std::clamp(l.unit / 60, 0.3, 1.0);
    wire.width = most > 0 ? (1.2 + 3.2 * wire.share) * std::max(0.5, grown) : std::max(0.7, grown);
    wire.pale = l.reel.followed().has_value();
}

void addTorusWires(Layout& l)
{
    const auto wires = wiresOf(l.reel, l.grid);
    const bool merged = l.unit < mergedBelow;
    std::vector<double> most(l.places.size() * 6, -1);
    for (const TorusWire& wire : wires) {
        most[place(wire.from * 6 + wire.port)] = wire.most;
    }
    const WireStyle style{l.grid.places, l.look.layout, l.look.detail == TorusDetail::slice,
                          l.unit,        l.radius,      merged ? 0.0 : laneOf(l)};
    QPointF middle;
    for (const SceneNode& node : l.scene.nodes) {
        middle += node.at / static_cast<double>(l.scene.nodes.size());
    }
    for (const TorusWire& wire : wires) {
        const int back = wire.to * 6 + (wire.port ^ 1);
        const double bytesBack = most[place(back)];
        if (merged && wire.port % 2 == 1 && bytesBack >= 0) {
            l.wireOf[place(wire.from * 6 + wire.port)] = -2 - back; // drawn with the other direction
            continue;
        }
        SceneWire drawn =
            shapeOf(wire, style, l.fit(l.places[place(wire.from)].at), l.fit(l.places[place(wire.to)].at), middle);
        drawn.place = wire.from;
        drawn.arrow = !merged || bytesBack <= 0;
        drawn.fade = std::max(fadeOf(l, wire.from), fadeOf(l, wire.to));
        drawn.port = wire.port;
        dress(l, drawn, merged ? std::max(wire.most, bytesBack) : wire.most);
        l.wireOf[place(wire.from * 6 + wire.port)] = static_cast<int>(l.scene.wires.size());
        l.scene.wires.push_back(drawn);
    }
}

/// Out of every GPU into the switch and back.
void addSwitchWires(Layout& l)
{
    const QPointF hub = l.fit({0, 0});
    for (int chip = 0; chip < l.reel.whole().chips(); ++chip) {
        const QPointF gpu = l.fit(l.places[place(chip)].at);
        for (int port = 0; port < 2; ++port) {
            SceneWire wire = straightWire(port == 0 ? gpu : hub, port == 0 ? hub : gpu, laneOf(l));
            wire.place = chip;
            wire.arrow = true;
            wire.port = port;
            dress(l, wire, l.reel.linkBytes()[place(chip * 2 + port)]);
            l.wireOf[place(chip * 6 + port)] = static_cast<int>(l.scene.wires.size());
            l.scene.wires.push_back(wire);
        }
    }
    SceneNode node;
    node.at = hub;
    node.radius = std::clamp(l.unit * 0.34, 16.0, 30.0);
    node.place = node.chip = -1;
    node.square = true;
    node.text = QStringLiteral("switch");
    l.scene.nodes.push_back(node);
}

/// Where a message is: on its wire, or on the wire of the other direction read backwards.
std::optional<QPointF> whereIs(const Layout& l, const ReelMessage& message)
{
    const double t = l.look.progress;
    const auto wire = [&](int index) { return l.scene.wires[place(index)]; };
    if (l.reel.whole().wiring == core::Wiring::throughSwitch) {
        const bool out = t < 0.5;
        return wire(l.wireOf[place((out ? message.from : message.to) * 6 + (out ? 0 : 1))]).at(out ? 2 * t : 2 * t - 1);
    }
    const int from = l.grid.placeOf[place(message.from)];
    const int to = l.grid.placeOf[place(message.to)];
    if (from < 0 || to < 0 || from == to) {
        return std::nullopt;
    }
    const int index = l.wireOf[place(from * 6 + message.port)];
    if (index >= 0) {
        return wire(index).at(t);
    }
    return wire(l.wireOf[place(-2 - index)]).at(1 - t);
}

void addChunks(Layout& l)
{
    if (l.look.progress <= 0) {
        return;
    }
    const bool blocks = l.look.detail == TorusDetail::blocks;
    const bool deep = l.look.layout == TorusLayout::solid && l.grid.places.axes[2].length > 1;
    const bool named = l.unit >= namedFrom && !blocks && !deep;
    std::vector<char> taken(blocks ? l.places.size() * 6 : 0, 0); // one dot per wire between blocks
    for (const ReelMessage& message : l.reel.messages()) {
        if (blocks) {
            const int from = l.grid.placeOf[place(message.from)];
            char& seen = taken[place(from * 6 + message.port)];
            if (from == l.grid.placeOf[place(message.to)] || seen) {
                continue;
            }
            seen = 1;
        }
        const auto at = whereIs(l, message);
        if (!at) {
            continue;
        }
        SceneChunk chunk{*at, std::clamp(l.unit * (deep ? 0.042 : 0.06), 1.1, 5.5), message.shard % 8, false, {}};
        chunk.pale = l.reel.followed() && !message.followed;
        chunk.text = named ? message.label : QString();
        l.scene.chunks.push_back(chunk);
    }
}

/// The three busiest links say what they carried.
void labelBusiest(Layout& l)
{
    std::vector<const SceneWire*> busiest;
    for (const SceneWire& wire : l.scene.wires) {
        if (wire.bytes > 0 && !wire.pale) {
            busiest.push_back(&wire);
        }
    }
    std::ranges::stable_sort(busiest, [](const SceneWire* a, const SceneWire* b) { return a->bytes > b->bytes; });
    std::vector<QRectF> taken;
    int labels = 0;
    for (const SceneWire* wire : busiest) {
        const QPointF way = wire->at(0.51) - wire->at(0.49);
        const qreal reach = std::hypot(way.x(), way.y());
        const QPointF right = reach > 0 ? QPointF(-way.y(), way.x()) / reach : QPointF();
        const QPointF at = wire->at(0.5) + right * (16 + 16 * std::abs(right.x()));
        const QRectF room(at.x() - 34, at.y() - 10, 68, 20);
        const auto meets = [&](const QRectF& other) { return other.intersects(room); };
        if (labels < 3 && std::ranges::none_of(taken, meets)) {
            l.scene.texts.push_back({at, bytesText(wire->bytes), false});
            taken.push_back(room);
            ++labels;
        }
        if (labels == 3) {
            break;
        }
    }
}

/// Hops of the followed shard, bold and numbered by step.
void addTrail(Layout& l)
{
    if (l.reel.whole().wiring == core::Wiring::throughSwitch) {
        return;
    }
    for (const ReelHop& hop : l.reel.trail()) {
        const int from = l.grid.placeOf[place(hop.from)];
        int index = from < 0 ? -1 : l.wireOf[place(from * 6 + hop.port)];
        index = index <= -2 ? l.wireOf[place(-2 - index)] : index;
        if (index < 0) {
            continue;
        }
        SceneWire& wire = l.scene.wires[place(index)];
        wire.pale = false;
        wire.bold = true;
        if (l.unit >= mergedBelow) {
            l.scene.texts.push_back({wire.at(0.62), QString::number(hop.step + 1), true});
        }
    }
}

QString captionOf(const Layout& l)
{
    const auto& whole = l.reel.whole();
    QString text = QString::fromStdString(core::topologyText(whole));
    switch (l.look.detail) {
    case TorusDetail::chips:
        break;
    case TorusDetail::blocks:
        text += QObject::tr(" · blocks of up to %1 chips").arg(l.grid.chipsPerPlace);
        break;
    case TorusDetail::faces:
        text += QObject::tr(" · outer faces");
        break;
    case TorusDetail::slice:
        text += QObject::tr(" · slice %1 = %2").arg(QLatin1Char("XYZ"[slicedAxis(whole)])).arg(l.look.slice);
        break;
    }
    return text;
}

} // namespace

TorusScene layoutTorus(const Reel& reel, const TorusLook& look, const QSizeF& size)
{
    Layout l{reel, look, {}, {}, {}, {}, {}, 1, 4, {}, 0, 0};
    l.scene.size = size;
    l.scene.coarse = look.coarse;
    placeAll(l);
    l.wireOf.assign(l.places.size() * 6, -1);
    addNodes(l);
    reel.whole().wiring == core::Wiring::torus ? addTorusWires(l) : addSwitchWires(l);
    l.scene.coarse = look.coarse || l.scene.wires.size() > manyWires;
    addTrail(l);
    addChunks(l);
    labelBusiest(l);
    l.scene.caption = captionOf(l);
    l.scene.scale = {16, size.height() - 30, std::min<qreal>(200, size.width() * 0.3), 10};
    return std::move(l.scene);
}

} // namespace ui
