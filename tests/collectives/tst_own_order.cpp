// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that somebody made up: judged against a search through all that chips could hold, timed, completed.
#include "collectives/order_search.h"
#include "collectives/orders.h"
#include "support/check_matmul.h"
#include "support/steps.h"
#include "support/suite.h"

#include <QTest>

#include <random>

using core::ChipOrder;
using core::MatmulForm;
using core::MatmulRequest;
using tests::orderOf;
using tests::orderRequest;
using tests::textOf;

class TstOwnOrder : public QObject
{
    Q_OBJECT

private slots:
    void everySetOfShardsInEveryStepIsJudgedRightly_data();
    void everySetOfShardsInEveryStepIsJudgedRightly();
    void ordersThatWaitAreJudgedRightly_data();
    void ordersThatWaitAreJudgedRightly();
    void everyOrderOfHalvesIsJudgedRightly_data();
    void everyOrderOfHalvesIsJudgedRightly();
    void ordersOfFiveAreJudgedRightly();
    void chipsWithOrdersOfTheirOwnAreJudgedRightly();
    void whatIsAcceptedKeepsAllRules_data();
    void whatIsAcceptedKeepsAllRules();
    void faultsAreNamed_data();
    void faultsAreNamed();
    void badTablesAreRefused();
    void shardsWithoutElementsAreNotSent();
};

namespace
{

tests::Judgement judged(const MatmulRequest& request, const ChipOrder& order)
{
    const auto fault = core::firstFault(request.form, request.topology, core::rotated(order, request.topology.chips()));
    return fault ? tests::Judgement{false, fault->step} : tests::Judgement{true, 0};
}

/// Step `digit` of `code` in base `base`.
int digitOf(long long code, int base, int digit)
{
    while (digit-- > 0)
        code /= base;
    return static_cast<int>(code % base);
}

void addDirections()
{
    QTest::addColumn<bool>("oneWay");
    QTest::newRow("links in both directions") << false;
    QTest::newRow("links in one direction") << true;
}

/// Rows of orders whose halves (two per shard) go to the step with their digit; the last digit is "never".
ChipOrder orderFromDigits(long long code, int chips, int steps, bool halves)
{
    ChipOrder order(static_cast<std::size_t>(steps));
    for (int shard = 0; shard < chips; ++shard) {
        for (int half = 0; half < (halves ? 2 : 1); ++half) {
            const int step = digitOf(code, steps + 1, halves ? 2 * shard + half : shard);
            if (step < steps)
                order[static_cast<std::size_t>(step)].push_back(
                    {shard, halves ? half : core::ShardProduct::wholeShard});
        }
    }
    return order;
}

QString difference(const ChipOrder& order, const tests::Judgement& found, const tests::Judgement& expected)
{
    return QStringLiteral("%1: %2 %3, but the search says %4 %5")
        .arg(textOf(order), found.accepted ? QStringLiteral("accepted") : QStringLiteral("fault in step"),
             QString::number(found.step),
             expected.accepted ? QStringLiteral("accepted") : QStringLiteral("fault in step"),
             QString::number(expected.step));
}

} // namespace

void TstOwnOrder::everySetOfShardsInEveryStepIsJudgedRightly_data() { addDirections(); }

void TstOwnOrder::everySetOfShardsInEveryStepIsJudgedRightly()
{
    QFETCH(bool, oneWay);
    const auto request = orderRequest(4, oneWay);
    const tests::OrderSearch search(4, oneWay);
    int accepted = 0;
    for (int code = 0; code < 16 * 16 * 16 * 16; ++code) {
        ChipOrder order(4);
        for (int step = 0; step < 4; ++step)
            for (int shard = 0; shard < 4; ++shard)
                if (digitOf(code, 16, step) >> shard & 1)
                    order[static_cast<std::size_t>(step)].push_back({shard});
        const auto found = judged(request, order);
        const auto expected = search.judge(order);
        QVERIFY2(found == expected, qPrintable(difference(order, found, expected)));
        accepted += found.accepted ? 1 : 0;
    }
    // By hand: 4 steps for the own shard, 3 for one hop away, 2 for two, 1 for three.
    QCOMPARE(accepted, oneWay ? 4 * 3 * 2 * 1 : 4 * 3 * 3 * 2);
}

void TstOwnOrder::ordersThatWaitAreJudgedRightly_data() { addDirections(); }

void TstOwnOrder::ordersThatWaitAreJudgedRightly()
{
    QFETCH(bool, oneWay);
    constexpr int steps = 7; // three more than shards
    const auto request = orderRequest(4, oneWay);
    const tests::OrderSearch search(4, oneWay);
    int accepted = 0;
    for (int code = 0; code < 8 * 8 * 8 * 8; ++code) {
        const auto order = orderFromDigits(code, 4, steps, false);
        const auto found = judged(request, order);
        const auto expected = search.judge(order);
        QVERIFY2(found == expected, qPrintable(difference(order, found, expected)));
        accepted += found.accepted ? 1 : 0;
    }
    QCOMPARE(accepted, oneWay ? 7 * 6 * 5 * 4 : 7 * 6 * 6 * 5);
}

void TstOwnOrder::everyOrderOfHalvesIsJudgedRightly_data() { addDirections(); }

void TstOwnOrder::everyOrderOfHalvesIsJudgedRightly()
{
    QFETCH(bool, oneWay);
    constexpr long long all = 5LL * 5 * 5 * 5 * 5 * 5 * 5 * 5; // four steps or never, for eight halves
    const auto request = orderRequest(4, oneWay);
    const tests::OrderSearch search(4, oneWay);
    int accepted = 0;
    for (long long code = 0; code < all; ++code) {
        const auto order = orderFromDigits(code, 4, 4, true);
        const auto found = judged(request, order);
        const auto expected = search.judge(order);
        QVERIFY2(found == expected, qPrintable(difference(order, found, expected)));
        accepted += found.accepted ? 1 : 0;
    }
    const int shards = oneWay ? 4 * 3 * 2 * 1 : 4 * 3 * 3 * 2;
    QCOMPARE(accepted, shards * shards); // both halves by themselves
}

void TstOwnOrder::ordersOfFiveAreJudgedRightly()
{
    std::mt19937 random(5);
    for (const bool oneWay : {false, true}) {
        const auto request = orderRequest(5, oneWay);
        const tests::OrderSearch search(5, oneWay);
        int accepted = 0;
        for (int sample = 0; sample < 4000; ++sample) {
            ChipOrder order(6);
            for (int shard = 0; shard < 5; ++shard)
                for (int half = 0; half < 2; ++half) {
                    const int step = static_cast<int>(random() % 4) +
                                     core::hopsOf(request.form, request.topology, 0, shard) -
                                     (random() % 8 == 0 ? 1 : 0);
                    order[static_cast<std::size_t>(std::clamp(step, 0, 5))].push_back({shard, half});
                }
            const auto found = judged(request, order);
            const auto expected = search.judge(order);
            QVERIFY2(found == expected, qPrintable(difference(order, found, expected)));
            accepted += found.accepted ? 1 : 0;
        }
        QVERIFY(accepted > 500 && accepted < 3500);
    }
}

/// A ring of three on which every chip has its own order, and chips may send what they like.
void TstOwnOrder::chipsWithOrdersOfTheirOwnAreJudgedRightly()
{
    const auto request = orderRequest(3);
    const tests::FreeSearch search(3);
    int accepted = 0;
    for (int code = 0; code < 27 * 27 * 27; ++code) { // the step of each shard on each chip
        std::vector<core::ProductRow> table(3, core::ProductRow(3));
        for (int place = 0; place < 9; ++place)
            table[static_cast<std::size_t>(digitOf(code, 3, place))][static_cast<std::size_t>(place / 3)].push_back(
                {place % 3});
        const auto fault = core::firstFault(request.form, request.topology, table);
        const auto found = fault ? tests::Judgement{false, fault->step} : tests::Judgement{true, 0};
        QCOMPARE(found, search.judge(table));
        if (found.accepted && accepted++ % 64 == 0) {
            const auto own = core::planOwnOrder(request, table);
            QVERIFY2(own, own ? "" : own.error().c_str());
            QVERIFY(tests::checkMatmul(own->plan).empty());
        }
    }
    QCOMPARE(accepted, 12 * 12 * 12); // 3 steps for the own shard, 2 for each other, on each chip
}

void TstOwnOrder::whatIsAcceptedKeepsAllRules_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<bool>("oneWay");
    QTest::newRow("gather, both directions") << 0 << false;
    QTest::newRow("gather, one direction") << 0 << true;
    QTest::newRow("scatter, both directions") << 1 << false;
    QTest::newRow("scatter, one direction") << 1 << true;
}

void TstOwnOrder::whatIsAcceptedKeepsAllRules()
{
    QFETCH(int, form);
    QFETCH(bool, oneWay);
    const auto request = orderRequest(4, oneWay, static_cast<MatmulForm>(form));
    int planned = 0;
    for (long long code = 0; code < 5LL * 5 * 5 * 5 * 5 * 5 * 5 * 5; code += planned < 40 ? 1 : 101) {
        const auto order = orderFromDigits(code, 4, 4, true);
        if (!judged(request, order).accepted)
            continue;
        const auto own = core::planOwnOrder(request, core::rotated(order, 4));
        QVERIFY2(own, own ? "" : own.error().c_str());
        const auto broken = tests::checkMatmul(own->plan);
        QVERIFY2(broken.empty(), broken.empty() ? "" : broken.front().text.c_str());
        QCOMPARE(own->plan.products.size(), std::size_t(own->plan.transfers.steps + 1));
        QVERIFY(own->timing.overlapped.async.si() >= own->timing.multiplying.si() * (1 - 1e-12));
        QVERIFY(own->timing.overlapped.async.si() <= own->timing.overlapped.lockstep.si() * (1 + 1e-12));
        ++planned;
    }
    QVERIFY(planned >= 40);
}

void TstOwnOrder::faultsAreNamed_data()
{
    QTest::addColumn<int>("chips");
    QTest::addColumn<bool>("oneWay");
    QTest::addColumn<int>("form");
    QTest::addColumn<QString>("order");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, int chips, bool oneWay, MatmulForm form, const char* order,
                        const char* text) {
        QTest::newRow(name) << chips << oneWay << static_cast<int>(form) << QString::fromUtf8(order)
                            << QString::fromUtf8(text);
    };
    row("too early", 4, false, MatmulForm::gather, "0 | 2 | 1 3",
        "Chip 0 uses A₂ in step 2, but it arrives after step 2 at the earliest");
    row("too early where links go one way", 4, true, MatmulForm::gather, "0 | 1 | 3 | 2",
        "Chip 0 uses A₁ in step 2, but it arrives after step 3 at the earliest");
    row("twice", 4, false, MatmulForm::gather, "0 | 1 | 1 | 2 | 3",
        "Chip 0 multiplies A₁ twice, the second time in step 3");
    row("twice, half of it", 4, false, MatmulForm::gather, "0 | 1b | 1a 1b | 2 | 3",
        "Chip 0 multiplies A₁b twice, the second time in step 3");
    row("never", 4, false, MatmulForm::gather, "0 | 1 | 2", "A₃ is never multiplied on chip 0");
    row("never, half of it", 4, false, MatmulForm::gather, "0 | 1 3a | 2", "A₃b is never multiplied on chip 0");
    row("no such shard", 4, false, MatmulForm::gather, "0 | 4",
        "Chip 0 multiplies A₄ in step 2, but there is no such shard");
    row("the first of two faults", 4, false, MatmulForm::gather, "0 | 1 | 1 | 4",
        "Chip 0 multiplies A₁ twice, the second time in step 3");
    row("a sum that cannot leave any more", 4, false, MatmulForm::scatter, "1 | 3 | 2 | 0",
        "Chip 0 adds to C₂ in step 3, but the sum has to leave after step 2 at the latest");
    row("a sum that never could", 4, false, MatmulForm::scatter, "2 | 0 1 3",
        "Chip 0 adds to C₂ in step 1, but the sum needs more steps to reach its owner");
    row("ten and more", 12, false, MatmulForm::gather, "0 | 10", // two hops away
        "Chip 0 uses A₁₀ in step 2, but it arrives after step 2 at the earliest");
}

void TstOwnOrder::faultsAreNamed()
{
    QFETCH(int, chips);
    QFETCH(bool, oneWay);
    QFETCH(int, form);
    QFETCH(QString, order);
    QFETCH(QString, text);
    const auto request = orderRequest(chips, oneWay, static_cast<MatmulForm>(form));
    const auto own = core::planOwnOrder(request, core::rotated(orderOf(order), chips));
    QVERIFY(!own);
    QCOMPARE(QString::fromStdString(own.error()), text);
}

void TstOwnOrder::badTablesAreRefused()
{
    auto request = orderRequest(4);
    QVERIFY(!core::planOwnOrder(request, {core::ProductRow(3)}));
    request.topology = tests::oracleTopology(QStringLiteral("4x4"), QStringLiteral("ww"), 2);
    QVERIFY(!core::planOwnOrder(request, core::rotated(orderOf(QStringLiteral("0 | 1 | 2 | 3")), 16)));
}

/// Two elements on four chips: the shards of chips 2 and 3 are empty.
void TstOwnOrder::shardsWithoutElementsAreNotSent()
{
    auto request = orderRequest(4);
    request.even = false;
    request.elements = 2;
    const auto own = core::planOwnOrder(request, core::rotated(orderOf(QStringLiteral("0 | 3 | 2 | 1")), 4));
    QVERIFY(own);
    QVERIFY(tests::checkMatmul(own->plan).empty());
    for (const auto& step : tests::allSteps(own->plan.transfers))
        for (const auto& transfer : step.transfers)
            QVERIFY(transfer.bytes > 0);
}

ROOFLIGHT_TEST(TstOwnOrder)
#include "tst_own_order.moc"
