// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics that tell what binds a collective: bytes over links, hops, paths.
#include "collectives/metric_values.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <utility>

class TstBindingMetrics : public QObject
{
    Q_OBJECT

private slots:
    void bytesOverLinksOrHopsMakeTheLowerBound_data();
    void bytesOverLinksOrHopsMakeTheLowerBound();
    void pathsOfATransferAreCounted_data();
    void pathsOfATransferAreCounted();
};

using tests::Edits;
using tests::metricValue;
using tests::microsecond;
using tests::numberOf;
using tests::scenarioWith;

void TstBindingMetrics::bytesOverLinksOrHopsMakeTheLowerBound_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<double>("links"); // 0: hops bind
    QTest::newRow("a chip of a ring has two links in")
        << Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-gather"}} << 2.;
    QTest::newRow("the end of a line has one")
        << Edits{{"coll.torus", "8"}, {"coll.wrap", "line"}, {"coll.kind", "reduce-scatter"}} << 1.;
    QTest::newRow("a ring has two links for each chip")
        << Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}} << 16.;
    QTest::newRow("chips at the ends of a permute on a plane have four")
        << Edits{{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "permute"}} << 4.;
    QTest::newRow("few bytes")
        << Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-gather"}, {"coll.bytes", 64.}} << 0.;
    QTest::newRow("a matmul of few columns")
        << Edits{{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}, {"coll.F", 64.}} << 2.;
}

void TstBindingMetrics::bytesOverLinksOrHopsMakeTheLowerBound()
{
    QFETCH(Edits, edits);
    QFETCH(double, links);
    edits.emplace_back("hw.link.rate", 45e9);
    edits.emplace_back("hw.hop", microsecond);
    const auto s = scenarioWith(edits);
    const double bound = numberOf(s, "coll.lower_bound");
    if (links > 0) {
        QCOMPARE(numberOf(s, "coll.bound_links"), links);
        COMPARE_NEAR(numberOf(s, "coll.bound_bytes") / (links * 45e9), bound, 1e-12);
    } else {
        COMPARE_NEAR(numberOf(s, "coll.bound_hops") * microsecond, bound, 1e-12);
        QCOMPARE(numberOf(s, "coll.bound_hops"), 4.);
    }
    for (const char* id : {"coll.bound_links", "coll.bound_bytes", "coll.bound_hops"}) {
        const bool hops = id == std::string_view("coll.bound_hops");
        QCOMPARE(core::applies(metricValue(s, id)), hops == (links == 0));
        QCOMPARE(tests::derivation(s, id).steps.empty(), hops == (links > 0));
    }
}

void TstBindingMetrics::pathsOfATransferAreCounted_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QList<double>>("pathsAndHops"); // how many, of the shortest, of the longest; empty: no paths
    const auto row = [](const char* name, const char* torus, const char* wrap, std::pair<const char*, const char*> ends,
                        const QList<double>& expected) {
        const auto [from, to] = ends;
        QTest::newRow(name) << Edits{{"coll.torus", torus},
                                     {"coll.wrap", wrap},
                                     {"coll.kind", "permute"},
                                     {"coll.from", from},
                                     {"coll.to", to}}
                            << expected;
    };
    row("corner to corner of a mesh: X then Y, Y then X", "4x4", "line", {"0,0", "3,3"}, {2, 6, 6});
    row("halfway round a torus: two straight, two beside them", "4x4", "ring", {"0,0", "2,0"}, {4, 2, 4});
    row("to the neighbour on a ring: the long way round too", "8", "ring", {"0", "1"}, {2, 1, 7});
    row("along a line", "8", "line", {"0", "7"}, {1, 7, 7});
    row("nothing moves", "8", "ring", {"0", "0"}, {});
    row("behind a switch", "switch8", "hardware", {"0", "3"}, {});
    row("everything moves on", "8", "ring", {"all", "+1"}, {});
    QTest::newRow("no transfer") << Edits{{"coll.torus", "8"}, {"coll.kind", "all-gather"}} << QList<double>{};
}

void TstBindingMetrics::pathsOfATransferAreCounted()
{
    QFETCH(Edits, edits);
    QFETCH(QList<double>, pathsAndHops);
    const auto s = scenarioWith(edits);
    qsizetype i = 0;
    for (const char* id : {"coll.paths", "coll.shortest_path", "coll.longest_path"}) {
        QCOMPARE(core::applies(metricValue(s, id)), !pathsAndHops.isEmpty());
        QCOMPARE(tests::derivation(s, id).steps.empty(), pathsAndHops.isEmpty());
        if (!pathsAndHops.isEmpty())
            QCOMPARE(numberOf(s, id), pathsAndHops[i++]);
    }
}

ROOFLIGHT_TEST(TstBindingMetrics)
#include "tst_binding_metrics.moc"
