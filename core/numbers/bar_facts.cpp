// SPDX-License-Identifier: GPL-3.0-or-later
// Looks a bar up and tells what it begins with.
#include "core/numbers/bar_facts.h"

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

BarStart startOf(const WholeCollective& collective, const Gantt& gantt, const GanttLane& lane, const GanttBar& bar,
                 const StepPlace& place, CollectiveClock clock)
{
    const double rounding = 1e-9 * gantt.end;
    const bool inTurn = isInTurn(place.number);
    const bool waits = clock != CollectiveClock::async;
    if (bar.start <= rounding)
        return BarStart::atOnce;
    if (lane.row.multiplies()) {
        const bool goesOn = std::any_of(lane.bars.begin(), lane.bars.end(), [&](const GanttBar& before) {
            return before.start < bar.start && ends(before, bar.start, rounding);
        });
        return goesOn ? BarStart::product : inTurn ? BarStart::collective : waits ? BarStart::barrier : BarStart::data;
    }
    const bool first = std::all_of(gantt.lanes.begin(), gantt.lanes.end(), [&](const GanttLane& other) {
        return other.row.multiplies() || other.bars.front().start >= bar.start - rounding;
    });
    const auto& plan = collective.study.matmul;
    if (inTurn && first && plan && plan->form == MatmulForm::scatter)
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

const GanttBar* barIn(const WholeCollective& collective, const GanttLane& lane, const StepPlace& place)
{
    if (isProduct(place.number) != lane.row.multiplies())
        return nullptr;
    if (lane.row.multiplies())
        return productAt(lane, place.step - 1, place.part);
    const auto found = std::find_if(lane.bars.begin(), lane.bars.end(), [&](const GanttBar& bar) {
        return bar.step == place.step - 1 && collective.chipOfWhole(bar.to, place.chip) == place.to;
    });
    return found == lane.bars.end() ? nullptr : &*found;
}

} // namespace

Gantt barsOf(const CollectiveStudy& study, StepNumber number, CollectiveClock clock, int chip)
{
    return study.matmul ? matmulGantt(study, isInTurn(number) ? MatmulWay::inTurn : MatmulWay::beside, clock, chip)
                        : linkGantt(study, clock, chip);
}

tl::expected<BarFacts, std::string> barAt(const WholeCollective& collective, const Gantt& gantt, const StepPlace& place,
                                          CollectiveClock clock, std::string_view id)
{
    for (const auto& lane : gantt.lanes) {
        const auto* bar = barIn(collective, lane, place);
        if (!bar)
            continue;
        BarFacts facts{*bar, startOf(collective, gantt, lane, *bar, place, clock), 0,
                       exposedSeconds(gantt, lane.row, *bar)};
        facts.hidden = bar->end - bar->start - facts.exposed;
        if (facts.hidden <= 1e-9 * (bar->end - bar->start))
            facts.hidden = 0;
        return facts;
    }
    return tl::unexpected(fmt::format("'{}': chip {} does no such thing in step {}", id, place.chip, place.step));
}

} // namespace core
