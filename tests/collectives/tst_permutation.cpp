// SPDX-License-Identifier: GPL-3.0-or-later
// Permutations of chips: they keep the rules whatever is sent where, take what can be counted by hand, and are read
// from lists.
#include "collectives/networks.h"
#include "collectives/scenarios.h"
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/analysis.h"
#include "core/collectives/costs/bounds.h"
#include "core/scenario/text_forms.h"
#include "support/near.h"
#include "support/steps.h"
#include "support/suite.h"
#include "support/validate.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using core::CollectiveKind;
using tests::collective;
using tests::v5e;

class TstPermutation : public QObject
{
    Q_OBJECT

private slots:
    void everyPermutationKeepsTheRules_data();
    void everyPermutationKeepsTheRules();
    void spoiltPermutationIsFound();
    void timeIsCountedByHand_data();
    void timeIsCountedByHand();
    void whoIsNotNamedSendsNothing();
    void listsAreReadAsFields();
    void wrongListIsNamed_data();
    void wrongListIsNamed();
};

namespace
{

core::CollectiveRequest permutationOn(const char* network, std::vector<int> destinations, std::int64_t elements)
{
    core::CollectiveRequest request;
    request.kind = CollectiveKind::permute;
    request.topology = tests::network(QString::fromUtf8(network));
    request.destinations = std::move(destinations);
    request.elements = elements;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1e9), core::Quantity<core::dim::second>(1e-6)};
    return request;
}

std::vector<int> reversal(int chips)
{
    std::vector<int> to(static_cast<std::size_t>(chips));
    std::iota(to.rbegin(), to.rend(), 0);
    return to;
}

std::vector<int> shuffled(int chips, unsigned seed)
{
    auto to = reversal(chips);
    std::mt19937 random(seed);
    for (std::size_t i = to.size(); i > 1; --i) // std::shuffle differs by library
        std::swap(to[i - 1], to[random() % i]);
    return to;
}

core::Scenario lists(const char* torus, core::Wrap wrap, const char* from, const char* to)
{
    auto s = collective(v5e, torus, "all", CollectiveKind::permute, 1e6);
    s.coll.wrap = wrap;
    s.coll.from = from;
    s.coll.to = to;
    return s;
}

} // namespace

void TstPermutation::everyPermutationKeepsTheRules_data()
{
    QTest::addColumn<QString>("network");
    for (const char* network : {"1 -", "2 -", "4 -", "5 w", "8 w", "6 w one way", "4x4 --", "3x5 ww", "4x4 ww",
                                "2x4 -w", "2x3x4 -ww", "3x3x3 www", "4x4x4 www", "switch3", "switch8"})
        QTest::newRow(network) << QString::fromUtf8(network);
}

void TstPermutation::everyPermutationKeepsTheRules()
{
    QFETCH(QString, network);
    const int chips = tests::network(network).chips();
    for (unsigned seed = 0; seed < 5; ++seed) {
        const auto to = seed == 0 ? reversal(chips) : shuffled(chips, seed);
        for (const std::int64_t elements : {1, 7, 12000}) {
            const auto request = permutationOn(network.toUtf8().constData(), to, elements);
            const auto plan = core::planCollective(request);
            QVERIFY2(plan, plan ? "" : plan.error().c_str());
            const auto broken = tests::checkEveryChip(plan->schedule);
            QVERIFY(broken);
            QVERIFY2(broken->empty(), broken->empty() ? "" : broken->front().text.c_str());
            const auto timing = core::timeSchedule(plan->schedule, request.rates);
            const auto bound = core::lowerBound(request);
            QVERIFY(timing.async.si() >= bound.time.si() * (1 - 1e-12));
            QVERIFY(timing.lockstep.si() >= timing.async.si() * (1 - 1e-12));
            double hops = 0;
            int farthest = 0;
            for (int chip = 0; chip < chips; ++chip) {
                const int distance = request.topology.distance(chip, to[static_cast<std::size_t>(chip)]);
                hops += distance;
                farthest = std::max(farthest, distance);
            }
            COMPARE_NEAR(timing.totalBytes, hops * request.bytes(), 1e-12);
            QCOMPARE(bound.hops, farthest);
            const double each = hops * request.bytes() / std::max(1, request.topology.links()); // of all links
            QVERIFY(bound.wire.si() >= each / 1e9 * (1 - 1e-12));
        }
    }
}

void TstPermutation::spoiltPermutationIsFound()
{
    const auto plan = core::planCollective(permutationOn("4x4 --", reversal(16), 12000));
    const auto good = tests::allSteps(plan->schedule);
    const auto breaks = [&](tests::ScheduleRule rule, auto spoil) {
        auto steps = good;
        spoil(steps);
        const auto found = tests::checkEveryChip(core::withSteps(plan->schedule, steps));
        return std::ranges::any_of(*found, [&](const tests::Violation& v) { return v.rule == rule; });
    };
    using Rule = tests::ScheduleRule;
    QVERIFY(!breaks(Rule::moving, [](auto&) {}));
    QVERIFY(breaks(Rule::moving, [](auto& steps) { steps.back().transfers.pop_back(); }));
    QVERIFY(breaks(Rule::possession, [](auto& steps) { std::swap(steps.front(), steps.back()); }));
    QVERIFY(breaks(Rule::messages, [](auto& steps) { steps[1].transfers.push_back(steps[1].transfers.front()); }));
    QVERIFY(breaks(Rule::links, [](auto& steps) { ++steps[0].transfers[0].to; }));
    QVERIFY(breaks(Rule::possession, [](auto& steps) { steps[0].transfers[0].op = core::TransferOp::copy; }));
    QVERIFY(breaks(Rule::totalBytes, [](auto& steps) { steps.pop_back(); }));
}

void TstPermutation::timeIsCountedByHand_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QList<int>>("destinations");
    QTest::addColumn<double>("microseconds"); // 1 MB takes 1 ms on a link, a hop 1 us
    QTest::addColumn<double>("bound");
    // Two hops each on links of their own, in 100 pieces: (100 + 1)/100 of the array and 2 hops. Two links out of a
    // chip.
    QTest::newRow("2x2 transposed") << QStringLiteral("2x2 --") << QList<int>{0, 2, 1, 3} << 1012. << 500.;
    // The middle link takes two arrays each way; what comes from the end waits for its first hop.
    QTest::newRow("a line turned round") << QStringLiteral("4 -") << QList<int>{3, 2, 1, 0} << 2002. << 2000.;
    QTest::newRow("round a ring") << QStringLiteral("4 w") << QList<int>{1, 2, 3, 0} << 1001. << 500.;
    QTest::newRow("through a switch") << QStringLiteral("switch3") << QList<int>{2, 0, 1} << 1001. << 1000.;
    QTest::newRow("nobody moves") << QStringLiteral("4 w") << QList<int>{0, 1, 2, 3} << 0. << 0.;
}

void TstPermutation::timeIsCountedByHand()
{
    QFETCH(QString, network);
    QFETCH(QList<int>, destinations);
    QFETCH(double, microseconds);
    QFETCH(double, bound);
    const auto request =
        permutationOn(network.toUtf8().constData(), {destinations.begin(), destinations.end()}, 500'000);
    const auto plan = core::planCollective(request);
    QVERIFY(plan);
    COMPARE_NEAR(core::timeSchedule(plan->schedule, request.rates).async, microseconds * 1e-6, 1e-9);
    COMPARE_NEAR(core::lowerBound(request).wire, bound * 1e-6, 1e-9);
}

/// (0,0) and (1,0) of a ring of four exchange their arrays over one wire, both ways; the others rest.
void TstPermutation::whoIsNotNamedSendsNothing()
{
    const auto analysis = core::analyseCollective(lists("4", core::Wrap::ring, "0; 1", "1;0"));
    QVERIFY2(analysis, analysis ? "" : analysis.error().c_str());
    COMPARE_NEAR(analysis->time, 1e6 / 45e9 + 1e-6, 1e-9);
    COMPARE_NEAR(analysis->totalBytes, 2e6, 1e-12);
    QCOMPARE(analysis->timing.hops, 1);
}

void TstPermutation::listsAreReadAsFields()
{
    for (const char* text : {"0,0; 1,0", "0;1;2", "0,0,0 ; 1,1,1"}) {
        QVERIFY2(core::isSender(text), text);
        QVERIFY2(core::isReceiver(text), text);
    }
    for (const char* text : {";", "0;", "0;;1", "0;a", "0; all", "+1; 0"}) {
        QVERIFY2(!core::isSender(text), text);
        QVERIFY2(!core::isReceiver(text), text);
    }
}

void TstPermutation::wrongListIsNamed_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("said");
    QTest::newRow("one receiver too few") << QStringLiteral("0,0; 1,0; 2,0") << QStringLiteral("1,0; 0,0")
                                          << QStringLiteral("coll.to names 2 chips for 3");
    QTest::newRow("all send to few") << QStringLiteral("all") << QStringLiteral("1,0; 0,0")
                                     << QStringLiteral("coll.to names 2 chips for 16");
    QTest::newRow("a sender twice") << QStringLiteral("0,0; 0,0") << QStringLiteral("1,0; 2,0")
                                    << QStringLiteral("coll.from names \" 0,0\" twice");
    QTest::newRow("a receiver twice") << QStringLiteral("0,0; 1,0") << QStringLiteral("2,0;2,0")
                                      << QStringLiteral("coll.to names \"2,0\" twice");
    QTest::newRow("a chip that is not there")
        << QStringLiteral("0,0; 1,0") << QStringLiteral("2,0; 4,0") << QStringLiteral("coll.to is");
    QTest::newRow("places further") << QStringLiteral("0,0; 1,0") << QStringLiteral("+1")
                                    << QStringLiteral("coll.to is");
}

void TstPermutation::wrongListIsNamed()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, said);
    const auto analysis =
        core::analyseCollective(lists("4x4", core::Wrap::line, from.toUtf8().constData(), to.toUtf8().constData()));
    QVERIFY(!analysis);
    QVERIFY2(QString::fromStdString(analysis.error()).contains(said), analysis.error().c_str());
}

ROOFLIGHT_TEST(TstPermutation)
#include "tst_permutation.moc"
