// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of further operations, `op.flops@2`, and what the intensity of the first tends to, `op.limit@B`.
#include "core/numbers/collective_cache.h"
#include "core/numbers/id_pattern.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/text_forms.h"

#include <fmt/format.h>

namespace core
{

namespace
{

/// The same metric, of a scenario whose first operation it is.
ExplainedOrWhy ofFurther(const std::string& metricId, const Workspace& w, std::string_view id, Depth depth)
{
    const auto text = id.substr(metricId.size() + 1);
    if (text.empty())
        return tl::unexpected(fmt::format("'{}' needs the number of an operation behind the @", id));
    const int number = wholeNumber(text, 1, static_cast<int>(maxOperations)).value_or(0); // 0: there is none
    const Operation* operation = operationAt(w.scenario, static_cast<std::size_t>(number));
    if (!operation)
        return tl::unexpected(fmt::format("'{}': the scenario has {} operation{}, without number {}", id,
                                          w.scenario.ops.size() + 1, w.scenario.ops.empty() ? "" : "s", text));
    const Scenario own = withOperation(w.scenario, *operation);
    Report report = w.report;
    report.op = operationNumbers(own);
    const Workspace there{own, report, w.cache};
    auto found = depth == Depth::explained
                     ? explain(there, metricId)
                     : value(there, metricId).map([](NumberValue&& plain) { return Explained{std::move(plain)}; });
    if (!found)
        return found;
    found->id = std::string(id);
    found->title += fmt::format(" {}", number);
    if (depth == Depth::explained)
        found->derivation.id = found->id;
    return found;
}

ExplainedOrWhy limitOf(const Workspace& w, std::string_view id, Depth depth)
{
    const auto size = id.substr(id.find('@') + 1);
    if (const auto problem = problemOf(w.scenario.op); !problem.empty())
        return tl::unexpected(fmt::format("'{}' cannot be evaluated: {}", id, problem.substr(0, problem.size() - 1)));
    const auto limit = intensityLimit(w.scenario, size);
    if (!limit)
        return tl::unexpected(fmt::format("'{}': {} has no size {}; it has {}", id, nameOf(w.scenario.op.kind), size,
                                          fmt::join(sweptSizes(w.scenario.op.kind), ", ")));
    auto number = numberOf(w, id, fmt::format("Intensity that the operation tends to as {} grows", size), {},
                           dim::flopPerByte, limit->value());
    if (depth == Depth::explained)
        say(number, fmt::format("I for large {}", size),
            fmt::format("FLOPs and bytes are straight lines in {0}. One more of it adds {1} and {2}, and what does not "
                        "depend on it loses its weight: {1} / {2}.",
                        size, format(limit->flops, dim::flop), format(limit->bytes, dim::byte)));
    return number;
}

} // namespace

std::vector<NumberRow> operationNumberRows()
{
    std::vector<NumberRow> all;
    for (const auto& metric : metrics({}))
        if (metric.id.starts_with("op."))
            all.push_back({metric.id + "@{operation}", metric.title + " {operation}", metric.unit, metric.dim,
                           [id = metric.id](const Workspace& w, std::string_view asked, Depth depth) {
                               return ofFurther(id, w, asked, depth);
                           }});
    all.push_back(
        {"op.limit@{size}", "Intensity that the operation tends to as {size} grows", {}, dim::flopPerByte, limitOf});
    return all;
}

} // namespace core
