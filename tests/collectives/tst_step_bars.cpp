// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the bars of a timeline: by hand, against the bars, and what each bar is said to have waited for.
#include "core/collectives/gantt.h"
#include "step_number_stage.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <algorithm>

using namespace tests;

namespace
{

constexpr const char* clockNames[] = {"async", "lockstep", "book"};

TextEdits ringMatmul(const char* kind, const char* mode)
{
    return {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", kind}, {"coll.algorithm", mode}};
}

/// What a bar's derivation begins with: the symbol of its first moment; empty where it begins at once.
std::string begins(const core::Scenario& s, const std::string& id)
{
    for (const auto& step : tests::derivation(s, id).steps)
        for (const char* symbol : {"t_free", "t_data", "t_prev", "t_prod", "t_gath", "t_mult"})
            if (step.symbol == symbol)
                return symbol;
    return {};
}

struct Bars {
    core::WholeCollective collective;
    core::Gantt gantt;
    bool serialized = false;
};

/// Calls with the row, the bar, and the id of its end.
template <class Look> void eachBar(const Bars& bars, Look look)
{
    const auto& c = bars.collective;
    for (const auto& lane : bars.gantt.lanes) {
        int nth = 0;
        int step = -1;
        for (const auto& bar : lane.bars) {
            nth = bar.step == std::exchange(step, bar.step) ? nth + 1 : 1;
            core::StepPlace place{bars.serialized ? "naive_arrival" : "arrival", bar.step + 1,
                                  c.chipOfWhole(lane.row.chip, 0)};
            if (lane.row.multiplies()) {
                place.number = bars.serialized ? "naive_product_end" : "product_end";
                place.part = nth;
            } else {
                place.to = c.chipOfWhole(bar.to, 0);
            }
            look(lane, bar, core::stepNumberId(place, c.whole));
        }
    }
}

/// Some chips of the collective, in all the ways that the timeline shows.
std::vector<Bars> barsOf(const core::Scenario& s)
{
    const auto c = collectiveOf(s);
    const int last = c.analysis.schedule.topology.chips() - 1;
    std::vector<Bars> all;
    for (const int chip : {0, last / 2, last}) {
        if (!c.analysis.matmul) {
            all.push_back({c, core::linkGantt(c.analysis, s.coll.clock, chip), false});
            continue;
        }
        for (const auto way : {core::MatmulMode::serialized, core::MatmulMode::overlapped})
            all.push_back(
                {c, core::matmulGantt(c.analysis, way, s.coll.clock, chip), way == core::MatmulMode::serialized});
    }
    return all;
}

bool any(const std::vector<core::GanttBar>& bars, double moment, double core::GanttBar::*when, double rounding)
{
    return std::any_of(bars.begin(), bars.end(),
                       [&](const core::GanttBar& bar) { return std::abs(bar.*when - moment) <= rounding; });
}

} // namespace

class TstStepBars : public QObject
{
    Q_OBJECT

private slots:
    void aRingOfFourByHand();
    void aMatmulByHand();
    void everyBarIsExplained_data();
    void everyBarIsExplained();
    void exposedTimeIsThatOfTheBars_data();
    void exposedTimeIsThatOfTheBars();
    void barsWaitForWhatTheySay_data();
    void barsWaitForWhatTheySay();
    void otherBarsAreRefused_data();
    void otherBarsAreRefused();
};

/// Shards of 1 MB both ways, 1 us a hop: a shard in step 1, half a one in step 2, sent when the first is there.
void TstStepBars::aRingOfFourByHand()
{
    const TextEdits ring{{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.bytes", "4000000"}};
    const auto s = scenarioFrom(ring);
    const double first = 1e-6 + 1e6 / 45e9;
    COMPARE_NEAR(value(s, "coll.arrival@1,3,0"), first, 1e-12);
    COMPARE_NEAR(value(s, "coll.arrival@2,3,0"), first + 1e-6 + 0.5e6 / 45e9, 1e-12);
    QCOMPARE(begins(s, "coll.arrival@1,3,0"), std::string());
    QCOMPARE(begins(s, "coll.arrival@2,3,0"), std::string("t_data"));
    QCOMPARE(tests::number(s, "coll.arrival@2,3,0")->title,
             std::string("Arrival of the message from (3) to (0) in step 2"));
    auto book = ring;
    book.insert(book.end(), {{"coll.clock", "book"}, {"hw.hop", "100e-6"}}); // longer than the bytes
    COMPARE_NEAR(value(scenarioFrom(book), "coll.arrival@2,3,0"), 200e-6, 1e-12);
    QCOMPARE(begins(scenarioFrom(book), "coll.arrival@2,3,0"), std::string("t_prev"));
}

/// As in collectives.md: 4096·16384·16384 on four chips of 275 TFLOP/s, a product of a shard 499.8 us.
void TstStepBars::aMatmulByHand()
{
    auto edits = ringMatmul("matmul-gather", "uni");
    edits.insert(edits.end(), {{"hw.chip", "tpu-v4"},
                               {"hw.flops.bf16", "275e12"},
                               {"hw.link.rate", "50e9"},
                               {"coll.B", "4096"},
                               {"coll.D", "16384"},
                               {"coll.F", "16384"}});
    const auto s = scenarioFrom(edits);
    const double product = 2.0 * 4096 * 4096 * 4096 / 275e12;
    const double shard = 1e-6 + 4096.0 * 16384 * 2 / 4 / 50e9; // takes longer than a product
    COMPARE_NEAR(value(s, "coll.product_end@1,0,1"), product, 1e-9);
    COMPARE_NEAR(value(s, "coll.product_end@2,0,1"), shard + product, 1e-9);
    QCOMPARE(begins(s, "coll.product_end@2,0,1"), std::string("t_data"));
    COMPARE_NEAR(value(s, "coll.exposed@1,0,1"), shard - 1e-6 - product, 1e-9);
    QCOMPARE(begins(s, "coll.naive_product_end@1,0,1"), std::string("t_gath"));
    QCOMPARE(begins(s, "coll.naive_product_end@2,0,1"), std::string("t_prod"));
    QCOMPARE(tests::number(s, "coll.naive_product_end@2,0,1")->title,
             QStringLiteral("End of product A₁ on (0) in step 2, serialized").toStdString());
    const auto title = [](const core::Scenario& scenario, const char* id) {
        return QString::fromStdString(tests::number(scenario, id)->title);
    };
    QCOMPARE(title(s, "coll.product_end@2,0,1"), QStringLiteral("End of product A₃ on (0) during step 2"));
    QCOMPARE(title(s, "coll.product_end@4,0,1"), QStringLiteral("End of product A₁ on (0) after step 3"));
    const auto scatter = scenarioFrom(ringMatmul("matmul-scatter", "uni"));
    QCOMPARE(title(scatter, "coll.product_end@1,0,1"), QStringLiteral("End of product C₃ on (0) before step 1"));
    QCOMPARE(title(scatter, "coll.product_end@2,0,1"), QStringLiteral("End of product C₂ on (0) during step 1"));
}

void TstStepBars::everyBarIsExplained_data() { addCollectives(); }

void TstStepBars::everyBarIsExplained()
{
    QFETCH(TextEdits, edits);
    for (const char* clock : clockNames) {
        edits.emplace_back("coll.clock", clock);
        const auto s = scenarioFrom(edits);
        int looked = 0;
        for (const auto& bars : barsOf(s))
            eachBar(bars, [&](const core::GanttLane&, const core::GanttBar& bar, const std::string& id) {
                if (++looked % 3 > 0 && looked > 60)
                    return;
                COMPARE_NEAR(value(s, id), bar.arrival, 1e-9);
                const auto wrong = complaint(s, id);
                QVERIFY2(wrong.empty(), wrong.c_str());
            });
        QVERIFY(looked > 0);
    }
}

void TstStepBars::exposedTimeIsThatOfTheBars_data()
{
    QTest::addColumn<TextEdits>("edits");
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* mode : {"uni", "halves", "whole"}) {
            auto edits = ringMatmul(kind, mode);
            edits.emplace_back("coll.F", "2048");
            QTest::addRow("%s, %s", kind, mode) << edits;
        }
}

void TstStepBars::exposedTimeIsThatOfTheBars()
{
    QFETCH(TextEdits, edits);
    for (const char* clock : clockNames) {
        edits.emplace_back("coll.clock", clock);
        const auto s = scenarioFrom(edits);
        int exposed = 0;
        for (const auto& bars : barsOf(s))
            eachBar(bars, [&](const core::GanttLane& lane, const core::GanttBar& bar, std::string id) {
                if (lane.row.multiplies())
                    return;
                id.replace(id.find("arrival"), 7, "exposed");
                double seconds = 0;
                for (const auto& span : core::exposedParts(bars.gantt, lane.row, bar))
                    seconds += span.to - span.from;
                if (seconds > 0) {
                    ++exposed;
                    COMPARE_NEAR(value(s, id), seconds, 1e-9);
                    const auto wrong = complaint(s, id);
                    QVERIFY2(wrong.empty(), wrong.c_str());
                } else {
                    QVERIFY(tests::number(s, id).error().find("hidden behind") != std::string::npos);
                }
            });
        QVERIFY(exposed > 0);
    }
}

void TstStepBars::barsWaitForWhatTheySay_data()
{
    QTest::addColumn<TextEdits>("edits");
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* mode : {"uni", "halves", "whole"})
            for (const char* width : {"2048", "65536"}) {
                auto edits = ringMatmul(kind, mode);
                edits.emplace_back("coll.F", width);
                QTest::addRow("%s, %s, %s", kind, mode, width) << edits;
            }
}

/// Among the bars of all chips there is one that ends, or arrives on the chip, when the bar begins.
void TstStepBars::barsWaitForWhatTheySay()
{
    QFETCH(TextEdits, edits);
    const auto s = scenarioFrom(edits);
    const auto c = collectiveOf(s);
    for (const auto way : {core::MatmulMode::serialized, core::MatmulMode::overlapped}) {
        const Bars all{c, core::matmulGantt(c.analysis, way, s.coll.clock, {}), way == core::MatmulMode::serialized};
        const double rounding = 1e-9 * all.gantt.end;
        eachBar(all, [&](const core::GanttLane& lane, const core::GanttBar& bar, const std::string& id) {
            const auto said = begins(s, id);
            bool found = said.empty() && bar.start <= rounding;
            if (said == "t_free" || said == "t_prod")
                found = any(lane.bars, bar.start, &core::GanttBar::end, rounding);
            for (const auto& other : all.gantt.lanes) {
                if (said == "t_gath" && !other.row.multiplies())
                    found = found || any(other.bars, bar.start, &core::GanttBar::arrival, rounding);
                if ((said == "t_mult" || said == "t_data") && other.row.multiplies())
                    found = found || any(other.bars, bar.start, &core::GanttBar::end, rounding);
                for (const auto& before : other.bars)
                    if (said == "t_data" && !other.row.multiplies() && before.to == lane.row.chip)
                        found = found || std::abs(before.arrival - bar.start) <= rounding;
            }
            QVERIFY2(found, (id + " is said to begin with " + said).c_str());
        });
    }
}

void TstStepBars::otherBarsAreRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such step") << "coll.arrival@4,0,1"
                                  << "no step 4 here; choose 1 to 3";
    QTest::newRow("no such message") << "coll.arrival@1,0,2"
                                     << "sends nothing to chip 2 in step 1; choose 1";
    QTest::newRow("no such product") << "coll.product_end@2,0,2"
                                     << "no product 2 here; choose 1 to 1";
    QTest::newRow("no such step of products") << "coll.product_end@5,0,1"
                                              << "no step 5 here; choose 1 to 4";
}

void TstStepBars::otherBarsAreRefused()
{
    QFETCH(QString, id);
    QFETCH(QString, says);
    const auto s = scenarioFrom(ringMatmul("matmul-gather", "uni"));
    const auto number = tests::number(s, id.toStdString());
    QVERIFY(!number);
    QVERIFY2(number.error().find(says.toStdString()) != std::string::npos, number.error().c_str());
    const auto alone = tests::number(scenarioFrom({{"coll.torus", "4"}}), "coll.product_end@1,0,1");
    QVERIFY2(!alone && alone.error().find("nothing is multiplied") != std::string::npos, "without a matmul");
}

ROOFLIGHT_TEST(TstStepBars)
#include "tst_step_bars.moc"
