// SPDX-License-Identifier: GPL-3.0-or-later
// States that a replayed schedule goes through: what was gathered, what was added to what, what is where.
#pragma once

#include "support/validate.h"

#include <array>
#include <cstdint>

namespace tests
{

/// Collects violations, at most five of each rule.
class Findings
{
public:
    void add(ScheduleRule rule, int step, std::string text)
    {
        if (isFull(rule))
            return;
        ++m_count[static_cast<std::size_t>(rule)];
        m_found.push_back({rule, step, std::move(text)});
    }
    bool isFull(ScheduleRule rule) const { return m_count[static_cast<std::size_t>(rule)] >= 5; }
    std::vector<Violation> taken() { return std::move(m_found); }

private:
    std::vector<Violation> m_found;
    std::array<int, 16> m_count{};
};

using BitWord = std::uint64_t;

/// Bits of consecutive chunks, worked on a word at a time.
template <class OnWord> void overWords(core::ChunkRun run, OnWord onWord)
{
    if (run.count <= 0)
        return;
    const core::ChunkNumber end = run.first + run.count - 1;
    const auto first = static_cast<std::size_t>(run.first / 64);
    const auto last = static_cast<std::size_t>(end / 64);
    const BitWord head = ~BitWord(0) << (run.first % 64);
    const BitWord tail = ~BitWord(0) >> (63 - end % 64);
    if (first == last) {
        onWord(first, head & tail);
        return;
    }
    onWord(first, head);
    for (std::size_t word = first + 1; word < last; ++word)
        onWord(word, ~BitWord(0));
    onWord(last, tail);
}

/// Which chunks hold any bytes; the others need not be sent.
std::vector<BitWord> presentChunks(const core::ChunkSpace&);

/// Those of a gather that a chip has from the beginning.
std::vector<core::ChunkNumber> ownChunks(const core::ChunkSpace&, int chip);

/// One goal's state. `send` is called for all transfers of a step before `receive` is called for any of them.
class ReplayState
{
public:
    virtual ~ReplayState() = default;
    virtual void send(int step, const core::Transfer&, std::span<const core::ChunkRun>, Findings&) = 0;
    virtual void receive(int step, const core::Transfer&, std::span<const core::ChunkRun>, Findings&) = 0;
    virtual void finish(Findings&) = 0;
};

std::unique_ptr<ReplayState> reductionState(const core::Schedule&);
std::unique_ptr<ReplayState> movingState(const core::Schedule&);

/// Replays a gather chip by chip, as a chip's holdings hang on what comes to it alone. Returns the bytes sent.
double replayGather(const core::Schedule&, Findings&);

/// Of every port of every chip, the last step in which a message left through it.
std::vector<int> noStamps(const core::Topology&);
/// Rules `links` and `messages` for a message of a step; `stamps` remembers which links are taken. Tells whether it can
/// be replayed at all.
bool checkMessage(const core::Schedule&, int step, const core::Step&, const core::Transfer&, std::vector<int>& stamps,
                  Findings&);
/// The same answer without a finding.
bool canBeReplayed(const core::Schedule&, const core::Step&, const core::Transfer&);

} // namespace tests
