// SPDX-License-Identifier: GPL-3.0-or-later
// Min-cost flow of unit capacities: every further path may give links of earlier ones back. The distance to the
// receiver guides the search, so that it hardly leaves the shortest ways.
#include "core/collectives/networks/disjoint_paths.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace core
{

namespace
{

class LinkFlow
{
public:
    LinkFlow(const Topology& topology, int from, int to)
        : m_topology(topology), m_bothWays(topology), m_from(from), m_to(to)
    {
        m_bothWays.oneWay = false;
        const auto chips = place(topology.chips());
        m_ahead.resize(chips);
        for (int chip = 0; chip < topology.chips(); ++chip)
            m_ahead[place(chip)] = topology.distance(chip, to);
        m_used.resize(chips * place(topology.ports()), false);
    }

    /// One path more, where it makes the set longer by less than `most` links.
    bool add(double max)
    {
        search();
        const int last = m_steps[place(m_to)];
        if (last == unseen)
            return false;
        for (int chip = 0; chip < m_topology.chips(); ++chip) // what is as near as the receiver is led no further
            m_ahead[place(chip)] += std::max(0, last - std::min(last, m_steps[place(chip)]));
        if (m_ahead[place(m_from)] - m_ahead[place(m_to)] >= max)
            return false;
        for (int chip = m_to; chip != m_from;) {
            const auto& move = m_came[place(chip)];
            m_used[place(move.link)] = !move.givesBack;
            chip = move.chip;
        }
        return true;
    }

    /// Along the links in use.
    std::vector<PortPath> paths() const
    {
        auto left = m_used;
        std::vector<PortPath> found;
        for (;;) {
            PortPath path;
            for (int chip = m_from; chip != m_to;) {
                const int port = firstUsed(left, chip);
                if (port < 0)
                    return found; // at the sender
                left[place(link(chip, port))] = false;
                path.push_back(port);
                chip = m_topology.neighbour(chip, port);
            }
            found.push_back(std::move(path));
        }
    }

private:
    static constexpr int unseen = std::numeric_limits<int>::max();

    struct Move {
        int chip = 0; // where from
        int link = 0;
        bool givesBack = false; // against a link that another path uses
    };

    int link(int chip, int port) const { return chip * m_topology.ports() + port; }

    int firstUsed(const std::vector<bool>& used, int chip) const
    {
        for (int port = 0; port < m_topology.ports(); ++port)
            if (used[place(link(chip, port))])
                return port;
        return -1;
    }

    /// Dijkstra's over what a move adds to the links still ahead, which is never negative, until the receiver is met.
    void search()
    {
        using Place = std::pair<int, int>; // links beyond those ahead, chip
        m_steps.assign(place(m_topology.chips()), unseen);
        m_came.resize(m_steps.size());
        std::priority_queue<Place, std::vector<Place>, std::greater<>> open;
        m_steps[place(m_from)] = 0;
        open.emplace(0, m_from);
        while (!open.empty() && open.top().second != m_to) {
            const auto [steps, chip] = open.top();
            open.pop();
            if (steps > m_steps[place(chip)])
                continue;
            eachMove(chip, [&, here = chip, so = steps](int next, int cost, const Move& move) {
                const int there = so + cost + m_ahead[place(next)] - m_ahead[place(here)];
                if (there < m_steps[place(next)]) {
                    m_steps[place(next)] = there;
                    m_came[place(next)] = move;
                    open.emplace(there, next);
                }
            });
        }
    }

    template <class Visit> void eachMove(int chip, Visit visit) const
    {
        for (int port = 0; port < m_topology.ports(); ++port) {
            const int next = m_topology.neighbour(chip, port);
            if (next >= 0 && !m_used[place(link(chip, port))])
                visit(next, 1, Move{chip, link(chip, port), false});
            const int before = sender(chip, port);
            if (before >= 0 && m_used[place(link(before, port))])
                visit(before, -1, Move{chip, link(before, port), true});
        }
    }

    /// The chip whose link at `port` ends here, or -1.
    int sender(int chip, int port) const { return m_bothWays.neighbour(chip, m_topology.portBack(chip, port)); }

    const Topology& m_topology;
    Topology m_bothWays; // links lead back to their senders also where messages go one way
    int m_from;
    int m_to;
    std::vector<int> m_ahead; // links to the receiver, at least
    std::vector<bool> m_used; // by link
    std::vector<int> m_steps;
    std::vector<Move> m_came;
};

} // namespace

std::vector<std::vector<PortPath>> disjointPaths(const Topology& topology, int from, int to, double max)
{
    LinkFlow flow(topology, from, to);
    std::vector<std::vector<PortPath>> sets;
    while (flow.add(max))
        sets.push_back(flow.paths());
    return sets;
}

} // namespace core
