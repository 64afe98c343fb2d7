// SPDX-License-Identifier: GPL-3.0-or-later
// All-gather on a torus with every link busy in every step: the same route, chosen once, from every chip to every
// other.
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/gather.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>

namespace core
{

namespace
{

/// The torus as offsets from a chip. Two directions per closed axis, one across an axis of two.
struct Offsets {
    Topology topology;
    std::vector<int> directions; // ports of chip 0
    std::vector<int> byDistance; // nearest first, without 0

    /// Offsets of one distance are in the order of their coordinates; in later attempts in another one, the same on
    /// every machine.
    Offsets(const Topology& t, std::uint64_t attempt) : topology(t)
    {
        for (int port = 0; port < 6; ++port)
            if (topology.neighbour(0, port) >= 0)
                directions.push_back(port);
        byDistance.resize(place(topology.chips() - 1));
        std::iota(byDistance.begin(), byDistance.end(), 1);
        const auto key = [&](int offset) {
            const std::uint64_t mixed = static_cast<std::uint64_t>(offset) * attempt * 0x9e3779b97f4a7c15U;
            return std::tuple(topology.distance(0, offset), mixed >> 32U, topology.coordinates(offset));
        };
        std::sort(byDistance.begin(), byDistance.end(), [&](int a, int b) { return key(a) < key(b); });
    }

    /// Where the shard was, seen from the chip that sent it.
    int before(int offset, int direction) const
    {
        const int port = directions[place(direction)];
        if (topology.axes[place(axisOf(port))].length == 2)
            return topology.neighbour(offset, topology.neighbour(offset, port) < 0 ? port ^ 1 : port);
        return topology.neighbour(offset, port ^ 1);
    }

    bool areNeighbours(int a, int b) const { return topology.distance(a, b) == 1; }
};

/// One offset per direction for one step: each direction takes the nearest that can come, and one that finds none left
/// makes the others look on.
class StepMatching
{
public:
    StepMatching(const Offsets& offsets, const std::vector<char>& held, const std::vector<int>& waiting)
        : m_offsets(offsets), m_held(held), m_waiting(waiting), m_direction(held.size(), -1), m_tried(held.size(), -1)
    {
        const int degree = static_cast<int>(offsets.directions.size());
        std::vector<int> taken(place(degree), -1);
        for (int direction = 0; direction < degree; ++direction)
            if (!finds(direction, direction))
                return;
        for (const int offset : waiting)
            if (m_direction[place(offset)] >= 0)
                taken[place(m_direction[place(offset)])] = offset;
        m_taken = std::move(taken);
    }

    /// Offset by direction; empty where some direction has none.
    const std::vector<int>& taken() const { return m_taken; }

private:
    bool finds(int direction, int search)
    {
        for (const int offset : m_waiting) {
            if (m_tried[place(offset)] == search || !m_held[place(m_offsets.before(offset, direction))])
                continue;
            m_tried[place(offset)] = search;
            auto& other = m_direction[place(offset)];
            if (other < 0 || finds(other, search)) {
                other = direction;
                return true;
            }
        }
        return false;
    }

    const Offsets& m_offsets;
    const std::vector<char>& m_held;
    const std::vector<int>& m_waiting;
    std::vector<int> m_direction; // by offset
    std::vector<int> m_tried;     // by offset: the last search that looked at it
    std::vector<int> m_taken;
};

/// Far from 0 and no two of them neighbours, so that in the last step they can come from every side.
std::vector<int> leftovers(const Offsets& offsets, std::size_t count)
{
    std::vector<int> chosen;
    for (auto it = offsets.byDistance.rbegin(); it != offsets.byDistance.rend() && chosen.size() < count; ++it) {
        const bool apart =
            std::none_of(chosen.begin(), chosen.end(), [&](int other) { return offsets.areNeighbours(*it, other); });
        if (apart)
            chosen.push_back(*it);
    }
    return chosen;
}

struct OffsetPlan {
    std::vector<std::vector<int>> steps; // offset by direction
    std::vector<int> last;               // offsets that come in pieces, one piece from every direction
};

std::optional<OffsetPlan> planned(const Offsets& offsets)
{
    const int chips = offsets.topology.chips();
    const auto degree = static_cast<int>(offsets.directions.size());
    OffsetPlan plan;
    plan.last = leftovers(offsets, place((chips - 1) % degree));
    if (plan.last.size() != place((chips - 1) % degree))
        return std::nullopt;
    std::vector<char> held(place(chips), 0);
    held[0] = 1;
    std::vector<int> waiting = offsets.byDistance;
    const auto leave = [&](const std::vector<int>& gone) {
        std::erase_if(waiting, [&](int offset) { return std::find(gone.begin(), gone.end(), offset) != gone.end(); });
    };
    leave(plan.last);
    for (int step = 0; step < (chips - 1) / degree; ++step) {
        const StepMatching matching(offsets, held, waiting);
        if (matching.taken().empty())
            return std::nullopt;
        for (const int offset : matching.taken())
            held[place(offset)] = 1;
        leave(matching.taken());
        plan.steps.push_back(matching.taken());
    }
    return plan;
}

struct OffsetChoice {
    Offsets offsets;
    OffsetPlan plan;
};

/// Most tori need one attempt; where the last offsets get in each other's way, another order of equals helps.
std::optional<OffsetChoice> search(const Topology& topology)
{
    constexpr std::uint64_t attempts = 64;
    for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
        Offsets offsets(topology, attempt);
        if (auto plan = planned(offsets))
            return OffsetChoice{std::move(offsets), *std::move(plan)};
    }
    return std::nullopt;
}

struct OffsetGather {
    Offsets offsets;
    OffsetPlan plan;
    ChunkSpace chunks;

    /// The chip whose shard is `offset` behind `chip`.
    int behind(int chip, int offset) const
    {
        const auto& topology = offsets.topology;
        auto at = topology.coordinates(chip);
        const auto by = topology.coordinates(offset);
        for (std::size_t axis = 0; axis < 3; ++axis)
            at[axis] = (at[axis] - by[axis] + topology.axes[axis].length) % topology.axes[axis].length;
        return topology.chip(at);
    }

    TransferOp operator()(int step, int chip, int port, std::vector<ChunkRun>& runs) const
    {
        const int to = offsets.topology.neighbour(chip, port);
        if (to < 0)
            return TransferOp::copy;
        const bool across = offsets.topology.axes[place(axisOf(port))].length == 2;
        const auto found = std::find(offsets.directions.begin(), offsets.directions.end(), across ? port & ~1 : port);
        const auto direction = static_cast<std::size_t>(found - offsets.directions.begin());
        const ChunkNumber pieces = chunks.form().parts;
        if (place(step) < plan.steps.size()) {
            runs.push_back({behind(to, plan.steps[place(step)][direction]) * pieces, pieces});
            return TransferOp::copy;
        }
        for (const int offset : plan.last)
            runs.push_back({behind(to, offset) * pieces + static_cast<ChunkNumber>(direction), 1});
        return TransferOp::copy;
    }
};

/// Nothing where an axis is open, no such schedule was found, or too many chips would have to be searched.
std::optional<Schedule> gatherByOffsets(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const bool closed = std::all_of(topology.axes.begin(), topology.axes.end(),
                                    [](const TorusAxis& a) { return a.length <= 2 || a.wraps; });
    if (!closed || topology.oneWay || topology.wiring != Wiring::torus)
        return std::nullopt;
    if (topology.chips() == 1)
        return gatherAlongAxes(request, AxisOrder::rotated);
    constexpr int maxChips = 1 << 14; // searched within a tenth of a second
    if (topology.chips() > maxChips)
        return std::nullopt;
    const auto found = search(topology);
    if (!found)
        return std::nullopt;
    const auto& [offsets, plan] = *found;
    const int pieces = plan.last.empty() ? 1 : static_cast<int>(offsets.directions.size());
    const ChunkSpace chunks(topology, {.parts = pieces, .ownerFirst = true, .even = request.even}, request.elements,
                            request.elementBytes);
    const int steps = static_cast<int>(plan.steps.size()) + (plan.last.empty() ? 0 : 1);
    Schedule schedule{Goal::gather, topology, chunks, steps, OffsetGather{offsets, plan, chunks}};
    schedule.symmetric = topology.isSymmetric() && chunks.isUniform();
    return schedule;
}

std::string needsClosedTorus(const CollectiveRequest& r)
{
    if (r.topology.wiring == Wiring::throughSwitch)
        return "a switch has no axes";
    if (r.topology.oneWay)
        return "it sends in both directions";
    return r.topology.hasOpenAxis() ? "every axis longer than two has to close into a ring" : "";
}

struct OffsetsForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        const int degree = c.topology().degree(0);
        const int steps = (c.topology().chips() - 1 + degree - 1) / degree;
        const auto each = c.in(fact::coll::steps, c.passes() * steps) / c.in.template constant<dim::count>(c.passes());
        return {{formulas::offsetsGather(each, c.hop, c.n, c.shard(), c.in(fact::coll::degree, degree), c.w),
                 CollectiveClock::lockstep, true, steps}};
    }
};

bool mayBeFaster(const CollectiveRequest& r, const Shape& shape)
{
    return shape.axes > 1 && shape.allClosed && !shape.cubic && !r.topology.oneWay;
}

} // namespace

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::offsets>()
{
    const AlgorithmRow row{
        .kind = CollectiveKind::allGather,
        .id = CollectiveAlgorithm::offsets,
        .rank = 3,
        .title = "Every link in every step",
        .obstacle = needsClosedTorus,
        .schedule = gatherByOffsets,
        .closedForm = OffsetsForm{},
        .recommended =
            [](const CollectiveRequest& r, const Shape& shape) {
                constexpr auto why =
                    "the axes differ in length, and for this many bytes full links outweigh more steps";
                return mayBeFaster(r, shape) ? Recommendation{why} : Recommendation{};
            },
        .aside = [](const CollectiveRequest& r, const Shape& shape) -> std::string_view {
            return mayBeFaster(r, shape) ? "; \"offsets\" keep every link busy, in many more steps" : "";
        }};
    return gatherAndReduceRows(
        row,
        [](const CollectiveRequest& r) {
            const auto found = gatherByOffsets(r);
            return found ? std::optional(reversed(*found)) : std::nullopt;
        },
        [](const CollectiveRequest& r) {
            const auto found = gatherByOffsets(r);
            return found ? std::optional(reduceThenGather(reversed(*found), *found)) : std::nullopt;
        },
        GatherTwice<OffsetsForm>{});
}

} // namespace core
