// SPDX-License-Identifier: GPL-3.0-or-later
// Both forms have the same counts, which differ in their names.
#include "core/io/nsight_form.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view ofCycle = ".per_cycle_elapsed";

bool has(const CsvRow& head, std::string_view name) { return !name.empty() && columnOf(head, name).has_value(); }

bool counts(NsightForm form, const CsvRow& head, const NsightCount& count)
{
    return has(head, nsightExecutions(form, count)) || has(head, nsightFlops(form, count));
}

bool counts(NsightForm form, const CsvRow& head)
{
    return std::ranges::any_of(nsightWorks, [&](const NsightWork& work) {
        return std::ranges::any_of(work.perCycle, [&](const NsightCount& one) { return counts(form, head, one); });
    });
}

/// Whether the row has a cell in that column.
bool hasColumn(const CsvRow& head, const CsvRow& row, std::string_view name)
{
    const auto column = name.empty() ? std::nullopt : columnOf(head, name);
    return column && !cellOf(row, *column).empty();
}

/// The first count of cycles beside sums that no clock times and no sum stands for, as a clause.
std::string lacksClock(const CsvRow& head)
{
    for (const NsightWork& work : nsightWorks)
        for (const NsightCount& count : work.perCycle)
            if (counts(NsightForm::PerCycle, head, count) && !counts(NsightForm::Whole, head, count))
                return fmt::format("counts {0} of a cycle alone and lacks {1}; export {0}, as of the others",
                                   nsightExecutions(NsightForm::Whole, count), nsightCycles);
    return {};
}

/// Counts that miss the one with most FLOPs, or all of them, as a clause.
std::string lacksCounts(NsightForm form, const CsvRow& head)
{
    for (const NsightWork& work : nsightWorks) {
        const NsightCount& fused = work.perCycle.back();
        const bool any =
            std::ranges::any_of(work.perCycle, [&](const NsightCount& c) { return counts(form, head, c); });
        if (any && !fused.ready.empty() && !counts(form, head, fused))
            return fmt::format("counts additions or products in {} and lacks {}; export it too, most FLOPs are its own",
                               work.format, nsightExecutions(form, fused));
    }
    return counts(form, head) ? std::string()
                              : fmt::format("is of Nsight Compute and counts no FLOPs; export the section "
                                            "SpeedOfLight_RooflineChart, or metrics such as {} (F1 lists them)",
                                            nsightWorks.front().perCycle.back().metric);
}

/// Of sums that are not all there.
std::string lacksSums(const CsvRow& head)
{
    const std::string_view lacking = !has(head, "time_s")        ? nsightTime
                                     : !has(head, nsightTraffic) ? nsightTraffic
                                                                 : "counts of FLOPs";
    return fmt::format("has sums of whole kernels and lacks {}; export --metrics {},{} with those of the FLOPs, such "
                       "as {} (F1 lists them)",
                       lacking, nsightTime, nsightTraffic,
                       nsightExecutions(NsightForm::Whole, nsightWorks.front().perCycle.back()));
}

} // namespace

NsightForm nsightForm(const CsvRow& head)
{
    const auto timed = [&head](NsightForm form) {
        const NsightPace pace = nsightPace(form);
        return has(head, pace.time) && has(head, pace.bytes);
    };
    const bool clocked = timed(NsightForm::PerCycle);
    if (clocked && counts(NsightForm::PerCycle, head))
        return NsightForm::PerCycle;
    if (timed(NsightForm::Whole) && counts(NsightForm::Whole, head))
        return NsightForm::Whole;
    return clocked ? NsightForm::PerCycle : NsightForm::None;
}

NsightPace nsightPace(NsightForm form)
{
    return form == NsightForm::Whole ? NsightPace{"time_s", nsightTraffic} : NsightPace{nsightCycles, nsightBytes};
}

std::string_view nsightExecutions(NsightForm form, const NsightCount& count)
{
    std::string_view name = count.metric;
    if (form == NsightForm::Whole && name.ends_with(ofCycle))
        name.remove_suffix(ofCycle.size());
    return name;
}

std::string_view nsightFlops(NsightForm form, const NsightCount& count)
{
    return form == NsightForm::Whole ? std::string_view() : count.ready;
}

bool nsightReads(NsightForm form, std::string_view metric)
{
    if (metric.empty() || form == NsightForm::None || isNsightDuration(metric))
        return form != NsightForm::PerCycle && isNsightDuration(metric);
    const NsightPace pace = nsightPace(form);
    return metric == pace.time || metric == pace.bytes || std::ranges::any_of(nsightWorks, [&](const NsightWork& work) {
               return std::ranges::any_of(work.perCycle, [&](const NsightCount& count) {
                   return metric == nsightExecutions(form, count) || metric == nsightFlops(form, count);
               });
           });
}

bool isNsightDuration(std::string_view head)
{
    constexpr std::string_view start = "gpu__time_duration";
    if (!head.starts_with(start))
        return false;
    head.remove_prefix(start.size());
    return head.starts_with('.') || head.find('.') == std::string_view::npos; // no "..._measured_user.sum"
}

bool isNsight(const CsvRow& head)
{
    return std::ranges::any_of(head.cells, [](const std::string& name) {
        return name.find("__") != std::string::npos && name.find('.') != std::string::npos;
    });
}

std::string nsightLacks(const CsvRow& head)
{
    const NsightForm form = nsightForm(head);
    if (form == NsightForm::Whole)
        if (auto clause = lacksClock(head); !clause.empty())
            return clause;
    if (form != NsightForm::None)
        return lacksCounts(form, head);
    if (!has(head, "time_s") && std::ranges::any_of(head.cells, isNsightDuration))
        return fmt::format("gives {0} no unit below row {1}; keep the row of units there, or write it behind the name: "
                           "\"{0} [us]\"",
                           nsightTime, head.number);
    const bool clocked = has(head, nsightCycles) || has(head, nsightBytes);
    if (!clocked &&
        (counts(NsightForm::Whole, head) || (has(head, nsightTraffic) && !counts(NsightForm::PerCycle, head))))
        return lacksSums(head);
    return fmt::format("is of Nsight Compute and lacks {}; export the section SpeedOfLight_RooflineChart, or "
                       "--metrics {},{} with those of the FLOPs, such as {} (F1 lists them)",
                       has(head, nsightCycles) ? nsightBytes : nsightCycles, nsightCycles, nsightBytes,
                       nsightWorks.front().perCycle.back().metric);
}

std::string_view nsightCellLacking(NsightForm form, const CsvRow& head, const CsvRow& row)
{
    const NsightPace pace = nsightPace(form);
    for (const auto name : {pace.time, pace.bytes})
        if (!hasColumn(head, row, name))
            return name;
    std::string_view first;
    bool any = false;
    for (const NsightWork& work : nsightWorks) {
        std::string_view lacking;
        bool here = false;
        for (const NsightCount& count : work.perCycle) {
            const auto executions = nsightExecutions(form, count), flops = nsightFlops(form, count);
            const bool cell = hasColumn(head, row, executions) || hasColumn(head, row, flops);
            const auto column = has(head, flops) ? flops : executions;
            if (!cell && lacking.empty() && has(head, column))
                lacking = column;
            here = here || cell;
        }
        if (here && !lacking.empty())
            return lacking;
        any = any || here;
        first = first.empty() ? lacking : first;
    }
    return any ? std::string_view() : first;
}

} // namespace core
