// SPDX-License-Identifier: GPL-3.0-or-later
// Places of a torus against places of the part of it that takes part.
#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"

#include <cmath>
#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double maxMessages = 1.5e6; // of a step: 230 MB of a picture

/// The named axes in their order, then the others.
std::array<int, 3> axesOf(std::string_view letters)
{
    constexpr std::string_view all = "XYZ";
    std::array<int, 3> axes{0, 1, 2};
    if (letters == "all")
        return axes;
    std::size_t next = 0;
    for (const char letter : letters)
        axes[next++] = static_cast<int>(all.find(letter));
    for (const char letter : all)
        if (letters.find(letter) == std::string_view::npos)
            axes[next++] = static_cast<int>(all.find(letter));
    return axes;
}

} // namespace

int WholeCollective::chipOfPart(int wholeChip) const
{
    const auto& part = analysis.request.topology;
    const auto at = whole.coordinates(wholeChip);
    Coordinates there{};
    for (std::size_t k = 0; k < 3; ++k)
        there[k] = part.axes[k].length > 1 ? at[place(axes[k])] : 0;
    return part.chip(there);
}

int WholeCollective::chipOfWhole(int partChip, int wholeChip) const
{
    const auto& part = analysis.request.topology;
    auto at = whole.coordinates(wholeChip);
    const auto there = part.coordinates(partChip);
    for (std::size_t k = 0; k < 3; ++k)
        if (part.axes[k].length > 1)
            at[place(axes[k])] = there[k];
    return whole.chip(at);
}

int WholeCollective::portOfWhole(int partPort) const
{
    return whole.wiring == Wiring::throughSwitch ? partPort : 2 * axes[place(axisOf(partPort))] + partPort % 2;
}

tl::expected<WholeCollective, std::string> wholeCollective(const Scenario& scenario)
{
    auto analysis = analyseCollective(scenario);
    return analysis ? wholeCollective(scenario, *std::move(analysis)) : tl::unexpected(analysis.error());
}

tl::expected<WholeCollective, std::string> wholeCollective(const Scenario& scenario, CollectiveAnalysis analysis)
{
    const auto& coll = scenario.coll;
    const auto whole = readTopology(coll.torus, scenario.hw, coll.wrap);
    if (!whole)
        return tl::unexpected(whole.error());
    if (analysis.schedule.symmetric && whole->wiring == Wiring::throughSwitch && analysis.schedule.steps > 0) {
        Step first;
        addSends(analysis.schedule, 0, 0, first);
        if (const double messages = double(first.transfers.size()) * whole->chips(); messages > maxMessages)
            return tl::unexpected(fmt::format(
                "coll.torus: {} GPUs behind a switch send {:.0f} million messages at once, too many to show; "
                "choose at most {}, or an algorithm of more steps",
                whole->chips(), messages / 1e6, std::floor((1 + std::sqrt(1 + 4 * maxMessages)) / 2)));
    }
    WholeCollective result{*whole, {0, 1, 2}, std::move(analysis), {}};
    result.whole.oneWay = coll.direction == LinkDirection::one && whole->wiring == Wiring::torus;
    const bool pair = coll.kind == CollectiveKind::permute && result.analysis.request.shift == 0; // goes by all axes
    if (whole->wiring == Wiring::torus && !pair)
        result.axes = axesOf(coll.axes);
    result.stepEnds = stepEnds(result.analysis, coll.clock);
    result.units = scenario.conv.unit;
    return result;
}

WholeCollective withMatmul(WholeCollective collective, const OwnMatmul& own, const Scenario& scenario)
{
    collective.analysis = withMatmul(std::move(collective.analysis), own, scenario);
    collective.stepEnds = stepEnds(collective.analysis, scenario.coll.clock);
    collective.ownOrder = true;
    return collective;
}

} // namespace core
