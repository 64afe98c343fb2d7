// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithms, one row for each kind of collective that one does, and which of them is taken when nobody says.
#pragma once

#include "core/collectives/costs/closed_forms.h"
#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"
#include "core/derive/traced.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

class Recording;
struct Plain;

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

/// A closed form for both kinds of numbers. `Body`, without state, takes CostInputs.
class FormBody
{
public:
    template <class Body> constexpr FormBody(Body) // NOLINT(google-explicit-constructor): a lambda in a row is its form
        : m_plain([](const CostInputs<Plain>& c) { return std::optional<ClosedForm>(Body{}(c)); }),
          m_traced([](const CostInputs<Recording>& c) { return std::optional<ClosedFormOf<Traced>>(Body{}(c)); })
    {
    }

    std::optional<ClosedForm> operator()(const CostInputs<Plain>& c) const { return m_plain(c); }
    std::optional<ClosedFormOf<Traced>> operator()(const CostInputs<Recording>& c) const { return m_traced(c); }

private:
    std::optional<ClosedForm> (*m_plain)(const CostInputs<Plain>&);
    std::optional<ClosedFormOf<Traced>> (*m_traced)(const CostInputs<Recording>&);
};

struct AlgorithmRow {
    CollectiveKind kind;
    CollectiveAlgorithm id;
    /// Of those that take equally long `auto` takes the lowest; no two of a kind have the same.
    int rank;
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

/// What an algorithm does. Its file specialises this for its enumerator; the list takes all that are specialised.
template <CollectiveAlgorithm> AlgorithmRows rowsOf();

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

/// All rows; those of a kind in the order in which `auto` prefers them.
std::span<const AlgorithmRow> collectiveAlgorithms();
/// Null where the algorithm does not do that kind.
const AlgorithmRow* algorithmRow(CollectiveKind, CollectiveAlgorithm);

/// A schedule and how it came to be chosen.
struct CollectivePlan {
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    std::string title;
    std::string why; // "given", or the reason of the automatic choice
    Schedule schedule;
    std::optional<ClosedForm> closedForm;
};

/// The schedule asked for, or the recommended one; an error says which algorithm fits instead.
tl::expected<CollectivePlan, std::string> planCollective(const CollectiveRequest&);

/// What `auto` means for this request.
struct AlgorithmChoice {
    CollectiveAlgorithm algorithm;
    std::string why;
};
AlgorithmChoice chosenAlgorithm(const CollectiveRequest&);

} // namespace core
