// SPDX-License-Identifier: GPL-3.0-or-later
// All that is known about one algorithm for one kind of collective; the file of the algorithm gives its rows.
#pragma once

#include "core/collectives/costs/closed_forms.h"
#include "core/collectives/schedules/schedule.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// What the choice of an algorithm looks at.
struct Shape {
    std::size_t axes = 0;
    bool allClosed = true; // axes of two have nothing to close
    bool allOpen = true;
    bool cubic = true;
};
Shape shapeOf(const Topology&);

/// Why `auto` may take an algorithm here; empty: it does not. Of several the fastest wins, the first of equals; one
/// that is `best` needs no comparison.
struct Recommendation {
    std::string why;
    bool best = false;
};

struct AlgorithmRow {
    CollectiveKind kind;
    CollectiveAlgorithm id;
    std::string_view title;
    /// Why it cannot be done on this network; empty where it can.
    std::string (*obstacle)(const CollectiveRequest&);
    /// Nothing only where no schedule was found (offsets).
    std::optional<Schedule> (*schedule)(const CollectiveRequest&);
    FormBody closedForm;
    Recommendation (*recommended)(const CollectiveRequest&, const Shape&);
    /// What speaks for it where `auto` takes another one: added to the reason of that choice.
    std::string_view (*aside)(const CollectiveRequest&, const Shape&) = nullptr;
    /// What it assumes or needs.
    std::string (*note)(const CollectiveRequest&) = nullptr;
    bool spreadsArrays = false; // an array of every chip goes to every chip, not a shard
};
using AlgorithmRows = std::vector<AlgorithmRow>;

/// The same for the kinds that gather, add, or do both.
AlgorithmRows gatherAndReduceRows(AlgorithmRow gather,
                                  std::optional<Schedule> (*reduceScatter)(const CollectiveRequest&),
                                  std::optional<Schedule> (*allReduce)(const CollectiveRequest&),
                                  FormBody allReduceForm);

/// Closed form of an all-reduce that scatters sums, then gathers; through a switch `Gather` has both passes.
template <class Gather> struct GatherTwice {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        const MaybeForm<In> form = Gather{}(c);
        if (!form || c.isAlone() || c.isSwitch())
            return form;
        return twice(*form);
    }
};

struct NoForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>&) const { return std::nullopt; }
};

// Obstacles that several have.
std::string needsTorus(const CollectiveRequest&);
std::string needsOneAxis(const CollectiveRequest&);

} // namespace core
