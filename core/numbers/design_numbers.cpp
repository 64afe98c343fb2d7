// SPDX-License-Identifier: GPL-3.0-or-later
// Takes one collective from the list of the design, made once of plain and once of traced numbers.
#include "core/numbers/design_numbers.h"

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/design/charge.h"
#include "core/design/opening.h"
#include "core/formulas/network.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_work.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

std::string_view nameOfMoment(Moment when)
{
    switch (when) {
    case Moment::forward:
        return "forward";
    case Moment::backward:
        return "backward";
    case Moment::optimizer:
        break;
    }
    return "update";
}

SecondsOf<double> scheduledTime(const Scenario&, const CollectiveReport& report, const Plain&)
{
    return report.numbers.time;
}
SecondsOf<Traced> scheduledTime(const Scenario& s, const CollectiveReport& report, const Recording& in)
{
    return tracedCollective(s, report, in).time;
}

/// One collective of the list, on doubles or on traced numbers.
template <class In> struct DesignValues {
    const Scenario& s;
    const CollectiveReport& report; // of the one that is open
    const In& inputs;
    std::size_t at; // in the list
    DesignListOf<typename In::Rep> list = listCollectives(s, inputs);
    const DesignCollectiveOf<typename In::Rep>& one = list.all[at];

    /// Calls in a layer and microbatch, layers, stages and microbatches, put into a formula.
    template <class Formula> auto ofCalls(const Formula& formula) const
    {
        const Reader<In> in(inputs, s);
        const auto& calls = one.calls;
        const bool inLayers = calls.layers != 1;
        return formula(calls.each == 1 ? in.one() : in(fact::callsEach, calls.each),
                       inLayers ? in(field::model::L) : in.one(), inLayers ? list.stages : in.one(),
                       calls.microbatches == 1 ? in.one() : in(field::work::micro));
    }
    SecondsOf<typename In::Rep> total() const
    {
        if (one.calls.all() == 1)
            return one.seconds;
        return ofCalls([&](const auto&... counts) { return formulas::allCallsTime(counts..., one.seconds); });
    }
    auto calls() const { return ofCalls(formulas::callCount.in("call")); }
    auto differences() const
    {
        return chargeDifferences(s, *report.analysis, inputs, at, scheduledTime(s, report, inputs));
    }
    auto steps() const { return Reader<In>(inputs)(fact::coll::steps, report.analysis->timing.steps); }
};

/// Which collective a number is of: the one of the design, the one that stands open in the scenario, or one opened for
/// it.
enum class CollectiveNeeded { design, open, opened };

struct DesignRow {
    std::string_view name, words;
    CollectiveNeeded needed;
    Dim dim;
    std::string_view unit; // of a count
    double (*value)(const DesignValues<Plain>&);
    Traced (*traced)(const DesignValues<Recording>&);
};

/// `Get` is a captureless generic lambda: DesignValues -> Quantity.
template <class Get> constexpr DesignRow designRow(std::string_view name, std::string_view words, Get,
                                                   CollectiveNeeded needed = CollectiveNeeded::design,
                                                   std::string_view unit = {})
{
    return {name,
            words,
            needed,
            decltype(Get{}(std::declval<const DesignValues<Plain>&>()))::dim,
            unit,
            [](const DesignValues<Plain>& v) { return Get{}(v).si(); },
            [](const DesignValues<Recording>& v) { return Get{}(v).si(); }};
}

constexpr std::array designRows{
    designRow("total", "time of all calls", [](const auto& v) { return v.total(); }),
    designRow(
        "calls", "calls in a step", [](const auto& v) { return v.calls(); }, CollectiveNeeded::design, "call"),
    designRow("call", "time of one call", [](const auto& v) { return v.one.seconds; }),
    designRow("bytes", "bytes of one call", [](const auto& v) { return v.one.bytes; }),
    designRow(
        "rates", "added by exact rates", [](const auto& v) { return v.differences().rates; }, CollectiveNeeded::open),
    designRow(
        "wire", "added by the schedule to the bytes", [](const auto& v) { return v.differences().wire; },
        CollectiveNeeded::open),
    designRow(
        "hops", "added by hops", [](const auto& v) { return v.differences().hops; }, CollectiveNeeded::open),
    designRow(
        "steps", "steps of the schedule", [](const auto& v) { return v.steps(); }, CollectiveNeeded::opened, "step")};

std::string notThere(std::string_view id)
{
    const auto rest = id.substr(std::min(id.find('/') + 1, id.size()));
    const auto cut = std::min(rest.find('/'), rest.size());
    const auto name = rest.substr(std::min(cut + 1, rest.size()));
    if (name.empty())
        return fmt::format("'{}' names no collective; write {}/backward/ReduceScatter_X of W_in, or the like", id,
                           id.substr(0, id.find('/')));
    return fmt::format("The present design has no {} ({})", name, rest.substr(0, cut));
}

ExplainedOrWhy designNumber(const DesignRow& row, const Workspace& w, std::string_view id, Depth depth)
{
    const auto all = designCollectives(w.scenario);
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const DesignCollective& one) { return designNumberId(row.name, one) == id; });
    if (found == all.end())
        return tl::unexpected(notThere(id));
    const auto opened = row.needed == CollectiveNeeded::opened ? openedCollective(w.scenario, *found) : w.scenario;
    if (!opened)
        return tl::unexpected(opened.error());
    auto report = std::make_shared<const CollectiveReport>();
    if (row.needed != CollectiveNeeded::design)
        report = w.cache.report(*opened);
    if (row.needed == CollectiveNeeded::open && !(report->analysis && isOpened(w.scenario, *found)))
        return tl::unexpected(fmt::format("{} ({}) is not open", found->name, nameOfMoment(found->when)));
    if (row.needed == CollectiveNeeded::opened && !report->analysis)
        return tl::unexpected(report->problem);
    const auto at = static_cast<std::size_t>(found - all.begin());
    const Plain plain;
    auto number = numberOf(w, id, fmt::format("{}, {}", found->name, row.words), row.unit, row.dim,
                           row.value({*opened, *report, plain, at}));
    derive(number, *opened, depth, [&](const Recording& inputs) { return row.traced({*opened, *report, inputs, at}); });
    return number;
}

const DesignRow& rowNamed(std::string_view name)
{
    return *std::find_if(designRows.begin(), designRows.end(), [&](const DesignRow& r) { return r.name == name; });
}

} // namespace

std::string designNumberId(std::string_view number, const DesignCollective& one)
{
    return fmt::format("design.{}/{}/{}", number, nameOfMoment(one.when), one.name);
}

std::string_view wordsOf(std::string_view number) { return rowNamed(number).words; }

std::vector<NumberRow> designNumberRows()
{
    std::vector<NumberRow> all;
    for (const auto& row : designRows)
        all.push_back({fmt::format("design.{}/{{moment}}/{{name}}", row.name), std::string(row.words),
                       std::string(row.unit), row.dim, [&row](const Workspace& w, std::string_view id, Depth depth) {
                           return designNumber(row, w, id, depth);
                       }});
    return all;
}

} // namespace core
