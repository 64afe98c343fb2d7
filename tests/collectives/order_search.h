// SPDX-License-Identifier: GPL-3.0-or-later
// Searches every way in which chips of a small ring could pass shards on, and so finds which orders can be done.
#pragma once

#include "core/collectives/matmul/own_order.h"

#include <bitset>
#include <vector>

namespace tests
{

/// Accepted, or the first step that cannot be done; -1: something is left out at the end.
struct Judgement {
    bool accepted = false;
    int step = 0;

    bool operator==(const Judgement&) const = default;
};

/// All chips do the same: what chip 0 holds, as bits of halves counted from its own shard, says everything. In a step a
/// link carries any halves that add up to a shard at most.
class OrderSearch
{
public:
    OrderSearch(int chips, bool oneWay);
    Judgement judge(const core::ChipOrder&) const;

private:
    static constexpr std::size_t maxStates = 1024;
    using States = std::bitset<maxStates>;

    int m_chips;
    std::vector<States> m_next; // what a state may become in a step
};

/// Chips send what they like, a whole shard a link at most; the state is what all of them hold.
class FreeSearch
{
public:
    explicit FreeSearch(int chips); // three
    Judgement judge(const std::vector<core::ProductRow>&) const;

private:
    static constexpr std::size_t maxStates = 512;
    using States = std::bitset<maxStates>;

    int m_chips;
    std::vector<States> m_next;
};

} // namespace tests
