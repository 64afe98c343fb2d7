// SPDX-License-Identifier: GPL-3.0-or-later
// What a step has done to the picture: loads of links, fill of chips, messages in flight, the trail.
#include "ui/playback/recording.h"
#include "ui/theme/nth.h"
#include "ui/torus/torus_pixels.h"
#include "ui/torus/torus_scene.h"

#include "ui/torus/torus_marks.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ui
{

namespace
{

constexpr std::array<qreal, 3> thinner{1, 0.8, 0.6};

int colourOf(double share, bool carries)
{
    return carries ? std::min(scaleColours - 1, static_cast<int>(share * scaleColours)) : -1;
}

void styleNics(TorusScene& scene, const Recording& recording)
{
    for (std::size_t domain = 0; domain < scene.nics.size(); ++domain) {
        SceneNic& nic = scene.nics[domain];
        nic.share = recording.nicLoad(static_cast<int>(domain));
        nic.colour = colourOf(nic.share, nic.share > 0);
        nic.pale = recording.followed().has_value();
    }
}

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
        wire.colour = colourOf(wire.share, wire.bytes > 0);
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

/// Messages through one port set out one after the other.
void queue(TorusScene& scene, const std::vector<std::size_t>& chunks)
{
    constexpr double lasts = 0.5; // of the step, where several share it
    for (std::size_t i = 0; i < chunks.size() && chunks.size() > 1; ++i) {
        SceneChunk& chunk = scene.chunks[chunks[i]];
        chunk.start = (1 - lasts) * static_cast<double>(i) / static_cast<double>(chunks.size() - 1);
        chunk.end = chunk.start + lasts;
    }
}

void addChunks(TorusScene& scene, const Recording& recording)
{
    scene.chunks.clear();
    const TorusGrid& grid = scene.grid;
    const TorusLook& look = scene.look;
    const bool blocks = scene.showsBlocks();
    const core::Topology& whole = recording.whole();
    const bool behindSwitch = whole.wiring == core::Wiring::throughSwitch;
    const bool deep = look.layout == TorusLayout::solid && scene.deep && look.detail != TorusDetail::slice;
    const bool named = scene.unit >= namedFrom && !blocks && !deep && !look.compact;
    const qreal radius = std::clamp(scene.unit * (deep ? 0.042 : 0.06), 1.1, 5.5);
    std::vector<char> taken(grid.wires.size(), 0);  // one dot per wire between blocks
    std::map<int, std::vector<std::size_t>> ofPort; // behind a switch
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
        if (!scene.nics.empty() && whole.leavesDomain(message.from, message.to)) {
            chunk.out = whole.domainOf(message.from);
            chunk.in = whole.domainOf(message.to);
        }
        if (behindSwitch) {
            ofPort[message.from].push_back(scene.chunks.size());
        }
        scene.chunks.push_back(std::move(chunk));
    }
    for (const auto& [from, chunks] : ofPort) {
        queue(scene, chunks);
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

QSizeF roomOf(const SceneChunk& chunk)
{
    return chunk.text.isEmpty() ? QSizeF(2 * chunk.radius, 2 * chunk.radius) : chunk.plate;
}

/// Half of a box, along a direction of length 1.
qreal halfAlong(const QPointF& direction, const QSizeF& box)
{
    return (std::abs(direction.x()) * box.width() + std::abs(direction.y()) * box.height()) / 2;
}

QPointF unitAlong(const SceneWire& wire, double t)
{
    constexpr double near = 0.01;
    const QPointF ahead = wire.at(t + near) - wire.at(t - near);
    return ahead / std::max(1e-9, std::hypot(ahead.x(), ahead.y()));
}

/// Where a message on a wire leaves the chip behind it, of the length of the wire.
double borderOn(const SceneChunk& chunk, const SceneWire& wire, const TorusScene& scene)
{
    const auto length = [](const QPointF& from, const QPointF& to) { return QLineF(from, to).length(); };
    const qreal bend = length(wire.from, wire.fromControl); // curves set out three times as fast as along this
    const qreal way = wire.shape == SceneWire::Shape::arc     ? 3 * bend
                      : wire.shape == SceneWire::Shape::stubs ? 2 * bend
                                                              : length(wire.from, wire.to);
    const QPointF out = unitAlong(wire, 0.02);
    const qreal chip = scene.columns > 0 ? halfAlong(out, QSizeF(2 * scene.chip, 2 * scene.chip)) : scene.chip;
    return (chip + halfAlong(out, roomOf(chunk)) + 1) / std::max(1.0, way);
}

/// A named message of a circle whose chips leave no room between them goes round the outside or the inside of them.
bool roundsChips(const SceneChunk& chunk, const SceneWire& wire, const TorusScene& scene)
{
    constexpr double half = 0.3; // where hardly anything of the way is left
    return scene.circle && !chunk.text.isEmpty() && borderOn(chunk, wire, scene) > half;
}

/// Messages may be wider than the lanes of a wire: those of its two directions keep to their sides.
QPointF aside(const SceneChunk& chunk, const SceneWire& wire, double t, const TorusScene& scene)
{
    const bool named = !chunk.text.isEmpty();
    if (named && wire.shape != SceneWire::Shape::straight && !scene.circle) {
        return {};
    }
    const QPointF ahead = unitAlong(wire, t) * (chunk.backward ? -1 : 1);
    const QPointF right(-ahead.y(), ahead.x());
    const qreal chip = roundsChips(chunk, wire, scene) ? halfAlong(right, QSizeF(2 * scene.chip, 2 * scene.chip)) : 0;
    return right * std::max(0.0, chip + halfAlong(right, roomOf(chunk)) + 1 - scene.lanes / 2);
}

/// Messages go from border to border: they cover no chip that they leave or come to.
double betweenChips(const SceneChunk& chunk, const SceneWire& wire, double t, const TorusScene& scene)
{
    if (roundsChips(chunk, wire, scene)) {
        constexpr double start = 0.22; // beside the chip's corner, clear of its name
        return start + (1 - 2 * start) * t;
    }
    const double border = std::min(0.45, borderOn(chunk, wire, scene));
    return border + (1 - 2 * border) * t;
}

void place(SceneChunk& chunk, const SceneWire& wire, double t, const TorusScene& scene, bool dots)
{
    if (dots) {
        chunk.at = wire.at(t); // so many that no chip bears a name
        return;
    }
    const double along = betweenChips(chunk, wire, t, scene);
    chunk.at = wire.at(along) + aside(chunk, wire, along, scene);
}

/// In space chips lie over the wires of others, and over what travels there.
void hideBehindChips(TorusScene& scene)
{
    constexpr std::size_t named = 128; // more bear no names that could be covered
    if (!scene.deep || scene.nodes.size() > named) {
        return;
    }
    for (SceneChunk& chunk : scene.chunks) {
        chunk.hidden = std::ranges::any_of(scene.nodes, [&](const SceneNode& node) {
            return QLineF(node.at, chunk.at).length() < node.radius + chunk.radius / 2;
        });
    }
}

/// Messages that go round the inside of a small circle would lie upon each other: they lose their names.
void unnameCrowded(TorusScene& scene)
{
    if (!scene.circle || scene.chunks.empty() || scene.chunks.front().text.isEmpty())
        return;
    QPointF centre;
    for (const SceneNode& node : scene.nodes)
        centre += node.at / static_cast<qreal>(scene.nodes.size());
    const auto boxOf = [](const SceneChunk& chunk) {
        return QRectF(chunk.at - QPointF(chunk.plate.width(), chunk.plate.height()) / 2, chunk.plate);
    };
    moveChunks(scene, 0.5);
    const qreal ring = QLineF(centre, scene.nodes.front().at).length();
    std::vector<SceneChunk*> inside;
    for (SceneChunk& chunk : scene.chunks)
        if (QLineF(centre, chunk.at).length() < ring)
            inside.push_back(&chunk);
    const auto isCrowded = [&](const SceneChunk* one) {
        return std::ranges::any_of(
            inside, [&](const SceneChunk* other) { return other != one && boxOf(*one).intersects(boxOf(*other)); });
    };
    if (!std::ranges::any_of(inside, isCrowded))
        return;
    for (SceneChunk* chunk : inside) {
        chunk->text.clear();
        chunk->plate = {};
    }
    std::ranges::stable_partition(scene.chunks, [](const SceneChunk& chunk) { return !chunk.text.isEmpty(); });
}

/// Where named messages are during the step.
std::vector<QRectF> travelling(TorusScene& scene)
{
    std::vector<QRectF> boxes;
    const bool named = !scene.chunks.empty() && !scene.chunks.front().text.isEmpty();
    for (const double progress : {0.05, 0.25, 0.5, 0.75, 0.95}) {
        if (!named) {
            break;
        }
        moveChunks(scene, progress);
        for (const SceneChunk& chunk : scene.chunks) {
            boxes.emplace_back(chunk.at - QPointF(chunk.plate.width(), chunk.plate.height()) / 2, chunk.plate);
        }
    }
    return boxes;
}

} // namespace

void styleTorus(TorusScene& scene, const Recording& recording)
{
    scene.texts.clear();
    scene.caption = {};
    scene.scaleMax.clear();
    scene.followed = recording.followed().value_or(-1);
    styleWires(scene, recording);
    styleNics(scene, recording);
    styleNodes(scene, recording);
    addTrail(scene, recording);
    addChunks(scene, recording);
    if (!scene.look.compact) {
        scene.caption = torusCaption(recording, scene);
        if (!scene.look.coarse) {
            labelBusiest(scene, recording, travelling(scene));
        }
        scene.scaleMax = maxOfScale(recording);
    }
    unnameCrowded(scene);
}

void moveChunks(TorusScene& scene, double ofStep)
{
    scene.showsChunks = ofStep > 0;
    const bool dots = DotLayer::suits(scene);
    for (SceneChunk& chunk : scene.chunks) {
        const double progress = std::clamp((ofStep - chunk.start) / (chunk.end - chunk.start), 0.0, 1.0);
        chunk.hidden = chunk.end - chunk.start < 1 && (progress <= 0 || progress >= 1);
        if (chunk.out >= 0 && progress > 0.25 && progress < 0.75) {
            const bool leaves = progress < 0.5;
            const QLineF& nic = scene.nics[nth(leaves ? chunk.out : chunk.in)].line;
            chunk.at = nic.pointAt(leaves ? 4 * progress - 1 : 3 - 4 * progress);
        } else if (chunk.out >= 0) {
            place(chunk, scene.wires[nth(progress < 0.5 ? chunk.wire : chunk.then)],
                  progress < 0.5 ? 4 * progress : 4 * progress - 3, scene, dots);
        } else if (chunk.then >= 0) {
            const bool out = progress < 0.5;
            place(chunk, scene.wires[nth(out ? chunk.wire : chunk.then)], out ? 2 * progress : 2 * progress - 1, scene,
                  dots);
        } else {
            place(chunk, scene.wires[nth(chunk.wire)], chunk.backward ? 1 - progress : progress, scene, dots);
        }
    }
    hideBehindChips(scene);
}

} // namespace ui
