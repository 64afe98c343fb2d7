// SPDX-License-Identifier: GPL-3.0-or-later
// One shard on its way through a schedule: where its copies are, and over which links it went.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <vector>

namespace ui
{

/// A message that carries the shard.
struct ShardHop {
    int step = 0;
    int from = 0;
    int to = 0;
    int port = 0; // of `from`
};

/// A replay of one shard alone, which the largest networks have memory for. Going back starts anew.
class FollowedShard
{
public:
    /// `byFirstChip`: every chip does what chip 0 does, and only that is looked at.
    FollowedShard(core::Schedule, int shard, bool byFirstChip);

    int shard() const { return m_shard; }
    /// The state when `step` steps are done.
    void moveTo(int step);
    bool isOn(int chip) const;
    /// Of the steps done.
    const std::vector<ShardHop>& trail() const { return m_trail; }
    /// Of the step under way.
    const std::vector<ShardHop>& underWay() const { return m_underWay; }

private:
    struct Move {
        int from = 0;
        int to = 0;
        int port = 0;
        core::TransferOp op = core::TransferOp::copy;
        std::size_t chunk = 0; // of m_chunks
    };
    void begin();
    void look();
    void take();
    void addMoves(const core::Transfer&, std::span<const core::ChunkRun>);
    void addMovesOfAll(const core::Transfer&, std::span<const core::ChunkRun>);
    char& isHeld(int chip, std::size_t chunk);
    std::size_t placeOf(core::ChunkNumber) const;

    core::Schedule m_schedule;
    int m_shard;
    bool m_byFirstChip;
    std::vector<core::ChunkNumber> m_chunks; // of the shard
    std::vector<char> m_held;                // by chip and chunk of the shard
    std::vector<Move> m_moves;               // of the step under way
    std::vector<ShardHop> m_underWay;
    std::vector<ShardHop> m_trail;
    core::Step m_sent;
    int m_step = 0;
};

} // namespace ui
