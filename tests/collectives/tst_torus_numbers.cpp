// SPDX-License-Identifier: GPL-3.0-or-later
// How many chips a torus, its blocks, slices and faces have, against the chips counted one by one; what a matmul saves.
#include "core/collectives/networks/blocks.h"
#include "core/derive/render.h"
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <algorithm>

using namespace tests;

class TstTorusNumbers : public QObject
{
    Q_OBJECT

private slots:
    void chipsAreCounted_data();
    void chipsAreCounted();
    void theirLinesNameTheAxes();
    void behindASwitchOnlyGpusAreCounted();
    void theShareSavedIsOfTheTimeOneAfterTheOther_data();
    void theShareSavedIsOfTheTimeOneAfterTheOther();
};

namespace
{

/// A chip is on a face where it is the first or last one of an axis.
bool isOnFace(const core::Topology& whole, int chip)
{
    const auto at = whole.coordinates(chip);
    for (const int axis : whole.activeAxes()) {
        const auto i = static_cast<std::size_t>(axis);
        if (at[i] == 0 || at[i] + 1 == whole.axes[i].length)
            return true;
    }
    return false;
}

int blockOf(const core::Topology& whole, int chip)
{
    auto at = whole.coordinates(chip);
    for (int& place : at)
        place /= 4;
    return core::blocksOf(whole).chip(at);
}

} // namespace

void TstTorusNumbers::chipsAreCounted_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<double>("chips");
    QTest::addColumn<double>("blocks");
    QTest::newRow("pod") << "16x20x28" << 8960. << 140.; // 4·5·7 blocks
    QTest::newRow("blocks not alike") << "6x10x5" << 300. << 12.;
    QTest::newRow("axes of one and two chips") << "2x1x9" << 18. << 3.;
    QTest::newRow("plane") << "5x6" << 30. << 4.;
    QTest::newRow("ring") << "9" << 9. << 3.;
    QTest::newRow("two chips") << "2" << 2. << 1.;
}

void TstTorusNumbers::chipsAreCounted()
{
    QFETCH(QString, torus);
    QFETCH(double, chips);
    QFETCH(double, blocks);
    const auto s = scenarioFrom({{"hw.chip", "tpu-v5p"}, {"coll.torus", torus.toStdString()}});
    const auto whole = collectiveOf(s).whole;
    std::vector<int> inBlock(static_cast<std::size_t>(core::blocksOf(whole).chips()));
    int onFaces = 0;
    int inSlice = 0;
    const auto sliced = static_cast<std::size_t>(core::slicedAxis(whole));
    for (int chip = 0; chip < whole.chips(); ++chip) {
        ++inBlock[static_cast<std::size_t>(blockOf(whole, chip))];
        onFaces += isOnFace(whole, chip) ? 1 : 0;
        inSlice += whole.coordinates(chip)[sliced] == 1 ? 1 : 0;
    }
    QCOMPARE(numberOf(s, "coll.chips"), chips);
    QCOMPARE(numberOf(s, "coll.blocks"), blocks);
    QCOMPARE(numberOf(s, "coll.face_chips"), double(onFaces));
    QCOMPARE(numberOf(s, "coll.slice_chips"), double(inSlice));
    for (const char* id : {"coll.chips", "coll.blocks", "coll.face_chips", "coll.slice_chips"}) {
        const auto derivation = tests::derivation(s, id);
        QCOMPARE(derivation.steps.front().value, numberOf(s, id));
        QCOMPARE(disagreement(derivation), std::string());
    }
    for (const int step : {0, 1})
        for (int block = 0; block < std::min(8, int(inBlock.size())); ++block) {
            const auto id = core::stepNumberId({"block_chips", step, block}, whole);
            QCOMPARE(value(s, id), double(inBlock[static_cast<std::size_t>(block)]));
            QCOMPARE(complaint(s, id), std::string());
            QCOMPARE(core::stepNumberId(*core::readStepPlace(*core::stepRowOf(id), id, collectiveOf(s)), whole), id);
        }
}

void TstTorusNumbers::theirLinesNameTheAxes()
{
    const auto s = scenarioFrom({{"hw.chip", "tpu-v5p"}, {"coll.torus", "6x10x5"}});
    const auto line = [&](const char* id) {
        return core::expressionText(tests::derivation(s, id), 0, core::TextStyle::plain);
    };
    QCOMPARE(line("coll.chips"), std::string("N_X·N_Y·N_Z"));
    QCOMPARE(line("coll.blocks"), std::string("⌈N_X / 4⌉·⌈N_Y / 4⌉·⌈N_Z / 4⌉"));
    QCOMPARE(line("coll.face_chips"), std::string("N_torus − N_in"));
    QCOMPARE(line("coll.slice_chips"), std::string("N_torus / N_Z"));
    QCOMPARE(line("coll.block_chips@0,0"), std::string("c_X·c_Y·c_Z"));
    const auto number = tests::number(s, "coll.block_chips@0,11");
    QVERIFY(number);
    QCOMPARE(number->title, std::string("Chips of block (1,2,1)"));
    QCOMPARE(number->text(), std::string("4")); // 2 along X, 2 along Y, 1 along Z
}

void TstTorusNumbers::behindASwitchOnlyGpusAreCounted()
{
    const auto s = scenarioFrom({{"hw.chip", "h100-sxm"}, {"coll.torus", "switch8"}});
    QCOMPARE(numberOf(s, "coll.chips"), 8.);
    for (const char* id : {"coll.blocks", "coll.face_chips", "coll.slice_chips"})
        QVERIFY2(std::isnan(numberOf(s, id)), id);
    QVERIFY(!tests::number(s, "coll.block_chips@0,0"));
}

void TstTorusNumbers::theShareSavedIsOfTheTimeOneAfterTheOther_data()
{
    QTest::addColumn<TextEdits>("edits");
    QTest::addColumn<bool>("saves");
    const TextEdits ring{{"coll.kind", "matmul-gather"}, {"coll.torus", "8"}, {"coll.wrap", "ring"}};
    const auto with = [&](TextEdits more) {
        more.insert(more.begin(), ring.begin(), ring.end());
        return more;
    };
    QTest::newRow("gather") << with({}) << true;
    QTest::newRow("scatter with barriers")
        << with({{"coll.kind", "matmul-scatter"}, {"coll.clock", "lockstep"}}) << true;
    QTest::newRow("one chip") << with({{"coll.torus", "1"}}) << false;
    QTest::newRow("no matmul") << with({{"coll.kind", "all-gather"}}) << false;
}

void TstTorusNumbers::theShareSavedIsOfTheTimeOneAfterTheOther()
{
    QFETCH(TextEdits, edits);
    QFETCH(bool, saves);
    const auto s = scenarioFrom(edits);
    const double share = numberOf(s, "coll.saved_share");
    QCOMPARE(share > 0, saves);
    if (std::isnan(share)) {
        QVERIFY(tests::derivation(s, "coll.saved_share").steps.empty());
        return;
    }
    const double naive = numberOf(s, "coll.naive");
    COMPARE_NEAR(share, (naive - numberOf(s, "coll.time")) / naive, 1e-12);
    const auto derivation = tests::derivation(s, "coll.saved_share");
    QCOMPARE(derivation.steps.front().value, share);
    QCOMPARE(derivation.steps.front().unit, std::string("share"));
    QCOMPARE(disagreement(derivation), std::string());
}

ROOFLIGHT_TEST(TstTorusNumbers)
#include "tst_torus_numbers.moc"
