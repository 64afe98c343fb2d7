// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges and conditions read from text; one field stepped through its values.
#include "core/explore/sweep.h"

#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double maxRows = 1e6;

template <class T> using Result = tl::expected<T, std::string>;

/// The number field of that id.
Result<const Field*> numberField(std::string_view id)
{
    const auto row = fieldRow(id);
    if (!row)
        return refused(row.error());
    const Field* field = *row;
    if (field->kind != FieldKind::whole && field->kind != FieldKind::real)
        return refused("Field " + quoted(id) + " is not a number and has no range; choose a number field.");
    return field;
}

Result<void> checkRange(const SweepRange& range)
{
    if (!std::isfinite(range.min) || !std::isfinite(range.max) || range.min > range.max)
        return refused("The range of " + quoted(range.field) + " must run from the smaller value to the larger one.");
    if (range.step && !(*range.step > 0 && std::isfinite(*range.step)))
        return refused("The linear step of " + quoted(range.field) + " must be greater than 0.");
    if (!range.step && !(range.min > 0))
        return refused("Doubling cannot start at " + exactText(range.min) + "; start above 0 or give ':linear STEP'.");
    if (range.step && (range.max - range.min) / *range.step >= maxRows)
        return refused("The range of " + quoted(range.field) + " has more than 1,000,000 values; take a larger step.");
    return {};
}

/// From bound to bound; the upper one is met only when a step ends there.
std::vector<double> valuesOf(const SweepRange& range)
{
    std::vector<double> values;
    if (!range.step) {
        for (double value = range.min; value <= range.max; value *= 2)
            values.push_back(value);
        return values;
    }
    const double roundingSlack = 1e-9; // 0.3 is the third step of 0.1
    const double steps = std::floor((range.max - range.min) / *range.step + roundingSlack);
    for (double i = 0; i <= steps; ++i)
        values.push_back(std::min(range.min + i * *range.step, range.max));
    return values;
}

Result<std::vector<Metric>> metricsOf(const Scenario& scenario, const std::vector<std::string>& ids)
{
    std::vector<Metric> found;
    for (const auto& id : ids) {
        auto metric = findMetric(*scenario.presets, id);
        if (!metric)
            return refused("There is no metric " + quoted(id) + ".");
        found.push_back(*std::move(metric));
    }
    return found;
}

/// Adds those of one more row.
void count(std::vector<SweepError>& all, std::vector<Issue> errors, double input)
{
    for (Issue& issue : errors) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const SweepError& known) {
            return known.issue.code == issue.code && known.issue.field == issue.field;
        });
        if (same != all.end())
            ++same->rows;
        else
            all.push_back({std::move(issue), input, 1});
    }
}

} // namespace

Result<SweepRange> parseSweep(std::string_view text)
{
    const auto malformed = [&] {
        return refused("The range " + quoted(text) +
                       " is not ID=FROM..TO or ID=FROM..TO:linear STEP, "
                       "e.g. work.batch=2^10..2^22.");
    };
    const auto equals = text.find('=');
    const auto dots = text.find("..");
    if (equals == std::string_view::npos || dots == std::string_view::npos || dots < equals)
        return malformed();
    SweepRange range;
    range.field = trimmed(text.substr(0, equals));
    const auto field = numberField(range.field);
    if (!field)
        return refused(field.error());
    std::string_view upper = text.substr(dots + 2);
    if (const auto colon = upper.find(':'); colon != std::string_view::npos) {
        constexpr std::string_view word = "linear";
        const std::string_view rule = trimmed(upper.substr(colon + 1));
        if (!rule.starts_with(word))
            return malformed();
        const auto step = parseNumber(trimmed(rule.substr(word.size())), (*field)->dim);
        if (!step)
            return refused(range.field + ", linear step: " + step.error());
        range.step = *step;
        upper = upper.substr(0, colon);
    }
    const auto min = parseNumber(trimmed(text.substr(equals + 1, dots - equals - 1)), (*field)->dim);
    if (!min)
        return refused(range.field + ", first value: " + min.error());
    const auto max = parseNumber(trimmed(upper), (*field)->dim);
    if (!max)
        return refused(range.field + ", last value: " + max.error());
    range.min = *min;
    range.max = *max;
    if (const auto good = checkRange(range); !good)
        return refused(good.error());
    return range;
}

Result<SweepTable> sweep(const Scenario& scenario, const SweepRange& range, const std::vector<std::string>& metricIds,
                         const SweepProgress& progress)
{
    if (const auto field = numberField(range.field); !field)
        return refused(field.error());
    if (const auto good = checkRange(range); !good)
        return refused(good.error());
    const auto asked = metricsOf(scenario, metricIds);
    if (!asked)
        return refused(asked.error());
    const auto values = valuesOf(range);
    if (values.size() * asked->size() > maxSweepCells)
        return refused(fmt::format("The range of {} has {} values of {} metrics, more than {} in all; take a larger "
                                   "step, or fewer metrics with --get.",
                                   quoted(range.field), grouped(static_cast<double>(values.size())), asked->size(),
                                   grouped(static_cast<double>(maxSweepCells))));
    SweepTable table;
    Scenario varied = scenario;
    CollectiveCache cache;
    for (const double value : values) {
        if (const auto set = setField(varied, range.field, value); !set)
            return refused(set.error());
        const Report report = evaluate(varied);
        auto errors = errorsOf(varied, report);
        SweepRow row{value, {}, errors.empty()};
        row.outputs.reserve(asked->size());
        for (const auto& metric : *asked)
            row.outputs.push_back(metricValue({varied, report, cache}, metric));
        table.rows.push_back(std::move(row));
        count(table.errors, std::move(errors), value);
        if (progress)
            progress(table.rows.size(), values.size());
    }
    return table;
}

Result<Condition> parseCondition(std::string_view text)
{
    constexpr std::array<std::string_view, 5> relations{">=", "<=", "=", ">", "<"};
    const auto at = text.find_first_of("<>=");
    if (at != std::string_view::npos)
        for (const auto relation : relations)
            if (text.substr(at).starts_with(relation)) {
                Condition condition{std::string(trimmed(text.substr(0, at))), std::string(relation),
                                    std::string(trimmed(text.substr(at + relation.size())))};
                if (!condition.metric.empty() && !condition.value.empty())
                    return condition;
            }
    return refused("The condition " + quoted(text) + " is not METRIC=VALUE (or >=, <=, >, <), e.g. mem.fits=true.");
}

} // namespace core
