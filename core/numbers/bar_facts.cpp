// SPDX-License-Identifier: GPL-3.0-or-later
// Looks a bar up and tells what it begins with.
#include "core/collectives/analysis.h"
#include "core/numbers/step_facts.h"
#include "core/numbers/step_row.h"
#include "core/numbers/step_stage.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

bool ends(const GanttBar& bar, double moment, double rounding) { return std::abs(bar.end - moment) <= rounding; }

/// Messages of a chip share its port of a switch; on a torus each row has its own link.
bool linkHasJustEnded(const WholeCollective& collective, const Gantt& gantt, const GanttLane& lane, const GanttBar& bar,
                      double rounding)
{
    const bool switched = collective.whole.wiring == Wiring::throughSwitch;
    return std::any_of(gantt.lanes.begin(), gantt.lanes.end(), [&](const GanttLane& other) {
        return (switched || &other == &lane) &&
               std::any_of(other.bars.begin(), other.bars.end(), [&](const GanttBar& before) {
                   return before.step < bar.step && ends(before, bar.start, rounding);
               });
    });
}

BarStart startOf(const StepFacts& facts, const Gantt& gantt, const GanttLane& lane, const GanttBar& bar,
                 CollectiveClock clock)
{
    const auto& collective = facts.collective;
    const double rounding = 1e-9 * gantt.end;
    const bool serialized = facts.row.naive;
    const bool waits = clock != CollectiveClock::async;
    if (bar.start <= rounding)
        return BarStart::atOnce;
    if (lane.row.multiplies()) {
        const bool goesOn = std::any_of(lane.bars.begin(), lane.bars.end(), [&](const GanttBar& before) {
            return before.start < bar.start && ends(before, bar.start, rounding);
        });
        return goesOn       ? BarStart::product
               : serialized ? BarStart::collective
               : waits      ? BarStart::barrier
                            : BarStart::data;
    }
    const bool first = std::all_of(gantt.lanes.begin(), gantt.lanes.end(), [&](const GanttLane& other) {
        return other.row.multiplies() || other.bars.front().start >= bar.start - rounding;
    });
    const auto& plan = collective.analysis.matmul;
    if (serialized && first && plan && plan->form == MatmulForm::scatter)
        return BarStart::products;
    if (waits)
        return BarStart::barrier;
    return linkHasJustEnded(collective, gantt, lane, bar, rounding) ? BarStart::link : BarStart::data;
}

/// The n-th of a row's bars in a step, from 1; null where there are fewer.
const GanttBar* productAt(const GanttLane& lane, int step, int n)
{
    for (const auto& bar : lane.bars)
        if (bar.step == step && --n == 0)
            return &bar;
    return nullptr;
}

const GanttBar* barIn(const StepFacts& facts, const GanttLane& lane)
{
    const auto& place = facts.place;
    if (facts.row.isOfProduct() != lane.row.multiplies())
        return nullptr;
    if (lane.row.multiplies())
        return productAt(lane, place.step - 1, place.part);
    const auto found = std::find_if(lane.bars.begin(), lane.bars.end(), [&](const GanttBar& bar) {
        return bar.step == place.step - 1 && facts.collective.chipOfWhole(bar.to, place.chip) == place.to;
    });
    return found == lane.bars.end() ? nullptr : &*found;
}

} // namespace

Gantt barsOf(const CollectiveAnalysis& analysis, bool naive, CollectiveClock clock, int chip)
{
    return analysis.matmul ? matmulGantt(analysis, naive ? MatmulMode::serialized : MatmulMode::overlapped, clock, chip)
                           : linkGantt(analysis, clock, chip);
}

tl::expected<BarFacts, std::string> barAt(const StepFacts& facts, const Gantt& gantt, CollectiveClock clock,
                                          std::string_view id)
{
    for (const auto& lane : gantt.lanes) {
        const auto* bar = barIn(facts, lane);
        if (!bar)
            continue;
        BarFacts found{*bar, startOf(facts, gantt, lane, *bar, clock), 0, exposedSeconds(gantt, lane.row, *bar)};
        found.hidden = bar->end - bar->start - found.exposed;
        if (found.hidden <= 1e-9 * (bar->end - bar->start))
            found.hidden = 0;
        return found;
    }
    return tl::unexpected(
        fmt::format("'{}': chip {} does no such thing in step {}", id, facts.place.chip, facts.place.step));
}

} // namespace core
