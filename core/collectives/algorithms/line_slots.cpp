// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the blocks of a line move step by step and writes down which link carries which.
#include "core/collectives/algorithms/line_slots.h"

#include <algorithm>
#include <cstddef>

namespace core
{

namespace
{

/// Blocks that wait at one place to leave in one direction, the one to leave first on top: with the farthest
/// destination, and of these the one from farthest away.
class Waiting
{
public:
    bool isEmpty() const { return m_heap.empty(); }

    void add(const LineBlock& block)
    {
        m_heap.push_back(block);
        std::push_heap(m_heap.begin(), m_heap.end(), leavesLater);
    }

    LineBlock take()
    {
        std::pop_heap(m_heap.begin(), m_heap.end(), leavesLater);
        const auto block = m_heap.back();
        m_heap.pop_back();
        return block;
    }

private:
    static bool leavesLater(const LineBlock& a, const LineBlock& b)
    {
        const bool forward = a.destination > a.source; // both are
        if (a.destination != b.destination)
            return (a.destination < b.destination) == forward;
        return (a.source > b.source) == forward;
    }

    std::vector<LineBlock> m_heap;
};

} // namespace

LineSlots lineSlots(int length)
{
    const auto place = [](int i) { return static_cast<std::size_t>(i); };
    std::vector<Waiting> waiting(place(2 * length)); // by link: 2·place, + 1 for −
    int underWay = length * (length - 1);
    for (int source = 0; source < length; ++source)
        for (int destination = 0; destination < length; ++destination)
            if (source != destination)
                waiting[place(2 * source + (destination > source ? 0 : 1))].add({source, destination});
    LineSlots slots;
    while (underWay > 0) {
        std::vector<LineBlock> step(place(2 * length));
        for (std::size_t link = 0; link < step.size(); ++link)
            if (!waiting[link].isEmpty())
                step[link] = waiting[link].take();
        for (int link = 0; link < 2 * length; ++link) {
            const auto& block = step[place(link)];
            if (block.source < 0)
                continue;
            const int next = link + (link % 2 == 0 ? 2 : -2);
            if (next / 2 == block.destination)
                --underWay;
            else
                waiting[place(next)].add(block);
        }
        slots.push_back(std::move(step));
    }
    return slots;
}

} // namespace core
