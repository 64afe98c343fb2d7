// SPDX-License-Identifier: GPL-3.0-or-later
// schedule: the steps of the collective, every message of them, and its times.
#include "app/schedule_text.h"

#include "app/program.h"
#include "app/scenario_source.h"
#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/collectives/report.h"
#include "core/quantity/format.h"

#include <algorithm>
#include <charconv>
#include <ostream>

#include <fmt/format.h>

namespace app
{

namespace
{

constexpr double maxTransfers = 1e6; // of one answer: printed within seconds
constexpr double maxChunks = 2e7;    // that they carry: looked at within seconds
constexpr double maxBytes = 2e8;     // of text

/// "1..3" or "5", counted from 1 as in all tables; all steps when nothing was asked for.
Steps stepsOf(const std::string& text, int all)
{
    if (text.empty())
        return {0, all - 1};
    const auto dots = std::min(text.find(".."), text.size());
    const char* const dotsAt = text.data() + dots;
    const char* const end = text.data() + text.size();
    const char* const second = dotsAt == end ? text.data() : dotsAt + 2;
    int first = 0;
    int last = 0;
    if (all == 0)
        throw Failure(Exit::usage,
                      fmt::format("--steps {} names none: the collective has no steps, as nothing is sent.", text));
    const bool read = std::from_chars(text.data(), dotsAt, first).ptr == dotsAt && dots > 0 &&
                      std::from_chars(second, end, last).ptr == end && second != end;
    if (!read || first < 1 || last < first || last > all)
        throw Failure(
            Exit::usage,
            fmt::format("--steps {} is not a step or a range of the steps 1 to {}; write --steps {}{}. The t of "
                        "--json is one less.",
                        text, all, all, all > 1 ? fmt::format(" or --steps 1..{}", all) : std::string()));
    return {first - 1, last - 1};
}

/// What is printed of some steps.
struct Amount {
    core::StepSize size;
    double bytes = 0;

    bool fits() const { return size.transfers <= maxTransfers && size.chunks <= maxChunks && bytes <= maxBytes; }
};

void add(Amount& amount, const core::Schedule& schedule, int step, bool json)
{
    const auto size = core::sizeOf(schedule, step);
    amount.size.transfers += size.transfers;
    amount.size.chunks += size.chunks;
    amount.bytes += bytesOf(schedule, size, json);
}

/// How many of the steps fit together, from the first one on.
int fitting(const core::CollectiveAnalysis& analysis, const Steps& steps, bool json)
{
    const auto& schedule = analysis.schedule;
    const double mean = 1.0 * static_cast<double>(analysis.timing.messages) / std::max(1, schedule.steps);
    if (mean > maxTransfers) // without a look at any of them
        return 0;
    Amount amount;
    for (int t = steps.first; t <= steps.last; ++t) {
        if (t < schedule.steps)
            add(amount, schedule, t, json);
        if (!amount.fits())
            return t - steps.first;
    }
    return steps.last - steps.first + 1;
}

/// Fails, before anything is made, where the steps would print more than is read or kept.
void checkAmount(const core::CollectiveAnalysis& analysis, const Steps& steps, bool json)
{
    const int fit = fitting(analysis, steps, json);
    if (fit > steps.last - steps.first)
        return;
    const int first = steps.first + 1; // counted from 1
    throw Failure(
        Exit::invalid,
        fmt::format("{} {} than {} transfers, {} chunks or {} of text, the most that are printed at once; {}.",
                    fit == 0 ? fmt::format("Step {}", first) : fmt::format("Steps {} to {}", first, first + fit),
                    fit == 0 ? "has more" : "have more", core::grouped(maxTransfers), core::grouped(maxChunks),
                    core::format(maxBytes, core::dim::byte),
                    fit == 0 ? std::string("choose fewer chips in coll.torus")
                             : fmt::format("ask for --steps {}..{}", first, first + fit - 1)));
}

} // namespace

Exit schedule(const ScheduleRequest& request, Console console)
{
    const auto scenario = requestedScenario(request.scenario, console.in);
    const auto report = core::evaluateCollective(scenario);
    if (!report.analysis)
        throw Failure(Exit::invalid, report.problem + ".");
    const auto collective = core::wholeCollective(scenario, *report.analysis);
    if (!collective)
        throw Failure(Exit::invalid, collective.error() + ".");
    const int all = rowsOf(*report.analysis);
    const auto steps = stepsOf(request.steps, all);
    checkAmount(*report.analysis, steps, request.json);
    const Printed printed{scenario, report, *collective};
    request.json ? printJson(printed, steps, console.out) : printTable(printed, steps, console.out);
    return Exit::good;
}

} // namespace app
