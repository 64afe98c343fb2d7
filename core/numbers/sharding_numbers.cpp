// SPDX-License-Identifier: GPL-3.0-or-later
// shard.* with places: every plan of the sharded product, the steps of a plan, arrays by name, gradients by operand.
#include "core/numbers/collective_cache.h"
#include "core/numbers/id_pattern.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include <fmt/format.h>

namespace core
{

namespace
{

using Planned = std::shared_ptr<const ShardingReport>;

/// The error where there is no plan.
tl::expected<Planned, std::string> reportOf(const Workspace& w)
{
    auto report = w.cache.sharding(w.scenario);
    if (const auto& error = report->error) {
        auto why = errorText(*error);
        if (why.ends_with('.'))
            why.pop_back();
        return tl::unexpected(fmt::format("shard.expr, column {}: {}", error->column, why));
    }
    if (report->plans.empty())
        return tl::unexpected(std::string("The expression of shard.expr has no plan"));
    return report;
}

/// 1 to `most`, as the place of a list; nothing else.
std::optional<std::size_t> placeIn(std::string_view text, std::size_t most)
{
    std::size_t at = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), at);
    if (error != std::errc() || end != text.data() + text.size() || at < 1 || at > most)
        return std::nullopt;
    return at - 1;
}

/// A plan that an id names by its first place, with all places of the id.
struct NamedPlan {
    Planned report;
    std::vector<std::string_view> places;
    const ShardingPlan& plan;
};

tl::expected<NamedPlan, std::string> namedPlan(const Workspace& w, std::string_view pattern, std::string_view id)
{
    auto report = reportOf(w);
    if (!report)
        return tl::unexpected(report.error());
    auto places = placesIn(pattern, id);
    if (!places)
        return tl::unexpected(places.error());
    const auto at = placeIn(places->front(), (*report)->plans.size());
    if (!at)
        return tl::unexpected(fmt::format("The product has plans 1 to {}", (*report)->plans.size()));
    const auto& plan = (*report)->plans[*at];
    return NamedPlan{*std::move(report), *std::move(places), plan};
}

/// A number of one plan. `Get` is a captureless generic lambda: ShardingOf, place of a step or an array -> Quantity.
template <class Get> ExplainedOrWhy ofPlan(const Workspace& w, const Planned& report, const ShardingPlan& plan,
                                           std::string_view id, std::string title, Depth depth, std::size_t at, Get)
{
    const auto plain = planNumbers(w.scenario, *report, plan);
    using Number = decltype(Get{}(plain, at));
    auto number = numberOf(w, id, std::move(title), {}, Number::dim, Get{}(plain, at).si());
    derive(number, w.scenario, depth,
           [&](const Recording& inputs) { return Get{}(tracedPlan(w.scenario, *report, plan, inputs), at).si(); });
    return number;
}

template <class Get> NumberRow planRow(std::string name, std::string words, Dim dim, Get get)
{
    const auto pattern = fmt::format("shard.plan.{}@{{plan}}", name);
    return {pattern,
            fmt::format("Plan {{plan}} of the sharded product, {}", words),
            {},
            dim,
            [pattern, words, get](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto named = namedPlan(w, pattern, id);
                if (!named)
                    return tl::unexpected(named.error());
                const auto& plan = named->plan;
                return ofPlan(w, named->report, plan, id, fmt::format("{}, {}", plan.text(), words), depth, 0, get);
            }};
}

std::string whyFree(const ReshardStep& step)
{
    return step.op == ReshardOp::slice
               ? fmt::format("Nothing is sent: along {} every device has the whole of it and drops what others keep.",
                             step.axes)
               : fmt::format("Nothing is sent: along {} one device keeps it, and the others put zeros in its place.",
                             step.axes);
}

template <class Get> NumberRow stepRow(std::string name, std::string words, Dim dim, Get get)
{
    const auto pattern = fmt::format("shard.step.{}@{{plan}},{{step}}", name);
    return {pattern,
            fmt::format("Collective {{step}} of plan {{plan}}, {}", words),
            {},
            dim,
            [pattern, words, get](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto named = namedPlan(w, pattern, id);
                if (!named)
                    return tl::unexpected(named.error());
                const auto& plan = named->plan;
                const auto all = plan.reshards();
                const auto step = placeIn(named->places.back(), all.size());
                if (!step)
                    return tl::unexpected(fmt::format("{} has {} reshardings", plan.text(), all.size()));
                auto number = ofPlan(w, named->report, plan, id, fmt::format("{}, {}", all[*step].text(), words), depth,
                                     *step, get);
                if (number && depth == Depth::explained && all[*step].isFree())
                    number->derivation.steps.front().sentence = whyFree(all[*step]);
                return number;
            }};
}

/// Of the arrays of the expression whose names are no A, B or C; those are metrics.
template <class Get> NumberRow arrayRow(std::string name, std::string words, Dim dim, Get get)
{
    const auto head = fmt::format("shard.{}.", name);
    return {head + "{array}",
            fmt::format("{} {{array}}", words),
            {},
            dim,
            [head, words, get](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto report = reportOf(w);
                if (!report)
                    return tl::unexpected(report.error());
                const auto arrays = (*report)->arrays();
                const auto array = std::ranges::find(arrays, id.substr(head.size()), &ShardedArray::name);
                if (array == arrays.end())
                    return tl::unexpected(fmt::format("The expression has no array {}", id.substr(head.size())));
                return ofPlan(w, *report, (*report)->plan(), id, fmt::format("{} {}", words, array->name), depth,
                              static_cast<std::size_t>(array - arrays.begin()), get);
            }};
}

/// Of the gradient of an operand.
template <class Get> NumberRow backRow(std::string name, std::string words, Dim dim, Get get)
{
    const auto head = fmt::format("shard.back.{}.", name);
    return {head + "{array}",
            fmt::format("{} of the gradient of {{array}}", words),
            {},
            dim,
            [head, words, get](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto report = reportOf(w);
                if (!report)
                    return tl::unexpected(report.error());
                const auto& operands = (*report)->expression.operands;
                const auto array = std::ranges::find(operands, id.substr(head.size()), &ShardedArray::name);
                const auto at = static_cast<std::size_t>(array - operands.begin());
                if (at >= (*report)->back.size() || (*report)->back[at].empty())
                    return tl::unexpected(fmt::format("No product gives a gradient of {}", id.substr(head.size())));
                return ofPlan(w, *report, (*report)->back[at].front(), id,
                              fmt::format("{} of the gradient of {}", words, array->name), depth, 0, get);
            }};
}

/// "2,048 × 8,192".
NumberRow localShapeRow()
{
    return {"shard.local.{array}",
            "Shape on one device of {array}",
            {},
            dim::count,
            [](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto report = reportOf(w);
                if (!report)
                    return tl::unexpected(report.error());
                const auto name = id.substr(std::string_view("shard.local.").size());
                const auto arrays = (*report)->arrays();
                const auto array = std::ranges::find(arrays, name, &ShardedArray::name);
                if (array == arrays.end())
                    return tl::unexpected(fmt::format("The expression has no array {}", name));
                auto number = numberOf(w, id, fmt::format("Shape on one device of {}", name), {}, dim::count, 0);
                std::string shape;
                std::string said;
                for (const auto& dim : array->dims) {
                    const auto size = (*report)->sizes.at(dim.name);
                    const auto parts = (*report)->mesh.size(dim.axes);
                    const auto local = grouped(static_cast<double>((*report)->localShape({{}, {dim}, {}}).front()));
                    shape += (shape.empty() ? "" : " × ") + local;
                    said += (said.empty() ? "" : ", ") +
                            (dim.axes.empty() ? fmt::format("{} whole: {}", dim.name, local)
                                              : fmt::format("{} over {}: {} / {} = {}", dim.name, dim.axes,
                                                            grouped(static_cast<double>(size)), parts, local));
                }
                number.value = Texts{shape};
                if (depth == Depth::explained) {
                    say(number, array->text(), said + ".");
                    number.derivation.steps.front().word = shape;
                }
                return number;
            }};
}

} // namespace

std::vector<NumberRow> shardingNumberRows()
{
    const auto time = [](const auto& n, std::size_t) { return n.time; };
    const auto math = [](const auto& n, std::size_t) { return n.math; };
    const auto comms = [](const auto& n, std::size_t) { return n.comms; };
    const auto flops = [](const auto& n, std::size_t) { return n.flops; };
    const auto payload = [](const auto& n, std::size_t) { return n.payload; };
    return {planRow("time", "time", dim::second, time),
            planRow("math", "math", dim::second, math),
            planRow("comms", "collectives", dim::second, comms),
            planRow("flops", "FLOPs of one device", dim::flop, flops),
            planRow("bytes", "bytes that its collectives gather or reduce", dim::byte, payload),
            stepRow("time", "time", dim::second, [](const auto& n, std::size_t at) { return n.steps[at].seconds; }),
            stepRow("bytes", "bytes", dim::byte, [](const auto& n, std::size_t at) { return n.steps[at].bytes; }),
            arrayRow("bytes", "Bytes on one device of", dim::byte,
                     [](const auto& n, std::size_t at) { return n.bytes[at]; }),
            arrayRow("replication", "Devices that hold the same piece, or a term, of", dim::count,
                     [](const auto& n, std::size_t at) { return n.copies[at]; }),
            localShapeRow(),
            backRow("time", "Time", dim::second, time),
            backRow("math", "Math time", dim::second, math),
            backRow("comms", "Collectives", dim::second, comms),
            backRow("flops", "FLOPs of one device", dim::flop, flops),
            backRow("bytes", "Bytes that the collectives gather or reduce", dim::byte, payload)};
}

} // namespace core
