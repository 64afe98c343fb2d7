// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out chips and links.
#include "ui/torus/torus_scene.h"

#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/wire_shapes.h"

#include <QObject>

#include <algorithm>
#include <numeric>

namespace ui
{

namespace
{

constexpr qreal margin = 40;      // round chips and arcs, for half a chip and labels
constexpr qreal solidMargin = 24; // where there is room for turning besides
constexpr qreal compactMargin = 30;
constexpr qreal headRoom = 8;  // below the caption
constexpr qreal nameRoom = 16; // above a chip that shows its shards
constexpr qreal lowMargin = 26;
constexpr qreal circleMargin = 46; // messages with names pass outside of the chips
constexpr qreal compactSolidMargin = 14;
constexpr qreal solidArcs = 0.09; // of the lesser side: how far arcs reach beyond the chips of a solid
constexpr qreal largestUnit = 180;
constexpr qreal largestRing = 1000; // a circle fills the height
constexpr int fewChips = 100;       // that show their shards
constexpr qreal minShard = 16;      // pixels of a shard within a chip
constexpr qreal maxShard = 34;
constexpr qreal rimOfShards = 3;
constexpr qreal besideShards = 22; // round a chip that shows them, for its name and plates
constexpr qreal behindFaces = 0.4; // as large are chips seen through the faces in front
constexpr qreal mergedBelow = 30;  // both directions of a wire are one line then
constexpr qreal mergedSolid = 64;  // in space, where lines lie behind lines

struct Layout {
    const core::Topology& whole;
    TorusScene& scene;
    std::vector<Projected> places;
    std::vector<QPointF> at; // pixels
    Fit fit;
    qreal radius = 4;
    double nearest = 0;
    double reach = 0; // in depth
    int shards = 0;   // that a chip can hold; 0: they are blocks, or not known
    bool circle = false;
    QRectF caption = {};         // empty where there is none
    core::Coordinates near = {}; // ends of the axes of a solid
};

/// Half the side of chips that show their shards one by one; 0 where these would be too small.
qreal radiusOfShards(Layout& l)
{
    l.scene.columns = 0;
    const bool solid = l.scene.look.layout == TorusLayout::solid && l.scene.deep;
    if (l.shards < 2 || solid || l.scene.showsBlocks() || l.places.size() > nth(fewChips)) {
        return 0;
    }
    const bool bent = !l.circle && std::ranges::any_of(l.scene.grid.wires, &TorusWire::wraps); // round other chips
    const int columns = static_cast<int>(std::ceil(std::sqrt(l.shards)));
    const bool alone = l.scene.grid.places.activeAxes().size() == 1;              // nothing above or below its line
    const bool round = l.circle || l.whole.wiring == core::Wiring::throughSwitch; // neighbours lie askew
    const qreal share = bent ? 0.27 : round ? 0.35 : alone ? 0.43 : 0.38;         // leaves room for messages
    const qreal radius = std::min(l.scene.unit * share, columns * maxShard / 2 + rimOfShards);
    if (2 * (radius - rimOfShards) < columns * minShard) {
        return 0;
    }
    l.scene.columns = columns;
    return radius;
}

qreal radiusOf(const Layout& l)
{
    const bool solid = l.scene.look.layout == TorusLayout::solid;
    const qreal unit = l.scene.unit;
    if (l.scene.showsBlocks()) {
        return std::clamp(unit * 0.22, 4.0, 22.0);
    }
    const qreal share = !l.scene.deep ? 0.2 : solid ? 0.18 : 0.3;
    constexpr qreal seen = 7; // of a ring, whose chips have room on both sides of the circle
    const qreal min = l.circle && unit * 0.375 >= seen ? seen : l.places.size() > 2000 ? 1.2 : 2.2;
    return std::clamp(unit * share, min, 24.0);
}

/// Of blocks, one for every pair of chips, there are too many.
int shardsOfChips(const Recording& recording)
{
    if (recording.whole().chips() > fewChips) {
        return 0;
    }
    const auto& schedule = recording.schedule();
    const bool blocks = schedule.chunks.form().cut == core::Cut::blocks;
    return blocks || recording.shardShares(0).empty() ? 0 : shardCount(schedule);
}

/// Half the distance between the two directions of a wire.
qreal laneOf(const Layout& l) { return std::clamp(l.scene.unit * 0.07, 2.6, 9.0); }

/// Two corners of the chips' bounding box, enlarged by margins.
std::vector<Projected> grown(const std::vector<Projected>& places, const QMarginsF& by)
{
    const auto [left, right] = std::ranges::minmax(places, {}, [](const Projected& p) { return p.at.x(); });
    const auto [top, bottom] = std::ranges::minmax(places, {}, [](const Projected& p) { return p.at.y(); });
    return {{{left.at.x() - by.left(), top.at.y() - by.top()}, 0},
            {{right.at.x() + by.right(), bottom.at.y() + by.bottom()}, 0}};
}

/// Pixels round the chips' bounding box.
qreal rimOf(const Layout& l, bool turns)
{
    const qreal lesser = std::min(l.scene.size.width(), l.scene.size.height());
    if (l.scene.look.compact) {
        return l.scene.deep ? compactSolidMargin + solidArcs * lesser : compactMargin;
    }
    const bool low = !bearsScale(l.scene.look, l.scene.size);
    return turns ? solidMargin : low ? lowMargin : l.circle ? circleMargin : margin;
}

/// A chip or its name lies over the caption.
bool meetsCaption(const Layout& l)
{
    const qreal above = l.radius + (l.scene.columns > 0 ? nameRoom : 0);
    return std::ranges::any_of(l.places, [&](const Projected& p) {
        const QPointF at = l.fit(p.at);
        return l.caption.intersects({at.x() - l.radius, at.y() - above, 2 * l.radius, above});
    });
}

/// As large as they fit, below the caption where they would lie over it.
void fitChips(Layout& l, bool turns)
{
    const qreal rim = rimOf(l, turns);
    const qreal foot = roomOfScale(l.scene);
    const auto reached =
        grown(l.places, l.whole.wiring == core::Wiring::torus ? overhang(l.scene.grid, l.scene.look) : QMarginsF());
    const auto reach = turns ? reachOfTurns(l.scene.grid.places) : reached; // the same size however it is turned
    const auto fit = [&](qreal beside, qreal head) {
        const qreal top = l.scene.look.compact || turns ? beside : std::max(beside + headRoom, head);
        const QRectF area = QRectF(QPointF(), l.scene.size).adjusted(beside, top, -beside, -beside - foot);
        l.scene.unit = fitInto(area, reach, l.circle ? largestRing : largestUnit).scale;
        l.fit = {l.scene.unit, fitInto(area, reached, l.scene.unit).shift};
    };
    const auto settle = [&](qreal head) {
        fit(rim, head);
        if (const qreal radius = radiusOfShards(l); radius > 0) {
            fit(std::max(rim, radius + besideShards), head);
            l.radius = radiusOfShards(l);
            l.scene.columns > 0 ? void() : fit(rim, head);
        }
        l.radius = l.scene.columns > 0 ? l.radius : radiusOf(l);
    };
    settle(0);
    if (!turns && meetsCaption(l)) {
        settle(l.caption.bottom() + 1 + l.radius + (l.scene.columns > 0 ? nameRoom : 0));
    }
}

void placeAll(Layout& l)
{
    const bool flat = l.scene.look.detail == TorusDetail::slice;
    const auto layout = flat ? TorusLayout::unrolled : l.scene.look.layout;
    l.places = placeChips(l.scene.grid.places, layout, l.scene.look.camera);
    l.scene.deep = l.scene.grid.places.axes[2].length > 1;
    const bool turns =
        !l.scene.look.compact && l.whole.wiring == core::Wiring::torus && layout == TorusLayout::solid && l.scene.deep;
    l.circle = layout == TorusLayout::solid && l.whole.wiring == core::Wiring::torus && isRing(l.scene.grid.places);
    fitChips(l, turns);
    l.at.reserve(l.places.size());
    for (const Projected& p : l.places) {
        l.at.push_back(l.fit(p.at));
    }
    if (layout == TorusLayout::solid) {
        const auto [far, near] = std::ranges::minmax_element(l.places, {}, &Projected::depth);
        l.nearest = near->depth;
        l.reach = near->depth - far->depth;
        l.near = nearEnds(l.scene.grid.places, l.places);
    }
    const bool inSpace = l.scene.deep && layout == TorusLayout::solid && !l.scene.showsBlocks();
    const bool merged = l.whole.wiring == core::Wiring::torus && l.scene.unit < (inSpace ? mergedSolid : mergedBelow);
    l.scene.lanes = merged ? 0 : 2 * laneOf(l);
    l.scene.chip = l.radius;
}

/// Of the outer faces, on none that looks towards the viewer.
bool isBehind(const Layout& l, int at)
{
    return l.scene.look.detail == TorusDetail::faces && l.reach > 0 && ui::isBehind(l.scene.grid.places, l.near, at);
}

/// Far chips and links of a solid are paler and thinner.
int fadeOf(const Layout& l, int at)
{
    if (l.reach <= 0) {
        return 0;
    }
    if (l.scene.look.detail == TorusDetail::faces) {
        return isBehind(l, at) ? 2 : 0;
    }
    const double far = (l.nearest - l.places[nth(at)].depth) / l.reach;
    return far > 0.7 ? 2 : far > 0.4 ? 1 : 0;
}

void nameNodes(Layout& l, bool blocks)
{
    for (SceneNode& node : l.scene.nodes) {
        const QString name = blocks ? chipName(l.scene.grid.places, node.place) : QString();
        node.text = blocks ? name.mid(1, name.size() - 2) : QString::number(node.chip); // without the brackets
    }
    if (l.reach > 0) {
        dropHiddenNames(l.scene);
    }
}

void addNodes(Layout& l)
{
    const bool blocks = l.scene.showsBlocks();
    std::vector<std::pair<float, int>> order; // far ones first
    order.reserve(l.places.size());
    for (int at = 0; at < static_cast<int>(l.places.size()); ++at) {
        if (l.scene.grid.lowest[nth(at)] >= 0) {
            order.emplace_back(l.reach > 0 ? static_cast<float>(l.places[nth(at)].depth) : 0.F, at);
        }
    }
    std::ranges::sort(order);
    l.scene.nodes.reserve(order.size() + 1);
    const bool round = l.circle || l.whole.wiring == core::Wiring::throughSwitch; // links are on the inner side
    const auto hubs = round ? placeSwitches(l.whole) : std::vector<QPointF>();
    for (const auto& [depth, at] : order) {
        SceneNode node;
        node.at = l.at[nth(at)];
        node.radius = l.radius;
        node.place = at;
        node.chip = l.scene.grid.lowest[nth(at)];
        node.square = blocks || l.scene.columns > 0;
        node.fade = fadeOf(l, at);
        node.radius *= isBehind(l, at) ? behindFaces : 1;
        if (round) {
            const QPointF hub = l.fit(hubs[hubs.size() > 1 ? nth(l.whole.domainOf(at)) : 0]);
            node.nameBelow = node.at.y() > hub.y() + 1;
            node.nameRight = node.at.x() > hub.x() + 1;
        }
        l.scene.nodes.push_back(std::move(node));
    }
    const bool roomForNames = blocks ? l.radius >= 15 && !l.scene.look.compact : l.radius >= 8.5;
    if (roomForNames && bearsNames(order.size(), l.scene.look.coarse)) {
        nameNodes(l, blocks);
    }
}

void addTorusWires(Layout& l)
{
    const auto& wires = l.scene.grid.wires;
    const bool merged = l.scene.lanes == 0;
    std::vector<int> wireAt(l.places.size() * 6, -1);
    for (std::size_t i = 0; i < wires.size(); ++i) {
        wireAt[nth(wires[i].from * 6 + wires[i].port)] = static_cast<int>(i);
    }
    const WireStyle style{l.scene.grid.places, l.scene.grid.places.activeAxes().size(),
                          l.scene.look.layout, l.scene.look.detail == TorusDetail::slice,
                          l.scene.unit,        l.radius,
                          l.scene.lanes / 2,   outwards(l.scene.grid.places, l.scene.look, l.scene.unit)};
    const QPointF middle = std::accumulate(l.at.begin(), l.at.end(), QPointF()) / static_cast<double>(l.at.size());
    l.scene.wires.reserve(merged ? wires.size() / 2 : wires.size());
    for (std::size_t i = 0; i < wires.size(); ++i) {
        const TorusWire& wire = wires[i];
        const int back = wire.to < 0 ? -1 : wireAt[nth(wire.to * 6 + (wire.port ^ 1))];
        if (merged && wire.port % 2 == 1 && back >= 0) {
            continue; // drawn with the other direction
        }
        const QPointF to = wire.to < 0 ? QPointF() : l.at[nth(wire.to)];
        SceneWire drawn = shapeOf(wire, style, l.at[nth(wire.from)], to, middle);
        drawn.place = wire.from;
        drawn.port = wire.port;
        drawn.leaves = wire.to < 0;
        drawn.fade = std::max(fadeOf(l, wire.from), fadeOf(l, wire.to < 0 ? wire.from : wire.to));
        drawn.there = static_cast<int>(i);
        drawn.back = merged ? back : -1;
        const int index = static_cast<int>(l.scene.wires.size());
        l.scene.drawn[i] = {index, false};
        if (drawn.back >= 0) {
            l.scene.drawn[nth(drawn.back)] = {index, true};
        }
        l.scene.wires.push_back(drawn);
    }
}

/// How far a square in the middle of chips may reach without meeting them.
qreal roomOfHub(const Layout& l, const QPointF& hub)
{
    constexpr qreal wire = 4; // of a link to it that stays in sight
    qreal room = largestRing;
    for (const QPointF& chip : l.at) {
        room = std::min(room, std::max(std::abs(chip.x() - hub.x()), std::abs(chip.y() - hub.y())));
    }
    return room - l.radius - wire;
}

void addHub(Layout& l, const QPointF& at, const QString& name)
{
    constexpr qreal smallest = 4;
    constexpr qreal largest = 32;
    const qreal wanted = std::clamp(l.scene.unit * 0.34, lineWidth(name, hubFont(largest)) / 2 + 5, largest);
    SceneNode node;
    node.at = at;
    node.radius = std::clamp(roomOfHub(l, at), smallest, wanted);
    node.place = node.chip = -1;
    node.square = true;
    node.text = lineWidth(name, hubFont(node.radius)) + 2 <= 2 * node.radius ? name : QString();
    l.scene.nodes.push_back(node);
}

void addSwitchWires(Layout& l)
{
    const auto hubs = placeSwitches(l.whole);
    const auto hubOf = [&](int gpu) { return l.fit(hubs[hubs.size() > 1 ? nth(l.whole.domainOf(gpu)) : 0]); };
    for (std::size_t i = 0; i < l.scene.grid.wires.size(); ++i) {
        const TorusWire& link = l.scene.grid.wires[i];
        const QPointF gpu = l.at[nth(link.from)];
        const QPointF hub = hubOf(l.scene.grid.lowest[nth(link.from)]);
        SceneWire wire = straightWire(link.port == 0 ? gpu : hub, link.port == 0 ? hub : gpu, laneOf(l));
        wire.place = link.from;
        wire.port = link.port;
        wire.there = static_cast<int>(i);
        l.scene.drawn[i] = {static_cast<int>(l.scene.wires.size()), false};
        l.scene.wires.push_back(wire);
    }
    const bool onlyNetwork = l.whole.domain == 1;
    for (const QPointF& hub : hubs) {
        addHub(l, l.fit(hub), onlyNetwork ? QObject::tr("network") : QObject::tr("switch"));
        if (hubs.size() > 1) {
            l.scene.nics.push_back({QLineF(l.fit(hub), l.fit({0, 0}))});
        }
    }
    if (hubs.size() > 1) {
        addHub(l, l.fit({0, 0}), QObject::tr("network"));
    }
}

} // namespace

void layoutTorus(TorusScene& scene, const Recording& recording, const TorusLook& look, const QSizeF& size)
{
    Layout l{recording.whole(), scene, {}, {}, {}, 4, 0, 0, shardsOfChips(recording), false};
    scene.look = look;
    scene.size = size;
    scene.nodes.clear();
    scene.wires.clear();
    scene.nics.clear();
    scene.drawn.assign(scene.grid.wires.size(), {});
    load(scene.grid, recording);
    l.caption = look.compact ? QRectF() : captionBox(torusCaption(recording, scene));
    placeAll(l);
    scene.circle = l.circle;
    scene.shardNames.clear();
    for (int shard = 0; scene.columns > 0 && shard < l.shards; ++shard) {
        scene.shardNames.push_back(shardText(recording.schedule(), shard));
    }
    addNodes(l);
    recording.whole().wiring == core::Wiring::torus ? addTorusWires(l) : addSwitchWires(l);
    scene.scale = barOfScale(scene);
    styleTorus(scene, recording);
    moveChunks(scene, look.progress);
}

TorusScene layoutTorus(const Recording& recording, const TorusLook& look, const QSizeF& size)
{
    TorusScene scene;
    scene.grid = gridOf(recording.whole(), look.detail, look.slice, look.block);
    layoutTorus(scene, recording, look, size);
    return scene;
}

} // namespace ui
