// SPDX-License-Identifier: GPL-3.0-or-later
// The least value of a field that meets a condition: a scan upward, then bisection.
#include "core/explore/sweep.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/workspace.h"
#include "core/quantity/parse_number.h"
#include "core/sharding/named_mesh.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

namespace core
{

namespace
{

using Test = std::function<bool(const MetricValue&)>;
template <class T> using Result = tl::expected<T, std::string>;

/// Of a word, or of a list of texts as `eval` prints it.
Result<Test> textTest(const Metric& metric, const Condition& condition, std::string_view kind)
{
    if (condition.relation != "=")
        return refused(fmt::format("Metric {} is a {}: compare it with '='.", quoted(metric.id), kind));
    if (const auto why = whyNever(valuesOf(metric), condition.value); !why.empty())
        return refused(fmt::format("Metric {} {}.", quoted(metric.id), why));
    return [wanted = condition.value](const MetricValue& value) {
        const auto* word = std::get_if<std::string_view>(&value);
        const auto* texts = std::get_if<Texts>(&value);
        return word ? *word == wanted : texts && listText(*texts) == wanted;
    };
}

Result<Test> truthTest(const Metric& metric, const Condition& condition)
{
    if (condition.relation != "=" || (condition.value != "true" && condition.value != "false"))
        return refused("Metric " + quoted(metric.id) + " is true or false: write " + metric.id + "=true or " +
                       metric.id + "=false.");
    return [wanted = condition.value == "true"](const MetricValue& value) {
        const auto* truth = std::get_if<bool>(&value); // none where the metric does not apply
        return truth && *truth == wanted;
    };
}

Result<Test> numberTest(const Metric& metric, const Condition& condition)
{
    double bound = std::numeric_limits<double>::infinity();
    if (condition.value != "never") {
        const auto parsed = parseNumber(condition.value, metric.dim, metric.unit);
        if (!parsed)
            return refused(metric.id + ": " + parsed.error());
        bound = *parsed;
    }
    const auto relation = condition.relation;
    return [bound, relation](const MetricValue& value) {
        const double number = std::get<double>(value); // NaN, not applicable, meets no condition
        if (relation == "=")
            return number == bound;
        if (relation == ">=")
            return number >= bound;
        if (relation == "<=")
            return number <= bound;
        return relation == ">" ? number > bound : number < bound;
    };
}

/// A real field is narrowed, and its numbers with it.
Test nearTest(double bound)
{
    constexpr double relative = 1e-6;
    return [bound](const MetricValue& value) {
        return std::abs(std::get<double>(value) - bound) <= relative * std::abs(bound);
    };
}

Result<Test> testOf(const Metric& metric, const Condition& condition)
{
    const MetricValue sample = metric.value(Report{}, metric.index);
    if (std::holds_alternative<std::string_view>(sample))
        return textTest(metric, condition, "word");
    if (std::holds_alternative<Texts>(sample))
        return textTest(metric, condition, "text");
    return std::holds_alternative<bool>(sample) ? truthTest(metric, condition) : numberTest(metric, condition);
}

/// How much is looked at.
struct ScanDensity {
    double everyUpTo;  // whole values
    int perDoubling;   // beyond
    double strideUpTo; // where the first value that means something is looked for
};

/// Each place of a collective's metric takes milliseconds. "balanced" holds within a fifth of a doubling.
ScanDensity densityFor(const Metric& metric)
{
    const bool isSlow = metric.onDemand && !metric.id.starts_with("shard.");
    return isSlow ? ScanDensity{0, 1, 512} : ScanDensity{4096, 64, 10'000};
}

/// Whether a value meets the condition; nothing where the scenario or the metric means nothing with it.
using Meets = std::function<std::optional<bool>(double)>;

/// The least of the first values of a whole field that mean something. The others are often its multiples alone: a size
/// that the axes divide, heads that share others. 1 where the bound does, or none.
double strideOf(const Field& field, const Meets& meets, double most)
{
    if (field.kind != FieldKind::whole)
        return 1;
    for (double value = field.min; value <= std::min(most, field.max); ++value)
        if (meets(value))
            return value == field.min ? 1 : value;
    return 1;
}

/// Where the scan looks: both bounds, the doublings between them, and places from one to the next; of a whole field
/// multiples of the stride too, and `now`, what the scenario has.
std::vector<double> scanPoints(const Field& field, const ScanDensity& density, double stride, double now)
{
    constexpr int finest = 64; // doublings below the upper bound, for real fields that reach down to 0
    std::vector<double> points{field.min};
    double start = stride > 1 ? stride : field.min; // nothing below means anything
    if (!(start > 0))
        start = field.kind == FieldKind::whole ? 1 : std::ldexp(field.max, -finest);
    if (start > field.min)
        points.push_back(start);
    const bool whole = field.kind == FieldKind::whole;
    for (; start < field.max; start *= 2) {
        const double between =
            whole && start < density.everyUpTo ? std::max<double>(density.perDoubling, start) : density.perDoubling;
        for (double i = 1; i <= between; ++i) {
            const double point = start * (1 + i / between);
            for (const double allowed :
                 {whole ? std::floor(point / stride) * stride : point, whole ? std::floor(point) : point})
                if (allowed > points.back() && allowed < field.max)
                    points.push_back(allowed);
        }
    }
    points.push_back(field.max);
    if (const auto at = std::ranges::lower_bound(points, now); whole && at != points.end() && *at > now)
        points.insert(at, now);
    return points;
}

/// Narrows [fails, holds] to the place where the condition begins to hold; of a whole field by multiples of the stride,
/// then one by one.
double refined(const Field& field, double fails, double holds, double stride, const Meets& meets)
{
    constexpr double relative = 1e-9;
    const bool whole = field.kind == FieldKind::whole;
    while (whole ? holds - fails > stride : holds - fails > relative * holds) {
        double middle = fails + (holds - fails) / 2;
        if (whole)
            middle = std::floor(middle / stride) * stride;
        if (middle <= fails || middle >= holds)
            break;
        (meets(middle).value_or(false) ? holds : fails) = middle;
    }
    for (double value = fails + 1; whole && stride > 1 && value < holds; ++value)
        if (meets(value).value_or(false))
            return value;
    return holds;
}

/// Of a size of a sharded product, found above what was looked at one by one: plans change with what the axes divide,
/// so the condition is met at some remainders of their product before it is at others. Of each divisor one remainder is
/// narrowed, then what lies just below is looked at one by one.
double leastOfRemainders(const Scenario& s, double above, double found, const Meets& meets)
{
    const auto mesh = readNamedMesh(s.shard.mesh);
    const double period = mesh ? static_cast<double>(mesh->devices()) : 1;
    if (!(found > above) || period < 2 || period > above)
        return found;
    const auto isMet = [&meets](double value) { return meets(value).value_or(false); };
    for (double divisor = 1; divisor <= period; ++divisor) {
        if (std::fmod(period, divisor) != 0)
            continue;
        double fails = std::ceil((above - divisor) / period), holds = std::floor((found - divisor) / period);
        const auto value = [&](double turns) { return divisor + turns * period; };
        if (holds <= fails || !isMet(value(holds)))
            continue;
        while (holds - fails > 1) {
            const double middle = std::floor((fails + holds) / 2);
            (isMet(value(middle)) ? holds : fails) = middle;
        }
        found = std::min(found, value(holds));
    }
    for (double value = std::max(above + 1, found - period); value < found; ++value)
        if (isMet(value))
            return value;
    return found;
}

/// Of the metric, or why there is none.
Result<std::pair<Metric, Test>> metricAndTest(const Scenario& s, const Condition& condition)
{
    auto metric = findMetric(*s.presets, condition.metric);
    if (!metric)
        return refused("There is no metric " + quoted(condition.metric) + ".");
    auto test = testOf(*metric, condition);
    if (!test)
        return refused(test.error());
    return std::pair(*std::move(metric), *std::move(test));
}

std::optional<bool> isMet(const Scenario& s, const Metric& metric, const Test& test, CollectiveCache& cache)
{
    const Report report = evaluate(s);
    const auto value = metricValue({s, report, cache}, metric);
    return applies(value) && canBeEvaluated(s, report) ? std::optional(test(value)) : std::nullopt;
}

/// Of a number that is to be equal to a bound, where no place of the scan has it: two neighbours on either side of the
/// bound have it between them, if any do.
std::optional<double> leastBetween(const Field& field, const std::vector<double>& points, double stride,
                                   const Meets& isAtLeast, const Meets& isAtMost, const Meets& meets)
{
    std::optional<double> last;
    for (const double point : points) {
        const auto above = isAtLeast(point);
        if (!above)
            continue;
        if (last && *isAtLeast(*last) != *above) {
            const double found = refined(field, *last, point, stride, *above ? isAtLeast : isAtMost);
            if (meets(found).value_or(false))
                return found;
        }
        last = point;
    }
    return std::nullopt;
}

} // namespace

Result<bool> meets(const Scenario& scenario, const Condition& condition)
{
    const auto asked = metricAndTest(scenario, condition);
    if (!asked)
        return refused(asked.error());
    CollectiveCache cache;
    return isMet(scenario, asked->first, asked->second, cache).value_or(false);
}

Result<std::optional<double>> solve(const Scenario& scenario, std::string_view fieldId, const Condition& condition,
                                    SolveCount* count)
{
    const auto row = fieldRow(fieldId);
    if (!row)
        return refused(row.error());
    const Field* field = *row;
    if (field->kind != FieldKind::whole && field->kind != FieldKind::real)
        return refused("Field " + quoted(fieldId) + " is not a number; solve needs a number field.");
    const auto asked = metricAndTest(scenario, condition);
    if (!asked)
        return refused(asked.error());
    Scenario varied = scenario;
    if (const auto set = setField(varied, fieldId, field->min); !set)
        return refused(set.error()); // of an operation that is not there
    CollectiveCache cache;
    const auto meetsTest = [&](const Test& test) -> Meets {
        return [&](double value) -> std::optional<bool> {
            if (!setField(varied, fieldId, value))
                return std::nullopt; // a value the field refuses is no solution
            const auto isMetThere = isMet(varied, asked->first, test, cache);
            if (count) {
                ++count->evaluated;
                count->meaningful += isMetThere ? 1 : 0;
            }
            return isMetThere;
        };
    };
    const Meets meets = meetsTest(asked->second);
    const auto density = densityFor(asked->first);
    const double stride = strideOf(*field, meets, density.strideUpTo);
    const auto now = fieldValue(scenario, fieldId);
    const auto points = scanPoints(*field, density, stride, now ? std::get<double>(*now) : field->min);
    const auto first = std::ranges::find_if(points, [&](double point) { return meets(point).value_or(false); });
    if (first == points.end()) {
        const auto least = metricAndTest(scenario, {condition.metric, ">=", condition.value});
        const auto most = metricAndTest(scenario, {condition.metric, "<=", condition.value});
        if (condition.relation != "=" || !least || !most) // of a number
            return std::nullopt;
        const bool whole = field->kind == FieldKind::whole;
        const Test near = nearTest(*parseNumber(condition.value, asked->first.dim, asked->first.unit));
        return leastBetween(*field, points, stride, meetsTest(least->second), meetsTest(most->second),
                            whole ? meets : meetsTest(near));
    }
    const double found = first == points.begin() ? *first : refined(*field, *std::prev(first), *first, stride, meets);
    const bool ofProduct = fieldId.starts_with("shard.size.") && asked->first.id.starts_with("shard.");
    return ofProduct ? leastOfRemainders(scenario, density.everyUpTo, found, meets) : found;
}

} // namespace core
