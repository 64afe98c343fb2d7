// SPDX-License-Identifier: GPL-3.0-or-later
// Replay of gathers, where chunks are copied, and of exchanges and deliveries, where they move.
#include "core/collectives/replay.h"

#include <fmt/format.h>

namespace core
{

namespace
{

class Gathered : public ReplayState
{
public:
    explicit Gathered(const Schedule& schedule)
        : m_chips(static_cast<std::size_t>(schedule.topology.chips())), m_present(presentChunks(schedule.chunks)),
          m_held(m_chips * m_present.size(), 0)
    {
        const auto& form = schedule.chunks.form();
        for (int chip = 0; chip < schedule.topology.chips(); ++chip)
            for (int part = 0; part < form.parts; ++part)
                for (int half = 0; half < form.halves; ++half)
                    overWords({schedule.chunks.number({chip, 0, part, half}), 1},
                              [&](std::size_t word, BitWord mask) { held(chip)[word] |= mask; });
    }

    void send(int step, const Transfer& t, std::span<const ChunkRun> runs, Findings& findings) override
    {
        const BitWord* const own = held(t.from);
        BitWord lacking = 0;
        for (const auto& run : runs)
            overWords(run, [&](std::size_t word, BitWord mask) { lacking |= mask & m_present[word] & ~own[word]; });
        if (lacking != 0 || t.op != TransferOp::copy)
            findings.add(ScheduleRule::possession, step,
                         fmt::format("chip {} sends to {} what it does not hold", t.from, t.to));
    }

    void receive(int step, const Transfer& t, std::span<const ChunkRun> runs, Findings& findings) override
    {
        BitWord* const own = held(t.to);
        BitWord known = 0;
        for (const auto& run : runs)
            overWords(run, [&](std::size_t word, BitWord mask) {
                known |= mask & m_present[word] & own[word];
                own[word] |= mask;
            });
        if (known != 0)
            findings.add(ScheduleRule::gathering, step,
                         fmt::format("chip {} receives from {} what it has", t.to, t.from));
    }

    void finish(Findings& findings) override
    {
        for (std::size_t chip = 0; chip < m_chips; ++chip)
            for (std::size_t word = 0; word < m_present.size(); ++word)
                if ((m_present[word] & ~held(static_cast<int>(chip))[word]) != 0) {
                    findings.add(ScheduleRule::gathering, -1, fmt::format("chip {} lacks chunks at the end", chip));
                    break;
                }
    }

private:
    BitWord* held(int chip) { return m_held.data() + static_cast<std::size_t>(chip) * m_present.size(); }

    std::size_t m_chips;
    std::vector<BitWord> m_present;
    std::vector<BitWord> m_held;
};

class Moving : public ReplayState
{
public:
    explicit Moving(const Schedule& schedule) : m_schedule(schedule)
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

constexpr ChunkNumber mostChunks = 1 << 24;

} // namespace

std::unique_ptr<ReplayState> gatherState(const Schedule& schedule) { return std::make_unique<Gathered>(schedule); }

std::unique_ptr<ReplayState> movingState(const Schedule& schedule)
{
    if (schedule.chunks.count() > mostChunks)
        return nullptr;
    return std::make_unique<Moving>(schedule);
}

} // namespace core
