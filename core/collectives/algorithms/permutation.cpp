// SPDX-License-Identifier: GPL-3.0-or-later
// Ways, pieces, and the steps in which they go.
#include "core/collectives/algorithms/permutation.h"

#include "core/collectives/algorithms/permute.h"

#include <algorithm>
#include <set>

namespace core
{

namespace
{

constexpr int maxMoves = 200'000; // of all pieces, written out

using Way = std::vector<int>; // ports

Way wayBetween(const Topology& topology, int from, int to)
{
    if (from == to)
        return {};
    if (topology.wiring == Wiring::throughSwitch)
        return {topology.portThrough(from, to)};
    Way way;
    const auto start = topology.coordinates(from);
    const auto end = topology.coordinates(to);
    for (const int axis : topology.activeAxes()) {
        if (start[place(axis)] == end[place(axis)])
            continue;
        const auto ports = portsAlong(topology, axis, start[place(axis)], end[place(axis)], true);
        way.insert(way.end(), ports.begin(), ports.end());
    }
    return way;
}

/// So many that waiting for whole pieces costs under 1 % of the busiest link's time.
int chosenPieces(const CollectiveRequest& request, const std::vector<Way>& ways)
{
    if (request.pieces > 0)
        return request.pieces;
    const auto& topology = request.topology;
    std::vector<int> load(place(topology.chips() * topology.ports()), 0);
    int longest = 1;
    int moves = 1;
    for (int chip = 0; chip < topology.chips(); ++chip) {
        int at = chip;
        for (const int port : ways[place(chip)]) {
            ++load[place(at * topology.ports() + port)];
            at = topology.neighbour(at, port);
        }
        longest = std::max(longest, static_cast<int>(ways[place(chip)].size()));
        moves += static_cast<int>(ways[place(chip)].size());
    }
    const int busiest = load.empty() ? 1 : std::max(1, *std::ranges::max_element(load));
    return std::min(std::clamp(100 * (longest - 1) / busiest, 1, maxPieces), std::max(1, maxMoves / moves));
}

/// Pieces that wait for their next link.
class Traffic
{
public:
    Traffic(const Topology& topology, const ChunkSpace& chunks, const std::vector<Way>& ways)
        : m_topology(topology), m_chunks(chunks), m_ways(ways), m_hops(static_cast<std::size_t>(chunks.count()), 0),
          m_waiting(place(topology.chips() * topology.ports()))
    {
        for (ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk)
            if (chunks.bytes({chunk, 1}) > 0)
                wait(chunk, chunks.name(chunk).owner);
    }

    bool isDone() const { return m_left == 0; }

    Step next()
    {
        Step step;
        std::vector<std::pair<ChunkNumber, int>> arrived;
        for (int chip = 0; chip < m_topology.chips(); ++chip)
            for (int port = 0; port < m_topology.ports(); ++port) {
                auto& waiting = m_waiting[place(chip * m_topology.ports() + port)];
                if (waiting.empty())
                    continue;
                const ChunkNumber chunk = waiting.begin()->second;
                waiting.erase(waiting.begin());
                --m_left;
                const int to = m_topology.neighbour(chip, port);
                const ChunkRun run{chunk, 1};
                step.add({chip, to, port, TransferOp::move, m_chunks.bytes(run)}, {&run, 1});
                arrived.emplace_back(chunk, to);
            }
        for (const auto& [chunk, chip] : arrived) {
            ++m_hops[static_cast<std::size_t>(chunk)];
            wait(chunk, chip);
        }
        return step;
    }

private:
    void wait(ChunkNumber chunk, int chip)
    {
        const auto& way = m_ways[place(m_chunks.name(chunk).owner)];
        const int done = m_hops[static_cast<std::size_t>(chunk)];
        const int left = static_cast<int>(way.size()) - done;
        if (left == 0)
            return;
        m_waiting[place(chip * m_topology.ports() + way[place(done)])].insert({-left, chunk});
        ++m_left;
    }

    const Topology& m_topology;
    const ChunkSpace& m_chunks;
    const std::vector<Way>& m_ways;
    std::vector<int> m_hops;                                      // by chunk, so far
    std::vector<std::set<std::pair<int, ChunkNumber>>> m_waiting; // by link; the farthest to go first
    int m_left = 0;
};

} // namespace

Schedule permuteChips(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    std::vector<Way> ways;
    for (int chip = 0; chip < topology.chips(); ++chip)
        ways.push_back(wayBetween(topology, chip, request.destinations[place(chip)]));
    const ChunkSpace chunks(topology, {.parts = chosenPieces(request, ways), .ownerFirst = true, .even = request.even},
                            request.elements * topology.chips(), request.elementBytes);
    Schedule schedule{Goal::deliver, topology, chunks, 0, {}};
    for (ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        const int owner = chunks.name(chunk).owner;
        schedule.deliveries.push_back({owner, request.destinations[place(owner)]});
    }
    std::vector<Step> steps;
    for (Traffic traffic(topology, chunks, ways); !traffic.isDone();)
        steps.push_back(traffic.next());
    return withSteps(std::move(schedule), std::move(steps));
}

} // namespace core
