// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of an order of one's own: against its timing and the engine's metrics, and their lines.
#include "core/collectives/matmul/own_order.h"
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <fmt/format.h>

using namespace tests;

namespace
{

/// Chip 0 takes its own shard first, then the others as they come one way round: the engine's order in one direction.
core::ChipOrder oneByOne(int chips)
{
    core::ChipOrder order{{{0}}};
    for (int shard = chips - 1; shard > 0; --shard)
        order.push_back({{shard}});
    return order;
}

/// Everything is fetched first.
core::ChipOrder gatherFirst(int chips)
{
    core::ChipOrder order(static_cast<std::size_t>(chips / 2 + 1));
    for (int shard = 0; shard < chips; ++shard)
        order.back().push_back({shard});
    return order;
}

core::OwnMatmul plannedFor(const core::Scenario& s, const core::ChipOrder& order)
{
    const auto request = core::matmulRequest(s);
    auto own = core::planOwnOrder(*request, core::rotated(order, request->topology.chips()));
    if (!own)
        qFatal("%s", own.error().c_str());
    own->plan.alone = core::collectiveAlone(*request);
    own->timing.serialized = core::timeMatmul(*request, own->plan).serialized;
    return *std::move(own);
}

core::WholeCollective played(const core::Scenario& s, const core::ChipOrder& order)
{
    return core::withMatmul(collectiveOf(s), plannedFor(s, order), s);
}

core::Scenario matmul(const char* chips, const char* clock = "async")
{
    return scenarioFrom(
        {{"coll.torus", chips}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}, {"coll.clock", clock}});
}

double number(const core::Scenario& s, const core::OwnMatmul& own, const std::string& id)
{
    const auto found = explained(s, id, &own);
    if (!found)
        qFatal("%s", found.error().c_str());
    return found->si();
}

const std::vector<std::string> ids{"own.time",        "own.naive",         "own.saved",        "own.lost",
                                   "own.saved_share", "own.lost_share",    "own.buffers",      "own.naive_buffers",
                                   "own.steps",       "own.engine.halves", "own.engine.whole", "own.engine.uni"};

} // namespace

class TstOwnOrderNumbers : public QObject
{
    Q_OBJECT

private slots:
    void theyAreThoseOfTheTiming_data();
    void theyAreThoseOfTheTiming();
    void theEnginesAreThoseOfTheScenario();
    void gatheringFirstSavesNothing();
    void withoutAnOrderOnlyTheEngineHasNumbers();
    void stepsOfAPlayedOrderAreItsOwn_data();
    void stepsOfAPlayedOrderAreItsOwn();
    void aPlayedOrderHasTheNumbersOfItsPage();
    void noScenarioLeadsToAPlayedOrder();
};

void TstOwnOrderNumbers::theyAreThoseOfTheTiming_data()
{
    QTest::addColumn<QString>("chips");
    QTest::addColumn<bool>("naive");
    QTest::newRow("one by one on 4") << "4" << false;
    QTest::newRow("one by one on 7") << "7" << false;
    QTest::newRow("all at the end on 4") << "4" << true;
    QTest::newRow("all at the end on 5") << "5" << true;
}

void TstOwnOrderNumbers::theyAreThoseOfTheTiming()
{
    QFETCH(QString, chips);
    QFETCH(bool, naive);
    for (const char* clock : {"async", "lockstep", "book"}) {
        const auto s = matmul(qPrintable(chips), clock);
        const auto own = plannedFor(s, naive ? gatherFirst(chips.toInt()) : oneByOne(chips.toInt()));
        const double time = own.timing.overlapped.by(s.coll.clock).si();
        const double serialized = own.timing.serialized.by(s.coll.clock).si();
        COMPARE_NEAR(number(s, own, "own.time"), time, 1e-9);
        COMPARE_NEAR(number(s, own, "own.naive"), serialized, 1e-9);
        QVERIFY(std::abs(number(s, own, "own.saved") - (serialized - time)) <= 1e-9 * serialized);
        QVERIFY(std::abs(serialized - time) > 1e-9 * serialized || number(s, own, "own.saved") == 0); // no rounding
        QVERIFY(std::abs(number(s, own, "own.lost") - (time - serialized)) <= 1e-9 * serialized);
        QVERIFY(std::abs(number(s, own, "own.saved_share") - (serialized - time) / serialized) <= 1e-8);
        QVERIFY(std::abs(number(s, own, "own.lost_share") - (time - serialized) / serialized) <= 1e-8);
        QCOMPARE(number(s, own, "own.buffers"), 1.0 * own.plan.buffers);
        QCOMPARE(number(s, own, "own.naive_buffers"), 1.0 * own.plan.naiveBuffers);
        QCOMPARE(number(s, own, "own.steps"), 1.0 * own.plan.transfers.steps);
        for (const auto& id : ids) {
            const auto found = explained(s, id, &own);
            QVERIFY2(found, id.c_str());
            QVERIFY2(!found->derivation.steps.empty(), id.c_str());
            const auto& first = found->derivation.steps.front();
            QVERIFY2(first.value == found->si() && first.dim == found->dim && first.unit == found->unit, id.c_str());
            const auto wrong = tests::disagreement(found->derivation);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
    }
}

/// The engine's order in one direction, made by hand, takes as long as the engine's.
void TstOwnOrderNumbers::theEnginesAreThoseOfTheScenario()
{
    auto s = matmul("4");
    const auto own = plannedFor(s, oneByOne(4));
    for (const auto& [id, algorithm] : {std::pair("own.engine.uni", "uni"), std::pair("own.engine.halves", "halves"),
                                        std::pair("own.engine.whole", "whole")}) {
        QVERIFY(core::setFieldFromText(s, "coll.algorithm", algorithm));
        COMPARE_NEAR(number(matmul("4"), own, id), numberOf(s, "coll.time"), 1e-9);
    }
    QVERIFY(number(matmul("4"), own, "own.time") <= number(matmul("4"), own, "own.engine.uni") * (1 + 1e-9));
}

void TstOwnOrderNumbers::gatheringFirstSavesNothing()
{
    const auto s = matmul("4");
    const auto own = plannedFor(s, gatherFirst(4));
    COMPARE_NEAR(number(s, own, "own.time"), numberOf(s, "coll.naive"), 1e-9);
}

void TstOwnOrderNumbers::withoutAnOrderOnlyTheEngineHasNumbers()
{
    const auto s = matmul("4");
    QVERIFY(explained(s, "own.engine.halves"));
    const auto time = explained(s, "own.time");
    QVERIFY(!time);
    QVERIFY2(time.error().find("no valid custom schedule") != std::string::npos, time.error().c_str());
    QVERIFY(!explained(s, "own.nonsense"));
}

void TstOwnOrderNumbers::stepsOfAPlayedOrderAreItsOwn_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("chips");
    QTest::addColumn<QString>("clock");
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* clock : {"async", "lockstep", "book"})
            for (const char* chips : {"4", "5", "8"})
                QTest::addRow("%s on %s by %s", kind, chips, clock)
                    << QString::fromLatin1(kind) << QString::fromLatin1(chips) << QString::fromLatin1(clock);
}

/// Against a replay of the order, its times and its timing; each line gives what it shows.
void TstOwnOrderNumbers::stepsOfAPlayedOrderAreItsOwn()
{
    QFETCH(QString, kind);
    QFETCH(QString, chips);
    QFETCH(QString, clock);
    const auto s = scenarioFrom({{"coll.torus", chips.toStdString()},
                                 {"coll.wrap", "ring"},
                                 {"coll.kind", kind.toStdString()},
                                 {"coll.clock", clock.toStdString()}});
    auto order = gatherFirst(chips.toInt());
    if (kind.endsWith(QStringLiteral("scatter")))
        std::reverse(order.begin(), order.end()); // the same backwards: everything is multiplied first
    const auto c = played(s, order);
    const int steps = c.analysis.schedule.steps;
    QVERIFY(steps > 0);
    for (int step = 0; step <= steps; ++step)
        for (const auto& id : idsAt(c, step)) {
            const auto found = explained(s, id, nullptr, &c);
            QVERIFY2(found, id.c_str());
            const auto& first = found->derivation.steps.front();
            QVERIFY2(first.value == found->si() && first.dim == found->dim, id.c_str());
            const auto wrong = tests::disagreement(found->derivation);
            QVERIFY2(wrong.empty(), fmt::format("{}: {}", id, wrong).c_str());
        }
    const auto at = [&](std::string_view number, int step, int chip = 0) {
        return explained(s, core::stepNumberId({number, step, chip}, c.whole, true), nullptr, &c)->si();
    };
    for (int step = 1; step <= steps; ++step)
        COMPARE_NEAR(at("step_end", step), c.stepEnds[static_cast<std::size_t>(step - 1)], 1e-9);
    COMPARE_NEAR(at("busiest", steps), c.analysis.bytesPerLink.si(), 1e-9);
    COMPARE_NEAR(at("sent", steps), c.analysis.totalBytes.si(), 1e-9);
    eachReplayed(c, [&](const core::Holdings& replay, int step, int chip) {
        double bytes = 0;
        for (core::ChunkNumber chunk = 0; chunk < c.analysis.schedule.chunks.count(); ++chunk)
            if (replay.holds(chip, chunk))
                bytes += c.analysis.schedule.chunks.bytes({chunk, 1});
        COMPARE_NEAR(at("held", step, chip), bytes, 1e-9);
    });
}

void TstOwnOrderNumbers::aPlayedOrderHasTheNumbersOfItsPage()
{
    const auto s = matmul("5");
    const auto own = plannedFor(s, oneByOne(5));
    const auto c = played(s, oneByOne(5));
    for (const char* name : {"time", "naive", "saved", "buffers", "naive_buffers"}) {
        const std::string id = std::string("own.played.") + name;
        const auto found = explained(s, id, nullptr, &c);
        QVERIFY2(found, id.c_str());
        QCOMPARE(found->si(), number(s, own, std::string("own.") + name));
        QCOMPARE(found->derivation.id, id);
    }
    QVERIFY(!explained(s, "own.time", nullptr, &c) && explained(s, "coll.held@1,0", nullptr, &c));
    QVERIFY(!explained(s, "own.played.engine", nullptr, &c));
    QVERIFY(!explained(s, "own.held@99,0", nullptr, &c));
}

/// The engine's order ends its steps at other times.
void TstOwnOrderNumbers::noScenarioLeadsToAPlayedOrder()
{
    const auto s = matmul("8");
    const auto c = played(s, gatherFirst(8));
    QVERIFY(explained(s, "own.step_end@4", nullptr, &c));
    QVERIFY(!tests::number(s, "own.step_end@4"));
    QVERIFY(core::checkNumber(core::shippedCatalogue(), "own.step_end@4"));
    QVERIFY(tests::derivation(s, "own.step_end@4").steps.empty());
    QCOMPARE(core::stepRowOf("own.message@1,0,1")->name, std::string_view("message"));
    QVERIFY(!core::stepRowOf("other.message@1,0,1") && !core::stepRowOf("message@1,0,1"));
}

ROOFLIGHT_TEST(TstOwnOrderNumbers)
#include "tst_own_order_numbers.moc"
