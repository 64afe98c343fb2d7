// SPDX-License-Identifier: GPL-3.0-or-later
// What a step has done to the picture: loads of links, fill of chips, messages in flight, the trail.
#include "ui/playback/recording.h"
#include "ui/theme/nth.h"
#include "ui/torus/torus_scene.h"

#include "ui/torus/torus_marks.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal namedFrom = 72; // messages bear names then
constexpr std::array<qreal, 3> thinner{1, 0.8, 0.6};

void styleWires(TorusScene& scene, const Recording& recording)
{
    const TorusGrid& grid = scene.grid;
    const double capacity = recording.capacity();
    const qreal grown = std::clamp(scene.unit / 60, 0.3, 1.0);
    const bool follows = recording.followed().has_value();
    for (SceneWire& wire : scene.wires) {
        const double there = grid.wires[nth(wire.there)].max;
        const double back = wire.back < 0 ? 0 : grid.wires[nth(wire.back)].max;
        wire.bytes = std::max(there, back);
        wire.share = capacity > 0 ? std::min(1.0, wire.bytes / capacity) : 0;
        wire.colour = wire.bytes > 0 ? std::min(scaleColours - 1, static_cast<int>(wire.share * scaleColours)) : -1;
        // By colour, so that wires of a colour are drawn at once.
        const qreal loaded = (1.2 + 3.2 * (wire.colour + 1) / scaleColours) * std::max(0.5, grown);
        wire.width = (wire.colour < 0 ? std::max(0.7, grown) : loaded) * thinner[nth(wire.fade)];
        wire.arrow = wire.back < 0 || (there > 0) != (back > 0);
        wire.pale = follows;
        wire.bold = false;
    }
}

void styleNodes(TorusScene& scene, const Recording& recording)
{
    const TorusGrid& grid = scene.grid;
    const auto& pinned = scene.look.pinned;
    std::vector<float> shares(nth(grid.places.chips()), 0);
    std::vector<char> lit(shares.size(), 0);
    for (std::size_t chip = 0; chip < grid.placeOf.size(); ++chip) {
        if (const int at = grid.placeOf[chip]; at >= 0) {
            shares[nth(at)] += recording.shares()[chip];
            if (recording.followed() && recording.holdsFollowed(static_cast<int>(chip))) {
                lit[nth(at)] = 1;
            }
        }
    }
    for (SceneNode& node : scene.nodes) {
        if (node.chip < 0) {
            continue; // the switch
        }
        node.pinned = std::ranges::find(pinned, node.chip) != pinned.end();
        node.share = shares[nth(node.place)] / static_cast<float>(grid.chipsIn[nth(node.place)]);
        node.lit = lit[nth(node.place)] != 0;
        if (scene.columns > 0) {
            node.held = recording.shardShares(recording.collective().chipOfPart(node.chip));
        }
        node.pale = recording.followed() && !node.lit;
    }
}

void addChunks(TorusScene& scene, const Recording& recording)
{
    scene.chunks.clear();
    const TorusGrid& grid = scene.grid;
    const TorusLook& look = scene.look;
    const bool blocks = scene.showsBlocks();
    const bool behindSwitch = recording.whole().wiring == core::Wiring::throughSwitch;
    const bool deep = look.layout == TorusLayout::solid && scene.deep && look.detail != TorusDetail::slice;
    const bool named = scene.unit >= namedFrom && !blocks && !deep && !look.compact;
    const qreal radius = std::clamp(scene.unit * (deep ? 0.042 : 0.06), 1.1, 5.5);
    std::vector<char> taken(grid.wires.size(), 0); // one dot per wire between blocks
    scene.chunks.reserve(blocks ? grid.wires.size() : recording.messages().size());
    for (const RecordedMessage& message : recording.messages()) {
        const int wire = grid.wireOf(message.from, behindSwitch ? 0 : message.port);
        if (wire < 0 || (taken[nth(wire)] != 0 && !message.followed)) {
            continue;
        }
        taken[nth(wire)] = blocks ? 1 : 0;
        const DrawnWire drawn = scene.drawn[nth(wire)];
        SceneChunk chunk;
        chunk.radius = radius;
        chunk.shard = message.shard;
        chunk.pale = recording.followed() && !message.followed;
        chunk.text = named ? recording.nameOf(message) : QString();
        chunk.plate = named ? plateOfMessage(chunk.text) : QSizeF();
        chunk.wire = drawn.wire;
        chunk.backward = drawn.backward;
        chunk.then = behindSwitch ? scene.drawn[nth(grid.wireOf(message.to, 1))].wire : -1;
        scene.chunks.push_back(std::move(chunk));
    }
    if (recording.followed()) { // it lies above the others
        std::ranges::stable_partition(scene.chunks, &SceneChunk::pale);
    }
}

/// Highlights a wire; the number of its step is near the receiver.
void addHop(TorusScene& scene, int wire, int step, bool numbered)
{
    const DrawnWire drawn = scene.drawn[nth(wire)];
    SceneWire& hop = scene.wires[nth(drawn.wire)];
    const bool first = !hop.bold;
    hop.pale = false;
    hop.bold = true;
    if (first && numbered) {
        scene.texts.push_back({hop.at(drawn.backward ? 0.38 : 0.62), QString::number(step + 1), true});
    }
}

/// Hops of the followed shard, bold and numbered by step; behind a switch each goes into it and out of it.
void addTrail(TorusScene& scene, const Recording& recording)
{
    const TorusGrid& grid = scene.grid;
    const bool behindSwitch = recording.whole().wiring == core::Wiring::throughSwitch;
    const bool numbered = scene.unit >= 44 && !scene.look.compact;
    for (const ShardHop& hop : recording.trail()) {
        if (const int wire = grid.wireOf(hop.from, behindSwitch ? 0 : hop.port); wire >= 0) {
            addHop(scene, wire, hop.step, numbered && !behindSwitch);
        }
        if (behindSwitch) {
            addHop(scene, grid.wireOf(hop.to, 1), hop.step, numbered);
        }
    }
}

/// Plates are wider than the lanes of a wire: those of its two directions keep to their sides.
QPointF aside(const SceneChunk& chunk, const SceneWire& wire, double t, const TorusScene& scene)
{
    if (chunk.text.isEmpty() || (wire.shape != SceneWire::Shape::straight && !scene.circle)) {
        return {};
    }
    constexpr double near = 0.01;
    const QPointF ahead = (wire.at(t + near) - wire.at(t - near)) * (chunk.backward ? -1 : 1);
    const QPointF right = QPointF(-ahead.y(), ahead.x()) / std::hypot(ahead.x(), ahead.y());
    const qreal reach = (std::abs(right.x()) * chunk.plate.width() + std::abs(right.y()) * chunk.plate.height()) / 2;
    return right * std::max(0.0, reach + 1 - scene.lanes / 2);
}

} // namespace

void styleTorus(TorusScene& scene, const Recording& recording)
{
    scene.texts.clear();
    scene.caption = {};
    scene.scaleMax.clear();
    scene.followed = recording.followed().value_or(-1);
    styleWires(scene, recording);
    styleNodes(scene, recording);
    addTrail(scene, recording);
    addChunks(scene, recording);
    if (!scene.look.compact) {
        scene.caption = torusCaption(recording, scene);
        if (!scene.look.coarse) {
            labelBusiest(scene, recording);
        }
        scene.scaleMax = maxOfScale(recording);
    }
}

void moveChunks(TorusScene& scene, double progress)
{
    scene.showsChunks = progress > 0;
    for (SceneChunk& chunk : scene.chunks) {
        if (chunk.then >= 0) {
            const bool out = progress < 0.5;
            const SceneWire& wire = scene.wires[nth(out ? chunk.wire : chunk.then)];
            const double t = out ? 2 * progress : 2 * progress - 1;
            chunk.at = wire.at(t) + aside(chunk, wire, t, scene);
        } else {
            const SceneWire& wire = scene.wires[nth(chunk.wire)];
            const double t = chunk.backward ? 1 - progress : progress;
            chunk.at = wire.at(t) + aside(chunk, wire, t, scene);
        }
    }
}

} // namespace ui
