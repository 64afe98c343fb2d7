// SPDX-License-Identifier: GPL-3.0-or-later
// FLOPs of a token in a layer and the shares of its matmuls, by hand for LLaMA 2 7B: D 4096, F 11008, 32 heads of 128.
#include "core/layer/layer.h"

#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/operation/operation_curve.h"
#include "core/scenario/fields.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using namespace core;

class TstTokenFlops : public QObject
{
    Q_OBJECT
private slots:
    void attentionGrowsWithTheLength();
    void sharesAreThoseOfTheWeights();
    void whatIsLostOfARate();
    void measuredRatesAreSharesOfTheRoof();
};

namespace
{

Scenario scenarioOf(const std::vector<std::pair<const char*, const char*>>& edits)
{
    auto s = defaultScenario(shippedCatalogue());
    for (const auto& [field, value] : edits)
        if (const auto done = setFieldFromText(s, field, value); !done)
            qFatal("%s", done.error().c_str());
    return s;
}

} // namespace

/// A token meets 4 D² of projections and 3 DF of the MLP, 2 FLOPs each; with a mask it has 2(T + 1)NH of scores.
void TstTokenFlops::attentionGrowsWithTheLength()
{
    constexpr double D = 4096, F = 11008, T = 4096;
    const auto token =
        tokenFlops(scenarioOf({{"model.preset", "llama2-7b"}, {"model.causal", "true"}, {"work.seq", "4096"}}));
    QVERIFY(token && token->masked);
    COMPARE_NEAR(token->projections, 8 * D * D, 1e-12);
    COMPARE_NEAR(token->matrices, 8 * D * D + 6 * D * F, 1e-12);
    COMPARE_NEAR(token->attention, 2 * (T + 1) * D, 1e-12);
    COMPARE_NEAR(token->attentionAt(2 * T), 2 * (2 * T + 1) * D, 1e-12);
    COMPARE_NEAR(token->equal, 4 * D - 1, 1e-12);
    COMPARE_NEAR(token->attentionAt(token->equal), token->projections, 1e-12);
    COMPARE_NEAR(token->share, token->shareAt(T), 1e-12);
    const auto whole = tokenFlops(scenarioOf({{"model.preset", "llama2-7b"}, {"model.causal", "false"}}));
    QVERIFY(whole && !whole->masked);
    COMPARE_NEAR(whole->attentionAt(T), 4 * T * D, 1e-12);
    QVERIFY(!tokenFlops(scenarioOf({{"model.attention", "false"}})));
}

/// Without norms and vocabulary: 3 D², T + 1 of D, D², 2 DF, DF.
void TstTokenFlops::sharesAreThoseOfTheWeights()
{
    constexpr double D = 4096, F = 11008, T = 4096;
    const auto s = scenarioOf({{"model.preset", "llama2-7b"},
                               {"model.causal", "true"},
                               {"model.norms", "0"},
                               {"model.V", "0"},
                               {"work.seq", "4096"}});
    const std::array<std::pair<LayerPart, double>, 5> expected{{{LayerPart::qkv, 3 * D * D},
                                                                {LayerPart::attention, (T + 1) * D},
                                                                {LayerPart::attentionOut, D * D},
                                                                {LayerPart::mlpIn, 2 * D * F},
                                                                {LayerPart::mlpOut, D * F}}};
    const auto shares = matmulShares(s, evaluate(s));
    QCOMPARE(shares.size(), expected.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        QCOMPARE(shares[i].part, expected[i].first);
        COMPARE_NEAR(shares[i].share, expected[i].second / (4 * D * D + (T + 1) * D + 3 * D * F), 1e-12);
    }
}

/// 100 x 100 of an array of 128 x 128: 0.61 of it works, and the unit's peak is 1/0.61 of what that reaches.
void TstTokenFlops::whatIsLostOfARate()
{
    const auto n = operationNumbers(
        scenarioOf({{"op.B", "4096"}, {"op.D", "100"}, {"op.F", "100"}, {"op.level", "vmem"}, {"op.pad", "true"}}));
    COMPARE_NEAR(n.peak.si(), peakOfUnit(n) * 10000 / 16384, 1e-12);
    const auto lost = lostRate(n);
    QVERIFY(lost && lost->idle);
    COMPARE_NEAR(lost->share, 1 - 10000. / 16384, 1e-12);
    QVERIFY(lost->whole > lost->reached);
    QVERIFY(!lostRate(operationNumbers(scenarioOf({{"op.pad", "false"}}))));
}

/// At twice the machine's intensity the peak is the roof, at half of it the slope, which is half as high.
void TstTokenFlops::measuredRatesAreSharesOfTheRoof()
{
    const auto n = operationNumbers(scenarioOf({}));
    const double peak = n.peak.si(), machine = n.machine.si();
    const auto flat = roofShare(n, 2 * machine, peak / 4);
    QVERIFY(flat.math);
    COMPARE_NEAR(flat.share, 0.25, 1e-12);
    const auto slope = roofShare(n, machine / 2, peak / 4);
    QVERIFY(!slope.math);
    COMPARE_NEAR(slope.share, 0.5, 1e-12);
}

ROOFLIGHT_TEST(TstTokenFlops)
#include "tst_token_flops.moc"
