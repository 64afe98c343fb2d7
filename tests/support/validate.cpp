// SPDX-License-Identifier: GPL-3.0-or-later
// Replays steps against the state of the goal, and adds up bytes.
#include "support/validate.h"

#include "support/replay.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tests
{

using namespace core;

namespace
{

constexpr double roundOff = 1e-9; // of sums that are whole only when elements are

/// Replays a schedule step by step and returns the bytes sent; nothing where that would need too much memory.
std::optional<double> replaySteps(const Schedule& schedule, Findings& findings)
{
    const auto state = sums(schedule.goal) ? reductionState(schedule) : movingState(schedule);
    if (!state)
        return std::nullopt;
    auto stamps = noStamps(schedule.topology);
    std::vector<char> replayable;
    double sent = 0;
    Step step;
    for (int t = 0; t < schedule.steps; ++t) {
        fillStep(schedule, t, step);
        replayable.clear();
        for (const auto& transfer : step.transfers) {
            sent += transfer.bytes;
            replayable.push_back(checkMessage(schedule, t, step, transfer, stamps, findings) ? 1 : 0);
            if (replayable.back())
                state->send(t, transfer, step.chunks(transfer), findings);
        }
        for (std::size_t i = 0; i < step.transfers.size(); ++i)
            if (replayable[i])
                state->receive(t, step.transfers[i], step.chunks(step.transfers[i]), findings);
    }
    state->finish(findings);
    return sent;
}

/// Bytes the goal needs on all links together.
double neededBytes(const Schedule& schedule)
{
    const double all = schedule.chunks.totalBytes();
    const double others = schedule.topology.chips() - 1;
    if (schedule.goal == Goal::gather || schedule.goal == Goal::reduceScatter)
        return others * all;
    if (schedule.goal == Goal::allReduce)
        return 2 * others * all;
    double bytes = 0;
    for (ChunkNumber i = 0; i < schedule.chunks.count(); ++i) {
        const auto name = schedule.chunks.name(i);
        const bool blocks = schedule.goal == Goal::exchangeBlocks;
        const auto way = blocks ? Delivery{name.source, name.owner} : schedule.deliveries[static_cast<std::size_t>(i)];
        bytes += schedule.chunks.bytes({i, 1}) * schedule.topology.distance(way.from, way.to);
    }
    return bytes;
}

void checkTotal(const Schedule& schedule, double sent, Findings& findings)
{
    const double needed = neededBytes(schedule);
    const bool longerWays = schedule.goal == Goal::deliver; // both ways round a ring are used
    const bool good = std::abs(sent - needed) <= roundOff * needed || (longerWays && sent > needed);
    if (!good)
        findings.add(ScheduleRule::totalBytes, -1, fmt::format("{} bytes are sent, {} are needed", sent, needed));
}

/// The gather that this reduction is when time runs backwards.
Schedule turnedRound(const Schedule& schedule)
{
    Schedule gather = reversed(schedule);
    gather.goal = Goal::gather;
    gather.carries = [back = std::move(gather.carries)](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        back(step, chip, port, runs);
        return TransferOp::copy;
    };
    return gather;
}

} // namespace

std::optional<std::vector<Violation>> checkEveryChip(const Schedule& schedule)
{
    Findings findings;
    const auto sent =
        schedule.goal == Goal::gather ? replayGather(schedule, findings) : replaySteps(schedule, findings);
    if (!sent)
        return std::nullopt;
    checkTotal(schedule, *sent, findings);
    return findings.taken();
}

std::vector<Violation> checkOneChip(const Schedule& given)
{
    const Schedule schedule = given.goal == Goal::reduceScatter ? turnedRound(given) : given;
    Findings findings;
    std::vector<char> held(static_cast<std::size_t>(schedule.chunks.count()), 0);
    for (const auto chunk : ownChunks(schedule.chunks, 0))
        held[static_cast<std::size_t>(chunk)] = 1;
    auto stamps = noStamps(schedule.topology);
    double sent = 0;
    Step step;
    std::vector<ChunkNumber> arriving;
    for (int t = 0; t < schedule.steps; ++t) {
        step.clear();
        addSends(schedule, t, 0, step);
        arriving.clear();
        for (const auto& transfer : step.transfers) {
            checkMessage(schedule, t, step, transfer, stamps, findings);
            sent += transfer.bytes * schedule.topology.chips();
            const int back = schedule.topology.portBack(0, transfer.port);
            for (const auto& run : step.chunks(transfer)) {
                for (ChunkNumber i = run.first; i < run.first + run.count; ++i) {
                    if (!held[static_cast<std::size_t>(i)])
                        findings.add(ScheduleRule::possession, t, fmt::format("chip 0 sends chunk {} unheld", i));
                    arriving.push_back(schedule.chunks.moved(i, back));
                }
            }
        }
        for (const auto chunk : arriving)
            if (std::exchange(held[static_cast<std::size_t>(chunk)], 1))
                findings.add(ScheduleRule::gathering, t, fmt::format("chunk {} comes to chip 0 again", chunk));
    }
    if (std::find(held.begin(), held.end(), 0) != held.end())
        findings.add(ScheduleRule::gathering, -1, "chip 0 lacks chunks at the end");
    checkTotal(schedule, sent, findings);
    return findings.taken();
}

std::vector<Violation> checkTimes(const CollectiveTiming& timing, const LowerBound& bound)
{
    Findings findings;
    if (timing.async.si() < bound.time.si() * (1 - roundOff))
        findings.add(
            ScheduleRule::times, -1,
            fmt::format("{} s is less than the {} s that no schedule beats", timing.async.si(), bound.time.si()));
    if (timing.lockstep.si() < timing.async.si() * (1 - roundOff))
        findings.add(ScheduleRule::times, -1, "a barrier after every step makes it faster");
    return findings.taken();
}

} // namespace tests
