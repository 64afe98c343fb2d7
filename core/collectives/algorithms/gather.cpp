// SPDX-License-Identifier: GPL-3.0-or-later
// What each link carries in an all-gather along axes.
#include "core/collectives/algorithms/gather.h"

#include "core/collectives/schedules/phases.h"

#include <optional>

namespace core
{

namespace
{

/// The shard of one line or ring that a link carries: whose it is, and whether both halves or one of them.
struct AxisShard {
    int owner = 0;
    int firstHalf = 0;
    int lastHalf = 1;
};

/// In step t the + link out of place c carries shard c − t, the − link shard c + t.
std::optional<AxisShard> shardOnLink(const TorusAxis& axis, bool oneWay, int t, int place, bool forward)
{
    const int owner = forward ? place - t : place + t;
    if (!axis.wraps) {
        const bool exists = owner >= 0 && owner < axis.length;
        return exists ? std::optional(AxisShard{owner}) : std::nullopt;
    }
    AxisShard shard{(owner + axis.length) % axis.length};
    if (!oneWay && axis.length % 2 == 0 && t + 1 == axis.length / 2) // both ways would bring the opposite shard
        shard.firstHalf = shard.lastHalf = forward ? 0 : 1;
    return shard;
}

struct Gather {
    Topology topology;
    ChunkSpace chunks;
    Phases phases;
    bool mirrored = false;

    TransferOp operator()(int step, int chip, int port, std::vector<ChunkRun>& runs) const
    {
        const int axis = axisOf(port);
        const auto& side = topology.axes[place(axis)];
        const bool oneWay = topology.oneWay && side.wraps;
        const int phase = phases.phaseOf(step);
        const int part = phases.partOn(axis, phase);
        const int t = step - phases.begin(phase);
        if (part < 0 || (oneWay && isForward(port) == mirrored) || t >= longestHops(side, oneWay))
            return TransferOp::copy;
        auto at = topology.coordinates(chip);
        const int beyond = isForward(port) ? side.length - 1 : 0;
        if (!side.wraps && at[place(axis)] == beyond)
            return TransferOp::copy;
        const auto shard = shardOnLink(side, oneWay, t, at[place(axis)], isForward(port));
        if (!shard)
            return TransferOp::copy;
        // What this place has gathered so far: all of the axes that are done, its own place on those that are not.
        at[place(axis)] = shard->owner;
        ChunkNumber count = 1;
        for (int done = 0; done < phase; ++done) {
            const auto doneAxis = place(phases.axis(part, done));
            at[doneAxis] = 0;
            count *= topology.axes[doneAxis].length;
        }
        const int halves = chunks.form().halves;
        const int owner = topology.chip(at);
        const ChunkNumber first = chunks.number({owner, 0, part, 0});
        for (int half = shard->firstHalf; half <= std::min(shard->lastHalf, halves - 1); ++half)
            runs.push_back({first + half * chunks.plane(), count});
        return TransferOp::copy;
    }
};

} // namespace

Schedule gatherAlongAxes(const CollectiveRequest& request, AxisOrder order, bool mirrored)
{
    const auto& topology = request.topology;
    const auto active = topology.activeAxes();
    const int parts = order == AxisOrder::rotated ? std::max(1, static_cast<int>(active.size())) : 1;
    bool halved = false;
    for (const int axis : active) {
        const auto& side = topology.axes[place(axis)];
        halved = halved || (side.wraps && !topology.oneWay && side.length % 2 == 0);
    }
    const ChunkSpace chunks(topology, {.parts = parts, .halves = halved ? 2 : 1, .even = request.even},
                            request.elements, request.elementBytes);
    const Phases phases(topology, parts,
                        [&](const TorusAxis& axis) { return longestHops(axis, topology.oneWay && axis.wraps); });
    Schedule schedule{Goal::gather, topology, chunks, phases.steps(), Gather{topology, chunks, phases, mirrored}};
    schedule.symmetric = topology.isSymmetric() && chunks.isUniform();
    for (int phase = 0; phase < phases.count() && chunks.isUniform(); ++phase) {
        schedule.phases.push_back({phases.begin(phase)});
        for (const int axis : active)
            schedule.phases.back().parts[place(axis)] = phases.partOn(axis, phase);
    }
    return schedule;
}

} // namespace core
