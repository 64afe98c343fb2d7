// SPDX-License-Identifier: GPL-3.0-or-later
// Checks each kind of operation against calculations by hand, the levels, padding, limits and laws of its roofline.
#include "collectives/metric_values.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/operation/model_operations.h"
#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/scenario/further_operation.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <algorithm>
#include <cmath>

using tests::Edits;
using tests::numberOf;
using tests::scenarioWith;

class TstOperation : public QObject
{
    Q_OBJECT
private slots:
    void countsWhatHandsCount_data();
    void countsWhatHandsCount();
    void aVectorUnitThatNobodyStatesGivesNoTime();
    void aRateThatNobodyStatesGivesNoBound();
    void theSlowestChannelOfTheLevelBinds();
    void theHostBringsTheRightOperandAlone();
    void mathTakesAsLongAsBytesAtTheCriticalBatch_data();
    void mathTakesAsLongAsBytesAtTheCriticalBatch();
    void whereTheBatchCancelsItIsNeverOrAlwaysEnough();
    void theBatchCountsWhatItsKindHas();
    void intensityTendsToItsLimit_data();
    void intensityTendsToItsLimit();
    void boundsAreTheLargerAndTheSum();
    void furtherOperationsAnswerUnderTheirNumber();
    void furtherOperationsThatAreNotThereAreRefused_data();
    void furtherOperationsThatAreNotThereAreRefused();
    void operationsOfTheModelAreItsForwardPass_data();
    void operationsOfTheModelAreItsForwardPass();
    void sizesGoBackIntoTheModel();
    void aMissingRateIsNamedWithItsField();
    void theFormatOfMixedOperandsIsSaid();
    void anApproximationSaysWhatItLeavesOut();
};

namespace
{

using namespace std::string_literals;
using namespace Qt::Literals::StringLiterals;

Edits on(const char* chip, const char* kind, Edits more)
{
    Edits all{{"hw.chip", std::string(chip)}, {"op.kind", std::string(kind)}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

const Edits fp32{{"op.x", "fp32"s}, {"op.w", "fp32"s}, {"op.o", "fp32"s}};

Edits operator+(Edits a, const Edits& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// DeepSeek-V3, hand-counted.
Edits experts(const char* execution)
{
    return on("tpu-v5e", "moe",
              {{"op.B", 1000.},
               {"op.D", 7168.},
               {"op.F", 2048.},
               {"op.E", 256.},
               {"op.k", 8.},
               {"op.Es", 1.},
               {"op.nmat", 3.},
               {"op.w", "int8"s},
               {"op.moe", std::string(execution)}});
}

} // namespace

void TstOperation::countsWhatHandsCount_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, const Edits& edits, const char* id, double expected) {
        QTest::newRow(name) << edits << id << expected;
    };
    const auto dot = on("tpu-v5p", "dot", {{"op.B", 1.}, {"op.D", 1024.}});
    row("a dot product: n products, n - 1 sums", dot, "op.flops", 2047);
    row("a dot product: two vectors and a number", dot, "op.bytes", 2 * 2 * 1024 + 2);
    const auto add = on("tpu-v5p", "elementwise", fp32 + Edits{{"op.B", 1.}, {"op.D", 4096.}});
    row("a sum of fp32 vectors: 1 FLOP for 12 bytes", add, "op.intensity", 1. / 12);
    row("the VPU of v5p: 2 x 8 x 128 x 4 x 1.75e9", add, "op.peak", 2 * 8 * 128 * 4 * 1.75e9);
    row("its machine intensity over 2.8e12 B/s", add, "op.machine", 1.4336e13 / 2.8e12);
    row("4096 sums at 1.4336e13 a second", add, "op.math", 4096 / 1.4336e13);
    const auto sum = on("tpu-v5p", "reduction", fp32 + Edits{{"op.B", 4.}, {"op.D", 1024.}});
    row("a reduction: n - 1 sums a row", sum, "op.flops", 4 * 1023);
    row("a reduction: rows in, one number a row out", sum, "op.bytes", 4 * 4 * 1024 + 4 * 4);
    const auto head = on("tpu-v4", "attention",
                         {{"op.B", 1.}, {"op.T", 1e4}, {"op.S", 1e4}, {"op.heads", 1.}, {"op.kv", 1.}, {"op.H", 128.}});
    row("attention of one head, fused: S/2", head, "op.intensity", 5000);
    // 5.12e10 FLOPs; 1.024e7 B of q, k, v, o; two round trips of scores in bf16: 4 x 2 x 1e8 = 8e8 B
    row("the same, not fused", head + Edits{{"op.fused", false}}, "op.intensity", 5.12e10 / (1.024e7 + 8e8));
    row("grouped decode: S G / (S + G)",
        on("tpu-v5e", "attention",
           {{"op.B", 7.}, {"op.T", 1.}, {"op.S", 8192.}, {"op.heads", 64.}, {"op.kv", 8.}, {"op.H", 128.}}),
        "op.intensity", 8192. * 8 / (8192 + 8));
    const auto square = on("tpu-v5e", "attention", {{"op.B", 1.}, {"op.T", 512.}, {"op.S", 512.}});
    row("causal prefill keeps (T + 1) / (2 T)", square + Edits{{"op.causal", true}}, "op.flops",
        4. * 512 * 512 * 64 * 128 * (513. / 1024));
    row("int8 keys and values", square + Edits{{"op.w", "int8"s}}, "op.intensity", 512. * 512 * 8 / (512 * 8 + 256));
    constexpr double m = 3. * 7168 * 2048; // token by token reads 1 + 8 x 1000 experts
    row("token by token", experts("token-by-token"), "op.intensity",
        2000. * 9 * m / (8001. * m + 2 * 2. * 1000 * 7168));
    row("expert by expert, results in int8", experts("expert-by-expert") + Edits{{"op.o", "int8"s}}, "op.intensity",
        2000. * 257 * m / (257. * m + (2 + 1) * 1000. * 7168));
    row("grouped", experts("grouped"), "op.intensity", 2000. * 9 * m / (257. * m + 2 * 2. * 1000 * 7168));
    row("masked experts drop 256 - 8 of their results", experts("expert-by-expert"), "op.flops.wasted",
        2000. * 248 * m);
    row("grouped experts drop none", experts("grouped"), "op.flops.wasted", 0);
    row("grouped, int8 weights: alpha E / (2 k)", experts("grouped"), "op.batch.approx", 1.97e14 / 8.2e11 * 256 / 16);
    const auto narrow = on("tpu-v5e", "matmul", {{"op.D", 192.}, {"op.F", 128.}, {"op.pad", true}});
    row("192 of 256 rows of the array", narrow, "op.idle", 0.25);
    row("padded FLOPs take the time", narrow, "op.math", 2. * 512 * 256 * 128 / 1.97e14);
    row("FLOPs stay those of the matmul", narrow, "op.flops", 2. * 512 * 192 * 128);
    row("heads of 64 fill half of the array",
        on("tpu-v5e", "attention", {{"op.H", 64.}, {"op.S", 4096.}, {"op.pad", true}}), "op.idle", 0.5);
    row("an array of 256 on v6e", on("tpu-v6e", "matmul", {{"op.D", 128.}, {"op.F", 256.}, {"op.pad", true}}),
        "op.idle", 0.5);
}

void TstOperation::countsWhatHandsCount()
{
    QFETCH(Edits, edits);
    QFETCH(QString, id);
    QFETCH(double, expected);
    COMPARE_NEAR(numberOf(scenarioWith(edits), id.toStdString()), expected, 1e-9);
}

void TstOperation::aVectorUnitThatNobodyStatesGivesNoTime()
{
    auto s = scenarioWith(on("tpu-v5e", "elementwise", {}));
    QVERIFY(std::isnan(numberOf(s, "op.math")));
    QVERIFY(numberOf(s, "op.memory") > 0);
    s.hw.vectorRate = core::FlopRate(1e13);
    QCOMPARE(numberOf(s, "op.math"), 512. * 8192 / 1e13);
}

/// The A100's on-chip rate, and float8 on a v4.
void TstOperation::aRateThatNobodyStatesGivesNoBound()
{
    const auto chip = scenarioWith(on("a100-80g", "matmul", {{"op.level", "vmem"s}}));
    QVERIFY(numberOf(chip, "op.math") > 0);
    for (const char* id : {"op.memory", "op.machine", "op.rate", "op.lower", "op.batch.critical"})
        QVERIFY2(std::isnan(numberOf(chip, id)), id);
    const auto moe = scenarioWith(on("tpu-v4", "moe", {{"op.moe", "expert-by-expert"s}, {"op.compute", "fp8"s}}));
    QVERIFY(std::isnan(numberOf(moe, "op.batch.critical")));
}

void TstOperation::theSlowestChannelOfTheLevelBinds()
{
    const double bytes = 2. * (512 * 8192 + 8192. * 8192 + 512 * 8192);
    const auto at = [](Edits more) { return scenarioWith(on("tpu-v5e", "matmul", std::move(more))); };
    QCOMPARE(numberOf(at({{"op.level", "pcie"s}}), "op.memory"), bytes / 1.6e10);
    QCOMPARE(numberOf(at({{"op.level", "pcie"s}, {"hw.pcie.rate", 1e13}}), "op.memory"), bytes / 8.2e11); // HBM
    QCOMPARE(numberOf(at({{"op.level", "hbm"s}, {"hw.vmem.rate", 1e11}}), "op.memory"), bytes / 1e11);
    QCOMPARE(numberOf(at({{"op.level", "hbm"s}, {"hw.vmem.rate", 0.}}), "op.memory"), bytes / 8.2e11); // unknown
    QCOMPARE(numberOf(at({{"op.level", "ici"s}}), "op.memory"), bytes / 9e10);                         // two links
}

void TstOperation::theHostBringsTheRightOperandAlone()
{
    const auto s = scenarioWith(on("tpu-v5e", "matmul", {{"op.level", "host"s}}));
    QCOMPARE(numberOf(s, "op.memory"), 2. * 8192 * 8192 / 1.6e10);
    COMPARE_NEAR(numberOf(s, "op.batch.critical"), 1.97e14 / 1.6e10, 1e-12); // 2BDF/C = 2DF/W, so B = C/W
}

void TstOperation::mathTakesAsLongAsBytesAtTheCriticalBatch_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::newRow("matmul") << on("tpu-v5e", "matmul", {{"op.w", "int8"s}});
    QTest::newRow("padded") << on("tpu-v5e", "matmul", {{"op.D", 1000.}, {"op.pad", true}});
    QTest::newRow("from the host") << on("tpu-v5p", "matmul", {{"op.level", "host"s}});
    QTest::newRow("grouped experts") << experts("grouped");
    QTest::newRow("grouped experts of which few tokens hit a part")
        << experts("grouped") + Edits{{"op.level", "vmem"s}, {"op.w", "int4"s}};
    QTest::newRow("expert by expert") << experts("expert-by-expert");
    QTest::newRow("grouped experts from the host") << experts("grouped") + Edits{{"op.level", "host"s}};
    QTest::newRow("a token at a time, few experts, fast memory")
        << experts("token-by-token") + Edits{{"hw.hbm.rate", 1e15}, {"op.Es", 200.}, {"op.k", 1.}};
}

void TstOperation::mathTakesAsLongAsBytesAtTheCriticalBatch()
{
    QFETCH(Edits, edits);
    auto s = scenarioWith(edits);
    s.op.B = numberOf(s, "op.batch.critical");
    QVERIFY(std::isfinite(s.op.B));
    COMPARE_NEAR(numberOf(s, "op.math"), numberOf(s, "op.memory"), 1e-9);
}

void TstOperation::whereTheBatchCancelsItIsNeverOrAlwaysEnough()
{
    QVERIFY(std::isinf(numberOf(scenarioWith(on("tpu-v5e", "batched", {})), "op.batch.critical")));
    QVERIFY(std::isinf(numberOf(scenarioWith(on("tpu-v5e", "attention", {{"op.T", 1.}})), "op.batch.critical")));
    QCOMPARE(numberOf(scenarioWith(on("tpu-v5e", "attention", {})), "op.batch.critical"), 1.);
    QVERIFY(std::isinf(numberOf(scenarioWith(experts("token-by-token")), "op.batch.critical")));
}

/// Attention has a batch of sequences, a matmul rows of tokens; whether the model trains or decodes is another matter.
void TstOperation::theBatchCountsWhatItsKindHas()
{
    for (const char* mode : {"training", "decode"})
        for (const auto& [kind, unit] :
             {std::pair("matmul", "token"), std::pair("batched", "matmul"), std::pair("attention", "sequence")}) {
            const auto s = scenarioWith(on("tpu-v5e", kind, {{"work.mode", std::string(mode)}}));
            QCOMPARE(tests::number(s, "op.batch.critical")->unit, std::string(unit));
            const auto flops = tests::derivation(s, "op.flops").steps;
            const auto batch = std::ranges::find(flops, "op.B", &core::DerivationStep::fieldId);
            QVERIFY(batch != flops.end());
            QCOMPARE(batch->unit, std::string(unit) + "s");
        }
    const auto decode = scenarioWith(on("tpu-v5e", "matmul", {{"work.mode", "decode"s}}));
    const auto critical = tests::derivation(decode, "op.batch.critical").steps;
    QCOMPARE(critical.front().unit, "token"s);
    const auto step = tests::derivation(decode, "time.step").steps;
    const auto batch = std::ranges::find(step, "work.batch", &core::DerivationStep::fieldId);
    QVERIFY(batch != step.end());
    QCOMPARE(batch->unit, "sequences"s);
}

void TstOperation::intensityTendsToItsLimit_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("size");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, const Edits& edits, const char* size, double expected) {
        QTest::newRow(name) << edits << size << expected;
    };
    row("matmul, B: 2 D F / (2 D + 2 F)", on("tpu-v5e", "matmul", {}), "B", 4096);
    row("matmul, D: 2 B F / (2 B + 2 F)", on("tpu-v5e", "matmul", {}), "D", 512. * 8192 / (512 + 8192));
    row("a matrix a row, D: 2 F / (2 + 2 F)", on("tpu-v5e", "batched", {}), "D", 8192. / 8193);
    row("dot product: 1/2", on("tpu-v5p", "dot", {}), "D", 0.5);
    row("prefill, T: 4 S N H / (4 N H)", on("tpu-v5e", "attention", {}), "T", 4096);
    row("decode, S: G", on("tpu-v5e", "attention", {{"op.T", 1.}}), "S", 8);
    row("grouped experts, B: 2 (k + 1) m / (4 D)", experts("grouped"), "B", 2. * 9 * 3 * 7168 * 2048 / (4 * 7168.));
}

void TstOperation::intensityTendsToItsLimit()
{
    QFETCH(Edits, edits);
    QFETCH(QString, size);
    QFETCH(double, expected);
    const auto s = scenarioWith(edits);
    const auto limit = core::intensityLimit(s, size.toStdString());
    QVERIFY(limit.has_value());
    COMPARE_NEAR(limit->value(), expected, 1e-9);
    const auto curve = core::operationCurve(s, size.toStdString());
    double gap = std::numeric_limits<double>::infinity();
    for (const auto& point : curve) {
        QVERIFY(std::abs(point.intensity - expected) <= gap * (1 + 1e-9));
        gap = std::abs(point.intensity - expected);
    }
    QVERIFY(!core::intensityLimit(s, "Z"));
}

void TstOperation::boundsAreTheLargerAndTheSum()
{
    for (const char* kind : {"matmul", "batched", "dot", "elementwise", "reduction", "attention", "moe"})
        for (const char* level : {"hbm", "vmem", "pcie", "host", "ici", "dcn"}) {
            const auto s = scenarioWith(on("tpu-v5p", kind, {{"op.level", std::string(level)}}));
            const double math = numberOf(s, "op.math"), memory = numberOf(s, "op.memory");
            QCOMPARE(numberOf(s, "op.lower"), std::max(math, memory));
            QCOMPARE(numberOf(s, "op.upper"), math + memory);
            COMPARE_NEAR(numberOf(s, "op.rate"), numberOf(s, "op.flops") / numberOf(s, "op.lower"), 1e-12);
        }
}

void TstOperation::furtherOperationsAnswerUnderTheirNumber()
{
    const auto s = scenarioWith({{"op.kind@2", "dot"s}, {"op.B@2", 1.}, {"op.D@2", 1024.}, {"op.D@3", 4096.}});
    QCOMPARE(s.ops.size(), std::size_t{2});
    QCOMPARE(core::fieldValue(s, "op.D@3"), std::optional<core::Value>(4096.));
    const auto report = core::evaluate(s);
    core::CollectiveCache cache;
    const core::Workspace w{s, report, cache};
    QCOMPARE(core::value(w, "op.flops@2")->si(), 2047.);
    QCOMPARE(core::value(w, "op.flops@3")->si(), 2. * 512 * 4096 * 8192);
    QCOMPARE(core::value(w, "op.flops@1")->si(), core::value(w, "op.flops")->si());
    const auto explained = core::explain(w, "op.intensity@2");
    QVERIFY(explained.has_value());
    QCOMPARE(explained->si(), 2047. / 4098);
    QVERIFY(explained->derivation.steps.size() > 3);
    QVERIFY(core::explain(w, "op.limit@B")->sentence().find("134 MFLOP") != std::string::npos); // 2 x 8192 x 8192
}

void TstOperation::furtherOperationsThatAreNotThereAreRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("part");
    QTest::newRow("a gap") << u"op.B@3"_s << u"the scenario has 1 operation; the next is op.B@2"_s;
    QTest::newRow("too many") << u"op.B@33"_s << u"numbers from 2 to 32 behind the @"_s;
    QTest::newRow("the first") << u"op.B@1"_s << u"numbers from 2 to 32 behind the @"_s;
    QTest::newRow("no such size") << u"op.Z@2"_s << u"is not a field"_s;
}

void TstOperation::furtherOperationsThatAreNotThereAreRefused()
{
    QFETCH(QString, id);
    QFETCH(QString, part);
    auto s = scenarioWith({});
    const auto done = core::setField(s, id.toStdString(), 4.);
    QVERIFY(!done);
    QVERIFY2(QString::fromStdString(done.error()).contains(part), done.error().c_str());
    QVERIFY(s.ops.empty());
}

void TstOperation::operationsOfTheModelAreItsForwardPass_data()
{
    QTest::addColumn<QString>("edits");
    for (const auto& model : core::shippedCatalogue().models)
        for (const char* mode : {"training", "prefill", "decode"})
            QTest::addRow("%s, %s", model.id.c_str(), mode)
                << QStringLiteral("%1 %2").arg(QString::fromStdString(model.id), QLatin1String(mode));
}

/// Law: L times those of a layer, and the logits, are the FLOPs of the forward pass.
void TstOperation::operationsOfTheModelAreItsForwardPass()
{
    QFETCH(QString, edits);
    const auto words = edits.split(u' ');
    const auto s = scenarioWith({{"model.preset", words[0].toStdString()}, {"work.mode", words[1].toStdString()}});
    double flops = 0;
    for (const core::Operation& operation : core::modelOperations(s)) {
        QVERIFY2(core::fits(operation), operation.name.c_str());
        const double one = core::operationNumbers(core::withOperation(s, operation)).useful.si();
        flops += operation.name == "logits" ? one : one * s.model.L;
    }
    COMPARE_NEAR(flops, numberOf(s, "flops.forward"), 1e-9);
}

/// What the model gave goes back unchanged.
void TstOperation::sizesGoBackIntoTheModel()
{
    const auto s = scenarioWith({{"model.preset", "llama3-70b"}});
    for (core::Operation& operation : core::modelOperations(s)) {
        const auto edits = core::modelEdits(s, operation);
        QVERIFY2(edits, operation.name.c_str());
        core::Scenario after = s;
        for (const auto& [field, value] : *edits)
            QVERIFY2(core::setField(after, field, value), field.c_str());
        QVERIFY2(after.model.D == s.model.D && after.model.F == s.model.F && after.model.N == s.model.N &&
                     after.model.K == s.model.K && after.model.V == s.model.V && after.work == s.work,
                 operation.name.c_str());
    }
    core::Operation odd;
    odd.name = "Q projection";
    odd.F = 8193;
    QVERIFY(core::modelEdits(s, odd).error().find("8193 is no whole number of heads of 128") != std::string::npos);
}

/// TPU v5p has no published rate of fp32.
void TstOperation::aMissingRateIsNamedWithItsField()
{
    const auto number = tests::explained(scenarioWith(on("tpu-v5p", "matmul", {{"op.compute", "fp32"s}})), "op.peak");
    QVERIFY(!number);
    QVERIFY2(number.error().find("No rate of the fp32 MXU is stated for this chip: enter hw.flops.fp32") !=
                 std::string::npos,
             number.error().c_str());
}

/// Of operands as wide as each other that of x counts: 918 TFLOP/s of int8 on TPU v5p, 459 of fp8 (Google Cloud).
void TstOperation::theFormatOfMixedOperandsIsSaid()
{
    for (const auto& [x, w, peak] : {std::tuple("int8"s, "fp8"s, 9.18e14), {"fp8"s, "int8"s, 4.59e14}}) {
        const auto s = scenarioWith(on("tpu-v5p", "matmul", {{"op.x", x}, {"op.w", w}}));
        QCOMPARE(operationNumbers(s).peak.si(), peak);
        const auto why = reasonOf(operationNumbers(s), s);
        QVERIFY2(why.find("at the rate of " + x + ", the format of x") != std::string::npos, why.c_str());
    }
    const auto alike = scenarioWith(on("tpu-v5p", "matmul", {{"op.x", "int8"s}, {"op.w", "int8"s}}));
    QVERIFY(reasonOf(operationNumbers(alike), alike).find("op.compute") == std::string::npos);
}

void TstOperation::anApproximationSaysWhatItLeavesOut()
{
    const auto one = scenarioWith(experts("grouped")), none = scenarioWith(experts("grouped") + Edits{{"op.Es", 0.}});
    QVERIFY(reasonOf(operationNumbers(one), one).find(" and no expert is shared.") != std::string::npos);
    QVERIFY(reasonOf(operationNumbers(none), none).find(" far below D and F.") != std::string::npos);
}

ROOFLIGHT_TEST(TstOperation)
#include "tst_operation.moc"
