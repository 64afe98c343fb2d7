// SPDX-License-Identifier: GPL-3.0-or-later
// The bars of a step: whose they are, and when.
#include "pipeline_parts.h"

#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"
#include "core/timeline/step_pieces.h"
#include "core/timeline/step_timeline.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace core;
using tests::pipeline;

class TstStepPieces : public QObject
{
    Q_OBJECT

private slots:
    void theOptimizerFollowsTheStep();
    void barsKnowTheirLayer();
    void gradientsAreReducedOnceTheyAreThere();
    void unevenStagesNameLayersOfTheModel();
    void barsOfARowNeverOverlap();
    void decodeReadsBeforeItMultiplies();
};

/// On every stage at once, when the last one has ended; in a timeline that ends at 10 s, say, from 10 s to 12 s.
void TstStepPieces::theOptimizerFollowsTheStep()
{
    auto parts = pipeline(PipeSchedule::oneForwardOneBackward, 3, 4, 1);
    const double end = stepTimeline(parts)->end;
    parts.update = 2;
    const auto step = stepTimeline(parts);
    QCOMPARE(step->end, end); // time.step and its simulation do not count it
    QCOMPARE(step->updated(), end + 2);
    for (std::size_t stage = 0; stage < 3; ++stage) {
        const auto last = stepPieces(*step, stage, -1, 1e9).back();
        QCOMPARE(last.kind, BarKind::optimizer);
        QCOMPARE(last.start, end);
        QCOMPARE(last.end, end + 2);
        QVERIFY(stepPieces(*step, stage, -1, end).back().kind != BarKind::optimizer);
    }
}

/// Two layers forward, then back in reverse; what is gathered meanwhile is of the layer that comes next, and what is
/// reduced of the one before.
void TstStepPieces::barsKnowTheirLayer()
{
    auto parts = pipeline(PipeSchedule::oneForwardOneBackward, 1, 1, 1);
    for (auto& layer : parts.layer)
        layer.gather[0] = 0.3;
    parts.layer[1].scatter[0] = 0.3;
    const auto step = stepTimeline(parts);
    QVERIFY(step.has_value());
    std::map<BarKind, std::vector<int>> layers;
    auto pieces = stepPieces(*step, 0, -1, 1e9);
    std::ranges::stable_sort(pieces, {}, &StepPiece::start);
    for (const auto& piece : pieces)
        layers[piece.kind].push_back(piece.layer);
    QCOMPARE(layers[BarKind::math], (std::vector{0, 1, 1, 0}));
    QCOMPARE(layers[BarKind::gather], (std::vector{0, 1, 1, 0}));
    QCOMPARE(layers[BarKind::scatter], (std::vector{1, 0}));
}

/// Reduced once a step: each layer's gradients once, the last layer's first, and none before they are there. Of the
/// second of two stages with two chunks each those of layers 7, 6, 3 and 2 (counted from 0).
void TstStepPieces::gradientsAreReducedOnceTheyAreThere()
{
    for (const int stages : {1, 2})
        for (const auto comms : {Overlap::overlapped, Overlap::added, Overlap::none}) {
            auto parts = pipeline(stages > 1 ? PipeSchedule::interleaved : PipeSchedule::oneForwardOneBackward, stages,
                                  2, stages);
            parts.comms = comms;
            parts.once[0] = 0.1;
            const auto step = stepTimeline(parts);
            QVERIFY(step.has_value());
            for (std::size_t stage = 0; stage < step->stages.size(); ++stage) {
                std::map<int, double> made;
                std::vector<int> reduced;
                auto pieces = stepPieces(*step, stage, -1, 1e9);
                std::ranges::stable_sort(pieces, {}, &StepPiece::start);
                for (const auto& piece : pieces)
                    if (piece.kind == BarKind::math && piece.pass == SlotKind::backward)
                        made[piece.layer] = piece.end; // in the last microbatch
                for (const auto& piece : pieces)
                    if (piece.kind == BarKind::reduction) {
                        QVERIFY(made.contains(piece.layer) && piece.start >= made[piece.layer] - 1e-9);
                        reduced.push_back(piece.layer);
                    }
                const int first = static_cast<int>(stage) * parts.layers;
                QCOMPARE(reduced,
                         stages == 1 ? (std::vector{1, 0}) : (std::vector{first + 5, first + 4, first + 1, first}));
            }
        }
}

/// Of 126 layers on 4 stages, 32 are drawn on each: each has the name of one of the 126, in their order; so have 10
/// drawn of 125 on 12. Of 4 on 3 one is drawn on each, the last of them for two. Each layer is shown, once or more.
void TstStepPieces::unevenStagesNameLayersOfTheModel()
{
    for (const auto& [layers, stages] :
         {std::pair(126.0, 4), std::pair(125.0, 12), std::pair(128.0, 4), std::pair(4.0, 3)}) {
        auto s = defaultScenario(shippedCatalogue());
        QVERIFY(setField(s, "model.L", layers) && setField(s, "mesh.Z", 1.0 * stages) &&
                setField(s, "mesh.Z.role", std::string("pipeline")) && setField(s, "work.micro", 4.0));
        const auto step = stepTimeline(s);
        QVERIFY(step.has_value());
        int before = -1;
        for (std::size_t stage = 0; stage < step->stages.size(); ++stage)
            for (const auto& piece : stepPieces(*step, stage, -1, 1e9)) {
                if (piece.kind != BarKind::math || piece.pass != SlotKind::forward || piece.microbatch != 0)
                    continue;
                QVERIFY(piece.layer >= before && piece.layer <= before + 1 && piece.lastLayer < layers);
                before = piece.lastLayer;
            }
        QCOMPARE(before, static_cast<int>(layers) - 1);
    }
}

/// A context axis rings keys and values in every slot; gradients of few tokens take longer than what that leaves. Their
/// parts lie between the slots' messages, and add up to what the layer's reduction takes.
void TstStepPieces::barsOfARowNeverOverlap()
{
    for (const Overlap comms : {Overlap::overlapped, Overlap::added}) {
        auto s = defaultScenario(shippedCatalogue());
        for (const auto& [id, text] : {std::pair("model.preset", "llama2-7b"),
                                       {"model.L", "12"},
                                       {"mesh.X", "8"},
                                       {"mesh.X.role", "context"},
                                       {"mesh.Y", "1"},
                                       {"mesh.Z", "3"},
                                       {"mesh.Z.role", "pipeline"},
                                       {"hw.torus", "auto"},
                                       {"work.micro", "4"},
                                       {"work.batch", "16384"}})
            QVERIFY2(setFieldFromText(s, id, text).has_value(), id);
        s.conv.comms = comms;
        const auto step = stepTimeline(s);
        QVERIFY(step.has_value());
        int parts = 0;
        for (std::size_t stage = 0; stage < step->stages.size(); ++stage) {
            std::map<ClockRow, std::vector<StepPiece>> rows;
            std::map<int, double> reduced; // seconds, by layer
            for (const auto& piece : stepPieces(*step, stage, -1, 1e9)) {
                rows[piece.row].push_back(piece);
                if (piece.kind == BarKind::reduction && piece.row == ClockRow::axisX)
                    reduced[piece.layer] += piece.busy;
                parts += piece.isPart ? 1 : 0;
            }
            for (const auto& [layer, seconds] : reduced)
                QVERIFY(std::abs(seconds - step->parts.once[0]) < 1e-9 * seconds);
            for (auto& [row, pieces] : rows) {
                std::ranges::sort(pieces, {}, &StepPiece::start);
                for (std::size_t i = 1; i < pieces.size(); ++i)
                    QVERIFY(pieces[i].start >= pieces[i - 1].end - 1e-9 * step->end);
            }
        }
        QVERIFY(parts > 1);
    }
}

/// A decode step reads its cache, then its weights, behind which the math hides: no bar beside it is longer than the
/// slot, and math ends with it. HBM that does not count has no bars.
void TstStepPieces::decodeReadsBeforeItMultiplies()
{
    for (const bool counts : {true, false}) {
        auto s = *readScenario(shippedCatalogue().scenario("llama3-70b-decode-v5e")->json, "", shippedCatalogue());
        s.work.batch = 512; // where math takes longer than the weights
        s.conv.hbm = counts;
        const auto step = stepTimeline(s);
        QVERIFY(step.has_value());
        double math = 0, hbm = 0;
        for (const auto& piece : stepPieces(*step, 0, -1, 1e9)) {
            double& last = piece.row == ClockRow::math ? math : hbm;
            if (piece.row != ClockRow::math && piece.row != ClockRow::hbm)
                continue;
            QVERIFY(piece.start >= last - 1e-12);
            last = piece.end;
        }
        COMPARE_NEAR(math, step->end, 1e-9);
        QCOMPARE(hbm > 0, counts);
    }
}

ROOFLIGHT_TEST(TstStepPieces)
#include "tst_step_pieces.moc"
