// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a collective's steps in the registry: of the scenario's collective "coll.", of the one that is played
// "own.".
#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/step_stage.h"
#include "core/numbers/step_values.h"
#include "core/numbers/workspace.h"

#include <fmt/format.h>

namespace core
{

namespace
{

template <class In> StepValues<In> valuesOf(const Workspace& w, const StepFacts& facts, const Reader<In>& in)
{
    return {w.scenario, facts, in};
}

double valueOf(const Workspace& w, const StepFacts& facts)
{
    if (facts.row.count)
        return facts.row.count(facts);
    const Plain inputs;
    return facts.row.value(valuesOf(w, facts, Reader<Plain>(inputs, w.scenario)));
}

ExplainedOrWhy stepNumber(const StepRow& row, StepStage& stage, const Workspace& w, std::string_view id, Depth depth)
{
    const auto facts = stepFacts(stage, row, w.scenario, id);
    if (!facts)
        return tl::unexpected(facts.error());
    auto number = numberOf(w, id, titleOf(*facts), row.unit, row.dim, valueOf(w, *facts));
    if (row.sentence && depth == Depth::explained)
        say(number, row.symbol, row.sentence(*facts));
    else
        derive(number, w.scenario, depth, [&](const Recording& inputs) {
            return row.traced(valuesOf(w, *facts, Reader<Recording>(inputs, w.scenario)));
        });
    return number;
}

ExplainedOrWhy ofScenario(const StepRow& row, const Workspace& w, std::string_view id, Depth depth)
{
    if (auto* stage = w.cache.stage(w.scenario))
        return stepNumber(row, *stage, w, id, depth);
    return tl::unexpected(w.cache.report(w.scenario)->problem);
}

ExplainedOrWhy ofPlayedOrder(const StepRow& row, const Workspace& w, std::string_view id, Depth depth)
{
    if (!w.played)
        return tl::unexpected(std::string("Play the custom schedule to see this number"));
    StepStage stage(*w.played);
    return stepNumber(row, stage, w, id, depth);
}

} // namespace

std::vector<NumberRow> stepNumberRows()
{
    std::vector<NumberRow> rows;
    for (const auto& row : stepRows()) {
        const auto add = [&](std::string_view scope, auto find) {
            rows.push_back({fmt::format("{}.{}@{}", scope, row.name, row.places), std::string(row.title),
                            std::string(row.unit), row.dim,
                            [&row, find](const Workspace& w, std::string_view id, Depth depth) {
                                return find(row, w, id, depth);
                            }});
        };
        add("coll", ofScenario);
        add("own", ofPlayedOrder);
    }
    return rows;
}

} // namespace core
