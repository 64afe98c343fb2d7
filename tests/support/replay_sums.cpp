// SPDX-License-Identifier: GPL-3.0-or-later
// Replay of reductions: for every chip and chunk, the set of chips whose terms are in the sum.
#include "support/replay.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tests
{

using namespace core;

namespace
{

class Sums : public ReplayState
{
public:
    explicit Sums(const Schedule& schedule)
        : m_schedule(schedule),
          m_rule(schedule.goal == Goal::allReduce ? ScheduleRule::allReducing : ScheduleRule::reducing),
          m_chips(schedule.topology.chips()), m_words(static_cast<std::size_t>(m_chips + 63) / 64), m_full(m_words, 0),
          m_present(presentChunks(schedule.chunks))
    {
        overWords({0, m_chips}, [&](std::size_t word, BitWord mask) { m_full[word] |= mask; });
        const auto places = static_cast<std::size_t>(m_chips) * static_cast<std::size_t>(schedule.chunks.count());
        m_sets.assign(places * m_words, 0);
        m_spent.assign(places, 0);
        for (int chip = 0; chip < m_chips; ++chip)
            for (ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk)
                set(chip, chunk)[static_cast<std::size_t>(chip) / 64] |= BitWord(1) << (chip % 64);
    }

    void send(int step, const Transfer& t, std::span<const ChunkRun> runs, Findings& findings) override
    {
        if (t.op == TransferOp::move)
            findings.add(m_rule, step, "a reduction moves nothing");
        if (step != std::exchange(m_step, step)) {
            m_sent.clear();
            m_next = 0;
        }
        eachPresent(runs, [&](ChunkNumber chunk) {
            const BitWord* sum = set(t.from, chunk);
            m_sent.insert(m_sent.end(), sum, sum + m_words);
            if (std::all_of(sum, sum + m_words, [](BitWord word) { return word == 0; }))
                findings.add(ScheduleRule::possession, step,
                             fmt::format("chip {} sends chunk {}, of which it has nothing", t.from, chunk));
            if (t.op == TransferOp::copy && !std::equal(sum, sum + m_words, m_full.begin()))
                findings.add(m_rule, step, fmt::format("chip {} copies a partial sum of chunk {}", t.from, chunk));
            if (t.op == TransferOp::reduce)
                giveUp(step, t.from, chunk, findings);
        });
    }

    void receive(int step, const Transfer& t, std::span<const ChunkRun> runs, Findings& findings) override
    {
        eachPresent(runs, [&](ChunkNumber chunk) {
            const BitWord* sent = m_sent.data() + m_next;
            m_next += m_words;
            BitWord* sum = set(t.to, chunk);
            bool disjoint = true;
            for (std::size_t word = 0; word < m_words; ++word) {
                disjoint = disjoint && (sum[word] & sent[word]) == 0;
                sum[word] |= sent[word];
            }
            if (!disjoint)
                findings.add(m_rule, step, fmt::format("chip {} adds to chunk {} what is in it", t.to, chunk));
            if (t.op == TransferOp::reduce && spent(t.to, chunk))
                findings.add(m_rule, step, fmt::format("chip {} is sent chunk {}, given up before", t.to, chunk));
        });
    }

    void finish(Findings& findings) override
    {
        for (ChunkNumber chunk = 0; chunk < m_schedule.chunks.count(); ++chunk) {
            for (int chip = 0; chip < m_chips && !findings.isFull(m_rule) && isPresent(chunk); ++chip) {
                const BitWord* sum = set(chip, chunk);
                const bool full = std::equal(sum, sum + m_words, m_full.begin());
                const bool empty = spent(chip, chunk) != 0;
                const bool owns = m_schedule.goal == Goal::allReduce || m_schedule.chunks.name(chunk).owner == chip;
                if (owns ? !full : !empty)
                    findings.add(m_rule, -1,
                                 fmt::format("chip {} ends {} of chunk {}", chip,
                                             owns ? "without the whole sum" : "with a partial sum", chunk));
            }
        }
    }

private:
    std::size_t place(int chip, ChunkNumber chunk) const
    {
        return static_cast<std::size_t>(chip) * static_cast<std::size_t>(m_schedule.chunks.count()) +
               static_cast<std::size_t>(chunk);
    }
    BitWord* set(int chip, ChunkNumber chunk) { return m_sets.data() + place(chip, chunk) * m_words; }
    char& spent(int chip, ChunkNumber chunk) { return m_spent[place(chip, chunk)]; }
    bool isPresent(ChunkNumber chunk) const
    {
        return (m_present[static_cast<std::size_t>(chunk / 64)] >> (chunk % 64) & 1) != 0;
    }

    template <class Visit> void eachPresent(std::span<const ChunkRun> runs, Visit visit)
    {
        for (const auto& run : runs)
            for (ChunkNumber chunk = run.first; chunk < run.first + run.count; ++chunk)
                if (isPresent(chunk))
                    visit(chunk);
    }

    void giveUp(int step, int chip, ChunkNumber chunk, Findings& findings)
    {
        std::fill_n(set(chip, chunk), m_words, 0);
        if (std::exchange(spent(chip, chunk), 1))
            findings.add(m_rule, step, fmt::format("chip {} gives chunk {} up twice", chip, chunk));
    }

    const Schedule& m_schedule;
    ScheduleRule m_rule;
    int m_chips;
    std::size_t m_words;
    std::vector<BitWord> m_full;
    std::vector<BitWord> m_present;
    std::vector<BitWord> m_sets;
    std::vector<char> m_spent;
    std::vector<BitWord> m_sent; // sums of this step as they were at its start
    std::size_t m_next = 0;
    int m_step = -1;
};

constexpr double maxWords = 1 << 25; // 256 MiB

} // namespace

std::unique_ptr<ReplayState> reductionState(const Schedule& schedule)
{
    const double chips = schedule.topology.chips();
    if (chips * static_cast<double>(schedule.chunks.count()) * std::ceil(chips / 64) > maxWords)
        return nullptr;
    return std::make_unique<Sums>(schedule);
}

} // namespace tests
