// SPDX-License-Identifier: GPL-3.0-or-later
// Checks sets of paths that share no link against a plain search for the cheapest flow, between all pairs of chips.
#include "collectives/networks.h"
#include "core/collectives/networks/disjoint_paths.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

class TstDisjointPaths : public QObject
{
    Q_OBJECT

private slots:
    void setsHaveTheFewestLinks_data() { eachNetwork(); }
    void setsHaveTheFewestLinks();
    void longPathsAreLeftOut_data() { eachNetwork(); }
    void longPathsAreLeftOut();

private:
    static void eachNetwork();
};

namespace
{

constexpr double anyLength = std::numeric_limits<double>::infinity();

/// Bellman and Ford's search in what is left of the links, one path after the other; links of all paths together.
class PlainFlow
{
public:
    PlainFlow(const core::Topology& topology, int from, int to) : m_from(from), m_to(to)
    {
        for (int chip = 0; chip < topology.chips(); ++chip)
            for (int port = 0; port < topology.ports(); ++port)
                if (const int next = topology.neighbour(chip, port); next >= 0)
                    m_links.push_back({chip, next, false});
        m_chips = static_cast<std::size_t>(topology.chips());
    }

    std::vector<int> linksByPaths()
    {
        std::vector<int> all;
        while (const int more = add())
            all.push_back((all.empty() ? 0 : all.back()) + more);
        return all;
    }

private:
    struct Link {
        int from, to;
        bool used;
    };

    /// How many links more the set with one path more has; 0: there is none.
    int add()
    {
        constexpr int far = 1 << 20;
        std::vector<int> cost(m_chips, far);
        std::vector<Link*> came(m_chips, nullptr);
        cost[static_cast<std::size_t>(m_from)] = 0;
        for (bool changes = true; changes;) {
            changes = false;
            for (Link& link : m_links) {
                const auto at = static_cast<std::size_t>(link.used ? link.to : link.from);
                const auto next = static_cast<std::size_t>(link.used ? link.from : link.to);
                const int there = cost[at] + (link.used ? -1 : 1);
                if (cost[at] < far && there < cost[next]) {
                    cost[next] = there;
                    came[next] = &link;
                    changes = true;
                }
            }
        }
        const int found = cost[static_cast<std::size_t>(m_to)];
        for (int chip = m_to; found < far && chip != m_from;) {
            Link& link = *came[static_cast<std::size_t>(chip)];
            chip = link.used ? link.to : link.from;
            link.used = !link.used;
        }
        return found < far ? found : 0;
    }

    int m_from;
    int m_to;
    std::size_t m_chips = 0;
    std::vector<Link> m_links;
};

/// Links of a set of paths between two chips; −1 where one of them leads elsewhere or takes a link again.
int linksOf(const std::vector<core::PortPath>& paths, const core::Topology& topology, int from, int to)
{
    std::set<std::pair<int, int>> links; // chip and port
    for (const auto& path : paths) {
        int chip = from;
        for (const int port : path) {
            if (!links.emplace(chip, port).second)
                return -1;
            chip = topology.neighbour(chip, port);
        }
        if (chip != to)
            return -1;
    }
    return static_cast<int>(links.size());
}

} // namespace

void TstDisjointPaths::eachNetwork()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"7 w", "5 -", "4x4 ww", "4x4 --", "3x5 w-", "3x3x3 www", "2x3x3 ---", "3x4x2 ww-",
                             "5 w one way", "4x4 ww one way", "3x3x3 www one way"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TstDisjointPaths::setsHaveTheFewestLinks()
{
    QFETCH(const QString, name);
    const auto topology = tests::network(name);
    for (int from = 0; from < topology.chips(); ++from) {
        for (int to = 0; to < topology.chips(); ++to) {
            if (to == from)
                continue;
            std::vector<int> links;
            for (const auto& paths : core::disjointPaths(topology, from, to, anyLength)) {
                links.push_back(linksOf(paths, topology, from, to));
                QCOMPARE(paths.size(), links.size());
            }
            QVERIFY2(links == PlainFlow(topology, from, to).linksByPaths(),
                     qPrintable(QStringLiteral("from %1 to %2").arg(from).arg(to)));
        }
    }
}

/// One path more only where it adds less than what is asked for.
void TstDisjointPaths::longPathsAreLeftOut()
{
    QFETCH(const QString, name);
    const auto topology = tests::network(name);
    for (int to = 1; to < topology.chips(); ++to) {
        const auto links = PlainFlow(topology, 0, to).linksByPaths();
        for (const int max : {1, 2, 3, 4, 5, 6}) {
            std::size_t few = 0;
            while (few < links.size() && links[few] - (few > 0 ? links[few - 1] : 0) < max)
                ++few;
            QCOMPARE(core::disjointPaths(topology, 0, to, max).size(), few);
        }
    }
}

ROOFLIGHT_TEST(TstDisjointPaths)
#include "tst_disjoint_paths.moc"
