// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of what a chip holds: chunks of a shard, terms of a sum and the slide's sums, by hand and against the replay.
#include "core/collectives/schedules/slide.h"
#include "core/derive/render.h"
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/suite.h"

#include <map>

using namespace tests;

namespace
{

const TextEdits slide{{"coll.torus", "4"},
                      {"coll.wrap", "ring"},
                      {"coll.direction", "one"},
                      {"coll.algorithm", "ring"},
                      {"coll.kind", "reduce-scatter"}};

/// Row and column of the slide as chip and chunk.
std::string slideId(const core::WholeCollective& c, int step, int row, int column)
{
    const auto chunk = c.analysis.schedule.chunks.number({.owner = core::slideChip(column)});
    return core::stepNumberId({"slide_sum", step, core::slideChip(row), 0, 0, static_cast<int>(chunk)}, c.whole);
}

} // namespace

class TstStepCells : public QObject
{
    Q_OBJECT

private slots:
    void theSlideAddsUp_data();
    void theSlideAddsUp();
    void aRingOfFourByHand();
    void chunksAndTermsAreThoseOfTheReplay_data();
    void chunksAndTermsAreThoseOfTheReplay();
    void badCellsNameWhatIsAllowed_data();
    void badCellsNameWhatIsAllowed();
};

/// Rows [1 7 2 0] [2 5 0 1] [6 2 7 5] [3 1 9 8]; data moves up, one row a step.
void TstStepCells::theSlideAddsUp_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<double>("sum");
    QTest::addColumn<QString>("line");
    QTest::newRow("B of C at first") << 0 << 2 << 1 << 2.0 << QStringLiteral("2");
    QTest::newRow("a zero") << 0 << 1 << 2 << 0.0 << QStringLiteral("0");
    QTest::newRow("C and D") << 1 << 2 << 0 << 9.0 << QStringLiteral("6 + 3");
    QTest::newRow("A and B") << 1 << 1 << 3 << 6.0 << QStringLiteral("");
    QTest::newRow("B, C and D") << 2 << 1 << 0 << 11.0 << QStringLiteral("2 + 6 + 3");
    QTest::newRow("all four") << 3 << 0 << 0 << 12.0 << QStringLiteral("1 + 2 + 6 + 3");
    QTest::newRow("all four of the last") << 3 << 3 << 3 << 14.0 << QStringLiteral("0 + 1 + 5 + 8");
}

void TstStepCells::theSlideAddsUp()
{
    QFETCH(int, step);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(double, sum);
    QFETCH(QString, line);
    const auto s = scenarioFrom(slide);
    const auto id = slideId(collectiveOf(s), step, row, column);
    QCOMPARE(value(s, id), sum);
    QCOMPARE(complaint(s, id), std::string());
    if (!line.isEmpty()) {
        const auto sentence = QString::fromStdString(explained(s, id)->sentence());
        QVERIFY2(sentence.startsWith(line + u':'), qPrintable(sentence));
    }
}

/// Both ways round, in halves: both neighbours' shards first, then half of the far one from each side.
void TstStepCells::aRingOfFourByHand()
{
    const auto s = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    QCOMPARE(value(s, "coll.chunks@0,0,0"), 2.0);
    QCOMPARE(value(s, "coll.chunks@0,0,1"), 0.0);
    QCOMPARE(value(s, "coll.chunks@1,0,1"), 2.0);
    QCOMPARE(value(s, "coll.chunks@1,0,2"), 0.0);
    QCOMPARE(value(s, "coll.chunks@2,0,2"), 2.0);
    QCOMPARE(tests::number(s, "coll.chunks@1,0,1")->title, std::string("Chunks of A\u2081 on (0) after step 1"));
    const auto sums = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "line"}, {"coll.kind", "reduce-scatter"}});
    QCOMPARE(value(sums, "coll.terms@0,3,0"), 1.0);
    QCOMPARE(value(sums, "coll.terms@1,2,0"), 2.0); // chip 3 has sent its term
    QCOMPARE(value(sums, "coll.terms@1,3,0"), 0.0);
    QCOMPARE(value(sums, "coll.terms@3,0,0"), 4.0);
    const auto blocks = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}});
    const auto gone = explained(blocks, "coll.chunks@1,0,1")->sentence();
    QVERIFY2(gone.starts_with("2 lay on (0) before step 1, 1 have come since and 2 have gone on"), gone.c_str());
    QCOMPARE(tests::number(blocks, "coll.chunks@1,0,1")->title, std::string("Blocks for (1) on (0) after step 1"));
}

void TstStepCells::chunksAndTermsAreThoseOfTheReplay_data() { addCollectives(); }

void TstStepCells::chunksAndTermsAreThoseOfTheReplay()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto c = collectiveOf(s);
    const auto& schedule = c.analysis.schedule;
    eachReplayed(c, [&](const core::Holdings& replay, int step, int chip) {
        const int own = c.chipOfPart(chip);
        std::map<int, double> held;
        const int stride = std::max(1, static_cast<int>(schedule.chunks.count()) / 20);
        for (int chunk = 0; chunk < schedule.chunks.count(); ++chunk) {
            held[core::shardOfChunk(schedule, chunk)] += replay.holds(own, chunk) ? 1 : 0;
            const core::StepPlace place{"terms", step, chip, 0, 0, chunk};
            if (replay.sums() && chunk % stride == 0)
                QCOMPARE(value(s, core::stepNumberId(place, c.whole)), 1.0 * replay.terms(own, chunk));
        }
        QCOMPARE(static_cast<int>(held.size()), core::shardsOf(schedule));
        for (const auto& [shard, chunks] : held)
            QCOMPARE(value(s, core::stepNumberId({"chunks", step, chip, 0, 0, shard}, c.whole)), chunks);
    });
}

void TstStepCells::badCellsNameWhatIsAllowed_data()
{
    QTest::addColumn<TextEdits>("edits");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");
    const TextEdits gather{{"coll.torus", "4"}, {"coll.wrap", "ring"}};
    const TextEdits reduce{{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "reduce-scatter"}};
    const TextEdits many{
        {"hw.chip", "tpu-v5p"}, {"coll.torus", "16x16x16"}, {"coll.wrap", "line"}, {"coll.kind", "all-reduce"}};
    QTest::newRow("a shard too far") << gather << "coll.chunks@1,0,4"
                                     << "no shard 4 here; choose 0 to 3";
    QTest::newRow("a chunk too far") << reduce << "coll.terms@1,0,8"
                                     << "no chunk 8 here; choose 0 to 7";
    QTest::newRow("terms of what is not added up") << gather << "coll.terms@1,0,0"
                                                   << "nothing is added up here; choose coll.chunks@";
    QTest::newRow("numbers beside the slide") << reduce << "coll.slide_sum@1,0,0"
                                              << "choose coll.terms@";
    QTest::newRow("too many chips") << many << "coll.terms@1,0,0"
                                    << "choose fewer";
}

void TstStepCells::badCellsNameWhatIsAllowed()
{
    QFETCH(TextEdits, edits);
    QFETCH(QString, id);
    QFETCH(QString, says);
    const auto s = scenarioFrom(edits);
    const auto number = tests::number(s, id.toStdString());
    QVERIFY(!number);
    QVERIFY2(number.error().find(says.toStdString()) != std::string::npos, number.error().c_str());
    QVERIFY(tests::derivation(s, id.toStdString()).steps.empty());
}

ROOFLIGHT_TEST(TstStepCells)
#include "tst_step_cells.moc"
