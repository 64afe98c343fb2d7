// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges and conditions read from text, and the scan that solves for a field.
#include "core/explore/sweep.h"

#include "core/io/preset_catalogue.h"
#include "support/asked.h"
#include "support/edited_scenario.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <fmt/format.h>

using namespace core;

class TstSweep : public QObject
{
    Q_OBJECT

private slots:
    void rangesAreRead_data();
    void rangesAreRead();
    void conditionsAreRead_data();
    void conditionsAreRead();
    void linearStepsDoNotDrift();
    void whatIsTooMuchToKeepIsRefused();
    void errorsAreCountedNotRepeated();
    void sweepingLeavesTheOtherFieldsAlone();
    void theLowerBoundIsASolution();
    void theUpperBoundIsLookedAtToo();
    void equalNumbersAreFoundBetweenPlaces();
    void valuesBetweenMayMeanNothing();
    void whatTheScenarioHasIsLookedAt();
    void sizesThatNoAxisDividesAreLookedAtToo();
};

void TstSweep::rangesAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("min");
    QTest::addColumn<double>("max");
    QTest::addColumn<double>("step"); // 0: doubling
    QTest::newRow("powers") << "work.batch=2^10..2^22" << 1024. << 4194304. << 0.;
    QTest::newRow("letters are binary for tokens") << "work.batch=1k..4k" << 1024. << 4096. << 0.;
    QTest::newRow("a linear step") << "work.batch=512..2048:linear 512" << 512. << 2048. << 512.;
    QTest::newRow("blanks are ignored") << " work.batch = 512 .. 2048 : linear 512 " << 512. << 2048. << 512.;
    QTest::newRow("units") << "hw.hbm.bytes=80GB..160GB" << 80e9 << 160e9 << 0.;
    QTest::newRow("one value") << "work.batch=512..512" << 512. << 512. << 0.;
}

void TstSweep::rangesAreRead()
{
    QFETCH(QString, text);
    QFETCH(double, min);
    QFETCH(double, max);
    QFETCH(double, step);
    const auto range = parseSweep(text.toStdString());
    QVERIFY2(range.has_value(), range ? "" : range.error().c_str());
    QCOMPARE(range->min, min);
    QCOMPARE(range->max, max);
    QCOMPARE(range->step.value_or(0), step);
}

void TstSweep::conditionsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("metric");
    QTest::addColumn<QString>("relation");
    QTest::addColumn<QString>("value");
    QTest::newRow("equal") << "mem.fits=true"
                           << "mem.fits"
                           << "="
                           << "true";
    QTest::newRow("at least") << "bound.margin >= 1.5"
                              << "bound.margin"
                              << ">="
                              << "1.5";
    QTest::newRow("at most") << "time.step<=1"
                             << "time.step"
                             << "<="
                             << "1";
    QTest::newRow("more") << "time.step>1us"
                          << "time.step"
                          << ">"
                          << "1us";
    QTest::newRow("less") << "time.step < 1"
                          << "time.step"
                          << "<"
                          << "1";
}

void TstSweep::conditionsAreRead()
{
    QFETCH(QString, text);
    QFETCH(QString, metric);
    QFETCH(QString, relation);
    QFETCH(QString, value);
    const auto condition = parseCondition(text.toStdString());
    QVERIFY(condition.has_value());
    QCOMPARE(QString::fromStdString(condition->metric), metric);
    QCOMPARE(QString::fromStdString(condition->relation), relation);
    QCOMPARE(QString::fromStdString(condition->value), value);
}

void TstSweep::linearStepsDoNotDrift()
{
    const auto scenario = defaultScenario(shippedCatalogue());
    const auto table = sweep(scenario, {"act.sharded", 0, 1, 0.1}, {"params.total"});
    QVERIFY(table.has_value());
    QCOMPARE(table->rows.size(), std::size_t{11});
    QCOMPARE(table->rows[3].input, 3 * 0.1);
    QCOMPARE(table->rows.back().input, 1.);
}

/// 98,040 x 51 = 5,000,040, said before anything is evaluated.
void TstSweep::whatIsTooMuchToKeepIsRefused()
{
    const auto scenario = defaultScenario(shippedCatalogue());
    std::vector<std::string> ids(51, "time.step");
    const auto table = sweep(scenario, {"work.batch", 1, 98'040, 1}, ids);
    QCOMPARE(table.error(),
             std::string("The range of 'work.batch' has 98,040 values of 51 metrics, more than 5,000,000 "
                         "in all; take a larger step, or fewer metrics with --get."));
    ids.resize(1);
    QVERIFY(sweep(scenario, {"work.batch", 1, 10, 1}, ids).has_value());
}

void TstSweep::errorsAreCountedNotRepeated()
{
    auto scenario = defaultScenario(shippedCatalogue());
    QVERIFY(setField(scenario, "model.E", 4.));
    const auto table = sweep(scenario, {"model.k", 1, 8, 1}, {"params.total"});
    QCOMPARE(table->errors.size(), std::size_t{1});
    QCOMPARE(table->errors[0].issue.code, std::string("EXPERTS"));
    QCOMPARE(table->errors[0].input, 5.); // the first above the 4 experts
    QCOMPARE(table->errors[0].rows, std::size_t{4});
    for (const auto& row : table->rows)
        QCOMPARE(row.isGood, row.input <= 4);
}

void TstSweep::sweepingLeavesTheOtherFieldsAlone()
{
    const auto scenario = defaultScenario(shippedCatalogue());
    const auto table = sweep(scenario, {"work.batch", 4096, 8192, {}}, {"params.total", "flops.forward"});
    QVERIFY(table.has_value());
    const auto& first = table->rows.at(0).outputs;
    const auto& second = table->rows.at(1).outputs;
    QCOMPARE(std::get<double>(first[0]), std::get<double>(second[0]));
    QCOMPARE(2 * std::get<double>(first[1]), std::get<double>(second[1]));
}

void TstSweep::theLowerBoundIsASolution()
{
    const auto scenario = defaultScenario(shippedCatalogue());
    const auto found = solve(scenario, "model.L", {"params.total", ">", "0"});
    QVERIFY(found.has_value() && found->has_value());
    QCOMPARE(**found, findField("model.L")->min);
}

void TstSweep::theUpperBoundIsLookedAtToo()
{
    const auto scenario = defaultScenario(shippedCatalogue());
    const double max = findField("model.L")->max;
    const double layer = 2. * 8192 * 32768; // parameters
    const auto found = solve(scenario, "model.L", {"params.total", ">=", std::to_string(max * layer)});
    QVERIFY(found.has_value() && found->has_value());
    QCOMPARE(**found, max);
}

/// Parameters of V words are a line in V: the bound has one V, far above what is looked at one by one. More words leave
/// fewer of equal size to a device.
void TstSweep::equalNumbersAreFoundBetweenPlaces()
{
    auto s = defaultScenario(shippedCatalogue());
    const auto with = [&](double V) { return setField(s, "model.V", V) ? tests::numberOf(s, "params.total") : 0; };
    const double first = with(100'000), step = (with(200'000) - first) / 100'000;
    QVERIFY(step > 0);
    const auto total = [&](double V) { return std::to_string(first + step * (V - 100'000)); };
    const auto found = solve(s, "model.V", {"params.total", "=", total(123'457)});
    QVERIFY(found.has_value() && found->has_value());
    QCOMPARE(**found, 123'457.);
    QVERIFY(!solve(s, "model.V", {"params.total", "=", std::to_string(std::stod(total(123'457)) + 1)})->has_value());
    const auto slower =
        solve(s, "hw.hbm.rate", {"time.hbm", "=", fmt::format("{}", 3 * tests::numberOf(s, "time.hbm"))});
    QVERIFY(slower.has_value() && slower->has_value());
    COMPARE_NEAR(**slower, std::get<double>(*fieldValue(s, "hw.hbm.rate")) / 3, 1e-6); // bytes over the rate
    const double rows = 3 * 65'537; // 2·rows·J·K FLOPs of a device of three
    const auto sharded = tests::edited("shard.expr=A[I_X,J]*B[J,K]->C[I,K] shard.mesh=X=3 shard.size.I=768");
    const auto met = solve(sharded, "shard.size.I", {"shard.flops", "=", std::to_string(2. / 3 * rows * 8192 * 8192)});
    QVERIFY(met.has_value() && met->has_value());
    QCOMPARE(**met, rows);
}

/// Rows that three devices divide, and heads that seven share: of a device 2·I/3·J·K FLOPs; the least multiples.
void TstSweep::valuesBetweenMayMeanNothing()
{
    const auto s = tests::edited("shard.expr=A[I_X,J]*B[J,K]->C[I,K] shard.mesh=X=3 shard.size.I=768 shard.size.J=768 "
                                 "shard.size.K=768 op.kind=attention op.kv=7 op.heads=7");
    const auto rows = solve(s, "shard.size.I", {"shard.flops", ">=", std::to_string(2. * 16667 * 768 * 768)});
    QVERIFY(rows.has_value() && rows->has_value());
    QCOMPARE(**rows, 50001.);
    const double seven = tests::numberOf(s, "op.flops");
    for (const int groups : {2, 67, 100, 143}) { // of seven heads each, which share the FLOPs evenly
        const auto heads = solve(s, "op.heads", {"op.flops", ">", std::to_string((groups - 0.5) * seven)});
        QVERIFY(heads.has_value() && heads->has_value());
        QCOMPARE(**heads, 7. * groups);
    }
}

/// 20 x 28 devices of two axes divide a dimension; groups of heads are the divisors of 135, of which the scenario has
/// one.
void TstSweep::whatTheScenarioHasIsLookedAt()
{
    const auto s = tests::edited("shard.expr=A[I_XY,J]*B[J,K]->C[I_XY,K] shard.mesh=X=20,Y=28 shard.size.I=560 "
                                 "shard.size.J=64 shard.size.K=64 op.kind=attention op.heads=135 op.kv=135");
    const auto rows = solve(s, "shard.size.I", {"shard.flops", ">=", std::to_string(2. * 3001 * 64 * 64)});
    QVERIFY(rows.has_value() && rows->has_value());
    QCOMPARE(**rows, 560. * 3001);
    const double bytes = tests::numberOf(s, "op.bytes");
    const auto heads = solve(s, "op.kv", {"op.bytes", ">=", std::to_string(0.999 * bytes)});
    QVERIFY(heads.has_value() && heads->has_value());
    QCOMPARE(**heads, 135.); // 45 read a third of the keys and values
}

/// An odd K is all-reduced, 4 · I · K bytes each way round a ring of four; a K that four divides goes all to all, which
/// is quicker, and meets a limit at a larger K.
void TstSweep::sizesThatNoAxisDividesAreLookedAtToo()
{
    const auto s = tests::edited("shard.expr=A[I_X,J_Y]*B[J_Y,K]->C[I_X,K] shard.size.I=65536");
    for (const char* limit : {"0.012", "0.02", "0.025"}) {
        const Condition condition{"shard.time", ">=", limit};
        const auto found = solve(s, "shard.size.K", condition);
        QVERIFY(found.has_value() && found->has_value());
        const auto meetsWith = [&](double size) {
            auto varied = s;
            return setField(varied, "shard.size.K", size) && *meets(varied, condition);
        };
        QVERIFY(meetsWith(**found));
        for (double size = **found - 48; size < **found; ++size) // of each remainder
            QVERIFY2(!meetsWith(size), limit);
        for (double part = 4097; part < **found; part += 997)
            QVERIFY2(!meetsWith(part), limit);
    }
}

ROOFLIGHT_TEST(TstSweep)
#include "tst_sweep.moc"
