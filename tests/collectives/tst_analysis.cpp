// SPDX-License-Identifier: GPL-3.0-or-later
// The collective of a scenario: fields in, metrics out, against figures from the sources.
#include "collectives/scenarios.h"
#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using core::CollectiveAlgorithm;
using core::CollectiveKind;
using core::Scenario;
using tests::collective;
using tests::v4;
using tests::v5e;

class TstAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void timeIsThatOfTheSource_data();
    void timeIsThatOfTheSource();
    void bookTimeIsThatOfTheBook_data();
    void bookTimeIsThatOfTheBook();
    void podTakesAsLongAsItsRecurrence();
    void podIsStudied_data();
    void podIsStudied();
    void matmulIsBoundByTheLongerPart();
    void oneLinkIsNoLinks();
    void switchThatAddsSavesBytes();
    void copiesCountInTheTotal();
    void hopsAreThoseOfTheWay();
    void matmulHasNaiveAndPipelinedTime();
    void clockIsTheOneOfTheField();
    void assumptionsAreNoted_data();
    void assumptionsAreNoted();
    void axisOfOneChipIsNamed();
    void chipsOfAPermuteBindNoOther();
    void wrongFieldIsNamed_data();
    void wrongFieldIsNamed();
};

Q_DECLARE_METATYPE(core::Scenario)

void TstAnalysis::timeIsThatOfTheSource_data()
{
    QTest::addColumn<core::Scenario>("scenario");
    QTest::addColumn<double>("microseconds");
    QTest::addColumn<double>("relative");
    // Book, Sharding, with the exact (N − 1)/N and the hops added.
    QTest::newRow("v5e 8x4, gather [2048, 8192] bf16 over a line of 4: 559.24 µs and 3 hops")
        << collective(v5e, "8x4", "Y", CollectiveKind::allGather, 33554432) << 562.24 << 1e-5;
    QTest::newRow("v4 ring of 4, 2 MiB: 17.5 µs and 2 hops")
        << collective(v4, "4x4x4", "X", CollectiveKind::allGather, 2097152) << 17.4763 + 2 << 1e-5;
    QTest::newRow("v4 all-reduce over Z, each chip 512 KiB: 8.74 µs and 4 hops")
        << collective(v4, "4x4x4", "Z", CollectiveKind::allReduce, 524288) << 8.7381 + 4 << 1e-5;
    QTest::newRow("v5e 4x4, 16.8 MB corner to corner over two paths: 192.4 µs with endless pieces")
        << collective(v5e, "4x4", "all", CollectiveKind::permute, 16777216) << 192.4 << 0.011;
    QTest::newRow("v5e 16x16 all-to-all: 16 V/(8·256 w), and 8 + 8 hops")
        << collective(v5e, "16x16", "all", CollectiveKind::allToAll, 1048576.0 * 256) << 46.6034 + 16 << 1e-5;
}

void TstAnalysis::timeIsThatOfTheSource()
{
    QFETCH(core::Scenario, scenario);
    QFETCH(double, microseconds);
    QFETCH(double, relative);
    const auto analysis = core::analyseCollective(scenario);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    COMPARE_NEAR(analysis->time, microseconds * 1e-6, relative);
    const auto numbers = core::evaluateCollective(scenario).numbers;
    COMPARE_NEAR(numbers.time, analysis->time.si(), 1e-9);
    QVERIFY(numbers.gap.si() >= 1);
    COMPARE_NEAR(numbers.gap * analysis->lowerBound.si(), analysis->time.si(), 1e-9);
    QVERIFY(!analysis->why.empty() && !analysis->title.empty() && !analysis->bound.reason.empty());
}

void TstAnalysis::bookTimeIsThatOfTheBook_data()
{
    QTest::addColumn<core::Scenario>("scenario");
    QTest::addColumn<double>("microseconds");
    QTest::newRow("v4 ring of 4, 2 MiB: V/W")
        << collective(v4, "4x4x4", "X", CollectiveKind::allGather, 2097152) << 23.3017;
    QTest::newRow("v4 all-reduce of 512 KiB over Z: 2 V/W")
        << collective(v4, "4x4x4", "Z", CollectiveKind::allReduce, 524288) << 11.6508;
    QTest::newRow("all-to-all on a ring: V/(4 W)")
        << collective(v5e, "16", "all", CollectiveKind::allToAll, 45e6 * 8) << 1000.;
    QTest::newRow("v5e, few bytes: 3 hops on a line of 4")
        << collective(v5e, "4", "all", CollectiveKind::allGather, 64) << 3.;
}

void TstAnalysis::bookTimeIsThatOfTheBook()
{
    QFETCH(core::Scenario, scenario);
    QFETCH(double, microseconds);
    COMPARE_NEAR(core::evaluateCollective(scenario).numbers.book, microseconds * 1e-6, 1e-5);
}

void TstAnalysis::podTakesAsLongAsItsRecurrence()
{
    // Shards of 64 KiB on 16x20x28: 2275 µs when links serve messages in the order of steps.
    auto s = collective(v4, "16x20x28", "all", CollectiveKind::allGather, 8960. * 65536);
    const auto analysis = core::analyseCollective(s);
    QCOMPARE(analysis->algorithm, CollectiveAlgorithm::rotated);
    QCOMPARE(qRound(analysis->time.si() * 1e6), 2275);
    COMPARE_NEAR(analysis->closedForm->time, analysis->time.si(), 1e-9);
}

void TstAnalysis::podIsStudied_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("wrap");
    for (const auto kind : {CollectiveKind::allGather, CollectiveKind::reduceScatter, CollectiveKind::allReduce,
                            CollectiveKind::allToAll, CollectiveKind::permute})
        for (const auto wrap : {core::Wrap::ring, core::Wrap::line})
            if (kind != CollectiveKind::allToAll || wrap == core::Wrap::ring)
                QTest::addRow("kind %d, wraparound %d", int(kind), int(wrap)) << int(kind) << int(wrap);
}

void TstAnalysis::podIsStudied()
{
    QFETCH(int, kind);
    QFETCH(int, wrap);
    auto s = collective(v4, "16x20x28", "all", CollectiveKind(kind), 16777216);
    s.coll.wrap = core::Wrap(wrap);
    const auto analysis = core::analyseCollective(s);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
}

/// Four products of 8.4 MFLOP take 0.12 µs; 3/4 of 32 MiB come in through two links in 280 µs.
void TstAnalysis::matmulIsBoundByTheLongerPart()
{
    auto s = collective(v4, "4x4x4", "X", CollectiveKind::matmulGather, 1);
    s.coll.B = 1024;
    s.coll.D = 16384;
    s.coll.F = 4;
    const auto analysis = core::analyseCollective(s);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    QCOMPARE(analysis->bound.reason, std::string("chip 0 has to take in all but its own shard by its links"));
}

/// A line of four turned round: two arrays leave its first half, over its one link in that direction.
void TstAnalysis::oneLinkIsNoLinks()
{
    auto s = collective(v5e, "4", "all", CollectiveKind::permute, 16777216);
    s.coll.from = "all";
    s.coll.to = "3; 2; 1; 0";
    const auto analysis = core::analyseCollective(s);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    QCOMPARE(analysis->bound.reason, std::string("arrays have to leave or reach places 0 to 1 of axis X"));
}

void TstAnalysis::switchThatAddsSavesBytes()
{
    // 64 MiB on 8 GPUs at 450 GB/s: 2·7/8 V/G = 261.0 µs by the GPUs, (1 + 1/8) V/G = 167.8 µs
    // by the switch, 246.7 at its measured 0.68; 2 hops.
    auto s = collective(v5e, "switch8", "all", CollectiveKind::allReduce, 67108864);
    s.hw.kind = core::ChipKind::gpu;
    s.hw.linkRate = core::ByteRate(450e9);
    const auto analysis = core::analyseCollective(s);
    QVERIFY(analysis && analysis->addedInSwitch);
    COMPARE_NEAR(analysis->time, 262.9789e-6, 1e-6);
    COMPARE_NEAR(*analysis->addedInSwitch, 248.7238e-6, 1e-6);
    s.coll.kind = CollectiveKind::allGather;
    QVERIFY(!core::analyseCollective(s)->addedInSwitch);
}

void TstAnalysis::copiesCountInTheTotal()
{
    // Four lines of 8: each moves 7 V over its links.
    auto s = collective(v5e, "8x4", "X", CollectiveKind::allGather, 8000);
    const auto analysis = core::analyseCollective(s);
    QCOMPARE(analysis->copies, 4);
    QCOMPARE(analysis->totalBytes.si(), 4 * 7 * 8000.);
}

void TstAnalysis::hopsAreThoseOfTheWay()
{
    QCOMPARE(core::analyseCollective(collective(v4, "4x4x4", "all", CollectiveKind::allGather, 1 << 20))->timing.hops,
             6);
    QCOMPARE(core::analyseCollective(collective(v5e, "8", "all", CollectiveKind::allGather, 1 << 20))->timing.hops, 7);
    QCOMPARE(core::analyseCollective(collective(v5e, "4x4", "all", CollectiveKind::permute, 1 << 20))->timing.hops, 6);
}

void TstAnalysis::matmulHasNaiveAndPipelinedTime()
{
    // B = 4096, D = F = 16384 on a ring of 4 with 50e9 B/s a link: 1999.1 µs against 3007.7.
    auto s = collective(v4, "4x4x4", "X", CollectiveKind::matmulGather, 1);
    s.hw.linkRate = core::ByteRate(50e9);
    s.coll.D = s.coll.F = 16384;
    const auto analysis = core::analyseCollective(s);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    QCOMPARE(analysis->algorithm, CollectiveAlgorithm::halves);
    QCOMPARE(qRound(analysis->matmulTiming->overlapped.async.si() * 1e7), 19991);
    QCOMPARE(qRound(analysis->matmulTiming->serialized.async.si() * 1e7), 30077);
    QVERIFY(analysis->matmulTiming->hidden(core::CollectiveClock::async));
    QCOMPARE(analysis->bound.reason, std::string("every chip multiplies all shards"));
    QCOMPARE(analysis->time, analysis->matmulTiming->overlapped.async);
    COMPARE_NEAR(core::evaluateCollective(s).numbers.gap, 1, 1e-12);
    s.coll.kind = CollectiveKind::matmulScatter;
    QCOMPARE(qRound(core::analyseCollective(s)->matmulTiming->overlapped.async.si() * 1e7), 19991);
}

void TstAnalysis::clockIsTheOneOfTheField()
{
    auto s = collective(v5e, "8x16", "all", CollectiveKind::allGather, 1 << 24);
    s.coll.algorithm = CollectiveAlgorithm::rotated;
    s.coll.clock = core::CollectiveClock::lockstep;
    const auto analysis = core::analyseCollective(s);
    QCOMPARE(analysis->time, analysis->timing.lockstep);
    QVERIFY(analysis->timing.async.si() < analysis->timing.lockstep.si());
}

void TstAnalysis::assumptionsAreNoted_data()
{
    QTest::addColumn<core::Scenario>("scenario");
    QTest::addColumn<int>("notes");
    QTest::newRow("nothing to note") << collective(v5e, "4x4", "all", CollectiveKind::allGather, 1 << 20) << 0;
    QTest::newRow("half an element") << collective(v5e, "4x4", "all", CollectiveKind::allGather, 33) << 1;
    QTest::newRow("TPUs behind a switch") << collective(v5e, "switch8", "all", CollectiveKind::allGather, 64) << 1;
    QTest::newRow("pieces of a pod alike")
        << collective(v4, "16x20x28", "all", CollectiveKind::allGather, 1 << 20) << 1;
    auto oneWay = collective(v5e, "4x4", "all", CollectiveKind::allGather, 1 << 20);
    oneWay.coll.direction = core::LinkDirection::one;
    QTest::newRow("one way on open axes") << oneWay << 1;
    QTest::newRow("an axis of one chip") << collective(v5e, "4x4", "Z", CollectiveKind::allGather, 64) << 1;
    QTest::newRow("an axis of one chip beside others")
        << collective(v5e, "4x4", "YZ", CollectiveKind::allReduce, 64) << 1;
    QTest::newRow("one chip, all axes") << collective(v5e, "1", "all", CollectiveKind::allGather, 64) << 0;
    QTest::newRow("two chips, whatever the axes") << collective(v5e, "4x4", "Z", CollectiveKind::permute, 64) << 1;
    QTest::newRow("two chips, all axes") << collective(v5e, "4x4", "all", CollectiveKind::permute, 64) << 0;
}

void TstAnalysis::assumptionsAreNoted()
{
    QFETCH(core::Scenario, scenario);
    const auto analysis = core::analyseCollective(scenario);
    QVERIFY(analysis);
    QTEST(int(analysis->notes.size()), "notes");
}

void TstAnalysis::axisOfOneChipIsNamed()
{
    const auto analysis = core::analyseCollective(collective(v5e, "4x4", "Z", CollectiveKind::allGather, 64));
    QVERIFY(analysis);
    QCOMPARE(analysis->time.si(), 0.); // by definition
    QCOMPARE(analysis->notes,
             std::vector<std::string>{"coll.axes is \"Z\", but along Z coll.torus \"4x4\" has one chip, "
                                      "so nothing moves there; set coll.axes to \"all\", or make Z longer "
                                      "in coll.torus."});
}

/// A torus that shrinks under an all-gather must not stop it for what a shift before it was about.
void TstAnalysis::chipsOfAPermuteBindNoOther()
{
    auto s = collective(v5e, "4x4", "all", CollectiveKind::allGather, 1 << 20);
    const double time = core::analyseCollective(s)->time.si();
    s.coll.from = "7,7";
    s.coll.to = "+99";
    const auto analysis = core::analyseCollective(s);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    QCOMPARE(analysis->time.si(), time);
    s.coll.kind = CollectiveKind::permute;
    QVERIFY(!core::analyseCollective(s));
}

void TstAnalysis::wrongFieldIsNamed_data()
{
    QTest::addColumn<core::Scenario>("scenario");
    QTest::addColumn<QString>("field");
    const auto good = collective(v5e, "4x4", "all", CollectiveKind::permute, 1 << 20);
    auto s = good;
    s.coll.torus = "banana";
    QTest::newRow("torus") << s << QStringLiteral("coll.torus");
    s = good;
    s.coll.axes = "W";
    s.coll.kind = CollectiveKind::allGather;
    QTest::newRow("axes") << s << QStringLiteral("coll.axes");
    for (const char* chip : {"4,0", "0,0,0,0", "1;1", "-1", "a"}) {
        s = good;
        s.coll.from = chip;
        QTest::addRow("chip %s", chip) << s << QStringLiteral("coll.from");
    }
    s = good;
    s.coll.algorithm = CollectiveAlgorithm::rotated;
    QTest::newRow("algorithm of another collective") << s << QStringLiteral("coll.algorithm");
    s.coll.kind = CollectiveKind::allGather;
    s.coll.algorithm = CollectiveAlgorithm::offsets;
    QTest::newRow("offsets on a mesh") << s << QStringLiteral("coll.algorithm");
    s.coll.kind = CollectiveKind::allReduce;
    s.coll.algorithm = CollectiveAlgorithm::oneShot;
    QTest::newRow("one shot on a mesh") << s << QStringLiteral("coll.algorithm");
    s.coll.algorithm = CollectiveAlgorithm::trees;
    s.coll.torus = "8";
    QTest::newRow("trees on a line") << s << QStringLiteral("coll.algorithm");
    s.coll.torus = "4x4";
    s.coll.wrap = core::Wrap::ring;
    QTest::newRow("trees on a torus") << s << QStringLiteral("coll.algorithm");
    s.coll.wrap = core::Wrap::hardware;
    s.coll.kind = CollectiveKind::matmulGather;
    s.coll.algorithm = CollectiveAlgorithm::automatic;
    QTest::newRow("matmul on two axes") << s << QStringLiteral("coll.torus");
    s = good;
    s.hw.linkRate = core::ByteRate(0);
    QTest::newRow("no links") << s << QStringLiteral("hw.link.rate");
    s = good;
    s.coll.kind = CollectiveKind::allToAll;
    s.coll.torus = "128x128";
    QTest::newRow("open axes too large to time") << s << QStringLiteral("coll.torus");
    s.coll.torus = "256";
    s.coll.algorithm = CollectiveAlgorithm::timeSlots;
    QTest::newRow("one block a step on too long a line") << s << QStringLiteral("coll.algorithm");
    s = good;
    s.coll.torus = "1000";
    s.coll.wrap = core::Wrap::ring;
    s.coll.kind = CollectiveKind::matmulGather;
    QTest::newRow("matmul on too many chips") << s << QStringLiteral("coll.torus");
}

void TstAnalysis::wrongFieldIsNamed()
{
    QFETCH(core::Scenario, scenario);
    QFETCH(QString, field);
    const auto analysis = core::analyseCollective(scenario);
    QVERIFY(!analysis);
    QVERIFY2(QString::fromStdString(analysis.error()).contains(field), analysis.error().c_str());
}

ROOFLIGHT_TEST(TstAnalysis)
#include "tst_analysis.moc"
