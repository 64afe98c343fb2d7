// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of one step, chip, link or message: against the replay, the metrics and hand calculation, and their lines.
#include "core/derive/render.h"
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <map>

using namespace tests;

class TstStepNumbers : public QObject
{
    Q_OBJECT

private slots:
    void aRingOfFourByHand();
    void aMatmulEndsItsStepsWithItsProducts();
    void everyLineGivesItsResult_data();
    void everyLineGivesItsResult();
    void theLastStepEndsWithTheCollective_data();
    void theLastStepEndsWithTheCollective();
    void heldBytesAreThoseOfTheReplay_data();
    void heldBytesAreThoseOfTheReplay();
    void messagesAddUpToTheirLink_data();
    void messagesAddUpToTheirLink();
    void thePodNeedsNoReplayOfItsChips();
    void chunksOfTooManyChipsAreRefused();
    void buffersByHand_data();
    void buffersByHand();
    void badPlacesNameWhatIsAllowed_data();
    void badPlacesNameWhatIsAllowed();
    void idsAreReadBack();
};

/// 4,000,000 B on four chips, both ways: shards of 1 MB. Step 1: a shard each way, 1 us + 1 MB / 45 GB/s; step 2: half
/// a shard each way. Chips then hold 3 and 4 MB.
void TstStepNumbers::aRingOfFourByHand()
{
    const auto s = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.bytes", "4000000"}});
    COMPARE_NEAR(value(s, "coll.step_end@0"), 0.0, 1e-12);
    COMPARE_NEAR(value(s, "coll.step_end@1"), 1e-6 + 1e6 / 45e9, 1e-12);
    COMPARE_NEAR(value(s, "coll.step_end@2"), 2e-6 + 1.5e6 / 45e9, 1e-12);
    QCOMPARE(value(s, "coll.held@0,3"), 1e6);
    QCOMPARE(value(s, "coll.held@1,3"), 3e6);
    QCOMPARE(value(s, "coll.held@2,3"), 4e6);
    QCOMPARE(value(s, "coll.message@1,3,0"), 1e6);
    QCOMPARE(value(s, "coll.message@2,3,0"), 0.5e6);
    QCOMPARE(value(s, "coll.link_bytes@2,3,X+"), 1.5e6);
    COMPARE_NEAR(value(s, "coll.link_capacity@1"), 45e9 * (1e-6 + 1e6 / 45e9), 1e-9);
    COMPARE_NEAR(value(s, "coll.link_load@1,0,X-"), 1e6 / 1.045e6, 1e-9);
    const auto load = tests::number(s, "coll.link_load@1,0,X-");
    QCOMPARE(QString::fromStdString(load->text()), QStringLiteral("95.7 %"));
}

/// A product of one shard takes long: the last step ends when all four are done.
void TstStepNumbers::aMatmulEndsItsStepsWithItsProducts()
{
    const auto s = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}});
    const auto c = collectiveOf(s);
    const auto last = "coll.step_end@" + std::to_string(c.analysis.schedule.steps);
    COMPARE_NEAR(value(s, last), c.analysis.time.si(), 1e-9);
    const auto derivation = tests::derivation(s, last);
    QCOMPARE(derivation.steps.front().symbol.substr(0, 6), std::string("T_mul["));
}

void TstStepNumbers::everyLineGivesItsResult_data() { addCollectives(); }

void TstStepNumbers::everyLineGivesItsResult()
{
    QFETCH(TextEdits, edits);
    for (const char* clock : {"async", "lockstep", "book"}) {
        edits.emplace_back("coll.clock", clock);
        const auto s = scenarioFrom(edits);
        const auto c = collectiveOf(s);
        for (const int step : someSteps(c.analysis.schedule.steps))
            for (const auto& id : idsAt(c, step)) {
                const auto wrong = complaint(s, id);
                QVERIFY2(wrong.empty(), wrong.c_str());
            }
    }
}

void TstStepNumbers::theLastStepEndsWithTheCollective_data() { addCollectives(); }

void TstStepNumbers::theLastStepEndsWithTheCollective()
{
    QFETCH(TextEdits, edits);
    for (const char* clock : {"async", "lockstep", "book"}) {
        edits.emplace_back("coll.clock", clock);
        const auto s = scenarioFrom(edits);
        const auto c = collectiveOf(s);
        const auto end = tests::number(s, "coll.step_end@" + std::to_string(c.analysis.schedule.steps));
        COMPARE_NEAR(end->si(), numberOf(s, "coll.time"), 1e-9);
        QCOMPARE(end->text(), core::format(numberOf(s, "coll.time"), core::dim::second));
        for (int step = 1; step < c.analysis.schedule.steps; ++step)
            COMPARE_NEAR(value(s, "coll.step_end@" + std::to_string(step)),
                         c.stepEnds[static_cast<std::size_t>(step - 1)], 1e-9);
    }
}

void TstStepNumbers::heldBytesAreThoseOfTheReplay_data() { addCollectives(); }

void TstStepNumbers::heldBytesAreThoseOfTheReplay()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto c = collectiveOf(s);
    const auto& schedule = c.analysis.schedule;
    eachReplayed(c, [&](const core::Holdings& replay, int step, int chip) {
        double bytes = 0;
        for (core::ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk)
            if (replay.holds(c.chipOfPart(chip), chunk))
                bytes += schedule.chunks.bytes({chunk, 1});
        COMPARE_NEAR(value(s, core::stepNumberId({"held", step, chip}, c.whole)), bytes, 1e-9);
    });
}

void TstStepNumbers::messagesAddUpToTheirLink_data() { addCollectives(); }

void TstStepNumbers::messagesAddUpToTheirLink()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto c = collectiveOf(s);
    const auto& schedule = c.analysis.schedule;
    const bool switched = c.whole.wiring == core::Wiring::throughSwitch;
    std::map<int, double> overPort;
    core::Step sent;
    for (int step = 0; step < schedule.steps; ++step) {
        sent.clear();
        core::addSends(schedule, step, 0, sent);
        for (const auto& t : sent.transfers) {
            const core::StepPlace place{"message", step + 1, 0, 0, c.chipOfWhole(t.to, 0)};
            const auto id = core::stepNumberId(place, c.whole);
            const auto wrong = complaint(s, id);
            QVERIFY2(wrong.empty(), wrong.c_str());
            overPort[switched ? 0 : c.portOfWhole(t.port)] += value(s, id);
        }
    }
    for (const auto& [port, bytes] : overPort)
        COMPARE_NEAR(value(s, core::stepNumberId({"link_bytes", schedule.steps, 0, port}, c.whole)), bytes, 1e-9);
}

/// Every chip of 16x20x28 ends with all of the array; the last of them is as good as the first.
void TstStepNumbers::thePodNeedsNoReplayOfItsChips()
{
    const auto s = scenarioFrom({{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}});
    const auto c = collectiveOf(s);
    const int steps = c.analysis.schedule.steps;
    const auto end = std::to_string(steps);
    COMPARE_NEAR(value(s, "coll.held@" + end + ",8959"), s.coll.bytes, 1e-9);
    COMPARE_NEAR(value(s, "coll.held@0,8959"), s.coll.bytes / 8960, 1e-9);
    COMPARE_NEAR(value(s, "coll.step_end@" + end), numberOf(s, "coll.time"), 1e-9);
    double degree = 0;
    for (const char* link : {"X+", "X-", "Y+", "Y-", "Z+", "Z-"})
        degree += value(s, "coll.link_bytes@" + end + ",8959," + link);
    COMPARE_NEAR(degree, s.coll.bytes.si() * 8959 / 8960, 1e-9); // takes in, and as much goes out
    for (const auto& id : idsAt(c, steps / 2)) {
        const auto wrong = complaint(s, id);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
}

void TstStepNumbers::chunksOfTooManyChipsAreRefused()
{
    const auto s = scenarioFrom(
        {{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x16x16"}, {"coll.wrap", "line"}, {"coll.kind", "all-reduce"}});
    const auto number = tests::number(s, "coll.held@1,0");
    QVERIFY(!number);
    QVERIFY2(number.error().find("choose fewer") != std::string::npos, number.error().c_str());
    QVERIFY(tests::derivation(s, "coll.held@1,0").steps.empty());
    QVERIFY(tests::number(s, "coll.link_bytes@1,0,X+"));
}

void TstStepNumbers::buffersByHand_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("shards"); // of four chips, by step
    QTest::addColumn<QString>("ids");
    QTest::addColumn<QString>("second"); // what the second of them is made of
    // The next shard comes in beside each product but the last; all but the first product need a foreign shard.
    QTest::newRow("gather, one way")
        << "matmul-gather"
        << "uni"
        << "1|2|2|1"
        << "1|2|3|4"
        << "1 kept since an earlier step, 0 made for other chips and 1 arriving; 1 to a shard";
    // Two come in beside the first product, and the opposite one in halves beside the second.
    QTest::newRow("gather, whole")
        << "matmul-gather"
        << "whole"
        << "2|3|1"
        << "1|2|3"
        << "4 kept since an earlier step, 0 made for other chips and 2 arriving; 2 to a shard";
    // The first product is kept, then one leaves while one is made and one comes in; the last is the chip's own.
    QTest::newRow("scatter, one way")
        << "matmul-scatter"
        << "uni"
        << "1|3|3|2"
        << "0|1|2|3"
        << "1 kept since an earlier step, 1 made for other chips and 1 arriving; 1 to a shard";
}

void TstStepNumbers::buffersByHand()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    QFETCH(QString, second);
    const auto s = scenarioFrom({{"coll.torus", "4"},
                                 {"coll.wrap", "ring"},
                                 {"coll.kind", kind.toStdString()},
                                 {"coll.algorithm", mode.toStdString()}});
    QFETCH(QString, ids);
    const auto steps = ids.split(u'|');
    QStringList shards;
    for (const QString& step : steps) {
        const auto id = "coll.buffers@" + step.toStdString();
        shards << QString::number(value(s, id));
        QCOMPARE(complaint(s, id), std::string());
    }
    QTEST(shards.join(u'|'), "shards");
    QVERIFY(!tests::number(s, "coll.buffers@" + std::to_string(steps.front().toInt() - 1)));
    QVERIFY(!tests::number(s, "coll.buffers@" + std::to_string(steps.back().toInt() + 1)));
    const auto sentence = QString::fromStdString(explained(s, "coll.buffers@" + steps[1].toStdString())->sentence());
    QVERIFY2(sentence.contains(second), qPrintable(sentence));
}

void TstStepNumbers::badPlacesNameWhatIsAllowed_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");
    QTest::newRow("an unknown number") << "coll.bytes@3"
                                       << "coll.step_end@STEP, coll.arrival@STEP,FROM,TO, ";
    QTest::newRow("too few places") << "coll.held@1"
                                    << "needs STEP,CHIP after the @";
    QTest::newRow("too many places") << "coll.step_end@1,2"
                                     << "needs STEP after the @";
    QTest::newRow("a step too far") << "coll.step_end@3"
                                    << "no step 3 here; choose 0 to 2";
    QTest::newRow("a step that is no number") << "coll.step_end@x"
                                              << "no step x here; choose 0 to 2";
    QTest::newRow("a step with more behind it") << "coll.step_end@1x"
                                                << "no step 1x here";
    QTest::newRow("a load before any time") << "coll.link_load@0,0,X+"
                                            << "no step 0 here; choose 1 to 2";
    QTest::newRow("a chip too far") << "coll.held@1,4"
                                    << "no chip 4 here; choose 0 to 3";
    QTest::newRow("a link that is not there") << "coll.link_bytes@1,2,Y+"
                                              << "chip 2 has no link Y+; choose X+, X-";
    QTest::newRow("a message that is not sent") << "coll.message@1,0,2"
                                                << "sends nothing to chip 2 in step 1; choose 1, 3";
    QTest::newRow("a message before the first step") << "coll.message@0,0,1"
                                                     << "choose 1 to 2";
    QTest::newRow("buffers where nothing is multiplied") << "coll.buffers@1"
                                                         << "choose coll.kind=matmul-gather";
}

void TstStepNumbers::badPlacesNameWhatIsAllowed()
{
    QFETCH(QString, id);
    QFETCH(QString, says);
    const auto s = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    const auto number = tests::number(s, id.toStdString());
    QVERIFY(!number);
    QVERIFY2(number.error().find(says.toStdString()) != std::string::npos, number.error().c_str());
    QVERIFY(tests::derivation(s, id.toStdString()).steps.empty());
}

void TstStepNumbers::idsAreReadBack()
{
    const auto c = collectiveOf(scenarioFrom({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}}));
    for (const auto& id : idsAt(c, 2)) {
        const auto* row = core::stepRowOf(id);
        QVERIFY2(row, id.c_str());
        const auto place = core::readStepPlace(*row, id, c);
        QVERIFY2(place, id.c_str());
        QCOMPARE(core::stepNumberId(*place, c.whole), id);
        QVERIFY(row->name == place->number);
        QCOMPARE(core::stepIn(id), 2);
        QCOMPARE(core::stepIn(core::atStep(id, 31)), 31);
        QCOMPARE(core::atStep(core::atStep(id, 31), 2), id);
    }
    QCOMPARE(core::atStep("coll.time", 3), std::string("coll.time"));
    QCOMPARE(core::stepIn("coll.time"), -1);
    QVERIFY(!core::stepRowOf("coll.time") && !tests::number(scenarioFrom({{"coll.torus", "4x4"}}), "coll.held@2"));
}

ROOFLIGHT_TEST(TstStepNumbers)
#include "tst_step_numbers.moc"
