// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of an order of one's own: against its timing and the engine's metrics, and their lines.
#include "core/evaluate/own_order_numbers.h"
#include "step_number_stage.h"
#include "support/near.h"
#include "support/suite.h"

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

core::OwnMatmul planned(const core::Scenario& s, const core::ChipOrder& order)
{
    const auto request = core::matmulRequest(s);
    auto own = core::planOwnOrder(*request, core::rotated(order, request->topology.chips()));
    if (!own)
        qFatal("%s", own.error().c_str());
    own->plan.alone = core::collectiveAlone(*request);
    own->timing.inTurn = core::timeMatmul(*request, own->plan).inTurn;
    return *std::move(own);
}

core::Scenario matmul(const char* chips, const char* clock = "async")
{
    return scenarioWith(
        {{"coll.torus", chips}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}, {"coll.clock", clock}});
}

double number(const core::Scenario& s, const core::OwnMatmul& own, const std::string& id)
{
    const auto found = core::ownOrderNumber(s, &own, id);
    if (!found)
        qFatal("%s", found.error().c_str());
    return found->number.value;
}

const std::vector<std::string> ids{"own.time",          "own.naive",        "own.saved",     "own.lost",
                                   "own.saved_share",   "own.lost_share",   "own.buffers",   "own.naive_buffers",
                                   "own.engine.halves", "own.engine.whole", "own.engine.uni"};

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
        const auto own = planned(s, naive ? gatherFirst(chips.toInt()) : oneByOne(chips.toInt()));
        const double time = own.timing.beside.by(s.coll.clock).si();
        const double inTurn = own.timing.inTurn.by(s.coll.clock).si();
        COMPARE_NEAR(number(s, own, "own.time"), time, 1e-9);
        COMPARE_NEAR(number(s, own, "own.naive"), inTurn, 1e-9);
        QVERIFY(std::abs(number(s, own, "own.saved") - (inTurn - time)) <= 1e-9 * inTurn);
        QVERIFY(std::abs(number(s, own, "own.lost") - (time - inTurn)) <= 1e-9 * inTurn);
        QVERIFY(std::abs(number(s, own, "own.saved_share") - 100 * (inTurn - time) / inTurn) <= 1e-6);
        QVERIFY(std::abs(number(s, own, "own.lost_share") - 100 * (time - inTurn) / inTurn) <= 1e-6);
        QCOMPARE(number(s, own, "own.buffers"), 1.0 * own.plan.buffers);
        QCOMPARE(number(s, own, "own.naive_buffers"), 1.0 * own.plan.naiveBuffers);
        for (const auto& id : ids) {
            const auto found = core::ownOrderNumber(s, &own, id);
            QVERIFY2(found, id.c_str());
            QVERIFY2(!found->derivation.steps.empty(), id.c_str());
            const auto& first = found->derivation.steps.front();
            QVERIFY2(first.value == found->number.value && first.dim == found->number.dim &&
                         first.unit == found->number.unit,
                     id.c_str());
            const auto wrong = tests::disagreement(found->derivation);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
    }
}

/// The engine's order in one direction, made by hand, takes as long as the engine's.
void TstOwnOrderNumbers::theEnginesAreThoseOfTheScenario()
{
    auto s = matmul("4");
    const auto own = planned(s, oneByOne(4));
    for (const auto& [id, algorithm] : {std::pair("own.engine.uni", "uni"), std::pair("own.engine.halves", "halves"),
                                        std::pair("own.engine.whole", "whole")}) {
        QVERIFY(core::setFieldFromText(s, "coll.algorithm", algorithm));
        COMPARE_NEAR(number(matmul("4"), own, id), metric(s, "coll.time"), 1e-9);
    }
    QVERIFY(number(matmul("4"), own, "own.time") <= number(matmul("4"), own, "own.engine.uni") * (1 + 1e-9));
}

void TstOwnOrderNumbers::gatheringFirstSavesNothing()
{
    const auto s = matmul("4");
    const auto own = planned(s, gatherFirst(4));
    COMPARE_NEAR(number(s, own, "own.time"), metric(s, "coll.naive"), 1e-9);
}

void TstOwnOrderNumbers::withoutAnOrderOnlyTheEngineHasNumbers()
{
    const auto s = matmul("4");
    QVERIFY(core::ownOrderNumber(s, nullptr, "own.engine.halves"));
    const auto time = core::ownOrderNumber(s, nullptr, "own.time");
    QVERIFY(!time);
    QVERIFY2(time.error().find("no valid order") != std::string::npos, time.error().c_str());
    QVERIFY(!core::ownOrderNumber(s, nullptr, "own.nonsense"));
    QVERIFY(core::isOfOwnOrder("own.time") && !core::isOfOwnOrder("coll.time"));
}

ROOFLIGHT_TEST(TstOwnOrderNumbers)
#include "tst_own_order_numbers.moc"
