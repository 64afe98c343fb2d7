// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that hold for the messages of a step whatever the goal.
#include "support/replay.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tests
{

using namespace core;

namespace
{

std::string sentOn(const Transfer& t) { return fmt::format("chip {} to chip {} on port {}", t.from, t.to, t.port); }

bool isOnLink(const Schedule& schedule, const Transfer& t)
{
    const auto& topology = schedule.topology;
    return t.from >= 0 && t.from < topology.chips() && t.port >= 0 && t.port < topology.ports() &&
           topology.neighbour(t.from, t.port) == t.to;
}

bool ascend(std::span<const ChunkRun> runs)
{
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (runs[i - 1].first + runs[i - 1].count > runs[i].first)
            return false;
    return true;
}

bool overlap(std::span<const ChunkRun> runs)
{
    if (ascend(runs)) // as nearly always
        return false;
    std::vector<ChunkRun> sorted(runs.begin(), runs.end());
    std::sort(sorted.begin(), sorted.end(), [](const ChunkRun& a, const ChunkRun& b) { return a.first < b.first; });
    return !ascend(sorted);
}

bool inRange(const ChunkSpace& chunks, std::span<const ChunkRun> runs)
{
    return std::all_of(runs.begin(), runs.end(), [&](const ChunkRun& run) {
        return run.first >= 0 && run.count > 0 && run.first + run.count <= chunks.count();
    });
}

} // namespace

std::vector<BitWord> presentChunks(const ChunkSpace& chunks)
{
    const auto words = static_cast<std::size_t>((chunks.count() + 63) / 64);
    std::vector<BitWord> present(words, 0);
    if (chunks.isUniform() && chunks.totalBytes() > 0)
        overWords({0, chunks.count()}, [&](std::size_t word, BitWord mask) { present[word] |= mask; });
    for (ChunkNumber i = 0; i < chunks.count() && !chunks.isUniform(); ++i)
        if (chunks.bytes({i, 1}) > 0)
            present[static_cast<std::size_t>(i / 64)] |= BitWord(1) << (i % 64);
    return present;
}

std::vector<ChunkNumber> ownChunks(const ChunkSpace& chunks, int chip)
{
    std::vector<ChunkNumber> own;
    for (int part = 0; part < chunks.form().parts; ++part)
        for (int half = 0; half < chunks.form().halves; ++half)
            own.push_back(chunks.number({chip, 0, part, half}));
    return own;
}

std::vector<int> noStamps(const Topology& topology)
{
    return std::vector<int>(static_cast<std::size_t>(topology.chips() * std::max(1, topology.ports())), -1);
}

bool canBeReplayed(const Schedule& schedule, const Step& step, const Transfer& t)
{
    return isOnLink(schedule, t) && inRange(schedule.chunks, step.chunks(t));
}

bool checkMessage(const Schedule& schedule, int step, const Step& all, const Transfer& t, std::vector<int>& stamps,
                  Findings& findings)
{
    if (!isOnLink(schedule, t)) {
        findings.add(ScheduleRule::links, step, sentOn(t) + ": there is no such link");
        return false;
    }
    auto& stamp = stamps[static_cast<std::size_t>(t.from) * static_cast<std::size_t>(schedule.topology.ports()) +
                         static_cast<std::size_t>(t.port)];
    if (std::exchange(stamp, step) == step)
        findings.add(ScheduleRule::messages, step, sentOn(t) + ": a second message in one step");
    const auto runs = all.chunks(t);
    if (!inRange(schedule.chunks, runs)) {
        findings.add(ScheduleRule::messages, step, sentOn(t) + ": there is no such chunk");
        return false;
    }
    if (overlap(runs))
        findings.add(ScheduleRule::messages, step, sentOn(t) + ": a chunk is in the message twice");
    double bytes = 0;
    for (const auto& run : runs)
        bytes += schedule.chunks.bytes(run);
    if (bytes <= 0 || std::abs(bytes - t.bytes) > 1e-9 * bytes)
        findings.add(ScheduleRule::messages, step,
                     fmt::format("{}: it says {} bytes and carries {}", sentOn(t), t.bytes, bytes));
    return true;
}

} // namespace tests
