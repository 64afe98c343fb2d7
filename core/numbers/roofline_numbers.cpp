// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the roofline: rates and ridges of its roofs, intensities and rates of its points.
#include "core/evaluate/evaluate.h"
#include "core/numbers/id_pattern.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/operation/roofline_body.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

namespace core
{

namespace
{

/// The roofs and points of one roofline, on doubles or on traced numbers.
template <class In> struct RooflineValues {
    using R = typename In::Rep;
    RooflineBody<In> body;
    std::vector<SlopeOf<R>> slopes = body.slopes();

    const SlopeOf<R>* slope(std::string_view place) const
    {
        const auto found = std::ranges::find_if(slopes, [&](const auto& one) { return idOf(one.resource) == place; });
        return found == slopes.end() ? nullptr : &*found;
    }
    std::optional<PointOf<R>> step(std::string_view place) const
    {
        for (const auto& point : body.step(slopes))
            if (idOf(point.resource) == place)
                return point;
        return std::nullopt;
    }
    std::optional<PointOf<R>> operation(std::string_view place) const
    {
        for (const auto& point : body.operations())
            if (point.name == place)
                return point;
        return std::nullopt;
    }
};

/// `words`: where "{}" stands, the roof or the operation is named.
struct RooflineRow {
    std::string_view pattern, words;
    Dim dim;
    std::optional<double> (*value)(const RooflineValues<Plain>&, std::string_view place);
    std::optional<Traced> (*traced)(const RooflineValues<Recording>&, std::string_view place);
};

/// `Get` is a captureless generic lambda: RooflineValues, place -> pointer or optional of a Quantity.
template <Dim D, class Get> constexpr RooflineRow rooflineRow(std::string_view pattern, std::string_view words, Get)
{
    return {pattern, words, D,
            [](const RooflineValues<Plain>& v, std::string_view place) -> std::optional<double> {
                const auto found = Get{}(v, place);
                return found ? std::optional(found->si()) : std::nullopt;
            },
            [](const RooflineValues<Recording>& v, std::string_view place) -> std::optional<Traced> {
                const auto found = Get{}(v, place);
                return found ? std::optional(found->si()) : std::nullopt;
            }};
}

constexpr std::array rooflineRows{
    rooflineRow<dim::flopPerSecond>("roof.peak", "Peak rate of one chip",
                                    [](const auto& v, auto) { return std::optional(v.body.peak()); }),
    rooflineRow<dim::bytePerSecond>("roof.rate@{roof}", "Bandwidth of the roof {}",
                                    [](const auto& v, auto place) {
                                        const auto* found = v.slope(place);
                                        return found ? std::optional(found->rate) : std::nullopt;
                                    }),
    rooflineRow<dim::flopPerByte>("roof.ridge@{roof}", "Ridge of {}: from this intensity on math limits",
                                  [](const auto& v, auto place) {
                                      const auto* found = v.slope(place);
                                      return found ? std::optional(found->ridge) : std::nullopt;
                                  }),
    rooflineRow<dim::flopPerByte>("roof.step@{roof}", "FLOPs of the step over its bytes on {}",
                                  [](const auto& v, auto place) {
                                      const auto found = v.step(place);
                                      return found ? std::optional(found->intensity) : std::nullopt;
                                  }),
    rooflineRow<dim::flopPerSecond>("roof.reached", "Rate of one chip in the step",
                                    [](const auto& v, auto) {
                                        const auto all = v.body.step(v.slopes);
                                        return all.empty() ? std::nullopt : std::optional(all.front().rate);
                                    }),
    rooflineRow<dim::flopPerByte>("roof.intensity@{name}", "Arithmetic intensity of {}",
                                  [](const auto& v, auto place) {
                                      const auto found = v.operation(place);
                                      return found ? std::optional(found->intensity) : std::nullopt;
                                  }),
    rooflineRow<dim::flopPerSecond>("roof.bound@{name}", "Rate of {} at the roof", [](const auto& v, auto place) {
        const auto found = v.operation(place);
        return found ? std::optional(found->rate) : std::nullopt;
    })};

std::string titleOf(const RooflineRow& row, std::string_view place)
{
    constexpr std::array names{"math", "HBM", "axis X", "axis Y", "axis Z", "DCN"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (idOf(static_cast<Resource>(i)) == place)
            place = names[i];
    return fmt::format(fmt::runtime(row.words), place);
}

ExplainedOrWhy rooflineNumber(const RooflineRow& row, const Workspace& w, std::string_view id, Depth depth)
{
    const auto place = id.substr(headOf(row.pattern).size());
    const Plain plain;
    const Reader<Plain> reader(plain, w.scenario);
    const auto value = row.value({RooflineBody<Plain>(w.scenario, reader, w.report)}, place);
    if (!value)
        return tl::unexpected(fmt::format("The roofline of this scenario has no '{}'", place));
    auto number = numberOf(w, id, titleOf(row, place), {}, row.dim, *value);
    derive(number, w.scenario, depth, [&](const Recording& inputs) {
        const auto report = tracedReport(w.scenario, inputs);
        const Reader<Recording> in(inputs, w.scenario);
        return row.traced({RooflineBody<Recording>(w.scenario, in, report)}, place).value_or(Traced(*value));
    });
    return number;
}

} // namespace

std::vector<NumberRow> rooflineNumberRows()
{
    std::vector<NumberRow> all;
    for (const auto& row : rooflineRows)
        all.push_back({std::string(row.pattern),
                       titleOf(row, row.pattern.ends_with("{name}") ? "{name}" : "{roof}"),
                       {},
                       row.dim,
                       [&row](const Workspace& w, std::string_view id, Depth depth) {
                           return rooflineNumber(row, w, id, depth);
                       }});
    return all;
}

} // namespace core
