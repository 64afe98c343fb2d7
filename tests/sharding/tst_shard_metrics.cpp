// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers shard.* of a scenario: values, lists of words, derivations, and what is said of a wrong expression.
#include "collectives/metric_values.h"
#include "core/sharding/remark.h"
#include "core/sharding/report.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using tests::Edits;
using tests::numberOf;
using tests::scenarioWith;

class TstShardMetrics : public QObject
{
    Q_OBJECT

private slots:
    void bytesAndCopiesAreThoseOfTheBook_data();
    void bytesAndCopiesAreThoseOfTheBook();
    void flopsCountIdleAxesAsRepeated();
    void manyOperandsAreMultipliedInTheCheapestOrder();
    void aCopyCostsNoMoreThanItsShards_data();
    void aCopyCostsNoMoreThanItsShards();
    void aSumIsReducedOverSomeOfItsAxes();
    void aRingOfTwoSendsBothWays();
    void derivationsEndInTheNumber_data();
    void derivationsEndInTheNumber();
    void numbersOfEveryPlanAndStep();
    void freeStepsSayWhy();
    void arraysOfAnyNameHaveNumbers();
    void gradientsHaveNumbers();
    void placesThatAreNoneAreRefused();
    void remarksNameTheCase_data();
    void remarksNameTheCase();
    void remarksSayWhatTheCheapestPlanDoes_data();
    void remarksSayWhatTheCheapestPlanDoes();
    void sumsOfEveryCaseAreUnreduced();
    void stepsAreWords();
    void wrongExpressionsSayWhere();
};

namespace
{

const Edits gathered{{"hw.chip", std::string("tpu-v5e")},
                     {"shard.expr", std::string("A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]")}};

core::Texts textsOf(const core::Scenario& s, std::string_view id)
{
    return std::get<core::Texts>(tests::metricValue(s, id));
}

/// Of I, J and K, at Scaling Book rates.
core::Scenario onRings(const QString& expression, const QString& mesh, const QList<double>& sizes)
{
    return scenarioWith({{"hw.chip", std::string("tpu-v5p")},
                         {"conv.rates", std::string("book")},
                         {"conv.wrap", std::string("ring")},
                         {"shard.mesh", mesh.toStdString()},
                         {"shard.expr", expression.toStdString()},
                         {"shard.size.I", sizes[0]},
                         {"shard.size.J", sizes[1]},
                         {"shard.size.K", sizes[2]}});
}

} // namespace

/// Scaling Book, Sharding, pop quiz 1: int8[128, 2048] as A[I_XY, J] on X = 2, Y = 8, Z = 2: 8 rows, 16,384 B a device,
/// two copies. Problem 1: A[I_X, ...] on 4 x 8 x 2: 16 copies.
void TstShardMetrics::bytesAndCopiesAreThoseOfTheBook_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("mesh");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("copies");
    QTest::newRow("quiz 1") << QStringLiteral("A[I_XY, J]") << QStringLiteral("X=2, Y=8, Z=2") << 16384.0 << 2.0;
    QTest::newRow("problem 1") << QStringLiteral("A[I_X, J]") << QStringLiteral("X=4, Y=8, Z=2") << 65536.0 << 16.0;
}

void TstShardMetrics::bytesAndCopiesAreThoseOfTheBook()
{
    QFETCH(QString, expression);
    QFETCH(QString, mesh);
    QFETCH(double, bytes);
    QFETCH(double, copies);
    const auto s = scenarioWith({{"shard.expr", expression.toStdString()},
                                 {"shard.mesh", mesh.toStdString()},
                                 {"shard.dtype", std::string("int8")},
                                 {"shard.size.I", 128.0},
                                 {"shard.size.J", 2048.0}});
    QCOMPARE(numberOf(s, "shard.bytes.A"), bytes);
    QCOMPARE(numberOf(s, "shard.replication.A"), copies);
    QVERIFY(std::isnan(numberOf(s, "shard.bytes.B")));
}

/// A[B_X, D_Y] * W[D_Y, F] on 4 x 8 x 4: 2BDF / 32 on each of 128 devices, as Z repeats the work.
void TstShardMetrics::flopsCountIdleAxesAsRepeated()
{
    const auto s = scenarioWith({{"shard.expr", std::string("A[B_X, D_Y] * W[D_Y, F] -> C[B_X, F]{U_Y}")},
                                 {"shard.mesh", std::string("X=4, Y=8, Z=4")},
                                 {"shard.size.B", 1024.0}});
    QCOMPARE(numberOf(s, "shard.flops"), 2.0 * 1024 * 8192 * 8192 / 32);
    QCOMPARE(numberOf(s, "shard.comms"), 0.0);
}

/// conv.wrap = ring makes a ring of two chips too: half of 8,192 squared in bf16 over 2 x 90 GB/s, as the step has it.
/// I, J, K, L = 8, 4, 2, 16: A·B and then D are 2·8·4·2 + 2·8·2·16 = 640 FLOPs, B·D first 2·4·2·16 + 2·8·4·16 = 1,280,
/// and an outer product first more than 2,048. So it is backward, from dE·D.
void TstShardMetrics::manyOperandsAreMultipliedInTheCheapestOrder()
{
    for (const char* text : {"A[I, J] * B[J, K] * D[K, L] -> E[I, L]", "A[I, J] * D[K, L] * B[J, K] -> E[I, L]"}) {
        const auto s = scenarioWith({{"shard.mesh", std::string("X=2")},
                                     {"shard.size.I", 8.},
                                     {"shard.size.J", 4.},
                                     {"shard.size.K", 2.},
                                     {"shard.size.L", 16.},
                                     {"shard.expr", std::string(text)}});
        QCOMPARE(textsOf(s, "shard.steps"), (core::Texts{"A · B · D"}));
        QCOMPARE(numberOf(s, "shard.flops"), 640.0);
        const auto back = core::shardingOf(s).back;
        QCOMPARE(back.size(), 3U);
        QCOMPARE(back.front().front().text(), std::string("dE · D · B"));
    }
}

/// It has what its shards have: slices of several dimensions, each towards the result or another operand, are free.
void TstShardMetrics::aCopyCostsNoMoreThanItsShards_data()
{
    QTest::addColumn<QString>("copy");
    QTest::addColumn<QString>("shards");
    QTest::addColumn<QString>("mesh");
    QTest::addColumn<QList<double>>("sizes");
    const auto row = [](const char* copy, const char* shards, const char* mesh, const QList<double>& sizes) {
        QTest::newRow(copy) << QString::fromUtf8(copy) << QString::fromUtf8(shards) << QString::fromUtf8(mesh) << sizes;
    };
    row("A[I, J] * B[J_Y, K] -> C[I_X, K]", "A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]", "X=4, Y=4", {1024, 8192, 1024});
    row("A[I, J_Y] * B[J, K] -> C[I, K_XY]", "A[I, J_Y] * B[J_Y, K_X] -> C[I, K_XY]", "X=4, Y=4", {4096, 8192, 1024});
    row("A[I_Z, J] * B[J, K] -> C[I, K_XYZ]", "A[I_Z, J] * B[J, K_XY] -> C[I, K_XYZ]", "X=2, Y=4, Z=2",
        {1024, 1024, 16384});
    row("A[I, J_XY] * B[J, K] -> C[I_Y, K_ZX]", "A[I, J_XY] * B[J_XY, K_Z] -> C[I_Y, K_ZX]", "X=4, Y=2, Z=8",
        {512, 4096, 8192});
    row("A[I, J] * B[J_YX, K] -> C[I_XY, K]", "A[I_X, J_Y] * B[J_YX, K] -> C[I_XY, K]", "X=8, Y=8",
        {16384, 16384, 16384});
}

void TstShardMetrics::aCopyCostsNoMoreThanItsShards()
{
    QFETCH(QString, mesh);
    QFETCH(QList<double>, sizes);
    const auto timeOf = [&](const QString& its) { return numberOf(onRings(its, mesh, sizes), "shard.time"); };
    QFETCH(QString, copy);
    QFETCH(QString, shards);
    QVERIFY2(timeOf(copy) <= timeOf(shards) * (1 + 1e-12), qPrintable(QString::number(timeOf(copy) / timeOf(shards))));
}

/// d.3, case 3: 2 V bytes over both axes, whose links carry 90 GB/s each way.
void TstShardMetrics::aSumIsReducedOverSomeOfItsAxes()
{
    const auto s = onRings(QStringLiteral("A[I, J_XYZ] * B[J_XYZ, K] -> C[I, K]{U_X}"), QStringLiteral("X=2, Y=2, Z=2"),
                           {1024, 8192, 1024});
    QCOMPARE(textsOf(s, "shard.steps"), (core::Texts{"A · B", "AllReduce_YZ(C)"}));
    COMPARE_NEAR(numberOf(s, "shard.time"), 2 * 2 * 1024. * 1024 / (2 * 2 * 9e10), 1e-9);
}

void TstShardMetrics::aRingOfTwoSendsBothWays()
{
    const auto s = scenarioWith({{"shard.expr", std::string("W[D_X, F] -> W[D, F]")},
                                 {"shard.mesh", std::string("X=2")},
                                 {"conv.wrap", std::string("ring")},
                                 {"conv.rates", std::string("exact")}});
    QCOMPARE(numberOf(s, "shard.comms"), 8192. * 8192 * 2 / 2 / (2 * 9e10));
}

void TstShardMetrics::derivationsEndInTheNumber_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char* id : {"shard.flops", "shard.math", "shard.comms", "shard.time", "shard.time.serial",
                           "shard.bytes.B", "shard.replication.C", "shard.steps"})
        QTest::newRow(id) << QByteArray(id);
}

void TstShardMetrics::derivationsEndInTheNumber()
{
    QFETCH(QByteArray, id);
    const auto s = scenarioWith(gathered);
    const auto found = tests::explained(s, id.toStdString());
    QVERIFY2(found, found ? "" : found.error().c_str());
    const auto& first = found->derivation.steps.front();
    if (id == "shard.steps") { // its words and a sentence, then the time
        QVERIFY(!first.word.empty() && !first.sentence.empty());
        COMPARE_NEAR(found->derivation.steps.at(1).value, numberOf(s, "shard.time"), 1e-15);
    } else {
        COMPARE_NEAR(first.value, numberOf(s, id.toStdString()), 1e-15);
        QVERIFY(!first.expression.nodes.empty());
    }
    QVERIFY(found->derivation.steps.size() > 2);
}

/// Collectives of a plan take the sum of their times; the plans stand in the order of theirs.
void TstShardMetrics::numbersOfEveryPlanAndStep()
{
    const auto s = scenarioWith(gathered);
    const auto report = core::shardingOf(s);
    QVERIFY(report.plans.size() > 2);
    const auto asked = [&](const std::string& id) {
        const auto found = tests::explained(s, id);
        if (!found)
            qFatal("%s: %s", id.c_str(), found.error().c_str());
        const double traced = found->derivation.steps.front().value;
        return std::abs(traced - found->si()) <= 1e-12 * found->si() ? found->si() : std::nan("");
    };
    double before = 0;
    for (std::size_t i = 0; i < report.plans.size(); ++i) {
        const auto plan = std::to_string(i + 1);
        double comms = 0;
        double bytes = 0;
        for (std::size_t step = 1; step <= report.plans[i].reshards().size(); ++step) {
            comms += asked("shard.step.time@" + plan + "," + std::to_string(step));
            bytes += asked("shard.step.bytes@" + plan + "," + std::to_string(step));
        }
        COMPARE_NEAR(asked("shard.plan.comms@" + plan), comms, 1e-12);
        COMPARE_NEAR(asked("shard.plan.bytes@" + plan), bytes, 1e-12);
        COMPARE_NEAR(asked("shard.plan.time@" + plan), std::max(comms, asked("shard.plan.math@" + plan)), 1e-12);
        QVERIFY(asked("shard.plan.time@" + plan) >= before);
        before = asked("shard.plan.time@" + plan);
    }
    COMPARE_NEAR(asked("shard.plan.time@1"), numberOf(s, "shard.time"), 1e-15);
    // B[J_X, K_Y] gathered over X: 8,192 * 2,048 elements of 2 B.
    COMPARE_NEAR(asked("shard.step.bytes@1,1"), 8192.0 * 2048 * 2, 1e-15);
}

/// A is whole along Y, so that C split over Y costs a slice of it.
void TstShardMetrics::freeStepsSayWhy()
{
    const auto s = scenarioWith({{"shard.expr", std::string("A[I, J_X] * B[J, K]")}});
    const auto steps = core::shardingOf(s).plans.front().reshards();
    QVERIFY(!steps.empty() && steps.front().op == core::ReshardOp::slice);
    const auto time = tests::explained(s, "shard.step.time@1,1");
    QVERIFY(time);
    QCOMPARE(time->si(), 0.);
    QVERIFY2(time->sentence().starts_with("Nothing is sent: along " + steps.front().axes), time->sentence().c_str());
}

void TstShardMetrics::arraysOfAnyNameHaveNumbers()
{
    const auto s = scenarioWith({{"shard.expr", std::string("In[B_X, D] * W[D, F_Y] -> Out[B_X, F_Y]")}});
    const auto words = [&](const char* id) { return tests::explained(s, id)->text(); };
    QCOMPARE(tests::number(s, "shard.bytes.In")->si(), 2048.0 * 8192 * 2);
    QCOMPARE(tests::number(s, "shard.replication.W")->si(), 4.0); // Y splits it, X does not
    QCOMPARE(tests::number(s, "shard.replication.Out")->si(), 1.0);
    QCOMPARE(words("shard.local.In"), std::string("2,048 × 8,192"));
    QCOMPARE(words("shard.local.Out"), std::string("2,048 × 2,048"));
}

/// dIn[B_X, D] = dOut[B_X, F_Y] * W[D, F_Y] sums over F, which Y splits: 2,048 * 8,192 elements of 2 B are reduced.
void TstShardMetrics::gradientsHaveNumbers()
{
    const auto s = scenarioWith({{"shard.expr", std::string("In[B_X, D] * W[D, F_Y] -> Out[B_X, F_Y]")}});
    QCOMPARE(tests::number(s, "shard.back.bytes.In")->si(), 2048.0 * 8192 * 2);
    QCOMPARE(tests::number(s, "shard.back.flops.W")->si(), numberOf(s, "shard.flops"));
    QVERIFY(tests::explained(s, "shard.back.time.W")->si() > 0);
}

void TstShardMetrics::placesThatAreNoneAreRefused()
{
    const auto s = scenarioWith(gathered);
    for (const char* id : {"shard.plan.time@0", "shard.plan.time@999", "shard.plan.time@x", "shard.step.time@1,9",
                           "shard.step.time@1", "shard.bytes.Q", "shard.local.Q", "shard.back.time.Q"}) {
        const auto found = tests::number(s, id);
        QVERIFY2(!found && !found.error().empty(), id);
    }
}

void TstShardMetrics::remarksNameTheCase_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("repairs");
    const QStringList none;
    QTest::newRow("1") << QStringLiteral("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]") << QStringLiteral("CASE")
                       << QStringLiteral("Case 1") << none;
    QTest::newRow("2") << QStringLiteral("A[I, J_X] * B[J, K] -> C[I, K]") << QStringLiteral("CASE")
                       << QStringLiteral("Case 2: J") << none;
    QTest::newRow("3") << QStringLiteral("A[I, J_X] * B[J_X, K] -> C[I, K]") << QStringLiteral("CASE")
                       << QStringLiteral("Case 3: J is split over X") << none;
    QTest::newRow("4") << QStringLiteral("A[I_X, J] * B[J, K_X] -> C[I_X, K]") << QStringLiteral("BOTH_NONCONTRACT")
                       << QStringLiteral("X splits I of A and K of B")
                       << QStringList{QStringLiteral("A[I, J] * B[J, K_X] -> C[I_X, K]"),
                                      QStringLiteral("A[I_X, J] * B[J, K] -> C[I_X, K]")};
    QTest::newRow("a sum not made") << QStringLiteral("A[I_Y, J_X] * B[J_X, K]") << QStringLiteral("UNREDUCED")
                                    << QStringLiteral("a term of a sum over X, C[I_Y, K]{U_X}: an all-reduce or a "
                                                      "reduce-scatter is missing")
                                    << QStringList{QStringLiteral("A[I_Y, J_X] * B[J_X, K] -> C[I_Y, K]"),
                                                   QStringLiteral("A[I_Y, J_X] * B[J_X, K] -> C[I_YX, K]"),
                                                   QStringLiteral("A[I_Y, J_X] * B[J_X, K] -> C[I_Y, K_X]")};
}

void TstShardMetrics::remarksNameTheCase()
{
    QFETCH(QString, expression);
    QFETCH(QString, code);
    QFETCH(QString, words);
    QFETCH(QStringList, repairs);
    const auto said = core::remarkOf(core::shardingOf(scenarioWith({{"shard.expr", expression.toStdString()}})));
    QVERIFY(said);
    QCOMPARE(QString::fromStdString(said->code), code);
    QVERIFY2(said->sentence.find(words.toStdString()) != std::string::npos, said->sentence.c_str());
    QStringList offered;
    for (const auto& repair : said->repairs)
        offered << QString::fromStdString(repair);
    QCOMPARE(offered, repairs);
    for (const auto& repair : said->repairs) {
        const auto better = core::remarkOf(core::shardingOf(scenarioWith({{"shard.expr", repair}})));
        QVERIFY(better && better->code != said->code);
    }
}

/// A sentence beside the plan that speaks of a gather which the plan lacks would contradict it.
void TstShardMetrics::remarksSayWhatTheCheapestPlanDoes_data()
{
    QTest::addColumn<QString>("expression");
    for (const char* text :
         {"A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", "A[I, J_X] * B[J, K] -> C[I, K]", "A[I, J_X] * B[J, K]",
          "A[I, J_X] * B[J_Y, K] -> C[I, K]", "A[I, J_X] * B[J_X, K] -> C[I, K]", "A[I_X, J] * B[J, K_X]",
          "A[I_X, J] * B[J, K_X] -> C[I_X, K]"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TstShardMetrics::remarksSayWhatTheCheapestPlanDoes()
{
    QFETCH(QString, expression);
    const auto report = core::shardingOf(scenarioWith({{"shard.expr", expression.toStdString()}}));
    const auto said = core::remarkOf(report);
    QVERIFY(said);
    const QString sentence = QString::fromStdString(said->sentence);
    QStringList steps;
    for (const auto& step : report.plans.front().steps())
        steps << QString::fromStdString(step);
    QVERIFY2(sentence.contains(QStringLiteral("The cheapest here: ") + steps.join(QStringLiteral(" → "))),
             qPrintable(sentence));
    QVERIFY2(
        sentence.startsWith(QStringLiteral("Case ") + QString::fromStdString(core::shardingCase(report.expression))),
        qPrintable(sentence));
    QVERIFY2(!sentence.contains(QStringLiteral("gathered")), qPrintable(sentence));
}

/// Where X moves to J in both operands, the product is a sum over X as it is with J split in both.
void TstShardMetrics::sumsOfEveryCaseAreUnreduced()
{
    int found = 0;
    for (const char* text : {"A[I_X, J] * B[J, K_X]", "A[I, J_X] * B[J, K]", "A[I, J_X] * B[J_X, K]"}) {
        const auto report = core::shardingOf(scenarioWith({{"shard.expr", std::string(text)}}));
        const auto said = core::remarkOf(report);
        QVERIFY(said);
        QCOMPARE(said->code == "UNREDUCED", !report.plans.front().result().partial.empty());
        found += said->code == "UNREDUCED" ? 1 : 0;
        for (const auto& repair : said->repairs) {
            const auto better = core::remarkOf(core::shardingOf(scenarioWith({{"shard.expr", repair}})));
            QVERIFY2(better && better->code != "UNREDUCED", repair.c_str());
        }
    }
    QCOMPARE(found, 3);
}

void TstShardMetrics::stepsAreWords()
{
    const auto s = scenarioWith(gathered);
    QCOMPARE(textsOf(s, "shard.case"), (core::Texts{"2"}));
    const auto report = core::evaluate(s);
    const auto cache = core::makeCollectiveCache();
    const auto why = core::explain({s, report, *cache}, "shard.case");
    QVERIFY(why && !why->derivation.steps.empty());
    QCOMPARE(QString::fromStdString(why->derivation.steps.front().word), QStringLiteral("2"));
    QVERIFY2(why->sentence().starts_with("Case 2: "), why->sentence().c_str());
    QCOMPARE(textsOf(s, "shard.steps"), (core::Texts{"AllGather_X(B)", "A · B"}));
    QVERIFY(!textsOf(s, "shard.alternatives").empty());
    const auto steps = core::explain({s, report, *cache}, "shard.steps")->sentence(); // says what was not tried
    QVERIFY2(steps.find("one step on each operand and one on the result") != std::string::npos, steps.c_str());
    QCOMPARE(core::listText(textsOf(s, "shard.steps")), std::string("AllGather_X(B); A · B"));
}

void TstShardMetrics::wrongExpressionsSayWhere()
{
    const auto s = scenarioWith({{"shard.expr", std::string("A[I_X, J_X] * B[J, K]")}});
    QVERIFY(std::isnan(numberOf(s, "shard.time")));
    const auto why = tests::number(s, "shard.time");
    QVERIFY(!why);
    QVERIFY2(why.error().find("column 10") != std::string::npos, why.error().c_str());
    QVERIFY2(why.error().find("Write A[I_X, J_Y] * B[J, K]") != std::string::npos, why.error().c_str());
    // A clause without full stop, like every reason why there is no number.
    const auto uneven = scenarioWith({{"shard.mesh", std::string("X=3, Y=4")}});
    for (const char* id : {"shard.time", "shard.plan.time@1", "shard.step.time@1,1", "shard.local.A"})
        QVERIFY2(!tests::number(uneven, id).error().ends_with('.'), id);
}

ROOFLIGHT_TEST(TstShardMetrics)
#include "tst_shard_metrics.moc"
