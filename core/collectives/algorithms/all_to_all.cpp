// SPDX-License-Identifier: GPL-3.0-or-later
// What each link carries in an all-to-all along axes.
#include "core/collectives/algorithms/all_to_all.h"

#include "core/collectives/algorithms/line_slots.h"
#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

#include <algorithm>
#include <map>

namespace core
{

namespace
{

struct Exchange {
    Topology topology;
    ChunkSpace chunks;
    Phases phases;
    std::map<int, LineSlots> slots; // by length of the open axes that use them

    /// One link of one phase: which part, on which axis, from which chip.
    struct Place {
        int part;
        int phase;
        int axis;
        Coordinates at;
    };

    TransferOp operator()(int step, int chip, int port, std::vector<ChunkRun>& runs) const
    {
        const int axis = axisOf(port);
        const int phase = phases.phaseOf(step);
        const int part = phases.partOn(axis, phase);
        if (topology.neighbour(chip, port) < 0 || part < 0)
            return TransferOp::move;
        const Place here{part, phase, axis, topology.coordinates(chip)};
        const int t = step - phases.begin(phase);
        const auto& side = topology.axes[place(axis)];
        const auto slot = slots.find(side.length);
        if (!side.wraps && slot != slots.end())
            addSlot(here, slot->second, t, isForward(port), runs);
        else
            addBundle(here, t, isForward(port), runs);
        return TransferOp::move;
    }

    void addSlot(const Place& here, const LineSlots& table, int t, bool forward, std::vector<ChunkRun>& runs) const
    {
        if (place(t) >= table.size())
            return;
        const auto& block = table[place(t)][place(2 * here.at[place(here.axis)] + (forward ? 0 : 1))];
        for (int half = 0; block.source >= 0 && half < chunks.form().halves; ++half)
            addBlocks(here, block.source, block.destination, half, runs);
    }

    /// Everything from the place t behind that goes at least one link further.
    void addBundle(const Place& here, int t, bool forward, std::vector<ChunkRun>& runs) const
    {
        const auto& side = topology.axes[place(here.axis)];
        const bool oneWay = topology.oneWay && side.wraps;
        const int direction = forward ? 1 : -1;
        int source = here.at[place(here.axis)] - t * direction;
        if (!side.wraps && (source < 0 || source >= side.length))
            return;
        source = (source + side.length) % side.length;
        const int outermost = forward ? side.length - 1 - source : source;
        const int longest = side.wraps ? longestHops(side, oneWay) : outermost;
        for (int hops = t + 1; hops <= longest; ++hops) {
            const int destination = (source + hops * direction + side.length) % side.length;
            const bool opposite = side.wraps && !oneWay && 2 * hops == side.length;
            for (int half = 0; half < chunks.form().halves; ++half)
                if (!opposite || half == (forward ? 0 : 1))
                    addBlocks(here, source, destination, half, runs);
        }
    }

    /// Blocks of all sources on the axes that are done, for all destinations on those that are not.
    void addBlocks(const Place& here, int source, int destination, int half, std::vector<ChunkRun>& runs) const
    {
        auto from = here.at;
        auto to = here.at;
        from[place(here.axis)] = source;
        to[place(here.axis)] = destination;
        ChunkNumber sources = 1;
        ChunkNumber destinations = 1;
        for (int phase = 0; phase < phases.count(); ++phase) {
            const auto axis = place(phases.axis(here.part, phase));
            if (phase < here.phase) {
                from[axis] = 0;
                sources *= topology.axes[axis].length;
            } else if (phase > here.phase) {
                to[axis] = 0;
                destinations *= topology.axes[axis].length;
            }
        }
        const ChunkNumber first = chunks.number({topology.chip(to), topology.chip(from), here.part, half});
        for (ChunkNumber i = 0; i < sources; ++i)
            runs.push_back({first + i * topology.chips(), destinations});
    }
};

} // namespace

Schedule allToAllAlongAxes(const CollectiveRequest& request, AxisOrder order, LineTraffic traffic)
{
    const auto& topology = request.topology;
    const auto active = topology.activeAxes();
    const int parts = order == AxisOrder::rotated ? std::max(1, static_cast<int>(active.size())) : 1;
    bool halved = false;
    std::map<int, LineSlots> slots;
    for (const int axis : active) {
        const auto& side = topology.axes[place(axis)];
        halved = halved || (side.wraps && !topology.oneWay && side.length % 2 == 0);
        if (!side.wraps && traffic == LineTraffic::slots)
            slots.try_emplace(side.length, lineSlots(side.length));
    }
    const ChunkSpace chunks(topology,
                            {.cut = Cut::blocks, .parts = parts, .halves = halved ? 2 : 1, .even = request.even},
                            request.elements, request.elementBytes);
    const Phases phases(topology, parts, [&](const TorusAxis& axis) {
        const auto slot = slots.find(axis.length);
        return !axis.wraps && slot != slots.end() ? static_cast<int>(slot->second.size())
                                                  : longestHops(axis, topology.oneWay && axis.wraps);
    });
    Schedule schedule{Goal::exchangeBlocks, topology, chunks, phases.steps(),
                      Exchange{topology, chunks, phases, slots}};
    schedule.symmetric = topology.isSymmetric() && chunks.isUniform();
    return schedule;
}

} // namespace core
