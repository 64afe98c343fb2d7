// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the blocks of a line move step by step and writes down which link carries which.
#include "core/collectives/line_slots.h"

#include <algorithm>
#include <cstdlib>

namespace core
{

LineSlots lineSlots(int length)
{
    const auto place = [](int i) { return static_cast<std::size_t>(i); };
    std::vector<std::vector<LineBlock>> waiting(place(length));
    int underWay = length * (length - 1);
    for (int source = 0; source < length; ++source)
        for (int destination = 0; destination < length; ++destination)
            if (source != destination)
                waiting[place(source)].push_back({source, destination});
    LineSlots slots;
    while (underWay > 0) {
        std::vector<LineBlock> step(place(2 * length));
        for (int at = 0; at < length; ++at) {
            for (const int direction : {1, -1}) {
                auto& here = waiting[place(at)];
                auto best = here.end();
                for (auto it = here.begin(); it != here.end(); ++it) {
                    const int way = (it->destination - at) * direction;
                    const int bestWay = best == here.end() ? 0 : (best->destination - at) * direction;
                    const bool fromFarther =
                        way == bestWay && way > 0 && std::abs(it->source - at) > std::abs(best->source - at);
                    if (way > bestWay || fromFarther)
                        best = it;
                }
                if (best == here.end())
                    continue;
                step[place(2 * at + (direction > 0 ? 0 : 1))] = *best;
                here.erase(best);
            }
        }
        for (int link = 0; link < 2 * length; ++link) {
            const auto& block = step[place(link)];
            if (block.source < 0)
                continue;
            const int to = link / 2 + (link % 2 == 0 ? 1 : -1);
            if (to == block.destination)
                --underWay;
            else
                waiting[place(to)].push_back(block);
        }
        slots.push_back(std::move(step));
    }
    return slots;
}

} // namespace core
