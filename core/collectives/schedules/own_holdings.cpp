// SPDX-License-Identifier: GPL-3.0-or-later
// What chip 0 receives is what it sends, sent by the neighbour on the other side.
#include "core/collectives/schedules/own_holdings.h"

#include <algorithm>
#include <utility>

namespace core
{

namespace
{

constexpr ChunkNumber maxChunks = 1 << 21; // all blocks of 8x8x8

} // namespace

Coordinates reachOf(const Topology& topology, int port)
{
    Coordinates by{};
    if (topology.wiring == Wiring::throughSwitch)
        by[0] = port + 1;
    else
        by[static_cast<std::size_t>(axisOf(port))] = isForward(port) ? 1 : -1;
    return by;
}

int movedChip(const Topology& topology, int chip, const Coordinates& by)
{
    auto at = topology.coordinates(chip);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int length = topology.axes[axis].length;
        at[axis] = ((at[axis] + by[axis]) % length + length) % length;
    }
    return topology.chip(at);
}

ChunkNumber movedChunk(const Schedule& schedule, ChunkNumber chunk, const Coordinates& by)
{
    auto name = schedule.chunks.name(chunk);
    name.owner = movedChip(schedule.topology, name.owner, by);
    if (schedule.chunks.form().cut == Cut::blocks)
        name.source = movedChip(schedule.topology, name.source, by);
    return schedule.chunks.number(name);
}

bool OwnHoldings::suffice(const Schedule& schedule)
{
    return schedule.symmetric && schedule.chunks.form().cut != Cut::pieces && schedule.chunks.count() <= maxChunks;
}

OwnHoldings::OwnHoldings(Schedule schedule) : m_schedule(std::move(schedule)), m_sums(core::sums(m_schedule.goal))
{
    begin();
}

void OwnHoldings::set(ChunkNumber chunk, int terms)
{
    auto& now = m_terms[static_cast<std::size_t>(chunk)];
    m_held += (terms > 0 ? 1 : 0) - (now > 0 ? 1 : 0);
    now = static_cast<std::uint16_t>(terms);
}

void OwnHoldings::begin()
{
    const auto& chunks = m_schedule.chunks;
    m_step = 0;
    m_held = m_sums ? chunks.count() : 0;
    m_terms.assign(static_cast<std::size_t>(chunks.count()), m_sums ? 1 : 0);
    if (m_sums)
        return;
    const bool blocks = m_schedule.goal == Goal::exchangeBlocks; // of them it has a row, else its own shard
    for (int owner = 0; owner < (blocks ? m_schedule.topology.chips() : 1); ++owner)
        for (int part = 0; part < chunks.form().parts; ++part)
            for (int half = 0; half < chunks.form().halves; ++half)
                set(chunks.number({.owner = owner, .source = 0, .part = part, .half = half}), 1);
}

void OwnHoldings::moveTo(int step)
{
    step = std::clamp(step, 0, m_schedule.steps);
    if (step < m_step)
        begin();
    for (; m_step < step; ++m_step)
        take(m_step);
}

void OwnHoldings::take(int step)
{
    m_sends.clear();
    addSends(m_schedule, step, 0, m_sends);
    const auto each = [&](auto onChunk) {
        for (const auto& transfer : m_sends.transfers)
            for (const auto& run : m_sends.chunks(transfer))
                for (ChunkNumber i = 0; i < run.count; ++i)
                    onChunk(transfer, run.first + i);
    };
    struct Arrival {
        ChunkNumber chunk;
        int terms;
        bool adds;
    };
    std::vector<Arrival> arrivals; // as sent, before anything is added to it
    each([&](const Transfer& t, ChunkNumber chunk) {
        const bool adds = t.op == TransferOp::reduce || t.op == TransferOp::exchange;
        const auto by = opposite(reachOf(m_schedule.topology, t.port));
        arrivals.push_back({movedChunk(m_schedule, chunk, by), termsOnFirstChip(chunk), adds});
    });
    each([&](const Transfer& t, ChunkNumber chunk) {
        if (t.op == TransferOp::reduce || t.op == TransferOp::move)
            set(chunk, 0);
    });
    for (const Arrival& arrival : arrivals)
        set(arrival.chunk, arrival.terms + (arrival.adds ? termsOnFirstChip(arrival.chunk) : 0));
}

int OwnHoldings::terms(int chip, ChunkNumber chunk) const
{
    const auto at = m_schedule.topology.coordinates(chip);
    return termsOnFirstChip(movedChunk(m_schedule, chunk, opposite(at)));
}

bool OwnHoldings::holds(int chip, ChunkNumber chunk) const { return terms(chip, chunk) > 0; }

} // namespace core
