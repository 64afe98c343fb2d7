// SPDX-License-Identifier: GPL-3.0-or-later
// Laws of the cost model that hold for every scenario, tried on scenarios drawn at random.
#include "core/derive/render.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/evaluate_line.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>

using namespace core;

class TstProperties : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aLawHolds_data();
    void aLawHolds();
};

namespace
{

using Law = std::function<void()>;

/// The value of a number metric; NaN where it does not apply.
double number(const Scenario& scenario, const char* id)
{
    const auto metric = findMetric(*scenario.presets, id);
    RC_ASSERT(metric.has_value());
    return std::get<double>(metric->value(evaluate(scenario), metric->index));
}

void setChecked(Scenario& scenario, std::string_view id, const Value& value)
{
    RC_ASSERT(setField(scenario, id, value).has_value());
}

/// Shows the scenario of a counterexample as the file that would reproduce it.
Scenario drawn(Scenario (*draw)())
{
    auto scenario = draw();
    RC_LOG() << writeScenario(scenario);
    return scenario;
}

/// NaN on both sides: the term does not apply to the scenario.
void assertHalf(double half, double whole)
{
    if (std::isnan(whole) || std::isinf(whole)) {
        RC_ASSERT(std::isnan(half) == std::isnan(whole));
        return;
    }
    RC_ASSERT(std::abs(2 * half - whole) <= 1e-12 * std::abs(whole));
}

void doubled(Scenario& scenario, const std::vector<ByteRate*>& rates)
{
    for (auto* rate : rates)
        *rate = 2 * *rate;
    scenario.conv.latency = false;
}

void memoryBandwidthHalvesMemoryTime()
{
    auto scenario = drawn(tests::validScenario);
    const double before = number(scenario, "time.hbm");
    doubled(scenario, {&scenario.hw.hbmRate});
    assertHalf(number(scenario, "time.hbm"), before);
}

void networkBandwidthHalvesNetworkTime()
{
    auto scenario = drawn(tests::validScenario);
    scenario.conv.latency = false;
    const std::array<const char*, 4> ids{"time.X", "time.Y", "time.Z", "time.dcn"};
    std::array<double, 4> before{};
    for (std::size_t i = 0; i < ids.size(); ++i)
        before[i] = number(scenario, ids[i]);
    doubled(scenario, {&scenario.hw.linkRate, &scenario.hw.dcnRate});
    for (std::size_t i = 0; i < ids.size(); ++i)
        assertHalf(number(scenario, ids[i]), before[i]);
}

void mathRateHalvesMathTime()
{
    auto scenario = drawn(tests::validScenario);
    const double before = number(scenario, "time.math");
    for (auto& rate : scenario.hw.flops)
        rate = 2 * rate;
    assertHalf(number(scenario, "time.math"), before);
}

void oneDeviceCostsNoNetwork()
{
    auto scenario = drawn(tests::validScenario);
    for (const char* id : {"mesh.X", "mesh.Y", "mesh.Z", "mesh.slices"})
        setChecked(scenario, id, 1.);
    for (const char* id :
         {"time.X", "time.Y", "time.Z", "time.dcn", "time.comms", "wire.X", "wire.Y", "wire.Z", "wire.dcn"}) {
        const double value = number(scenario, id);
        RC_ASSERT(std::isnan(value) || value == 0);
    }
}

void twiceTheTokensAreTwiceTheOperations()
{
    auto scenario = drawn(tests::validScenario);
    const double before = number(scenario, "flops.forward");
    scenario.work.batch *= 2;
    assertHalf(before, number(scenario, "flops.forward"));
}

void derivedValuesAreTheEvaluatedOnes()
{
    const auto scenario = drawn(tests::validScenario);
    for (const auto& metric : metrics(*scenario.presets)) {
        const auto value = tests::metricValue(scenario, metric);
        if ((!metric.traced && !metric.tracedOnDemand) || !std::holds_alternative<double>(value))
            continue;
        const double plain = std::get<double>(value);
        const auto derivation = tests::derivation(scenario, metric.id);
        RC_LOG() << metric.id << " " << plain;
        if (std::isnan(plain)) {
            RC_ASSERT(derivation.steps.empty());
            continue;
        }
        RC_ASSERT(!derivation.steps.empty());
        RC_ASSERT(std::bit_cast<std::uint64_t>(derivation.steps.front().value) == std::bit_cast<std::uint64_t>(plain));
    }
}

/// Four numbers that rest on most others, and one drawn at random.
void everyLineGivesItsShownResult()
{
    const auto scenario = drawn(tests::validScenario);
    const auto all = metrics(*scenario.presets);
    const auto& other = all[*rc::gen::inRange<std::size_t>(0, all.size())];
    for (const std::string& id : {std::string("time.step"), std::string("mem.total"), std::string("batch.critical"),
                                  std::string("train.cost"), other.id}) {
        const auto wrong = tests::disagreement(tests::derivation(scenario, id));
        RC_LOG() << id << ": " << wrong;
        RC_ASSERT(wrong.empty());
    }
}

/// Within one derivation; readers go back from a symbol to its line. `onDemand`: of collectives too.
void aSymbolMeansOneNumber(Scenario (*draw)(), bool onDemand)
{
    const auto scenario = drawn(draw);
    for (const auto& metric : metrics(*scenario.presets)) {
        if (metric.onDemand && !onDemand)
            continue;
        std::map<std::string, double> values;
        for (const auto& step : tests::derivation(scenario, metric.id).steps) {
            const auto [first, isNew] = values.emplace(step.symbol, step.value);
            const bool same = isNew || first->second == step.value;
            if (!same)
                RC_LOG() << metric.id << ": " << step.symbol << " is " << first->second << " and " << step.value;
            RC_ASSERT(same);
        }
    }
}

/// The critical batch comes from the costs of one token: the present batch changes neither it nor its derivation.
void theCriticalBatchKnowsNoPresentBatch()
{
    auto scenario = drawn(tests::validScenario);
    const double before = number(scenario, "batch.critical");
    for (const auto& step : tests::derivation(scenario, "batch.critical").steps)
        RC_ASSERT(!std::isfinite(before) || step.fieldId != "work.batch");
    scenario.work.batch *= 3;
    const double after = number(scenario, "batch.critical");
    RC_LOG() << before << " " << after;
    const bool same = before == after || std::abs(after - before) <= 1e-12 * before;
    RC_ASSERT(same || (std::isnan(before) && std::isnan(after)));
}

void everyLineOfTheStepGivesItsShownResult()
{
    const auto scenario = drawn(tests::everyField);
    for (const char* id : {"time.step", "time.lower", "mem.total", "batch.critical", "infer.step"}) {
        const auto wrong = tests::disagreement(tests::derivation(scenario, id));
        RC_LOG() << id << ": " << wrong;
        RC_ASSERT(wrong.empty());
    }
}

void evaluationIsTotal()
{
    const auto scenario = drawn(tests::anyScenario);
    for (const auto& metric : metrics(*scenario.presets)) {
        const auto value = tests::metricValue(scenario, metric);
        if (const auto* real = std::get_if<double>(&value)) {
            RC_LOG() << metric.id << " " << *real;
            RC_ASSERT(std::isnan(*real) || *real >= 0);
        }
    }
}

void evaluationIsAFunction()
{
    const auto scenario = drawn(tests::anyScenario);
    const Scenario copy = scenario;
    for (const auto& metric : metrics(*scenario.presets)) {
        const auto first = metric.value(evaluate(scenario), metric.index);
        const auto second = metric.value(evaluate(copy), metric.index);
        RC_ASSERT(applies(first) == applies(second));
        RC_ASSERT(!applies(first) || first == second);
    }
}

void filesKeepTheScenario()
{
    const auto scenario = drawn(tests::anyScenario);
    const auto again = readScenario(writeScenario(scenario), "again", *scenario.presets);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == scenario);
}

/// With HBM in the step: nothing is faster than its slowest resource, nor slower than all of them after one another.
void theStepLiesBetweenItsBounds()
{
    auto scenario = drawn(tests::validScenario);
    scenario.conv.hbm = true;
    constexpr std::array modes{Mode::training, Mode::prefill, Mode::decode};
    scenario.work.mode = modes[*rc::gen::inRange<std::size_t>(0, modes.size())];
    const auto time = evaluate(scenario).time;
    if (std::isnan(time.step.si()))
        return;
    constexpr double rounding = 1 + 1e-12;
    RC_ASSERT(time.lower.si() <= time.step.si() * rounding);
    RC_ASSERT(time.step.si() <= time.upper.si() * rounding);
}

/// Whatever is drawn: the step lies above its lower bound, and with HBM in it below everything added.
void theStepLiesBetweenItsBoundsForAllFields()
{
    const auto scenario = drawn(tests::everyField);
    const auto time = evaluate(scenario).time;
    constexpr double rounding = 1 + 1e-12;
    RC_LOG() << time.lower.si() << " " << time.step.si() << " " << time.upper.si();
    RC_ASSERT(time.lower.si() <= time.step.si() * rounding);
    if (scenario.conv.hbm)
        RC_ASSERT(time.step.si() <= time.upper.si() * rounding);
    RC_ASSERT(time.math.si() <= time.step.si() * rounding);
}

/// A valid scenario has these; others do not apply, or never come.
void whatIsValidHasNumbers()
{
    const auto scenario = drawn(tests::everyField);
    const Report report = evaluate(scenario);
    for (const auto& metric : metrics(*scenario.presets)) {
        const auto value = metric.onDemand ? MetricValue(0.) : metric.value(report, metric.index);
        const auto* real = std::get_if<double>(&value);
        if (!real)
            continue;
        RC_LOG() << metric.id << " " << *real;
        RC_ASSERT(std::isnan(*real) || *real >= 0);
        for (const std::string_view family : {"params.", "flops.", "mem.", "time.", "bytes.", "wire.", "mfu."})
            if (metric.id.starts_with(family))
                RC_ASSERT(std::isfinite(*real));
        RC_ASSERT(metric.id != "bound.margin" || !std::isnan(*real));
    }
}

void sharesAreShares()
{
    const auto scenario = drawn(tests::everyField);
    const Report report = evaluate(scenario);
    RC_LOG() << report.params.active.si() << " " << report.params.total.si() << " " << report.time.bubble.si() << " "
             << report.training.mfu.si();
    RC_ASSERT(report.params.active.si() <= report.params.total.si());
    for (const double share : {report.time.bubble.si(), report.training.mfu.si()}) {
        RC_ASSERT(share >= 0);
        RC_ASSERT(share <= 1);
    }
}

const std::array<std::pair<const char*, Law>, 18> laws{{
    {"twice the HBM bandwidth halves the HBM time", memoryBandwidthHalvesMemoryTime},
    {"twice the network bandwidth halves each network time", networkBandwidthHalvesNetworkTime},
    {"twice the math rate halves the math time", mathRateHalvesMathTime},
    {"one device costs no network", oneDeviceCostsNoNetwork},
    {"twice the tokens are twice the operations", twiceTheTokensAreTwiceTheOperations},
    {"a derived value is the evaluated one to the last bit", derivedValuesAreTheEvaluatedOnes},
    {"every line, worked out as written, gives its shown result", everyLineGivesItsShownResult},
    {"within a derivation a symbol means one number", [] { aSymbolMeansOneNumber(tests::validScenario, true); }},
    {"and so it does for all fields", [] { aSymbolMeansOneNumber(tests::everyField, false); }},
    {"every line of the step gives its shown result for all fields", everyLineOfTheStepGivesItsShownResult},
    {"the critical batch knows no present batch", theCriticalBatchKnowsNoPresentBatch},
    {"evaluation is total: a number, never or not applicable", evaluationIsTotal},
    {"evaluation is a function of the scenario alone", evaluationIsAFunction},
    {"the step lies between its bounds", theStepLiesBetweenItsBounds},
    {"the step lies between its bounds for all fields", theStepLiesBetweenItsBoundsForAllFields},
    {"what is valid has numbers", whatIsValidHasNumbers},
    {"shares are shares", sharesAreShares},
    {"a scenario written and read is the same", filesKeepTheScenario},
}};

} // namespace

void TstProperties::initTestCase()
{
    // The same scenarios in every run; RC_PARAMS="max_success=100000" tries others for longer.
    if (!qEnvironmentVariableIsSet("RC_PARAMS"))
        qputenv("RC_PARAMS", "seed=2024 max_success=200 max_discard_ratio=100");
}

void TstProperties::aLawHolds_data()
{
    QTest::addColumn<std::size_t>("law");
    for (std::size_t i = 0; i < laws.size(); ++i)
        QTest::newRow(laws[i].first) << i;
}

void TstProperties::aLawHolds()
{
    QFETCH(std::size_t, law);
    QVERIFY(rc::check(laws[law].first, [law] { laws[law].second(); }));
}

ROOFLIGHT_TEST(TstProperties)
#include "tst_properties.moc"
