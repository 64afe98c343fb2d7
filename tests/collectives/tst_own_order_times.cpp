// SPDX-License-Identifier: GPL-3.0-or-later
// Times and buffers of orders that somebody made up, and how the engine finishes them.
#include "collectives/orders.h"
#include "support/check_matmul.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>

using core::ChipOrder;
using core::CollectiveAlgorithm;
using core::MatmulForm;
using core::MatmulRequest;
using tests::orderOf;
using tests::orderRequest;
using tests::textOf;

class TstOwnOrderTimes : public QObject
{
    Q_OBJECT

private slots:
    void enginesOrdersAreAsQuickByHand_data();
    void enginesOrdersAreAsQuickByHand();
    void gatheringFirstTakesTheNaiveTime_data();
    void gatheringFirstTakesTheNaiveTime();
    void exerciseOfTheCourseTakes628Microseconds();
    void stepsWaitAsTheClockSays_data();
    void stepsWaitAsTheClockSays();
    void noTransfersAreQuicker_data();
    void noTransfersAreQuicker();
    void scatterIsTheGatherRunBackwards();
    void buffersAreCounted_data();
    void buffersAreCounted();
    void engineFinishesWhatWasBegun_data();
    void engineFinishesWhatWasBegun();
    void noEndIsQuicker_data();
    void noEndIsQuicker();
    void faultyBeginningsAreNotFinished();
};

namespace
{

core::OwnMatmul planned(const MatmulRequest& request, const ChipOrder& order)
{
    auto own = core::planOwnOrder(request, core::rotated(order, request.topology.chips()));
    if (!own)
        qFatal("%s", own.error().c_str());
    return *std::move(own);
}

/// Wire time of a shard and hop, against one second of arithmetic.
void addRates()
{
    QTest::addColumn<double>("wire");
    QTest::addColumn<double>("hop");
    QTest::newRow("arithmetic hides everything") << 0.5 << 0.125;
    QTest::newRow("halves hide, whole shards do not") << 1.5 << 0.125;
    QTest::newRow("links decide") << 3.0 << 0.25;
    QTest::newRow("hops decide") << 0.25 << 4.0;
}

/// Steps of a chain of `length` hops among `steps`: all increasing choices.
std::vector<std::vector<int>> chains(int length, int steps)
{
    std::vector<std::vector<int>> all;
    for (unsigned mask = 0; mask < 1U << steps; ++mask) {
        std::vector<int> chain;
        for (int step = 0; step < steps; ++step)
            if (mask >> step & 1U)
                chain.push_back(step);
        if (static_cast<int>(chain.size()) == length)
            all.push_back(chain);
    }
    return all;
}

/// A way for one half of all shards: the step of each hop in + and in −.
struct Way {
    std::vector<int> forward, backward;
};

std::vector<Way> allWays(int chips, int steps)
{
    std::vector<Way> ways;
    for (int forward = 0; forward < chips; ++forward)
        for (const auto& ahead : chains(forward, steps))
            for (const auto& back : chains(chips - 1 - forward, steps))
                ways.push_back({ahead, back});
    return ways;
}

core::CollectiveMatmul written(const MatmulRequest& request, const std::vector<core::ProductRow>& table, const Way& a,
                               const Way& b)
{
    const int chips = request.topology.chips();
    core::CollectiveMatmul plan;
    plan.products = table;
    plan.transfers.topology = request.topology;
    plan.transfers.chunks =
        core::ChunkSpace(request.topology, {.halves = 2, .even = true}, request.elements, request.elementBytes);
    std::vector<core::Step> steps(table.size() - 1);
    for (std::size_t t = 0; t < steps.size(); ++t) {
        for (int chip = 0; chip < chips; ++chip) {
            for (const int port : {0, 1}) {
                std::vector<core::ChunkRun> runs;
                for (const int half : {0, 1}) {
                    const auto& way = half == 0 ? a : b;
                    const auto& chain = port == 0 ? way.forward : way.backward;
                    const auto hop = std::find(chain.begin(), chain.end(), static_cast<int>(t)) - chain.begin();
                    if (hop == std::ssize(chain))
                        continue;
                    const int past = static_cast<int>(hop);
                    const int owner = (port == 0 ? chip - past + chips : chip + past) % chips;
                    runs.push_back({plan.transfers.chunks.number({owner, 0, 0, half}), 1});
                }
                double bytes = 0;
                for (const auto& run : runs)
                    bytes += plan.transfers.chunks.bytes(run);
                if (!runs.empty())
                    steps[t].add({chip, request.topology.neighbour(chip, port), port, core::TransferOp::copy, bytes},
                                 runs);
            }
        }
    }
    plan.transfers = core::withSteps(plan.transfers, steps);
    return plan;
}

} // namespace

void TstOwnOrderTimes::enginesOrdersAreAsQuickByHand_data() { addRates(); }

void TstOwnOrderTimes::enginesOrdersAreAsQuickByHand()
{
    QFETCH(double, wire);
    QFETCH(double, hop);
    for (const auto form : {MatmulForm::gather, MatmulForm::scatter}) {
        for (const int chips : {3, 4, 5, 8}) {
            for (const auto mode :
                 {CollectiveAlgorithm::uni, CollectiveAlgorithm::halves, CollectiveAlgorithm::whole}) {
                auto request = orderRequest(chips, mode == CollectiveAlgorithm::uni, form, wire, hop);
                request.mode = mode;
                const auto engines = *core::planMatmul(request);
                const auto own = core::planOwnOrder(request, engines.products);
                QVERIFY2(own, own ? "" : own.error().c_str());
                const auto engine = core::timeMatmul(request, engines).overlapped.async;
                if (mode == CollectiveAlgorithm::uni) // there is no other way for the transfers
                    COMPARE_NEAR(own->timing.overlapped.async, engine, 1e-12);
                QVERIFY(own->timing.overlapped.async.si() <= engine.si() * (1 + 1e-12));
            }
        }
    }
}

void TstOwnOrderTimes::gatheringFirstTakesTheNaiveTime_data() { addRates(); }

void TstOwnOrderTimes::gatheringFirstTakesTheNaiveTime()
{
    QFETCH(double, wire);
    QFETCH(double, hop);
    for (const bool oneWay : {false, true}) {
        for (const int chips : {4, 5}) {
            const auto request = orderRequest(chips, oneWay, MatmulForm::gather, wire, hop);
            ChipOrder order(static_cast<std::size_t>(oneWay ? chips : chips / 2 + 1));
            for (int shard = 0; shard < chips; ++shard)
                order.back().push_back({shard});
            const auto own = planned(request, order);
            COMPARE_NEAR(own.timing.overlapped.async, own.timing.serialized.async, 1e-12);
            COMPARE_NEAR(own.timing.overlapped.lockstep, own.timing.serialized.async, 1e-12);
            QCOMPARE(own.plan.buffers, own.plan.naiveBuffers);
        }
    }
}

/// Ring of 4, E = 8192, 4096 tokens, bf16, 275e12 FLOP/s, 50e9 B/s a link, no hop: S/w = 2·4096·2048/50e9 = 335.5 µs,
/// t_c = 2·4096·2048·2048/275e12 = 124.9 µs. Gathered first 4·124.9 + 1.5·335.5 = 1003 µs; halves 124.9 + 3·167.8.
void TstOwnOrderTimes::exerciseOfTheCourseTakes628Microseconds()
{
    auto request = orderRequest(4, false, MatmulForm::gather, 1, 0);
    request.elements = 4096LL * 8192;
    request.elementBytes = 2;
    request.rates.bandwidth = core::Quantity<core::dim::bytePerSecond>(50e9);
    request.shardTime = core::shardProductTime(4096, 8192, 8192, 4, core::Quantity<core::dim::flopPerSecond>(275e12));
    const auto micros = [&](const char* order) {
        return qRound(planned(request, orderOf(QString::fromLatin1(order))).timing.overlapped.async.si() * 1e6);
    };
    QCOMPARE(micros("| | 0 1 2 3"), 1003);
    QCOMPARE(micros("0 | 3a 1b | 2 | 3b 1a"), 628);
    QCOMPARE(textOf(*core::finishOrder(request, {})), QStringLiteral("0 | 3a 1b | 2 | 1a 3b"));
}

/// Ring of 4, a shard 3 s on a link, hops of 0.25 s, products of 1 s; steps by their longest part.
void TstOwnOrderTimes::stepsWaitAsTheClockSays_data()
{
    QTest::addColumn<QString>("order");
    QTest::addColumn<double>("lockstep");
    QTest::addColumn<double>("book");
    // Halves take 1.75 s, or 1.5; three of them, and the last product.
    QTest::newRow("halves") << QStringLiteral("0 | 3a 1b | 2 | 3b 1a") << 3 * 1.75 + 1 << 3 * 1.5 + 1;
    // Whole shards take 3.25 s, or 3; then halves of the last one beside two products.
    QTest::newRow("whole shards") << QStringLiteral("0 | 3 1 | 2") << 3.25 + 2 + 1 << 3. + 2 + 1;
    QTest::newRow("nothing beside the transfers") << QStringLiteral("| | 0 1 2 3") << 3.25 + 1.75 + 4 << 3. + 1.5 + 4;
    // Shard 1 comes from the other side while shard 3 comes, halves of shard 2 then from both.
    QTest::newRow("both sides") << QStringLiteral("0 | 3 | 2 | 1") << 3.25 + 1.75 + 1 + 1 << 3 + 1.5 + 1 + 1;
}

void TstOwnOrderTimes::stepsWaitAsTheClockSays()
{
    QFETCH(QString, order);
    QFETCH(double, lockstep);
    QFETCH(double, book);
    auto request = orderRequest(4, false, MatmulForm::gather, 3, 0.25);
    request.clock = core::CollectiveClock::lockstep;
    COMPARE_NEAR(planned(request, orderOf(order)).timing.overlapped.lockstep, lockstep, 1e-12);
    request.clock = core::CollectiveClock::book;
    COMPARE_NEAR(planned(request, orderOf(order)).timing.overlapped.book, book, 1e-12);
}

void TstOwnOrderTimes::noTransfersAreQuicker_data()
{
    QTest::addColumn<double>("wire");
    QTest::addColumn<double>("hop");
    QTest::addColumn<int>("clock");
    using core::CollectiveClock;
    for (const auto& [name, clock] :
         {std::pair("overlapping", CollectiveClock::async), std::pair("lockstep", CollectiveClock::lockstep),
          std::pair("by the book", CollectiveClock::book)}) {
        QTest::addRow("arithmetic hides everything, %s", name) << 0.5 << 0.125 << int(clock);
        QTest::addRow("halves hide, whole shards do not, %s", name) << 1.5 << 0.125 << int(clock);
        QTest::addRow("links decide, %s", name) << 3.0 << 0.25 << int(clock);
        QTest::addRow("hops decide, %s", name) << 0.25 << 4.0 << int(clock);
    }
}

/// Every order of whole shards in four steps, with every way to send the two halves round.
void TstOwnOrderTimes::noTransfersAreQuicker()
{
    QFETCH(double, wire);
    QFETCH(double, hop);
    QFETCH(int, clock);
    auto request = orderRequest(4, false, MatmulForm::gather, wire, hop);
    request.clock = core::CollectiveClock(clock);
    const auto ways = allWays(4, 3);
    for (const char* order :
         {"0 | 1 | 2 | 3", "0 | 1 3 | 2", "0 | 3 | 1 | 2", "0 | 3 | 2 1", "0 1 | 3", "| 1 | 3 2 | 0", "0 | 3 1 | | 2",
          "0 | 3a 1b | 2 | 3b 1a", "0 | 1a 3a | 1b 2a | 2b 3b", "0a | 0b 1 | 3a 2b | 3b 2a", "0 | | 2 | 1 3"}) {
        const auto given = orderOf(QString::fromLatin1(order));
        const auto table = core::rotated(given, 4);
        const auto own = core::planOwnOrder(request, table);
        if (!own)
            continue;
        double min = 1e300;
        for (const auto& a : ways) {
            for (const auto& b : ways) {
                const int steps = static_cast<int>(table.size()) - 1;
                const auto fits = [&](const Way& way) {
                    return (way.forward.empty() || way.forward.back() < steps) &&
                           (way.backward.empty() || way.backward.back() < steps);
                };
                if (!fits(a) || !fits(b))
                    continue;
                const auto plan = written(request, table, a, b);
                if (tests::checkMatmul(plan).empty())
                    min = std::min(min, core::timeOverlapped(request, plan).by(request.clock).si());
            }
        }
        const auto found = own->timing.overlapped.by(request.clock);
        QVERIFY2(found.si() <= min * (1 + 1e-12), order);
        COMPARE_NEAR(found, min, 1e-12);
    }
}

void TstOwnOrderTimes::scatterIsTheGatherRunBackwards()
{
    for (const char* text : {"0 | 1 | 2 | 3", "0 | 3 1 | | 2", "0 | 3a 1b | 2 | 3b 1a", "0 | 3 | 1 2"}) {
        auto order = orderOf(QString::fromLatin1(text));
        const auto gather = planned(orderRequest(4, false, MatmulForm::gather, 3, 0.25), order);
        std::reverse(order.begin(), order.end());
        const auto scatter = planned(orderRequest(4, false, MatmulForm::scatter, 3, 0.25), order);
        COMPARE_NEAR(scatter.timing.overlapped.async, gather.timing.overlapped.async, 1e-12);
    }
}

void TstOwnOrderTimes::buffersAreCounted_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<bool>("oneWay");
    QTest::addColumn<QString>("order");
    QTest::addColumn<int>("buffers");
    // One shard is multiplied and sent on while the next arrives.
    QTest::newRow("one direction") << 0 << true << QStringLiteral("0 | 3 | 2 | 1") << 2;
    QTest::newRow("halves") << 0 << false << QStringLiteral("0 | 3a 1b | 2 | 3b 1a") << 2;
    QTest::newRow("whole shards from both sides, two more behind them")
        << 0 << false << QStringLiteral("0 | 4 1 | 3 2") << 4;
    QTest::newRow("everything before anything") << 0 << false << QStringLiteral("| | 0 1 2 3") << 3;
    QTest::newRow("nothing before it is needed") << 0 << false << QStringLiteral("0 | | | 1 | | 3 | | 2") << 2;
    // Sums leave, arrive and are made: three.
    QTest::newRow("sums in one direction") << 1 << true << QStringLiteral("3 | 2 | 1 | 0") << 3;
    QTest::newRow("sums in halves") << 1 << false << QStringLiteral("3b 1a | 2 | 1b 3a | 0") << 3;
}

void TstOwnOrderTimes::buffersAreCounted()
{
    QFETCH(int, form);
    QFETCH(bool, oneWay);
    QFETCH(QString, order);
    QFETCH(int, buffers);
    const int chips = order.contains(u'4') ? 5 : 4;
    const auto own = planned(orderRequest(chips, oneWay, static_cast<MatmulForm>(form), 0.5, 0), orderOf(order));
    QCOMPARE(own.plan.buffers, buffers);
}

void TstOwnOrderTimes::engineFinishesWhatWasBegun_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<bool>("oneWay");
    QTest::addColumn<QString>("begun");
    QTest::addColumn<QString>("finished");
    const auto row = [](const char* name, MatmulForm form, bool oneWay, const char* begun, const char* finished) {
        QTest::newRow(name) << static_cast<int>(form) << oneWay << QString::fromLatin1(begun)
                            << QString::fromLatin1(finished);
    };
    row("nothing yet: the engine's halves", MatmulForm::gather, false, "| | |", "0 | 3a 1b | 2 | 1a 3b");
    row("the engine's first step", MatmulForm::gather, false, "0 | | |", "0 | 3a 1b | 2 | 1a 3b");
    row("one direction has one order", MatmulForm::gather, true, "", "0 | 3 | 2 | 1");
    row("one direction, begun late", MatmulForm::gather, true, "| 0", " | 0 | 3 | 2 | 1");
    row("what is complete stays", MatmulForm::gather, false, "0 | 1 | 2 | 3", "0 | 1 | 2 | 3");
    row("backwards", MatmulForm::scatter, true, "3 | | |", "3 | 2 | 1 | 0");
}

void TstOwnOrderTimes::engineFinishesWhatWasBegun()
{
    QFETCH(int, form);
    QFETCH(bool, oneWay);
    QFETCH(QString, begun);
    QFETCH(QString, finished);
    const auto request = orderRequest(4, oneWay, static_cast<MatmulForm>(form), 1.5, 0.125);
    const auto order = core::finishOrder(request, orderOf(begun));
    QVERIFY2(order, order ? "" : order.error().c_str());
    QCOMPARE(textOf(*order), finished);
}

void TstOwnOrderTimes::noEndIsQuicker_data() { addRates(); }

/// Every beginning of up to two steps, against every end in whole shards of up to six steps.
void TstOwnOrderTimes::noEndIsQuicker()
{
    QFETCH(double, wire);
    QFETCH(double, hop);
    const auto request = orderRequest(4, false, MatmulForm::gather, wire, hop);
    for (const char* text : {"0", "0 | 1", "0 | 3", "0 1", "0 | 1 3", "| 1", "| 1 | 0", "| 3 0"}) {
        const auto begun = orderOf(QString::fromLatin1(text));
        const auto finished = core::finishOrder(request, begun);
        if (!finished) {
            QVERIFY(core::firstFault(request.form, request.topology, core::rotated(begun, 4))->kind !=
                    core::OrderFault::Kind::missing);
            continue;
        }
        for (std::size_t step = 0; step < begun.size(); ++step)
            if (!begun[step].empty())
                QCOMPARE(finished->at(step), begun[step]);
        const double time = planned(request, *finished).timing.overlapped.async.si();
        std::vector<int> left;
        for (int shard = 0; shard < 4; ++shard)
            if (std::none_of(begun.begin(), begun.end(), [&](const auto& step) {
                    return std::find(step.begin(), step.end(), core::ShardProduct{shard}) != step.end();
                }))
                left.push_back(shard);
        for (int code = 0; code < std::pow(6, left.size()); ++code) {
            ChipOrder order = begun;
            order.resize(6);
            int rest = code;
            for (const int shard : left) {
                order[static_cast<std::size_t>(rest % 6)].push_back({shard});
                rest /= 6;
            }
            const auto own = core::planOwnOrder(request, core::rotated(order, 4));
            if (own)
                QVERIFY2(time <= own->timing.overlapped.async.si() * (1 + 1e-12),
                         qPrintable(textOf(*finished) + QStringLiteral(" against ") + textOf(order)));
        }
    }
}

void TstOwnOrderTimes::faultyBeginningsAreNotFinished()
{
    const auto request = orderRequest(4, false, MatmulForm::gather, 1, 0);
    QVERIFY(!core::finishOrder(request, orderOf(QStringLiteral("0 | 2"))));
    QVERIFY(!core::finishOrder(request, orderOf(QStringLiteral("0 | 0"))));
    auto line = request;
    line.topology.axes[0].wraps = false;
    QVERIFY(!core::finishOrder(line, {}));
}

ROOFLIGHT_TEST(TstOwnOrderTimes)
#include "tst_own_order_times.moc"
