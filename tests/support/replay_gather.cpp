// SPDX-License-Identifier: GPL-3.0-or-later
// Replay of gathers, where chunks are copied.
#include "support/replay.h"

#include <algorithm>

#include <fmt/format.h>

namespace tests
{

using namespace core;

namespace
{

/// The transfers of a step into one chip.
void addReceipts(const Schedule& schedule, int step, int chip, Step& out)
{
    if (schedule.written)
        for (const Step& all = (*schedule.written)[static_cast<std::size_t>(step)];
             const auto& transfer : all.transfers)
            if (transfer.to == chip)
                out.add(transfer, all.chunks(transfer));
    Topology bothWays = schedule.topology;
    bothWays.oneWay = false; // a ring that sends in + only is looked back along as well
    for (int port = 0; port < bothWays.ports() && !schedule.written; ++port) {
        const int from = bothWays.neighbour(chip, port);
        const int back = from < 0 ? 0 : bothWays.portBack(chip, port);
        std::vector<ChunkRun> runs;
        const auto op = from < 0 ? TransferOp::copy : schedule.carries(step, from, back, runs);
        double bytes = 0;
        for (const auto& run : runs)
            bytes += schedule.chunks.bytes(run);
        if (bytes > 0)
            out.add({.from = from, .to = chip, .port = back, .op = op, .bytes = bytes}, runs);
    }
}

/// What one chip holds as the steps go by: so little that it stays in the cache.
class GatheringChip
{
public:
    explicit GatheringChip(const Schedule& schedule)
        : m_schedule(schedule), m_present(presentChunks(schedule.chunks)), m_held(m_present.size()),
          m_stamps(noStamps(schedule.topology))
    {
    }

    /// Returns the bytes that the chip sends.
    double replay(int chip, Findings& findings)
    {
        begin(chip);
        double sent = 0;
        for (int step = 0; step < m_schedule.steps; ++step) {
            sent += send(step, chip, findings);
            receive(step, chip, findings);
        }
        for (std::size_t word = 0; word < m_held.size(); ++word)
            if ((m_present[word] & ~m_held[word]) != 0) {
                findings.add(ScheduleRule::gathering, -1, fmt::format("chip {} lacks chunks at the end", chip));
                break;
            }
        return sent;
    }

private:
    void begin(int chip)
    {
        std::fill(m_held.begin(), m_held.end(), 0);
        for (const auto chunk : ownChunks(m_schedule.chunks, chip))
            overWords({chunk, 1}, [&](std::size_t word, BitWord mask) { m_held[word] |= mask; });
    }

    double send(int step, int chip, Findings& findings)
    {
        double sent = 0;
        m_step.clear();
        addSends(m_schedule, step, chip, m_step);
        for (const auto& t : m_step.transfers) {
            sent += t.bytes;
            if (!checkMessage(m_schedule, step, m_step, t, m_stamps, findings))
                continue;
            BitWord lacking = 0;
            for (const auto& run : m_step.chunks(t))
                overWords(run,
                          [&](std::size_t word, BitWord mask) { lacking |= mask & m_present[word] & ~m_held[word]; });
            if (lacking != 0 || t.op != TransferOp::copy)
                findings.add(ScheduleRule::possession, step,
                             fmt::format("chip {} sends to {} what it does not hold", t.from, t.to));
        }
        return sent;
    }

    void receive(int step, int chip, Findings& findings)
    {
        m_step.clear();
        addReceipts(m_schedule, step, chip, m_step);
        for (const auto& t : m_step.transfers) {
            if (!canBeReplayed(m_schedule, m_step, t))
                continue;
            BitWord known = 0;
            for (const auto& run : m_step.chunks(t))
                overWords(run, [&](std::size_t word, BitWord mask) {
                    known |= mask & m_present[word] & m_held[word];
                    m_held[word] |= mask;
                });
            if (known != 0)
                findings.add(ScheduleRule::gathering, step,
                             fmt::format("chip {} receives from {} what it has", t.to, t.from));
        }
    }

    const Schedule& m_schedule;
    std::vector<BitWord> m_present;
    std::vector<BitWord> m_held;
    std::vector<int> m_stamps;
    Step m_step;
};

} // namespace

double replayGather(const Schedule& schedule, Findings& findings)
{
    GatheringChip replay(schedule);
    double sent = 0;
    for (int chip = 0; chip < schedule.topology.chips(); ++chip)
        sent += replay.replay(chip, findings);
    return sent;
}

} // namespace tests
