// SPDX-License-Identifier: GPL-3.0-or-later
// The replay behind the pictures: every chip reads before any chip writes.
#include "core/collectives/schedules/holdings.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace core
{

namespace
{

constexpr double maxWords = 1 << 22;

int wordsOf(const Schedule& schedule) { return core::sums(schedule.goal) ? (schedule.topology.chips() + 63) / 64 : 1; }

} // namespace

int firstHolder(const Schedule& schedule, ChunkNumber chunk)
{
    if (core::sums(schedule.goal))
        return everyChip;
    if (schedule.goal == Goal::deliver)
        return schedule.deliveries[static_cast<std::size_t>(chunk)].from;
    const auto name = schedule.chunks.name(chunk);
    return schedule.goal == Goal::exchangeBlocks ? name.source : name.owner;
}

bool Holdings::areFew(const Schedule& schedule)
{
    return 1.0 * schedule.topology.chips() * static_cast<double>(schedule.chunks.count()) * wordsOf(schedule) <=
           maxWords;
}

Holdings::Holdings(Schedule schedule)
    : m_schedule(std::move(schedule)), m_sums(core::sums(m_schedule.goal)),
      m_words(static_cast<std::size_t>(wordsOf(m_schedule)))
{
    begin();
}

std::size_t Holdings::cell(int chip, ChunkNumber chunk) const
{
    return static_cast<std::size_t>(chip * m_schedule.chunks.count() + chunk) * m_words;
}

void Holdings::begin()
{
    const auto& chunks = m_schedule.chunks;
    const int chips = m_schedule.topology.chips();
    m_step = 0;
    m_bits.assign(static_cast<std::size_t>(chips * chunks.count()) * m_words, 0);
    for (ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        if (m_sums)
            for (int chip = 0; chip < chips; ++chip)
                m_bits[cell(chip, chunk) + static_cast<std::size_t>(chip / 64)] = Word(1) << (chip % 64);
        else
            m_bits[cell(firstHolder(m_schedule, chunk), chunk)] = 1;
    }
}

void Holdings::moveTo(int step)
{
    step = std::clamp(step, 0, m_schedule.steps);
    if (step < m_step)
        begin();
    for (; m_step < step; ++m_step) {
        fillStep(m_schedule, m_step, m_transfers);
        take(m_transfers);
    }
}

void Holdings::take(const Step& step)
{
    const auto each = [&](auto onChunk) {
        std::size_t at = 0;
        for (const auto& transfer : step.transfers)
            for (const auto& run : step.chunks(transfer))
                for (ChunkNumber i = 0; i < run.count; ++i, at += m_words)
                    onChunk(transfer, run.first + i, at);
    };
    m_room.clear();
    each([&](const Transfer& t, ChunkNumber chunk, std::size_t) {
        const auto from = m_bits.begin() + static_cast<std::ptrdiff_t>(cell(t.from, chunk));
        m_room.insert(m_room.end(), from, from + static_cast<std::ptrdiff_t>(m_words));
    });
    each([&](const Transfer& t, ChunkNumber chunk, std::size_t) {
        if (t.op == TransferOp::reduce || t.op == TransferOp::move)
            std::fill_n(m_bits.begin() + static_cast<std::ptrdiff_t>(cell(t.from, chunk)), m_words, 0);
    });
    each([&](const Transfer& t, ChunkNumber chunk, std::size_t at) {
        for (std::size_t word = 0; word < m_words; ++word)
            m_bits[cell(t.to, chunk) + word] |= m_room[at + word];
    });
}

bool Holdings::holds(int chip, ChunkNumber chunk) const { return terms(chip, chunk) > 0; }

int Holdings::terms(int chip, ChunkNumber chunk) const
{
    int count = 0;
    for (std::size_t word = 0; word < m_words; ++word)
        count += std::popcount(m_bits[cell(chip, chunk) + word]);
    return count;
}

bool Holdings::hasTerm(int chip, ChunkNumber chunk, int ofChip) const
{
    if (!m_sums)
        return holds(chip, chunk);
    return m_bits[cell(chip, chunk) + static_cast<std::size_t>(ofChip / 64)] >> (ofChip % 64) & 1;
}

int Holdings::held(int chip) const
{
    int count = 0;
    for (ChunkNumber chunk = 0; chunk < m_schedule.chunks.count(); ++chunk)
        count += holds(chip, chunk) ? 1 : 0;
    return count;
}

} // namespace core
