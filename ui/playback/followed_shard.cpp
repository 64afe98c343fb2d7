// SPDX-License-Identifier: GPL-3.0-or-later
// Replays the messages that carry one shard; every chip reads before any chip writes.
#include "ui/playback/followed_shard.h"

#include "core/collectives/schedules/own_holdings.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"

#include <algorithm>
#include <utility>

namespace ui
{

FollowedShard::FollowedShard(core::Schedule schedule, int shard, bool byFirstChip)
    : m_schedule(std::move(schedule)), m_shard(shard), m_byFirstChip(byFirstChip),
      m_chunks(chunksOfShard(m_schedule, shard))
{
    begin();
}

char& FollowedShard::isHeld(int chip, std::size_t chunk) { return m_held[nth(chip) * m_chunks.size() + chunk]; }

/// Index of a chunk of the shard; the number of chunks if it belongs to another shard.
std::size_t FollowedShard::placeOf(core::ChunkNumber chunk) const
{
    const auto found = std::ranges::lower_bound(m_chunks, chunk);
    return found != m_chunks.end() && *found == chunk ? nth(found - m_chunks.begin()) : m_chunks.size();
}

void FollowedShard::begin()
{
    const bool sums = core::sums(m_schedule.goal);
    m_step = 0;
    m_trail.clear();
    m_held.assign(nth(m_schedule.topology.chips()) * m_chunks.size(), sums ? 1 : 0);
    for (std::size_t i = 0; i < m_chunks.size() && !sums; ++i) {
        const auto name = m_schedule.chunks.name(m_chunks[i]);
        const bool delivered = m_schedule.goal == core::Goal::deliver;
        const bool blocks = m_schedule.goal == core::Goal::exchangeBlocks;
        isHeld(delivered ? m_schedule.deliveries[nth(m_chunks[i])].from : blocks ? name.source : name.owner, i) = 1;
    }
    look();
}

void FollowedShard::addMoves(const core::Transfer& t, std::span<const core::ChunkRun> runs)
{
    for (const core::ChunkRun& run : runs) {
        for (auto i = std::ranges::lower_bound(m_chunks, run.first); i != m_chunks.end() && *i < run.first + run.count;
             ++i) {
            m_moves.push_back({t.from, t.to, t.port, t.op, nth(i - m_chunks.begin())});
        }
    }
}

/// A message of chip 0, sent by everybody: who sees the followed shard where chip 0 sees each chunk.
void FollowedShard::addMovesOfAll(const core::Transfer& t, std::span<const core::ChunkRun> runs)
{
    const auto& topology = m_schedule.topology;
    const auto& chunks = m_schedule.chunks;
    const bool blocks = chunks.form().cut == core::Cut::blocks;
    const auto first = chunks.name(m_chunks.front());
    for (const core::ChunkRun& run : runs) {
        for (core::ChunkNumber i = 0; i < run.count; ++i) {
            const auto seen = chunks.name(run.first + i);
            const auto away = topology.coordinates(blocks ? seen.source : seen.owner);
            const int sender = core::movedChip(topology, blocks ? first.source : first.owner, core::opposite(away));
            const auto sent = core::movedChunk(m_schedule, run.first + i, topology.coordinates(sender));
            if (const auto chunk = placeOf(sent); chunk < m_chunks.size()) {
                m_moves.push_back({sender, topology.neighbour(sender, t.port), t.port, t.op, chunk});
            }
        }
    }
}

/// Which messages of the step under way carry the shard.
void FollowedShard::look()
{
    m_moves.clear();
    m_underWay.clear();
    if (m_step >= m_schedule.steps) {
        return;
    }
    if (m_byFirstChip) {
        m_sent.clear();
        core::addSends(m_schedule, m_step, 0, m_sent);
    } else {
        core::fillStep(m_schedule, m_step, m_sent);
    }
    for (const core::Transfer& t : m_sent.transfers) {
        const auto runs = m_sent.chunks(t);
        m_byFirstChip ? addMovesOfAll(t, runs) : addMoves(t, runs);
    }
    for (const Move& move : m_moves) {
        m_underWay.push_back({m_step, move.from, move.to, move.port});
    }
    const auto link = [](const ShardHop& hop) { return std::pair(hop.from, hop.port); };
    std::ranges::sort(m_underWay, {}, link);
    const auto repeated = std::ranges::unique(m_underWay, {}, link); // a message may carry several parts of it
    m_underWay.erase(repeated.begin(), repeated.end());
}

void FollowedShard::take()
{
    for (const Move& move : m_moves) {
        if (move.op == core::TransferOp::reduce || move.op == core::TransferOp::move) {
            isHeld(move.from, move.chunk) = 0;
        }
    }
    for (const Move& move : m_moves) {
        isHeld(move.to, move.chunk) = 1;
    }
    m_trail.insert(m_trail.end(), m_underWay.begin(), m_underWay.end());
    ++m_step;
    look();
}

void FollowedShard::moveTo(int step)
{
    if (step < m_step) {
        begin();
    }
    while (m_step < step) {
        take();
    }
}

bool FollowedShard::isOn(int chip) const
{
    const auto first = m_held.begin() + static_cast<std::ptrdiff_t>(nth(chip) * m_chunks.size());
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(m_chunks.size()),
                       [](char held) { return held != 0; });
}

} // namespace ui
