// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the links between two blocks of chips: against the links one by one, and their lines.
#include "core/collectives/networks/blocks.h"
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

using namespace tests;

class TstStepBlocks : public QObject
{
    Q_OBJECT

private slots:
    void chipsOfAFaceAreThoseAtTheBorder();
    void blocksAddUpTheirLinks_data();
    void blocksAddUpTheirLinks();
    void badBlocksNameWhatIsAllowed_data();
    void badBlocksNameWhatIsAllowed();
};

/// 9 chips in blocks of 4, 4 and 1; of 5×6 the block at the far corner has 1×2 chips.
void TstStepBlocks::chipsOfAFaceAreThoseAtTheBorder()
{
    const auto line = collectiveOf(scenarioFrom({{"coll.torus", "9"}, {"coll.wrap", "line"}})).whole;
    QCOMPARE(core::blocksOf(line).chips(), 3);
    QCOMPARE(core::chipsAtPort(line, 1, 0), std::vector{7});
    QCOMPARE(core::chipsAtPort(line, 1, 1), std::vector{4});
    QCOMPARE(core::chipsAtPort(line, 2, 0), std::vector<int>()); // the end
    const auto torus = collectiveOf(scenarioFrom({{"coll.torus", "5x6"}, {"coll.wrap", "ring"}})).whole;
    QCOMPARE(core::chipsAtPort(torus, 3, 0), (std::vector{4 + 5 * 4, 4 + 5 * 5})); // round the end
    QCOMPARE(core::firstOfBlock(torus, 3), 4 + 5 * 4);
    QCOMPARE(core::sidesOfBlock(torus, 3), (core::Coordinates{1, 2, 1}));
}

void TstStepBlocks::blocksAddUpTheirLinks_data()
{
    QTest::addColumn<TextEdits>("edits");
    QTest::newRow("torus") << TextEdits{{"coll.torus", "8x8x8"}, {"coll.wrap", "ring"}};
    QTest::newRow("one axis of three") << TextEdits{{"coll.torus", "8x8x8"}, {"coll.wrap", "ring"}, {"coll.axes", "Y"}};
    QTest::newRow("mesh, not alike") << TextEdits{
        {"coll.torus", "6x10"}, {"coll.wrap", "line"}, {"coll.bytes", "5000"}};
    QTest::newRow("point to point") << TextEdits{
        {"coll.torus", "8x8"}, {"coll.wrap", "ring"}, {"coll.kind", "permute"}};
    QTest::newRow("pod") << TextEdits{{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}};
}

void TstStepBlocks::blocksAddUpTheirLinks()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto c = collectiveOf(s);
    const auto blocks = core::blocksOf(c.whole);
    for (const int step : {1, c.analysis.schedule.steps})
        for (const int block : {0, blocks.chips() / 2, blocks.chips() - 1})
            for (int port = 0; port < blocks.ports(); ++port) {
                if (blocks.neighbour(block, port) < 0)
                    continue;
                double sum = 0;
                double max = 0;
                const auto chips = core::chipsAtPort(c.whole, block, port);
                for (const int chip : chips) {
                    const core::StepPlace link{"link_bytes", step, chip, port};
                    const double bytes = value(s, core::stepNumberId(link, c.whole));
                    sum += bytes;
                    max = std::max(max, bytes);
                }
                const auto id = [&](std::string_view number) {
                    return core::stepNumberId({number, step, block, port}, c.whole);
                };
                const double capacity = value(s, "coll.link_capacity@" + std::to_string(step));
                COMPARE_NEAR(value(s, id("block_bytes")), sum, 1e-9);
                COMPARE_NEAR(value(s, id("block_mean")), sum / static_cast<double>(chips.size()), 1e-9);
                COMPARE_NEAR(value(s, id("block_most")), max, 1e-9);
                COMPARE_NEAR(value(s, id("block_load")), max / capacity, 1e-9);
                COMPARE_NEAR(value(s, id("block_mean_load")), sum / static_cast<double>(chips.size()) / capacity, 1e-9);
                QCOMPARE(value(s, id("block_links")), static_cast<double>(chips.size()));
                for (const std::string_view number :
                     {"block_bytes", "block_mean", "block_most", "block_load", "block_mean_load", "block_links"}) {
                    const auto wrong = complaint(s, id(number));
                    QVERIFY2(wrong.empty(), wrong.c_str());
                    QCOMPARE(
                        core::stepNumberId(*core::readStepPlace(*core::stepRowOf(id(number)), id(number), c), c.whole),
                        id(number));
                }
            }
}

void TstStepBlocks::badBlocksNameWhatIsAllowed_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");
    QTest::newRow("a block too far") << "8x8"
                                     << "coll.block_bytes@1,4,X+"
                                     << "no block 4 here; choose 0 to 3";
    QTest::newRow("a side without links") << "4x8"
                                          << "coll.block_mean@1,0,X+"
                                          << "block 0 has no link X+; choose Y+";
    QTest::newRow("a load before any time") << "8x8"
                                            << "coll.block_load@0,0,X+"
                                            << "choose 1 to";
    QTest::newRow("behind a switch") << "switch8"
                                     << "coll.block_bytes@1,0,sends"
                                     << "a switch has no blocks";
}

void TstStepBlocks::badBlocksNameWhatIsAllowed()
{
    QFETCH(QString, torus);
    QFETCH(QString, id);
    QFETCH(QString, says);
    const auto s = scenarioFrom({{"coll.torus", torus.toStdString()}});
    const auto number = tests::number(s, id.toStdString());
    QVERIFY(!number);
    QVERIFY2(number.error().find(says.toStdString()) != std::string::npos, number.error().c_str());
}

ROOFLIGHT_TEST(TstStepBlocks)
#include "tst_step_blocks.moc"
