// SPDX-License-Identifier: GPL-3.0-or-later
// A collective of a sharded product, opened: its schedule takes what Sharding charges, or a sentence says why not.
#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/design/sharding_opening.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/layer/layer.h"
#include "core/layer/layer_arrays.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/schedule_charge.h"
#include "core/quantity/format.h"
#include "core/sharding/report.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>

using namespace core;

class TstOpenedProduct : public QObject
{
    Q_OBJECT
private slots:
    void bothTimesAreSaid_data();
    void bothTimesAreSaid();
    void shippedProductsOpen_data();
    void shippedProductsOpen();
    void boxesHaveTheirOperations();
};

namespace
{

using Edits = std::vector<std::pair<const char*, const char*>>;

void put(Scenario& s, const Edits& edits)
{
    for (const auto& [field, value] : edits)
        if (const auto done = setFieldFromText(s, field, value); !done)
            qFatal("%s", done.error().c_str());
}

void put(Scenario& s, const FieldEdits& edits)
{
    for (const auto& [field, value] : edits)
        if (const auto done = setField(s, field, value); !done)
            qFatal("%s", done.error().c_str());
}

/// Of all plans, and of those of the gradients.
std::vector<ReshardStep> stepsOf(const ShardingReport& report)
{
    std::vector<ReshardStep> steps;
    const auto add = [&](const std::vector<ShardingPlan>& plans) {
        for (const auto& plan : plans)
            for (const auto& step : plan.reshards())
                if (!step.isFree() && std::ranges::find(steps, step) == steps.end())
                    steps.push_back(step);
    };
    add(report.plans);
    std::ranges::for_each(report.back, add);
    return steps;
}

/// Both times read the same, or the sentence has both.
void compare(const Scenario& s)
{
    const auto report = shardingOf(s);
    QVERIFY(!report.error);
    CollectiveCache cache;
    for (const auto& step : stepsOf(report)) {
        Scenario opened = s;
        put(opened, openingEdits(s, report, step).value());
        const auto analysis = evaluateCollective(opened).analysis;
        QVERIFY(analysis);
        const auto charge = compareWithSchedule(opened, report, step, *analysis);
        double sum = charge.charged.si();
        for (const auto& difference : charge.differences)
            sum += difference.time.si();
        COMPARE_NEAR(sum, charge.scheduled.si(), 3e-6);
        const auto sentence = otherTimeSentence(opened, cache, *analysis);
        const auto times =
            std::pair(format(chargeOf(s, report, step).si(), dim::second), format(analysis->time.si(), dim::second));
        if (times.first == times.second)
            QCOMPARE(sentence, std::string());
        else
            for (const auto& time : {times.first, times.second})
                QVERIFY2(sentence.find(time) != std::string::npos,
                         std::string(time).append(" is not in: ").append(sentence).c_str());
    }
}

} // namespace

void TstOpenedProduct::bothTimesAreSaid_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("sentence");
    // A is 134.2 MB in bf16; X = 4 of 4x4 is a line on v5p: 9e10 B/s, so 1.4913 ms by the book and three quarters of
    // it as scheduled.
    QTest::newRow("book rates") << Edits{{"conv.rates", "book"}}
                                << "Sharding charges 1.49 ms, this schedule takes 1.12 ms. Book rates take the axis to "
                                   "be endlessly long (− 373 µs).";
    QTest::newRow("exact rates") << Edits{{"conv.rates", "exact"}} << QString();
    // A is 8,192 B, three quarters of which take 68.3 ns over a link, and three hops 3 us.
    QTest::newRow("hops") << Edits{{"conv.rates", "exact"}, {"shard.size.J", "64"}, {"shard.size.I", "64"}}
                          << "Sharding charges 68.3 ns, this schedule takes 3 µs. A hop takes 1 µs; Sharding leaves "
                             "hops out, since latency is off (+ 2.93 µs).";
    QTest::newRow("hops counted") << Edits{{"conv.rates", "exact"},
                                           {"conv.latency", "on"},
                                           {"shard.size.J", "64"},
                                           {"shard.size.I", "64"}}
                                  << QString();
}

void TstOpenedProduct::bothTimesAreSaid()
{
    QFETCH(const Edits, edits);
    auto s = defaultScenario(shippedCatalogue());
    put(s, Edits{{"shard.expr", "A[I, J_X] * B[J, K_Y] -> C[I, K_Y]"}});
    put(s, edits);
    const auto report = shardingOf(s);
    const auto steps = stepsOf(report);
    const auto step = std::ranges::find(steps, std::string("AllGather_X(A)"), &ReshardStep::text);
    QVERIFY(step != steps.end());
    put(s, openingEdits(s, report, *step).value());
    QVERIFY(openedStep(s, report) == *step);
    CollectiveCache cache;
    QTEST(QString::fromStdString(otherTimeSentence(s, cache, *evaluateCollective(s).analysis)), "sentence");
}

void TstOpenedProduct::shippedProductsOpen_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("rates");
    for (const auto& file : shippedCatalogue().scenarios)
        for (const char* rates : {"exact", "book"})
            QTest::addRow("%s, %s", file.id.c_str(), rates) << QString::fromStdString(file.id) << rates;
}

/// The product of the scenario and those that Layer opens.
void TstOpenedProduct::shippedProductsOpen()
{
    QFETCH(const QString, id);
    QFETCH(const QString, rates);
    const auto& all = shippedCatalogue().scenarios;
    const auto file = std::ranges::find(all, id.toStdString(), &ScenarioPreset::id);
    auto s = readScenario(file->json, file->id, shippedCatalogue()).value();
    put(s, Edits{{"conv.rates", qPrintable(rates)}});
    compare(s);
    const auto layer = layerArrays(s);
    for (const auto& box : layer.boxes) {
        Scenario product = s;
        put(product, shardingEdits(layer, box, s));
        compare(product);
    }
}

/// By what they are, whatever they are called; the MLP's gate where there is one, and the shared experts with the
/// others.
void TstOpenedProduct::boxesHaveTheirOperations()
{
    auto s = defaultScenario(shippedCatalogue());
    put(s, Edits{{"model.preset", "llama3-70b"}});
    const auto sizes = [&](LayerPart part) {
        std::vector<std::pair<double, double>> found;
        for (const auto& one : operationsOf(s, part))
            found.emplace_back(one.D, one.F);
        return found;
    };
    using Lengths = std::vector<std::pair<double, double>>;
    QCOMPARE(sizes(LayerPart::qkv), (Lengths{{8192, 8192}, {8192, 1024}, {8192, 1024}})); // 64 and 8 heads of 128
    QCOMPARE(sizes(LayerPart::mlpIn), (Lengths{{8192, 28672}, {8192, 28672}}));
    QCOMPARE(sizes(LayerPart::mlpOut), (Lengths{{28672, 8192}}));
    QCOMPARE(sizes(LayerPart::logits), (Lengths{{8192, 128256}}));
    QCOMPARE(operationsOf(s, LayerPart::activation).front().kind, OpKind::elementwise);
    QVERIFY(operationsOf(s, LayerPart::mlpNorm).empty() && operationsOf(s, LayerPart::router).empty());
    put(s, Edits{{"model.preset", "deepseek-v3"}});
    QCOMPARE(operationsOf(s, LayerPart::shared).front().kind, OpKind::moe);
}

ROOFLIGHT_TEST(TstOpenedProduct)
#include "tst_opened_product.moc"
