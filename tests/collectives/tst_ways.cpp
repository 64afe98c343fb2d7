// SPDX-License-Identifier: GPL-3.0-or-later
// Ways for few bytes, meshes and shifts as a scenario asks for them; networks too large to follow.
#include "collectives/scenarios.h"
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/analysis.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using core::CollectiveAlgorithm;
using core::CollectiveKind;
using tests::collective;
using tests::v4;
using tests::v5e;

class TstWays : public QObject
{
    Q_OBJECT

private slots:
    void everyAlgorithmHasOneRowAKind();
    void fewBytesGoInOneShot_data();
    void fewBytesGoInOneShot();
    void everyChipOfARingSendsFurther();
    void wrongShiftIsNamed_data();
    void wrongShiftIsNamed();
    void meshTellsOfTrees();
    void fewBlocksGoAxisAfterAxis_data();
    void fewBlocksGoAxisAfterAxis();
    void reasonNamesTheNetwork();
    void offsetsAreForManyBytes_data();
    void offsetsAreForManyBytes();
    void largeNetworkIsStudiedOrRefused_data();
    void largeNetworkIsStudiedOrRefused();
};

void TstWays::everyAlgorithmHasOneRowAKind()
{
    for (std::size_t i = 0; i < core::namesOf<core::CollectiveAlgorithm>.size(); ++i) {
        const auto id = static_cast<CollectiveAlgorithm>(i);
        const bool ofMatmul = id == CollectiveAlgorithm::automatic || id == CollectiveAlgorithm::halves ||
                              id == CollectiveAlgorithm::whole || id == CollectiveAlgorithm::uni;
        int rows = 0;
        for (const auto& row : core::collectiveAlgorithms())
            if (row.id == id) {
                ++rows;
                QVERIFY(!row.title.empty());
                QCOMPARE(core::algorithmRow(row.kind, id), &row);
                for (const auto& other : core::collectiveAlgorithms())
                    QVERIFY2(&other == &row || other.kind != row.kind || other.rank != row.rank, row.title.data());
            }
        QVERIFY2((rows > 0) != ofMatmul, core::namesOf<core::CollectiveAlgorithm>[i].data());
    }
}

void TstWays::fewBytesGoInOneShot_data()
{
    // Below α·w·L·NK/((N − 1)(N − 2)) by L directions and K hops: 45 kB·2·8·4/(7·6) = 68 571 B on a ring of 8,
    // 45 kB·2·4·2/(3·2) = 120 kB of 4, 45 kB·8·7/(7·6) = 60 kB on one of 8 that sends one way.
    QTest::addColumn<QString>("torus");
    QTest::addColumn<bool>("oneWay");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<bool>("oneShot");
    QTest::newRow("8 chips, 68 kB") << QStringLiteral("8") << false << 68000. << true;
    QTest::newRow("8 chips, 69 kB") << QStringLiteral("8") << false << 69000. << false;
    QTest::newRow("4 chips, 119 kB") << QStringLiteral("4") << false << 119000. << true;
    QTest::newRow("4 chips, 121 kB") << QStringLiteral("4") << false << 121000. << false;
    QTest::newRow("8 chips one way, 59 kB") << QStringLiteral("8") << true << 59000. << true;
    QTest::newRow("8 chips one way, 61 kB") << QStringLiteral("8") << true << 61000. << false;
}

void TstWays::fewBytesGoInOneShot()
{
    QFETCH(QString, torus);
    QFETCH(bool, oneWay);
    QFETCH(double, bytes);
    QFETCH(bool, oneShot);
    auto s = collective(v5e, torus.toUtf8().constData(), "all", CollectiveKind::allReduce, bytes);
    s.coll.wrap = core::Wrap::ring;
    s.coll.direction = oneWay ? core::LinkDirection::one : core::LinkDirection::both;
    const auto analysis = core::analyseCollective(s);
    QCOMPARE(analysis->algorithm == CollectiveAlgorithm::oneShot, oneShot);
    QCOMPARE(analysis->notes.size(), oneShot ? std::size_t(1) : std::size_t(0)); // of the room it takes
    s.coll.algorithm = CollectiveAlgorithm::ring;
    const double inTwo = core::analyseCollective(s)->time.si();
    s.coll.algorithm = CollectiveAlgorithm::oneShot;
    const auto shot = core::analyseCollective(s);
    QCOMPARE(shot->time.si() < inTwo, oneShot);
    const double chips = torus.toDouble(); // T = Kα + (N − 1)V/(Lw)
    const double hops = oneWay ? chips - 1 : chips / 2;
    COMPARE_NEAR(shot->time, hops * 1e-6 + (chips - 1) * bytes / (oneWay ? 45e9 : 90e9), 1e-9);
    QCOMPARE(shot->schedule.goal, core::Goal::gather); // of every term
}

void TstWays::everyChipOfARingSendsFurther()
{
    // 8 chips, 3 places, 45 MB each: 3·5/8·45e6/45e9 s on every link, and 5 hops the other way round.
    auto s = collective(v5e, "8x4", "X", CollectiveKind::permute, 45e6);
    s.coll.wrap = core::Wrap::ring;
    s.coll.from = "all";
    s.coll.to = "+3";
    const auto analysis = core::analyseCollective(s);
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    COMPARE_NEAR(analysis->time, 1.875e-3 + 5e-6, 1e-9);
    COMPARE_NEAR(analysis->bytesPerLink, 45e6 * 15 / 8, 1e-9);
    QCOMPARE(analysis->copies, 4);
    QCOMPARE(analysis->timing.hops, 5);
}

void TstWays::meshTellsOfTrees()
{
    auto s = collective(v5e, "4x4", "all", CollectiveKind::allReduce, 1 << 24);
    const auto chosen = core::analyseCollective(s);
    QCOMPARE(chosen->algorithm, CollectiveAlgorithm::trees);
    s.coll.algorithm = CollectiveAlgorithm::rotated;
    QVERIFY(chosen->time.si() < core::analyseCollective(s)->time.si());
    s = collective(v5e, "12x12", "all", CollectiveKind::allReduce, 1 << 24); // too many chips to time every algorithm
    QVERIFY(core::analyseCollective(s)->why.find("trees") != std::string::npos);
}

/// On 4x8 parts that rotate meet the long axis twice, 7 hops; axis after axis takes the diameter, 6.
void TstWays::fewBlocksGoAxisAfterAxis_data()
{
    QTest::addColumn<double>("bytes");
    QTest::addColumn<CollectiveAlgorithm>("algorithm");
    QTest::newRow("10 kB") << 1e4 << CollectiveAlgorithm::axisByAxis;
    QTest::newRow("16 MiB") << 16777216. << CollectiveAlgorithm::rotated;
}

void TstWays::fewBlocksGoAxisAfterAxis()
{
    QFETCH(double, bytes);
    auto s = collective(v5e, "4x8", "all", CollectiveKind::allToAll, bytes);
    s.coll.wrap = core::Wrap::ring;
    const auto chosen = core::analyseCollective(s);
    QVERIFY2(chosen, chosen ? "" : chosen.error().c_str());
    QTEST(chosen->algorithm, "algorithm");
    for (const auto other : {CollectiveAlgorithm::axisByAxis, CollectiveAlgorithm::rotated}) {
        s.coll.algorithm = other;
        QVERIFY(chosen->time.si() <= core::analyseCollective(s)->time.si() * (1 + 1e-12));
    }
}

void TstWays::reasonNamesTheNetwork()
{
    auto s = collective(v5e, "switch8", "all", CollectiveKind::permute, 1e6);
    QVERIFY(core::analyseCollective(s)->why.find("switch") != std::string::npos);
    s = collective(v5e, "2", "all", CollectiveKind::allToAll, 1e6);
    QVERIFY(core::analyseCollective(s)->why.find("two chips") != std::string::npos);
    s = collective(v5e, "1", "all", CollectiveKind::matmulGather, 1e6);
    QVERIFY(core::analyseCollective(s)->why.find("one chip") != std::string::npos);
}

/// On 4x8 rotated segments take 7 hops, offsets 8 steps, which however keep every link busy: for many bytes the long
/// axis, which has more to carry than the other, takes longer than the eighth step.
void TstWays::offsetsAreForManyBytes_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<bool>("offsets");
    QTest::newRow("few bytes") << QStringLiteral("4x8") << 64e3 << false;
    QTest::newRow("many bytes") << QStringLiteral("4x8") << 1.45e6 << true;
    QTest::newRow("equal sides") << QStringLiteral("8x8") << 1.45e6 << false;
}

void TstWays::offsetsAreForManyBytes()
{
    QFETCH(QString, torus);
    QFETCH(double, bytes);
    QFETCH(bool, offsets);
    auto s = collective(v5e, torus.toUtf8().constData(), "all", CollectiveKind::allGather, bytes);
    s.coll.wrap = core::Wrap::ring;
    s.coll.clock = core::CollectiveClock::lockstep;
    const auto analysis = core::analyseCollective(s);
    QCOMPARE(analysis->algorithm == CollectiveAlgorithm::offsets, offsets);
}

void TstWays::largeNetworkIsStudiedOrRefused_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<int>("wrap");
    for (const char* torus : {"256", "4096", "2x4096", "128x128", "32x32x32", "512x512", "switch512"})
        for (const auto wrap : {core::Wrap::ring, core::Wrap::line})
            QTest::addRow("%s, wraparound %d", torus, int(wrap)) << QString::fromUtf8(torus) << int(wrap);
}

void TstWays::largeNetworkIsStudiedOrRefused()
{
    QFETCH(QString, torus);
    QFETCH(int, wrap);
    for (const auto kind : {CollectiveKind::allGather, CollectiveKind::reduceScatter, CollectiveKind::allReduce,
                            CollectiveKind::allToAll, CollectiveKind::permute, CollectiveKind::matmulGather}) {
        for (const double bytes : {2., 1e9 + 2}) {
            auto s = collective(v4, torus.toUtf8().constData(), "all", kind, bytes);
            s.coll.wrap = core::Wrap(wrap);
            const auto analysis = core::analyseCollective(s); // without a limit of effort some would take minutes
            QVERIFY2(analysis || analysis.error().starts_with("coll.torus") || kind == CollectiveKind::matmulGather,
                     analysis ? "" : analysis.error().c_str());
        }
    }
}

void TstWays::wrongShiftIsNamed_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("wrap");
    QTest::newRow("as far as the ring is long")
        << QStringLiteral("all") << QStringLiteral("+8") << int(core::Wrap::ring);
    QTest::newRow("nowhere") << QStringLiteral("all") << QStringLiteral("") << int(core::Wrap::ring);
    QTest::newRow("to one chip") << QStringLiteral("all") << QStringLiteral("0,0") << int(core::Wrap::ring);
    QTest::newRow("from one chip") << QStringLiteral("0") << QStringLiteral("+1") << int(core::Wrap::ring);
    QTest::newRow("on a line") << QStringLiteral("all") << QStringLiteral("+1") << int(core::Wrap::line);
}

void TstWays::wrongShiftIsNamed()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(int, wrap);
    auto s = collective(v5e, "8", "all", CollectiveKind::permute, 1 << 20);
    s.coll.wrap = core::Wrap(wrap);
    s.coll.from = from.toStdString();
    s.coll.to = to.toStdString();
    const auto analysis = core::analyseCollective(s);
    QVERIFY(!analysis);
    QVERIFY2(analysis.error().starts_with("coll.to is"), analysis.error().c_str());
}

ROOFLIGHT_TEST(TstWays)
#include "tst_ways.moc"
