// SPDX-License-Identifier: GPL-3.0-or-later
// The searches, by sets of states.
#include "collectives/order_search.h"

namespace tests
{

namespace
{

/// Halves held, counted from the own shard, as the neighbour `step` places on sees them.
unsigned seenFrom(unsigned held, int chips, int step)
{
    unsigned seen = 0;
    for (int offset = 0; offset < chips; ++offset) {
        const unsigned halves = held >> (2 * offset) & 3U;
        seen |= halves << (2 * ((offset - step + chips) % chips));
    }
    return seen;
}

/// What one message may hold: up to two of these bits.
std::vector<unsigned> messages(unsigned held, int bits)
{
    std::vector<unsigned> all{0};
    for (int i = 0; i < bits; ++i)
        for (int j = i; j < bits; ++j)
            if (held >> i & 1U && held >> j & 1U)
                all.push_back(1U << i | 1U << j);
    return all;
}

unsigned bitsOf(const core::ShardProduct& product)
{
    const unsigned halves = product.half == core::ShardProduct::wholeShard ? 3U : 1U << product.half;
    return halves << (2 * product.shard);
}

/// What states that hold all that is wanted may become in a step; none where none of them does.
template <std::size_t N>
std::bitset<N> statesAfter(const std::bitset<N>& states, unsigned wanted, const std::vector<std::bitset<N>>& next)
{
    std::bitset<N> after;
    for (unsigned held = 0; held < next.size(); ++held)
        if (states[held] && (held & wanted) == wanted)
            after |= next[held];
    return after;
}

} // namespace

OrderSearch::OrderSearch(int chips, bool oneWay) : m_chips(chips), m_next(std::size_t(1) << (2 * chips))
{
    for (unsigned held = 0; held < m_next.size(); ++held) {
        const auto forward = messages(seenFrom(held, chips, 1), 2 * chips); // from the chip before
        const auto backward = oneWay ? std::vector<unsigned>{0} : messages(seenFrom(held, chips, -1), 2 * chips);
        for (const unsigned a : forward)
            for (const unsigned b : backward)
                m_next[held].set(held | a | b);
    }
}

Judgement OrderSearch::judge(const core::ChipOrder& order) const
{
    States states;
    states.set(3); // the own shard
    unsigned done = 0;
    for (std::size_t step = 0; step < order.size(); ++step) {
        unsigned wanted = 0;
        for (const auto& product : order[step]) {
            const unsigned bits = bitsOf(product);
            if ((done | wanted) & bits)
                return {false, static_cast<int>(step)};
            wanted |= bits;
        }
        states = statesAfter(states, wanted, m_next);
        if (states.none())
            return {false, static_cast<int>(step)};
        done |= wanted;
    }
    return done + 1 == m_next.size() ? Judgement{true, 0} : Judgement{false, -1};
}

FreeSearch::FreeSearch(int chips) : m_chips(chips), m_next(std::size_t(1) << (chips * chips))
{
    int links = 1;
    for (int i = 0; i < 2 * chips; ++i)
        links *= chips + 1;
    for (unsigned held = 0; held < m_next.size(); ++held) {
        for (int code = 0; code < links; ++code) {
            unsigned after = held;
            int rest = code;
            for (int link = 0; link < 2 * chips; ++link, rest /= chips + 1) {
                const int shard = rest % (chips + 1); // the last: nothing
                const int from = link / 2;
                const int to = (from + (link % 2 == 0 ? 1 : chips - 1)) % chips;
                if (shard < chips && held >> (from * chips + shard) & 1U)
                    after |= 1U << (to * chips + shard);
            }
            m_next[held].set(after);
        }
    }
}

Judgement FreeSearch::judge(const std::vector<core::ProductRow>& table) const
{
    States states;
    unsigned own = 0;
    for (int chip = 0; chip < m_chips; ++chip)
        own |= 1U << (chip * m_chips + chip);
    states.set(own);
    for (std::size_t step = 0; step < table.size(); ++step) {
        unsigned wanted = 0;
        for (int chip = 0; chip < m_chips; ++chip)
            for (const auto& product : table[step][static_cast<std::size_t>(chip)])
                wanted |= 1U << (chip * m_chips + product.shard);
        states = statesAfter(states, wanted, m_next);
        if (states.none())
            return {false, static_cast<int>(step)};
    }
    return {true, 0};
}

} // namespace tests
