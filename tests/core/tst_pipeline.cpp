// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of pipelines beside a simulation of every stage, and beside hand calculations.
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/timeline/step_timeline.h"
#include "support/asked.h"
#include "support/edited_scenario.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

using namespace core;
using tests::numberOf;

class TstPipeline : public QObject
{
    Q_OBJECT

private slots:
    void fewMicrobatchesPassAllStages_data();
    void fewMicrobatchesPassAllStages();
    void noScheduleBeatsTheSlots_data();
    void noScheduleBeatsTheSlots();
    void gradientsOfWeightsFillTheBubble_data();
    void gradientsOfWeightsFillTheBubble();
    void noScheduleBeatsTheLowerBound_data();
    void noScheduleBeatsTheLowerBound();
    void theLowerBoundIsReached();
    void gradientsOfWeightsWaitForNothing();
    void scattersBelongToGradientsOfWeights();
    void longGradientsOfWeightsHoldStagesUp();
    void gradientsOfWeightsShortenNoCollective();
    void gathersOfWeightsWaitForNoStage();
    void chunksReduceWhileOthersWait();
    void pausesOfReductionsAreNotBusy();
    void theFormThatHoldsIsExplained();
};

namespace
{

/// The start on a pipeline of `stages` chips; `edits` as "field=value field=value".
Scenario pipeline(int stages, int micro, const QString& schedule, const QString& edits = {})
{
    return tests::edited(QStringLiteral("mesh.X=1 mesh.Y=1 hw.torus=auto mesh.Z=%1 mesh.Z.role=pipeline work.micro=%2 "
                                        "conv.hbm=off pipe.schedule=%3 %4")
                             .arg(stages)
                             .arg(micro)
                             .arg(schedule, edits));
}

/// Passes of a stage, in the order in which an idle stage prefers them.
enum class Job { backward, forward, weights };

/// Every stage does what it can as soon as it can. A stage has `chunks` of the layers: chunk c is on stage c mod Z.
struct Simulation {
    int stages, chunks, micro;
    std::map<Job, double> length; // of a chunk; without weights their gradients are part of the backward pass
    std::map<std::tuple<Job, int, int>, double> done; // job, chunk, microbatch
    std::vector<double> idle = std::vector<double>(static_cast<std::size_t>(stages));

    int last() const { return stages * chunks - 1; }

    /// When the input is there.
    std::optional<double> ready(Job job, int chunk, int item) const
    {
        const auto of = [this](Job before, int c, int i) {
            const auto found = done.find({before, c, i});
            return found == done.end() ? std::nullopt : std::optional(found->second);
        };
        switch (job) {
        case Job::forward:
            return chunk == 0 ? 0. : of(Job::forward, chunk - 1, item);
        case Job::backward:
            return chunk == last() ? of(Job::forward, chunk, item) : of(Job::backward, chunk + 1, item);
        case Job::weights:
            break;
        }
        return of(Job::backward, chunk, item);
    }

    /// Microbatches that went forward on a stage of one chunk, and not back yet.
    int inFlight(int chunk) const
    {
        int count = 0;
        for (const auto& [key, end] : done)
            if (std::get<1>(key) == chunk)
                count += std::get<0>(key) == Job::forward ? 1 : std::get<0>(key) == Job::backward ? -1 : 0;
        return count;
    }

    bool step()
    {
        std::optional<std::tuple<double, Job, int, int, int>> best; // start, job, depth, microbatch, chunk
        for (const auto& [job, time] : length)
            for (int chunk = 0; chunk <= last(); ++chunk)
                for (int item = 0; item < micro; ++item) {
                    const auto input = ready(job, chunk, item);
                    if (!input || done.contains({job, chunk, item}) ||
                        (job == Job::forward && chunks == 1 && inFlight(chunk) >= stages - chunk))
                        continue; // as many activations as 1F1B
                    const double start = std::max(*input, idle[static_cast<std::size_t>(chunk % stages)]);
                    const int depth = job == Job::forward ? chunk : last() - chunk;
                    const std::tuple offer{start, job, depth, item, chunk};
                    if (!best || offer < *best)
                        best = offer;
                }
        if (!best)
            return false;
        const auto& [start, job, depth, item, chunk] = *best;
        done[{job, chunk, item}] = idle[static_cast<std::size_t>(chunk % stages)] = start + length.at(job);
        return true;
    }

    double time()
    {
        while (step()) {
        }
        return *std::max_element(idle.begin(), idle.end());
    }
};

// The start's model on four chips: 6 x 32 x 2 x 8,192 x 32,768 FLOPs a token, 32,768 tokens.
constexpr double work = 6. * 32 * 2 * 8192 * 32768 * 32768 / 4.59e14; // seconds of one chip

} // namespace

void TstPipeline::fewMicrobatchesPassAllStages_data()
{
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<int>("micro");
    QTest::addColumn<double>("slotCount"); // of a microbatch on a stage
    // One microbatch is on one stage after the other, however the stages are cut.
    QTest::newRow("gpipe, one") << "gpipe" << 1 << 4.;
    QTest::newRow("interleaved, one") << "interleaved pipe.chunks=8" << 1 << 4.;
    // The second and third come an eighth of a stage later each; at four both forms are 4 + 3/8.
    QTest::newRow("interleaved, three") << "interleaved pipe.chunks=8" << 3 << 4 + 2 / 8.;
    QTest::newRow("interleaved, four") << "interleaved pipe.chunks=8" << 4 << 4 + 3 / 8.;
    QTest::newRow("interleaved, eight") << "interleaved pipe.chunks=8" << 8 << 8 + 3 / 8.;
    // Four forward, four back, and the gradient of the first stage's weights: 9 thirds of a slot; with two, 4 more.
    QTest::newRow("zb-h1, one") << "zb-h1" << 1 << 9 / 3.;
    QTest::newRow("zb-h1, two") << "zb-h1" << 2 << 11 / 3.;
    // Four fill the three stages that wait but for (Z - 1)/3.
    QTest::newRow("zb-h1, four") << "zb-h1" << 4 << 4 + 3 / 3.;
}

void TstPipeline::fewMicrobatchesPassAllStages()
{
    QFETCH(const QString, schedule);
    QFETCH(const int, micro);
    QFETCH(const double, slotCount);
    const auto s = pipeline(4, micro, schedule);
    COMPARE_NEAR(numberOf(s, "time.step"), work / 4 / micro * slotCount, 1e-9);
    COMPARE_NEAR(numberOf(s, "time.bubble"), 1 - micro / slotCount, 1e-9);
}

void TstPipeline::noScheduleBeatsTheSlots_data()
{
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<double>("backward"); // where a chunk's forward pass takes 1
    QTest::addColumn<double>("weights");
    QTest::addColumn<int>("most"); // fewer microbatches than so many times the stages
    // From as many microbatches as stages on, interleaved needs multiples of them and an order of its own.
    QTest::newRow("1f1b") << "1f1b" << 1 << 2. << 0. << 3;
    QTest::newRow("interleaved 2") << "interleaved pipe.chunks=2" << 2 << 2. << 0. << 1;
    QTest::newRow("interleaved 3") << "interleaved pipe.chunks=3" << 3 << 2. << 0. << 1;
    QTest::newRow("zb-h1") << "zb-h1" << 1 << 1. << 1. << 3;
    QTest::newRow("zb-h1, recomputed") << "zb-h1 work.remat=block" << 1 << 2. << 1. << 3;
}

void TstPipeline::noScheduleBeatsTheSlots()
{
    QFETCH(const QString, schedule);
    QFETCH(const int, chunks);
    QFETCH(const double, backward);
    QFETCH(const double, weights);
    QFETCH(const int, most);
    for (int stages = 2; stages <= 5; ++stages)
        for (int micro = 1; micro < most * stages; ++micro) {
            Simulation simulation{
                stages, chunks, micro, {{Job::forward, 1. / chunks}, {Job::backward, backward / chunks}}, {}};
            if (weights > 0)
                simulation.length[Job::weights] = weights;
            const auto s = pipeline(stages, micro, schedule);
            const double slot = work / 3 / stages / micro; // the forward pass of a microbatch
            const double expected = simulation.time() * slot;
            QVERIFY2(std::abs(numberOf(s, "time.step") / expected - 1) < 1e-9,
                     qPrintable(QStringLiteral("%1 stages, %2 microbatches: %3, expected %4")
                                    .arg(stages)
                                    .arg(micro)
                                    .arg(numberOf(s, "time.step"))
                                    .arg(expected)));
        }
}

void TstPipeline::gradientsOfWeightsFillTheBubble_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<int>("micro");
    QTest::addColumn<double>("forward"); // FLOPs of a token, with what is recomputed in the backward pass
    QTest::addColumn<double>("backward");
    QTest::addColumn<double>("weights");
    const double matmuls = 2. * 32 * 2 * 8192 * 32768;
    QTest::newRow("without recomputation") << "" << 8 << matmuls << matmuls << matmuls;
    // F + B - W = 1 + 2 - 1: 8 x 4 + 3 x 2 = 38 forward passes of a microbatch instead of 36.
    QTest::newRow("recomputed blocks") << "work.remat=block" << 8 << matmuls << 2 * matmuls << matmuls;
    // Scores have no weights, so that their backward pass is all for inputs. LLaMA-3 8B with 8,192 tokens, dense.
    const double llama = 2. * (32 * (3. * 4096 * 14336 + 2. * 4096 * 128 * 40) + 128256. * 4096);
    const double scores = 4. * 8192 * 32 * 128 * 32;
    for (const int micro : {1, 4, 8})
        QTest::addRow("attention, %d", micro)
            << "model.preset=llama3-8b model.causal=false work.seq=8192 work.batch=65536" << micro << llama + scores
            << llama + 2 * scores << llama;
}

void TstPipeline::noScheduleBeatsTheLowerBound_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<double>("scores"); // FLOPs of a token forward that no weights take part in, over those that do
    const double llama = 2. * (32 * (3. * 4096 * 14336 + 2. * 4096 * 128 * 40) + 128256. * 4096);
    const auto preset = QStringLiteral("model.preset=llama3-8b model.causal=false work.batch=1048576 work.seq=%1");
    for (const int length : {1024, 8192, 131072})
        QTest::addRow("%d tokens", length) << preset.arg(length) << 4. * length * 32 * 128 * 32 / llama;
}

/// Scores pass twice back and have no weights, so that W < F < B: then a schedule that takes what it can is faster
/// than m (F + B + W) + (Z - 1)(F + B - W), which is the time of ZB-H1.
void TstPipeline::noScheduleBeatsTheLowerBound()
{
    QFETCH(const QString, edits);
    QFETCH(const double, scores);
    for (int stages = 2; stages <= 5; ++stages)
        for (int micro = 1; micro < 4 * stages; ++micro) {
            Simulation simulation{
                stages, 1, micro, {{Job::forward, 1 + scores}, {Job::backward, 1 + 2 * scores}, {Job::weights, 1}}, {}};
            const auto s = pipeline(stages, micro, "zb-h1", edits);
            const double unit = numberOf(s, "time.math") / micro / 3 / (1 + scores);
            const double reached = simulation.time() * unit;
            QVERIFY2(numberOf(s, "time.lower") <= reached * (1 + 1e-9),
                     qPrintable(QStringLiteral("%1 stages, %2 microbatches: %3 above %4")
                                    .arg(stages)
                                    .arg(micro)
                                    .arg(numberOf(s, "time.lower"))
                                    .arg(reached)));
        }
}

/// Two stages, three microbatches of F, B, W = 2, 3, 1 (as many scores as products with weights), each row a stage:
/// F1 F2 . B1 F3 B2 W1 W2 B3 W3   and   . F1 B1 F2 B2 F3 B3 W1 W2 W3.
/// The second waits 2 for its first F and works 18 = 3 (2 + 3 + 1); the published form has 18 + 2 + 3 - 1 = 22.
/// The first waits 3 for B1 to come back, which no schedule with two microbatches in flight can fill: 18 + 3 = 21.
void TstPipeline::theLowerBoundIsReached()
{
    // 4 T N H L of scores are 2 P for T = P / (2 N H L): LLaMA-3 8B with 7,504,658,432 weights that multiply.
    const auto s = pipeline(2, 3, "zb-h1", "model.preset=llama3-8b model.causal=false work.seq=28628 work.batch=28628");
    const double part = numberOf(s, "time.math") / 3 / 6; // F, B, W = 2, 3, 1 of it
    COMPARE_NEAR(numberOf(s, "time.lower"), 21 * part, 1e-4);
    COMPARE_NEAR(numberOf(s, "time.step"), 22 * part, 1e-4);
}

/// Published for m >= Z: m (F + B + W) + (Z - 1)(F + B - W). Below, the last microbatch leaves the last stage after
/// (Z - 1) F + m (F + B), comes back through Z - 1 stages, and its gradients of weights are left.
void TstPipeline::gradientsOfWeightsFillTheBubble()
{
    QFETCH(const QString, edits);
    QFETCH(const int, micro);
    QFETCH(const double, forward);
    QFETCH(const double, backward);
    QFETCH(const double, weights);
    const auto s = pipeline(4, micro, "zb-h1", edits);
    const double F = forward, B = backward, W = weights;
    const double units = micro < 4 ? (4 + micro - 1) * (F + B) + W : micro * (F + B + W) + 3 * (F + B - W);
    const double tokens = s.work.batch / 4 / micro;
    COMPARE_NEAR(numberOf(s, "time.step"), units * tokens / 4.59e14, 1e-9);
    COMPARE_NEAR(numberOf(s, "time.bubble"), 1 - micro * (F + B + W) / units, 1e-9);
}

/// With a tensor axis, one after another: F and B have two of its collectives a layer each, W none. So a stage of four
/// takes m (F + B + W) + 3 (F + B - W), where W is a third of the math alone.
void TstPipeline::gradientsOfWeightsWaitForNothing()
{
    const int micro = 8;
    const auto s = pipeline(4, micro, "zb-h1", "mesh.Y=8 mesh.Y.role=tensor conv.comms=none conv.hbm=off");
    const double math = numberOf(s, "time.math") / micro;
    const double waited = (numberOf(s, "time.X") + numberOf(s, "time.Y") + numberOf(s, "time.Z")) / micro;
    QVERIFY(waited > math / 10);
    COMPARE_NEAR(numberOf(s, "time.step"), micro * (math + waited) + 3 * (math * 2 / 3 + waited - math / 3), 1e-9);
    COMPARE_NEAR(stepTimeline(s)->end, numberOf(s, "time.step"), 1e-9);
    QVERIFY(numberOf(s, "time.upper") >= numberOf(s, "time.step"));
}

/// FSDP, one after another: F = math + gather, B = math + gather, W = math + reduce-scatter, a third each. So four
/// microbatches on four stages take 4 (F + B + W) + 3 (F + B - W), where F + B - W is a third.
void TstPipeline::scattersBelongToGradientsOfWeights()
{
    const auto s = pipeline(4, 4, "zb-h1", "mesh.X=4 mesh.X.role=fsdp conv.comms=none conv.hbm=off");
    const double sends = numberOf(s, "time.Z") / 4; // of a microbatch, half in F and half in B
    const double third = (numberOf(s, "time.math") + numberOf(s, "time.X")) / 4 / 3;
    QVERIFY(numberOf(s, "time.X") > numberOf(s, "time.math") / 10);
    COMPARE_NEAR(numberOf(s, "time.step"), 4 * (3 * third + sends) + 3 * (third + sends), 1e-9);
    COMPARE_NEAR(stepTimeline(s)->end, numberOf(s, "time.step"), 1e-9);
}

/// Gradients reduced in fp32 take twice a gather, so that W is longer than F: the first B comes back over Z - 1 stages,
/// whatever W fills, and each later one waits for a W. By hand, of two stages and two microbatches:
/// F1 F2 . B1 W1 B2 W2 above . F1 B1 F2 B2 W1 W2, where the dot above is B long.
void TstPipeline::longGradientsOfWeightsHoldStagesUp()
{
    for (int stages = 2; stages <= 6; ++stages)
        for (const int micro : {1, stages - 1, stages, stages + 1, 3 * stages}) {
            auto edits = QStringLiteral("mesh.X=8 mesh.X.role=fsdp conv.comms=none conv.hbm=off prec.gradcomm=fp32");
            const auto s = pipeline(stages, micro, "zb-h1", edits);
            const auto parts = stepParts(s);
            const auto slot = [&](SlotKind kind) {
                const auto& one = parts.layer[static_cast<std::size_t>(kind)];
                double sum = one.work;
                for (std::size_t a = 0; a < meshAxes; ++a)
                    sum += one.gather[a] + one.tokens[a] + one.scatter[a];
                return sum * parts.layers;
            };
            const double F = slot(SlotKind::forward), B = slot(SlotKind::backward), W = slot(SlotKind::weights);
            QVERIFY(W > 1.01 * F && B > F * (1 - 1e-9));
            if (stages == 2 && micro == 2)
                COMPARE_NEAR(numberOf(s, "time.step"), 2 * (F + B + W) + B, 1e-9);
            COMPARE_NEAR(numberOf(s, "time.step"), stepTimeline(s)->end, 1e-9);
            QVERIFY(numberOf(s, "time.lower") <= numberOf(s, "time.step"));
        }
}

/// Where tensor collectives take longer than all math, F and B are as long as they, and W, which has none, as its third
/// of the math: m (F + B + W) + (Z - 1)(F + B - W), on the clock too.
void TstPipeline::gradientsOfWeightsShortenNoCollective()
{
    for (const auto& [stages, micro] : {std::pair(2, 2), {4, 32}}) {
        const auto s =
            pipeline(stages, micro, "zb-h1", "mesh.Y=64 mesh.Y.role=tensor model.F=8192 conv.comms=overlapped");
        const double sends = numberOf(s, "time.Y");
        QVERIFY(sends > 4. / 3 * numberOf(s, "time.math"));
        const double third = numberOf(s, "time.math") / 3;
        COMPARE_NEAR(numberOf(s, "time.step"), sends + third + (sends - third) * (stages - 1) / micro, 1e-9);
        COMPARE_NEAR(stepTimeline(s)->end, numberOf(s, "time.step"), 1e-9);
    }
}

/// Every stage gathers its own weights from the start: the bubble makes no lower bound of them longer.
void TstPipeline::gathersOfWeightsWaitForNoStage()
{
    const auto s = pipeline(4, 1, "1f1b", "mesh.Y=8 mesh.Y.role=fsdp work.batch=8192 model.L=8");
    const double gathers = numberOf(s, "time.Y");
    QVERIFY(gathers > numberOf(s, "time.math"));
    COMPARE_NEAR(numberOf(s, "time.lower"), std::max(gathers, 4 * numberOf(s, "time.math")), 1e-9);
    QVERIFY(numberOf(s, "time.lower") <= stepTimeline(s)->end);
}

/// With fewer microbatches than stages one waits between its chunks, and those that are done reduce then.
void TstPipeline::chunksReduceWhileOthersWait()
{
    const auto s =
        tests::edited("model.preset=comp4901y-7b hw.chip=tpu-v7 pipe.schedule=interleaved pipe.chunks=4 mesh.X=4 "
                      "mesh.X.role=pipeline mesh.Y=4 mesh.Y.role=context model.L=16 work.seq=1024 work.batch=4096");
    QVERIFY(numberOf(s, "time.lower") <= stepTimeline(s)->end);
}

/// An axis is busy while it sends: as long as its bytes take, also where its reductions wait for collectives of slots.
void TstPipeline::pausesOfReductionsAreNotBusy()
{
    const auto s = pipeline(2, 8, "interleaved",
                            "mesh.X=4 mesh.X.role=data mesh.Y=4 mesh.slices=2 pipe.chunks=2 conv.comms=added");
    const auto step = stepTimeline(s);
    COMPARE_NEAR(step->busy[static_cast<std::size_t>(ClockRow::axisX)], numberOf(s, "time.X"), 1e-9);
    COMPARE_NEAR(step->busy[static_cast<std::size_t>(ClockRow::axisY)], numberOf(s, "time.Y"), 1e-9);
}

void TstPipeline::theFormThatHoldsIsExplained()
{
    const auto said = [](int micro, const char* schedule) {
        QStringList titles;
        const auto derivation = tests::derivation(pipeline(4, micro, schedule), "time.bubble");
        for (const auto& step : derivation.steps)
            titles.append(QString::fromStdString(step.title));
        return titles.join('\n');
    };
    QVERIFY(said(2, "interleaved pipe.chunks=8").contains("fewer of them than stages: one passes all stages"));
    QVERIFY(!said(4, "interleaved pipe.chunks=8").contains("fewer"));
    QVERIFY(said(2, "zb-h1").contains("fewer than stages"));
    QVERIFY(!said(4, "zb-h1").contains("fewer"));
}

ROOFLIGHT_TEST(TstPipeline)
#include "tst_pipeline.moc"
