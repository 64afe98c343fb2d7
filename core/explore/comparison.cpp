// SPDX-License-Identifier: GPL-3.0-or-later
// Both tables, of inputs and of outputs, row by row.
#include "core/explore/comparison.h"

#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/quantity/shown.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/shard_size.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Ids of the open fields that either scenario has.
std::vector<std::string> openIds(const Scenario& before, const Scenario& after)
{
    std::vector<std::string> ids;
    for (std::size_t number = 2; number <= std::max(before.ops.size(), after.ops.size()) + 1; ++number)
        for (const Field& field : fields())
            if (field.group == "Operation")
                ids.push_back(operationFieldId(field.id, number));
    std::set<std::string> dimensions;
    for (const Scenario* s : {&before, &after})
        for (const auto& [dimension, size] : s->shard.sizes)
            dimensions.insert(std::string(shardSizePrefix) + dimension);
    ids.insert(ids.end(), dimensions.begin(), dimensions.end());
    return ids;
}

std::vector<ChangedField> changedFields(const Scenario& before, const Scenario& after)
{
    std::vector<ChangedField> changed;
    const auto compareAt = [&](std::string id) {
        auto was = fieldValue(before, id);
        auto is = fieldValue(after, id);
        if (was != is)
            changed.push_back({std::move(id), std::move(was), std::move(is)});
    };
    for (const Field& field : fields())
        compareAt(std::string(field.id));
    for (auto& id : openIds(before, after))
        compareAt(std::move(id));
    return changed;
}

bool isSame(const MetricValue& a, const MetricValue& b) { return a == b || (!applies(a) && !applies(b)); }

} // namespace

std::string ChangedResult::ratio() const
{
    const auto* was = std::get_if<double>(&before);
    const auto* is = std::get_if<double>(&after);
    if (!was || !is || !std::isfinite(*was) || !std::isfinite(*is) || *was < 0 || *is < 0)
        return {};
    if (*was == 0 || *is == 0)
        return *was == *is ? "" : *was == 0 ? "from none" : "to none";
    const double factor = *is / *was;
    if (metric.dim == dim::second)
        return factorText(factor < 1 ? 1 / factor : factor) + (factor < 1 ? " faster" : " slower");
    constexpr double inPercent = 3; // as often at most; above it is easier to say how often
    if (factor > inPercent || factor < 1 / inPercent)
        return factorText(factor);
    return fmt::format("{}{} %", factor < 1 ? "−" : "+", format(std::abs(factor - 1) * 100, dim::count));
}

Comparison compare(const Scenario& before, const Report& was, const Scenario& after, const Report& is)
{
    Comparison all{changedFields(before, after), {}};
    for (const Metric& metric : metrics(*after.presets)) {
        if (metric.onDemand)
            continue;
        auto value = metric.value(was, metric.index);
        auto now = metric.value(is, metric.index);
        if (!isSame(value, now))
            all.results.push_back({metric, std::move(value), std::move(now)});
    }
    return all;
}

void compareOnDemand(Comparison& all, const Workspace& before, const Workspace& after)
{
    const auto sets = [&, usual = Scenario()](auto part) {
        return !(before.scenario.*part == usual.*part) || !(after.scenario.*part == usual.*part);
    };
    const bool collective = sets(&Scenario::coll), product = sets(&Scenario::shard);
    for (const Metric& metric : metrics(*after.scenario.presets)) {
        const bool asked =
            (collective && metric.id.starts_with("coll.")) || (product && metric.id.starts_with("shard."));
        if (!asked || !metric.onDemand)
            continue;
        auto value = metricValue(before, metric);
        auto now = metricValue(after, metric);
        if (!isSame(value, now))
            all.results.push_back({metric, std::move(value), std::move(now)});
    }
}

} // namespace core
