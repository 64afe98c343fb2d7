// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of links together: what the busiest has carried so far, and all of them, against each link and the metrics.
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

using namespace tests;

class TstStepLinks : public QObject
{
    Q_OBJECT

private slots:
    void aRingOfFourByHand();
    void theBusiestAndAllAreThoseOfTheLinks_data();
    void theBusiestAndAllAreThoseOfTheLinks();
    void atLastTheyAreTheMetrics_data();
    void atLastTheyAreTheMetrics();
    void theTitleNamesTheBusiestLink();
    void theWholePodIsAddedUp();
};

/// Shards of 1 MB, both ways: eight links carry one in step 1, and half a one in step 2; 4 chips take in 3 MB each.
void TstStepLinks::aRingOfFourByHand()
{
    const auto s = scenarioFrom({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.bytes", "4000000"}});
    QCOMPARE(value(s, "coll.busiest@0"), 0.0);
    QCOMPARE(value(s, "coll.sent@0"), 0.0);
    QCOMPARE(value(s, "coll.busiest@1"), 1e6);
    QCOMPARE(value(s, "coll.sent@1"), 8e6);
    QCOMPARE(value(s, "coll.busiest@2"), 1.5e6);
    QCOMPARE(value(s, "coll.sent@2"), 12e6);
}

void TstStepLinks::theBusiestAndAllAreThoseOfTheLinks_data() { addCollectives(); }

/// What goes through a switch goes into it and out of it, and is counted once.
void TstStepLinks::theBusiestAndAllAreThoseOfTheLinks()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto c = collectiveOf(s);
    const bool switched = c.whole.wiring == core::Wiring::throughSwitch;
    for (const int step : someSteps(c.analysis.schedule.steps)) {
        double total = 0;
        double max = 0;
        for (int chip = 0; chip < c.whole.chips(); ++chip)
            for (int port = 0; port < (switched ? 2 : c.whole.ports()); ++port)
                if (switched || c.whole.neighbour(chip, port) >= 0) {
                    const core::StepPlace place{"link_bytes", step, chip, port};
                    const double bytes = value(s, core::stepNumberId(place, c.whole));
                    total += switched && port > 0 ? 0 : bytes;
                    max = std::max(max, bytes);
                }
        COMPARE_NEAR(value(s, "coll.busiest@" + std::to_string(step)), max, 1e-9);
        COMPARE_NEAR(value(s, "coll.sent@" + std::to_string(step)), total, 1e-9);
    }
}

void TstStepLinks::atLastTheyAreTheMetrics_data() { addCollectives(); }

void TstStepLinks::atLastTheyAreTheMetrics()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto end = std::to_string(collectiveOf(s).analysis.schedule.steps);
    COMPARE_NEAR(value(s, "coll.busiest@" + end), numberOf(s, "coll.bytes_per_link"), 1e-9);
    COMPARE_NEAR(value(s, "coll.sent@" + end), numberOf(s, "coll.total_bytes"), 1e-9);
}

/// Along a line of three the middle chip passes on what it got: the links to the ends carry two shards, those from
/// them one.
void TstStepLinks::theTitleNamesTheBusiestLink()
{
    const auto s = scenarioFrom({{"coll.torus", "3"}, {"coll.wrap", "line"}});
    const auto number = tests::number(s, "coll.busiest@2");
    QVERIFY(number);
    QCOMPARE(number->title, std::string("Busiest link up to step 2, (1) to (2)"));
    QCOMPARE(complaint(s, "coll.busiest@2"), std::string());
}

/// Every chip of 16x20x28 takes in all but its own shard.
void TstStepLinks::theWholePodIsAddedUp()
{
    const auto s = scenarioFrom({{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}});
    const auto end = std::to_string(collectiveOf(s).analysis.schedule.steps);
    COMPARE_NEAR(value(s, "coll.sent@" + end), s.coll.bytes * 8959, 1e-9);
    COMPARE_NEAR(value(s, "coll.busiest@" + end), numberOf(s, "coll.bytes_per_link"), 1e-9);
    for (const char* id : {"coll.sent@3", "coll.busiest@3"})
        QCOMPARE(complaint(s, id), std::string());
}

ROOFLIGHT_TEST(TstStepLinks)
#include "tst_step_links.moc"
