// SPDX-License-Identifier: GPL-3.0-or-later
// The times beside the time of a collective: with barriers, by the closed form, and were the switch to add.
#include "collectives/metric_values.h"
#include "collectives/oracle.h"
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/analysis.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/report.h"
#include "core/inputs/inputs.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <cmath>

using tests::Edits;
using tests::metricValue;
using tests::microsecond;
using tests::numberOf;
using tests::scenarioWith;

class TstCollectiveForms : public QObject
{
    Q_OBJECT

private slots:
    void barriersAndFormsAreThoseOfTheTable_data();
    void barriersAndFormsAreThoseOfTheTable();
    void barriersAreDerivedFromSteps_data();
    void barriersAreDerivedFromSteps();
    void aSwitchThatAddsSavesOnePass();
    void closedFormsCountEveryStep();
};

namespace
{

namespace column = tests::column;

/// What an analysis of this request is, without the fields of a scenario, which name fewer networks.
core::CollectiveAnalysis fullAnalysis(const core::CollectiveRequest& request)
{
    auto plan = core::planCollective(request);
    if (!plan)
        qFatal("%s", plan.error().c_str());
    core::CollectiveAnalysis analysis;
    analysis.request = request;
    analysis.algorithm = plan->algorithm;
    analysis.schedule = std::move(plan->schedule);
    analysis.closedForm = plan->closedForm;
    analysis.timing = core::timeSchedule(analysis.schedule, request.rates);
    analysis.bound = core::lowerBound(request);
    analysis.time = analysis.timing.async;
    return analysis;
}

/// Whole elements make pieces of one size, as the closed forms take them to be.
bool isAlike(const core::CollectiveAnalysis& analysis) { return analysis.schedule.chunks.isUniform(); }

} // namespace

void TstCollectiveForms::barriersAndFormsAreThoseOfTheTable_data()
{
    QTest::addColumn<QJsonArray>("row");
    for (const auto& value : tests::oracle()[QStringLiteral("rows")].toArray())
        QTest::newRow(qPrintable(tests::oracleRowName(value.toArray()))) << value.toArray();
}

void TstCollectiveForms::barriersAndFormsAreThoseOfTheTable()
{
    QFETCH(QJsonArray, row);
    const auto s = scenarioWith({});
    const core::Plain inputs;
    const core::Reader<core::Plain> in(inputs);
    const auto analysis = fullAnalysis(tests::oracleRequest(row, 1));
    const auto numbers = core::collectiveNumbers(s, analysis, in);
    COMPARE_NEAR(numbers.barrier.si(), row[column::lockstep1].toDouble() * microsecond, 1e-6);
    QCOMPARE(std::isnan(numbers.closedForm.si()), !analysis.closedForm);
    if (analysis.closedForm && isAlike(analysis)) {
        const auto form = *analysis.closedForm;
        const double table =
            row[form.clock == core::CollectiveClock::async ? column::async1 : column::lockstep1].toDouble();
        if (form.exact)
            COMPARE_NEAR(numbers.closedForm.si(), table * microsecond, 1e-6);
        QVERIFY(numbers.closedForm.si() >= table * microsecond * (1 - 1e-6));
    }
    QVERIFY(std::isnan(numbers.inSwitch.si()));
}

void TstCollectiveForms::barriersAreDerivedFromSteps_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("barrier"); // symbols of the first lines
    QTest::addColumn<QString>("form");    // empty: there is none
    const auto steps = QStringLiteral("T_bar");
    QTest::newRow("a ring") << Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}} << steps << QStringLiteral("T_ring");
    QTest::newRow("trees") << Edits{{"coll.torus", "4x4"},
                                    {"coll.wrap", "line"},
                                    {"coll.kind", "all-reduce"},
                                    {"coll.algorithm", "trees"}}
                           << steps << QString();
    QTest::newRow("a line turned round") << Edits{{"coll.torus", "4"},
                                                  {"coll.kind", "permute"},
                                                  {"coll.from", "all"},
                                                  {"coll.to", "3; 2; 1; 0"}}
                                         << steps << QString();
    QTest::newRow("a matmul on a ring") << Edits{{"coll.torus", "8"},
                                                 {"coll.wrap", "ring"},
                                                 {"coll.kind", "matmul-gather"},
                                                 {"coll.algorithm", "halves"},
                                                 {"coll.clock", "book"}}
                                        << QStringLiteral("T_cm") << QStringLiteral("T_cm");
    QTest::newRow("a matmul on a line waits for its inner chips")
        << Edits{{"coll.torus", "4"}, {"coll.wrap", "line"}, {"coll.kind", "matmul-gather"},
                 {"coll.B", 1e5},     {"coll.D", 4e4},       {"coll.F", 4e4}}
        << QStringLiteral("T_mul[steps 1 to 4]") << QStringLiteral("T_cm");
}

void TstCollectiveForms::barriersAreDerivedFromSteps()
{
    QFETCH(Edits, edits);
    QFETCH(QString, barrier);
    QFETCH(QString, form);
    const auto s = scenarioWith(edits);
    const auto first = [&](const char* id) {
        const auto derivation = tests::derivation(s, id);
        return derivation.steps.empty() ? QString() : QString::fromStdString(derivation.steps.front().symbol);
    };
    QCOMPARE(first("coll.barrier"), barrier);
    QCOMPARE(first("coll.closed_form"), form);
    QCOMPARE(core::applies(metricValue(s, "coll.closed_form")), !form.isEmpty());
}

/// The array goes in once and comes out once, with a shard for the chip itself: (V + V/8)/G at
/// 0.68 and two hops, 9 MB / 306 GB/s + 2 µs = 31.4 µs, instead of 2·7/8·V/G + 2 µs = 33.1 µs.
void TstCollectiveForms::aSwitchThatAddsSavesOnePass()
{
    Edits edits{{"coll.torus", "switch8"},
                {"coll.bytes", 8e6},
                {"hw.link.rate", 450e9},
                {"hw.hop", microsecond},
                {"coll.kind", "all-reduce"}};
    const auto reduces = scenarioWith(edits);
    COMPARE_NEAR(numberOf(reduces, "coll.in_switch"), (2 + 9e6 / 306e3) * microsecond, 1e-12);
    COMPARE_NEAR(numberOf(reduces, "coll.barrier"), (2 + 2 * 7e6 / 450e3) * microsecond, 1e-9);
    COMPARE_NEAR(numberOf(reduces, "coll.closed_form"), (2 + 2 * 7e6 / 450e3) * microsecond, 1e-9);
    edits.back().second = std::string("all-gather");
    QVERIFY(!core::applies(metricValue(scenarioWith(edits), "coll.in_switch")));
    edits.back().second = std::string("all-reduce");
    edits.front().second = std::string("8");
    QVERIFY(!core::applies(metricValue(scenarioWith(edits), "coll.in_switch")));
}

/// Of two elements among 64 blocks one moves, in one step of a microsecond; the form has seven.
void TstCollectiveForms::closedFormsCountEveryStep()
{
    const auto few = scenarioWith({{"coll.torus", "switch8"},
                                   {"coll.kind", "all-to-all"},
                                   {"coll.algorithm", "ring"},
                                   {"coll.bytes", 4.0},
                                   {"prec.comm", "bf16"},
                                   {"hw.link.rate", 450e9},
                                   {"hw.hop", microsecond}});
    QCOMPARE(numberOf(few, "coll.steps"), 1.0);
    COMPARE_NEAR(numberOf(few, "coll.closed_form"), 7 * microsecond, 1e-6);
}

ROOFLIGHT_TEST(TstCollectiveForms)
#include "tst_collective_forms.moc"
