// SPDX-License-Identifier: GPL-3.0-or-later
// Orders and times of collective matmul against the table of an independent simulation and the figures of the text.
#include "collectives/oracle.h"
#include "core/collectives/matmul/matmul_pass.h"
#include "core/collectives/matmul/own_order.h"
#include "support/check_matmul.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <functional>

using core::CollectiveAlgorithm;
using core::MatmulForm;
using core::MatmulRequest;

using MatmulSpoil = std::function<void(core::CollectiveMatmul&)>;
Q_DECLARE_METATYPE(MatmulSpoil)

class TstCollectiveMatmul : public QObject
{
    Q_OBJECT

private slots:
    void timesAreThoseOfTheTable_data();
    void timesAreThoseOfTheTable();
    void ordersAreThoseOfTheTable_data();
    void ordersAreThoseOfTheTable();
    void largeSquareLayerHidesItsTransfers();
    void squareLayerNeeds2750ColumnsPerChip();
    void autoTakesWholeShardsWhenHopsDominate();
    void linksAreFreeBeforeMessagesArrive_data();
    void linksAreFreeBeforeMessagesArrive();
    void badOrderIsFound_data();
    void badOrderIsFound();
    void modeThatDoesNotFitIsRefused();
    void oneWayTakesOneDirection();
    void buffersAreThoseOfTheFullestStep();
};

namespace
{

CollectiveAlgorithm modeOf(const QString& name)
{
    if (name == QStringLiteral("uni"))
        return CollectiveAlgorithm::uni;
    return name == QStringLiteral("halves") ? CollectiveAlgorithm::halves : CollectiveAlgorithm::whole;
}

/// Bytes of a shard are seconds: one byte a second.
MatmulRequest matmulRequestOf(const QString& kind, int chips, const QString& mode, bool ring)
{
    MatmulRequest request;
    request.form = kind == QStringLiteral("ag") ? MatmulForm::gather : MatmulForm::scatter;
    request.mode = modeOf(mode);
    request.topology = tests::oracleTopology(QString::number(chips), ring ? QStringLiteral("w") : QString(), 2);
    request.even = true;
    request.shardTime = core::Quantity<core::dim::second>(1);
    return request;
}

QStringList shown(const std::vector<core::ShardProduct>& products)
{
    QStringList texts;
    for (const auto& product : products)
        texts << QString::number(product.shard) + (product.half < 0 ? QString() : QChar(u'a' + product.half));
    texts.sort();
    return texts;
}

MatmulRequest exampleLayer()
{
    // B = 4096, E = 16384, square, 4 chips, bf16, 275e12 FLOP/s, 50e9 B/s a link, 1 µs a hop.
    MatmulRequest request;
    request.topology = tests::oracleTopology(QStringLiteral("4"), QStringLiteral("w"), 2);
    request.elements = 4096LL * 16384;
    request.shardTime = core::shardProductTime(4096, 16384, 16384, 4, core::Quantity<core::dim::flopPerSecond>(275e12));
    request.rates = {core::Quantity<core::dim::bytePerSecond>(50e9), core::Quantity<core::dim::second>(1e-6)};
    return request;
}

} // namespace

void TstCollectiveMatmul::timesAreThoseOfTheTable_data()
{
    QTest::addColumn<QJsonArray>("row");
    int number = 0;
    for (const auto& value : tests::oracle()[QStringLiteral("matmul")].toArray()) {
        const auto row = value.toArray();
        const auto name =
            QStringLiteral("%1: %2 on %3 chips (%4), %5; shard takes %6, hop %7")
                .arg(QString::number(number++), row[0].toString(), QString::number(row[1].toInt()), row[3].toString(),
                     row[2].toString(), QString::number(row[5].toDouble()), QString::number(row[6].toDouble()));
        QTest::newRow(qPrintable(name)) << row;
    }
}

void TstCollectiveMatmul::timesAreThoseOfTheTable()
{
    QFETCH(QJsonArray, row);
    const int chips = row[1].toInt();
    auto request =
        matmulRequestOf(row[0].toString(), chips, row[2].toString(), row[3].toString() == QStringLiteral("w"));
    request.elements = chips;
    request.elementBytes = row[5].toDouble();
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1), core::Quantity<core::dim::second>(row[6].toDouble())};
    const auto plan = core::planMatmul(request);
    QVERIFY2(plan, plan ? "" : plan.error().c_str());
    const auto broken = tests::checkMatmul(*plan);
    QVERIFY2(broken.empty(), broken.empty() ? "" : broken.front().text.c_str());
    const auto timing = core::timeMatmul(request, *plan);
    COMPARE_NEAR(timing.overlapped.lockstep, row[7].toDouble(), 1e-12);
    COMPARE_NEAR(timing.overlapped.async, row[8].toDouble(), 1e-12);
    COMPARE_NEAR(core::closedFormOf(request, plan->mode), row[8].toDouble(), 1e-12);
}

void TstCollectiveMatmul::ordersAreThoseOfTheTable_data()
{
    QTest::addColumn<QString>("name");
    const auto orders = tests::oracle()[QStringLiteral("matmul_orders")].toObject();
    for (const auto& name : orders.keys())
        QTest::newRow(qPrintable(name)) << name;
}

void TstCollectiveMatmul::ordersAreThoseOfTheTable()
{
    QFETCH(QString, name);
    const auto words = name.split(u' '); // "ag n=4 uni"
    auto request = matmulRequestOf(words[0], words[1].mid(2).toInt(), words[2], true);
    request.elements = 1 << 20;
    const auto plan = core::planMatmul(request);
    QVERIFY(plan);
    const auto expected = tests::oracle()[QStringLiteral("matmul_orders")].toObject()[name].toArray();
    QCOMPARE(qsizetype(plan->products.size()), expected.size());
    for (qsizetype step = 0; step < expected.size(); ++step) {
        const auto& row = plan->products[static_cast<std::size_t>(step)];
        const auto chips = expected[step].toArray();
        for (qsizetype chip = 0; chip < chips.size(); ++chip) {
            auto wanted = chips[chip].toString().split(u'+'); // both arrive together, in either order
            wanted.sort();
            QCOMPARE(shown(row[static_cast<std::size_t>(chip)]), wanted);
        }
    }
}

void TstCollectiveMatmul::largeSquareLayerHidesItsTransfers()
{
    // By hand: t_c = 2·4096·4096·4096/275e12 = 499.8 µs; a shard of 2·4096·4096 B takes 671.1 µs.
    auto request = exampleLayer();
    const auto micros = [&](CollectiveAlgorithm mode) {
        request.mode = mode;
        return core::timeMatmul(request, *core::planMatmul(request)).overlapped.async.si() * 1e6;
    };
    QCOMPARE(qRound(request.shardTime.si() * 1e7), 4998);
    QCOMPARE(qRound(micros(CollectiveAlgorithm::uni) * 10), 25160);
    QCOMPARE(qRound(micros(CollectiveAlgorithm::whole) * 10), 21714);
    QCOMPARE(qRound(micros(CollectiveAlgorithm::halves) * 10), 19991);
    const auto timing = core::timeMatmul(request, *core::planMatmul(request));
    QCOMPARE(qRound(timing.serialized.async.si() * 1e7), 30077);
    QVERIFY(timing.hidden(core::CollectiveClock::async));
    request.mode = CollectiveAlgorithm::automatic;
    QCOMPARE(core::planMatmul(request)->mode, CollectiveAlgorithm::halves);
}

void TstCollectiveMatmul::squareLayerNeeds2750ColumnsPerChip()
{
    // E/N ≥ F/W = 275e12 / 100e9 = 2750 with both directions, 5500 with one; hops left out.
    auto request = exampleLayer();
    request.rates.hop = core::Quantity<core::dim::second>(0);
    const auto hidden = [&](CollectiveAlgorithm mode, double columns) {
        request.mode = mode;
        request.elements = static_cast<std::int64_t>(4096 * columns * 4);
        request.shardTime =
            core::shardProductTime(4096, columns * 4, columns * 4, 4, core::Quantity<core::dim::flopPerSecond>(275e12));
        return core::timeMatmul(request, *core::planMatmul(request)).hidden(core::CollectiveClock::async);
    };
    QVERIFY(hidden(CollectiveAlgorithm::halves, 2751));
    QVERIFY(!hidden(CollectiveAlgorithm::halves, 2749));
    QVERIFY(hidden(CollectiveAlgorithm::uni, 5501));
    QVERIFY(!hidden(CollectiveAlgorithm::uni, 5499));
}

void TstCollectiveMatmul::autoTakesWholeShardsWhenHopsDominate()
{
    auto request = exampleLayer();
    request.elements = 4096; // 2 kB shards: 0.04 µs of wire, 1 µs of hop
    request.shardTime = core::Quantity<core::dim::second>(1e-8);
    request.mode = CollectiveAlgorithm::automatic;
    QCOMPARE(core::planMatmul(request)->mode, CollectiveAlgorithm::whole);
}

void TstCollectiveMatmul::linksAreFreeBeforeMessagesArrive_data()
{
    using core::CollectiveClock;
    QTest::addColumn<int>("clock");
    QTest::newRow("without barriers") << int(CollectiveClock::async);
    QTest::newRow("step by step") << int(CollectiveClock::lockstep);
    QTest::newRow("by the book") << int(CollectiveClock::book);
}

/// A message leaves its link when its bytes have, and is there a hop later; by the book hop and bytes go together.
void TstCollectiveMatmul::linksAreFreeBeforeMessagesArrive()
{
    QFETCH(const int, clock);
    const auto request = exampleLayer();
    const auto plan = core::planMatmul(request);
    QVERIFY(plan);
    const core::MatmulRates rates{request.rates, request.shardTime, static_cast<core::CollectiveClock>(clock)};
    const double hop = request.rates.hop.si();
    int messages = 0;
    core::MatmulWatch watch;
    watch.message = [&](const core::Transfer& transfer, const core::Flight& flight) {
        const double wire = transfer.bytes / request.rates.bandwidth.si();
        const bool together = rates.clock == core::CollectiveClock::book;
        ++messages;
        COMPARE_NEAR(flight.sent - flight.start, wire, 1e-9);
        COMPARE_NEAR(flight.arrival - flight.start, together ? std::max(wire, hop) : wire + hop, 1e-9);
    };
    core::runSerialized(*plan, rates, watch);
    core::runOverlapped(*plan, rates, watch);
    QVERIFY(messages > 0);
}

void TstCollectiveMatmul::badOrderIsFound_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<MatmulSpoil>("spoil");
    const auto row = [](const char* name, const char* kind, void (*spoil)(core::CollectiveMatmul&)) {
        QTest::newRow(name) << QString::fromLatin1(kind) << MatmulSpoil(spoil);
    };
    const auto twiceFromTheFirst = [](core::CollectiveMatmul& plan) {
        plan.products[3][2].insert(plan.products[3][2].end(), plan.products[0][2].begin(), plan.products[0][2].end());
    };
    const auto neighbours = [](core::CollectiveMatmul& plan) { std::swap(plan.products[1][2], plan.products[2][2]); };
    const auto swapped = [](core::CollectiveMatmul& plan) { std::swap(plan.products[1][2], plan.products[3][2]); };
    const auto leftOut = [](core::CollectiveMatmul& plan) { plan.products[1][2].clear(); };
    const auto twice = [](core::CollectiveMatmul& plan) {
        plan.products[3][2].insert(plan.products[3][2].end(), plan.products[1][2].begin(), plan.products[1][2].end());
    };
    row("gather form: two products swapped, one before its shard is there", "ag", swapped);
    row("gather form: a product left out", "ag", leftOut);
    row("gather form: a product made twice", "ag", twice);
    row("gather form: the first product made again", "ag", twiceFromTheFirst);
    row("gather form: a product a step too early", "ag", neighbours);
    row("scatter form: a product a step too late", "rs", neighbours);
    row("scatter form: two products swapped, one after its sum has left", "rs", swapped);
    row("scatter form: a product left out", "rs", leftOut);
}

void TstCollectiveMatmul::badOrderIsFound()
{
    QFETCH(QString, kind);
    QFETCH(MatmulSpoil, spoil);
    auto request = matmulRequestOf(kind, 5, QStringLiteral("uni"), true);
    request.elements = 1 << 20;
    auto plan = *core::planMatmul(request);
    QVERIFY(tests::checkMatmul(plan).empty());
    spoil(plan);
    const auto broken = tests::checkMatmul(plan);
    QVERIFY(std::any_of(broken.begin(), broken.end(),
                        [](const tests::Violation& v) { return v.rule == tests::ScheduleRule::multiplying; }));
}

void TstCollectiveMatmul::modeThatDoesNotFitIsRefused()
{
    auto request = matmulRequestOf(QStringLiteral("ag"), 4, QStringLiteral("halves"), false);
    QVERIFY(!core::planMatmul(request));
    request.mode = CollectiveAlgorithm::offsets;
    QVERIFY(!core::planMatmul(request));
    request.topology = tests::oracleTopology(QStringLiteral("4x4"), QStringLiteral("ww"), 2);
    request.mode = CollectiveAlgorithm::halves;
    QVERIFY(!core::planMatmul(request));
}

void TstCollectiveMatmul::oneWayTakesOneDirection()
{
    for (const char* kind : {"ag", "rs"}) {
        auto request = matmulRequestOf(QString::fromLatin1(kind), 4, QStringLiteral("halves"), true);
        request.elements = 1 << 20;
        request.topology.oneWay = true;
        for (const auto mode : {CollectiveAlgorithm::halves, CollectiveAlgorithm::whole}) {
            request.mode = mode;
            const auto plan = core::planMatmul(request);
            QVERIFY(!plan);
            QVERIFY2(plan.error().find("coll.direction") != std::string::npos, plan.error().c_str());
        }
        request.mode = CollectiveAlgorithm::automatic;
        QCOMPARE(core::planMatmul(request)->mode, CollectiveAlgorithm::uni);
        request.topology = tests::oracleTopology(QStringLiteral("4"), QString(), 2);
        request.topology.oneWay = true; // a line needs both ways
        QCOMPARE(core::planMatmul(request)->mode, CollectiveAlgorithm::whole);
    }
    auto two = matmulRequestOf(QStringLiteral("ag"), 2, QStringLiteral("uni"), false);
    const auto none = core::planMatmul(two);
    QVERIFY(!none);
    QVERIFY2(none.error().find("coll.wrap") == std::string::npos, none.error().c_str());
}

/// Also on rings and lines of few chips, which are done before all buffers are full.
void TstCollectiveMatmul::buffersAreThoseOfTheFullestStep()
{
    for (const char* kind : {"ag", "rs"})
        for (const char* mode : {"uni", "halves", "whole"})
            for (const bool ring : {true, false})
                for (int chips = 1; chips <= 12; ++chips) {
                    auto request = matmulRequestOf(QString::fromLatin1(kind), chips, QString::fromLatin1(mode), ring);
                    request.elements = std::int64_t{1} << 20;
                    const auto plan = core::planMatmul(request);
                    if (!plan)
                        continue;
                    double max = 0;
                    for (const auto& step : core::buffersByStep(*plan))
                        max = std::max(max, step.shards());
                    QCOMPARE(plan->buffers, static_cast<int>(std::ceil(max)));
                }
    QCOMPARE(core::planMatmul(matmulRequestOf(QStringLiteral("ag"), 3, QStringLiteral("whole"), true))->buffers, 2);
    QCOMPARE(core::planMatmul(matmulRequestOf(QStringLiteral("ag"), 8, QStringLiteral("whole"), true))->buffers, 4);
}

ROOFLIGHT_TEST(TstCollectiveMatmul)
#include "tst_collective_matmul.moc"
