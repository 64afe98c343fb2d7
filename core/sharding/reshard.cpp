// SPDX-License-Identifier: GPL-3.0-or-later
// Steps from one way to lie to the next, and the cheapest path of them.
#include "core/sharding/reshard.h"

#include "core/scenario/choices.h"
#include "core/sharding/named_mesh.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Every step that can be taken from here on a mesh. Only minor axes can be gathered or moved: blocks of major ones
/// do not lie side by side. Nothing is split over axes of one device.
class StepsFrom
{
public:
    StepsFrom(const ShardedArray& from, const NamedMesh& mesh, const Sizes& sizes)
        : m_from(from), m_mesh(mesh), m_sizes(sizes)
    {
        const auto used = from.axes();
        for (const auto& axis : mesh.axes)
            if (axis.size > 1 && used.find(axis.name) == std::string::npos)
                m_idle += axis.name;
    }

    /// `sums`: also the steps that make or spend partial sums.
    std::vector<ReshardStep> all() const
    {
        std::vector<ReshardStep> steps;
        gathers(steps, 0, m_from, {});
        for (std::size_t d = 0; d < m_from.dims.size(); ++d) {
            moves(steps, d);
            splits(steps, ReshardOp::slice, d, m_idle);
        }
        sums(steps);
        for (const char axis : m_idle) {
            auto after = m_from;
            after.partial += axis;
            add(steps, ReshardOp::zeros, std::string(1, axis), std::move(after));
        }
        return steps;
    }

private:
    void add(std::vector<ReshardStep>& steps, ReshardOp op, std::string axes, ShardedArray after) const
    {
        std::ranges::sort(after.partial);
        steps.push_back({op, std::move(axes), m_from, std::move(after)});
    }

    /// Of minor axes of one dimension or of several at once.
    void gathers(std::vector<ReshardStep>& steps, std::size_t first, const ShardedArray& after,
                 const std::string& axes) const
    {
        for (std::size_t d = first; d < m_from.dims.size(); ++d) {
            const auto& all = m_from.dims[d].axes;
            for (std::size_t kept = 0; kept < all.size(); ++kept) {
                auto fewer = after;
                fewer.dims[d].axes = all.substr(0, kept);
                const auto gathered = axes + all.substr(kept);
                gathers(steps, d + 1, fewer, gathered);
                add(steps, ReshardOp::allGather, gathered, std::move(fewer));
            }
        }
    }

    void moves(std::vector<ReshardStep>& steps, std::size_t d) const
    {
        const auto& axes = m_from.dims[d].axes;
        for (std::size_t to = 0; to < m_from.dims.size() && !axes.empty(); ++to) {
            if (to == d)
                continue;
            auto after = m_from;
            after.dims[d].axes.pop_back();
            after.dims[to].axes += axes.back();
            if (divides(after.dims[to]))
                add(steps, ReshardOp::allToAll, std::string(1, axes.back()), std::move(after));
        }
    }

    void split(std::vector<ReshardStep>& steps, ReshardOp op, std::size_t d, const std::string& axes) const
    {
        auto after = m_from;
        after.dims[d].axes += axes;
        for (const char axis : axes)
            std::erase(after.partial, axis);
        if (divides(after.dims[d]))
            add(steps, op, axes, std::move(after));
    }

    /// Over every row of these axes: idle ones, or those of the sum.
    void splits(std::vector<ReshardStep>& steps, ReshardOp op, std::size_t d, const std::string& of) const
    {
        rows(of, {}, [&](const std::string& axes) { split(steps, op, d, axes); });
    }

    /// Of a sum into several dimensions at once, `first` and later ones: each takes a row of its axes. `taken`: how
    /// many have, of which `axes` are all.
    void scatters(std::vector<ReshardStep>& steps, std::size_t first, const ShardedArray& after, int taken,
                  const std::string& axes) const
    {
        for (std::size_t d = first; d < m_from.dims.size(); ++d)
            rows(after.partial, {}, [&](const std::string& row) {
                auto split = after;
                split.dims[d].axes += row;
                std::erase_if(split.partial, [&row](char axis) { return row.find(axis) != std::string::npos; });
                if (!divides(split.dims[d]))
                    return;
                scatters(steps, d + 1, split, taken + 1, axes + row);
                if (taken > 0)
                    add(steps, ReshardOp::reduceScatter, axes + row, std::move(split));
            });
    }

    /// Every row of these axes that begins with `row`, without it.
    template <class Visit> static void rows(const std::string& of, const std::string& row, Visit visit)
    {
        for (const char axis : of)
            if (row.find(axis) == std::string::npos) {
                visit(row + axis);
                rows(of, row + axis, visit);
            }
    }

    /// Over any axes of the sum at once; scattered over any row of them.
    void sums(std::vector<ReshardStep>& steps) const
    {
        std::set<std::string> groups;
        rows(m_from.partial, {}, [&groups](std::string axes) {
            std::ranges::sort(axes);
            groups.insert(std::move(axes));
        });
        for (const auto& axes : groups) {
            auto after = m_from;
            for (const char axis : axes)
                std::erase(after.partial, axis);
            add(steps, ReshardOp::allReduce, axes, std::move(after));
        }
        for (std::size_t d = 0; d < m_from.dims.size(); ++d)
            splits(steps, ReshardOp::reduceScatter, d, m_from.partial);
        scatters(steps, 0, m_from, 0, {});
    }

    bool divides(const NamedDim& dim) const { return m_sizes.at(dim.name) % m_mesh.size(dim.axes) == 0; }

    const ShardedArray& m_from;
    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    std::string m_idle;
};

/// Steps that are needed at least: each adds axes to one dimension, or axes of the sum to several, or one to the sum.
std::size_t minSteps(const ShardedArray& from, const ShardedArray& to)
{
    std::size_t steps = 0;
    bool scattered = false;
    for (std::size_t d = 0; d < to.dims.size(); ++d) {
        const auto& axes = to.dims[d].axes;
        if (from.dims[d].axes.starts_with(axes))
            continue;
        const bool ofSum = axes.find_first_of(from.partial) != std::string::npos;
        steps += ofSum && scattered ? 0 : 1;
        scattered = scattered || ofSum;
    }
    for (const char axis : to.partial)
        steps += from.partial.find(axis) == std::string::npos ? 1 : 0;
    return steps;
}

/// Shortest path of steps between two ways to lie; of equally long ones the cheapest.
class Paths
{
public:
    Paths(const NamedMesh& mesh, const Sizes& sizes, const StepSeconds& seconds, std::size_t longest)
        : m_mesh(mesh), m_sizes(sizes), m_seconds(seconds), m_longest(longest)
    {
    }

    std::optional<std::vector<ReshardStep>> find(const ShardedArray& from, const ShardedArray& to) const
    {
        using Rank = std::pair<std::size_t, double>; // steps, seconds
        struct Seen {
            Rank rank{std::numeric_limits<std::size_t>::max(), 0};
            std::optional<ReshardStep> by;
        };
        std::map<std::string, Seen> seen;
        std::set<std::tuple<std::size_t, double, std::string>> open;
        std::map<std::string, ShardedArray> arrays;
        const auto start = from.text();
        seen[start].rank = {0, 0};
        arrays[start] = from;
        open.insert({0, 0, start});
        while (!open.empty()) {
            const auto [length, cost, name] = *open.begin();
            open.erase(open.begin());
            const ShardedArray at = arrays[name];
            if (at.dims == to.dims && at.partial == to.partial)
                break;
            for (auto& step : StepsFrom(at, m_mesh, m_sizes).all()) {
                if (!isUseful(step, to) || length + 1 + minSteps(step.after, to) > m_longest)
                    continue;
                const Rank rank{length + 1, cost + (step.isFree() ? 0 : m_seconds(step))};
                auto text = step.after.text();
                auto& entry = seen[text];
                // A slice that comes first can be taken before a product, and leaves less to multiply.
                const bool slicesFirst = entry.by && entry.by->op == ReshardOp::slice && step.op == ReshardOp::zeros;
                if (entry.rank < rank || (entry.rank == rank && !slicesFirst))
                    continue;
                open.erase({entry.rank.first, entry.rank.second, text});
                open.insert({rank.first, rank.second, text});
                arrays[text] = step.after;
                entry = {rank, std::move(step)};
            }
        }
        auto goal = from;
        goal.dims = to.dims;
        goal.partial = to.partial;
        std::vector<ReshardStep> path;
        for (auto at = goal.text(); at != start;) {
            const auto found = seen.find(at);
            if (found == seen.end())
                return std::nullopt;
            const auto& by = found->second.by;
            if (!by)
                return std::nullopt;
            path.push_back(*by);
            at = path.back().before.text();
        }
        std::ranges::reverse(path);
        return path;
    }

private:
    /// Partial sums are made only where they are asked for, and scattered into several dimensions as these are asked
    /// for.
    static bool isUseful(const ReshardStep& step, const ShardedArray& to)
    {
        if (step.op == ReshardOp::zeros)
            return to.partial.find(step.axes) != std::string::npos;
        const auto split = splitDims(step);
        return split.size() < 2 || std::ranges::all_of(split, [&](std::size_t d) {
                   return to.dims[d].axes.starts_with(step.after.dims[d].axes);
               });
    }

    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    const StepSeconds& m_seconds;
    std::size_t m_longest;
};

std::string_view nameOf(ReshardOp op)
{
    switch (op) {
    case ReshardOp::allGather:
        return "AllGather";
    case ReshardOp::reduceScatter:
        return "ReduceScatter";
    case ReshardOp::allReduce:
        return "AllReduce";
    case ReshardOp::allToAll:
        return "AllToAll";
    case ReshardOp::slice:
        return "Slice";
    case ReshardOp::zeros:
        break;
    }
    return "KeepOne";
}

} // namespace

std::vector<std::size_t> splitDims(const ReshardStep& step)
{
    std::vector<std::size_t> split;
    for (std::size_t d = 0; d < step.before.dims.size(); ++d)
        if (step.after.dims[d].axes.size() > step.before.dims[d].axes.size())
            split.push_back(d);
    return split;
}

CollectiveKind kindOf(ReshardOp op)
{
    switch (op) {
    case ReshardOp::reduceScatter:
        return CollectiveKind::reduceScatter;
    case ReshardOp::allReduce:
        return CollectiveKind::allReduce;
    case ReshardOp::allToAll:
        return CollectiveKind::allToAll;
    default:
        return CollectiveKind::allGather;
    }
}

std::string ReshardStep::text() const { return fmt::format("{}_{}({})", nameOf(op), axes, before.name); }

std::vector<ReshardStep> stepsFrom(const ShardedArray& array, const NamedMesh& mesh, const Sizes& sizes)
{
    return StepsFrom(array, mesh, sizes).all();
}

std::optional<std::vector<ReshardStep>> shortestPath(const ShardedArray& from, const ShardedArray& to,
                                                     std::size_t longest, const NamedMesh& mesh, const Sizes& sizes,
                                                     const StepSeconds& seconds)
{
    return Paths(mesh, sizes, seconds, longest).find(from, to);
}

} // namespace core
