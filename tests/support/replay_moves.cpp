// SPDX-License-Identifier: GPL-3.0-or-later
// Replay of exchanges and deliveries, where chunks move.
#include "support/replay.h"

#include <fmt/format.h>

namespace tests
{

using namespace core;

namespace
{

class MoveReplay : public ReplayState
{
public:
    explicit MoveReplay(const Schedule& schedule) : m_schedule(schedule)
    {
        const auto count = static_cast<std::size_t>(schedule.chunks.count());
        m_place.resize(count);
        m_goal.resize(count);
        m_moved.assign(count, -1);
        for (std::size_t i = 0; i < count; ++i) {
            const auto name = schedule.chunks.name(static_cast<ChunkNumber>(i));
            const bool blocks = schedule.goal == Goal::exchangeBlocks;
            m_place[i] = blocks ? name.source : schedule.deliveries[i].from;
            m_goal[i] = blocks ? name.owner : schedule.deliveries[i].to;
        }
    }

    void send(int step, const Transfer& t, std::span<const ChunkRun> runs, Findings& findings) override
    {
        bool holds = t.op == TransferOp::move;
        bool once = true;
        eachPresent(runs, [&](std::size_t i) {
            holds = holds && m_place[i] == t.from;
            once = once && std::exchange(m_moved[i], step) != step;
        });
        if (!holds)
            findings.add(ScheduleRule::possession, step,
                         fmt::format("chip {} sends to {} what it does not hold", t.from, t.to));
        if (!once)
            findings.add(ScheduleRule::moving, step, fmt::format("chip {} sends a chunk two ways", t.from));
    }

    void receive(int, const Transfer& t, std::span<const ChunkRun> runs, Findings&) override
    {
        eachPresent(runs, [&](std::size_t i) { m_place[i] = t.to; });
    }

    void finish(Findings& findings) override
    {
        for (std::size_t i = 0; i < m_place.size() && !findings.isFull(ScheduleRule::moving); ++i)
            if (m_place[i] != m_goal[i] && m_schedule.chunks.bytes({static_cast<ChunkNumber>(i), 1}) > 0)
                findings.add(ScheduleRule::moving, -1,
                             fmt::format("chunk {} ends on chip {} instead of {}", i, m_place[i], m_goal[i]));
    }

private:
    template <class Visit> void eachPresent(std::span<const ChunkRun> runs, Visit visit)
    {
        for (const auto& run : runs)
            for (ChunkNumber i = run.first; i < run.first + run.count; ++i)
                if (m_schedule.chunks.bytes({i, 1}) > 0)
                    visit(static_cast<std::size_t>(i));
    }

    const Schedule& m_schedule;
    std::vector<int> m_place;
    std::vector<int> m_goal;
    std::vector<int> m_moved;
};

constexpr ChunkNumber maxChunks = 1 << 24;

} // namespace

std::unique_ptr<ReplayState> movingState(const Schedule& schedule)
{
    if (schedule.chunks.count() > maxChunks)
        return nullptr;
    return std::make_unique<MoveReplay>(schedule);
}

} // namespace tests
