// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what between two steps of a schedule; of partial sums, whose terms are in them.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <cstdint>
#include <vector>

namespace core
{

inline constexpr int everyChip = -1;
/// The chip on which a chunk lies before the first step; of a sum every chip has a term.
int firstHolder(const Schedule&, ChunkNumber);

/// A replay that can stand before any step. Going back starts anew, so that a step is the same however it is reached.
class Holdings
{
public:
    /// More than this would take too much memory.
    static bool areFew(const Schedule&);

    explicit Holdings(Schedule); // areFew() must hold

    /// The state when `step` steps are done.
    void moveTo(int step);
    int step() const { return m_step; }
    int steps() const { return m_schedule.steps; }
    const Schedule& schedule() const { return m_schedule; }

    bool holds(int chip, ChunkNumber) const;
    /// How many chips' terms are in the sum; 1 for a chunk that is held and not summed.
    int terms(int chip, ChunkNumber) const;
    bool hasTerm(int chip, ChunkNumber, int ofChip) const;
    /// Chunks that a chip holds.
    int held(int chip) const;
    bool sums() const { return m_sums; }

private:
    using Word = std::uint64_t;

    std::size_t cell(int chip, ChunkNumber) const;
    void begin();
    void take(const Step&);

    Schedule m_schedule;
    bool m_sums = false;
    std::size_t m_words = 1; // per chip and chunk: one bit per term, or one for all
    std::vector<Word> m_bits;
    std::vector<Word> m_room; // what is under way within a step
    Step m_transfers;
    int m_step = 0;
};

} // namespace core
