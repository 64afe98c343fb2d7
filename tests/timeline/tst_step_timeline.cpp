// SPDX-License-Identifier: GPL-3.0-or-later
// Every schedule is carried out: one thing at a time, nothing before its input, no more in flight than memory counts.
#include "pipeline_parts.h"

#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/timeline/held_activations.h"
#include "core/timeline/step_pieces.h"
#include "core/timeline/step_timeline.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <tuple>

using namespace core;
using tests::pipeline;

namespace
{
void addSchedules();
}

class TstStepTimeline : public QObject
{
    Q_OBJECT

private slots:
    void passesWaitForTheirInputs_data();
    void moreStagesThanAnyTimelineAreRefused();
    void passesWaitForTheirInputs();
    void bubblesAreThoseOfTheSchedules_data();
    void bubblesAreThoseOfTheSchedules();
    void barsOfARowNeverOverlap_data();
    void barsOfARowNeverOverlap();
    void exposedIsWhatMathDoesNotHide();
    void aWindowHasItsBars();
    void shortBarsAreTakenTogether_data();
    void shortBarsAreTakenTogether();
    void tooManyPassesAreRefused();
    void activationsInFlightAreThoseOfTheAccount_data() { addSchedules(); }
    void activationsInFlightAreThoseOfTheAccount();
    void fewPointsKeepTheHighest();
};

namespace
{

void addSchedules()
{
    QTest::addColumn<int>("schedule");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("micro");
    QTest::addColumn<int>("chunks");
    const std::map<PipeSchedule, const char*> names{{PipeSchedule::gpipe, "GPipe"},
                                                    {PipeSchedule::oneForwardOneBackward, "1F1B"},
                                                    {PipeSchedule::interleaved, "interleaved"},
                                                    {PipeSchedule::zeroBubble, "ZB-H1"}};
    for (const auto& [schedule, name] : names)
        for (const int stages : {1, 2, 4, 7})
            for (const int micro : {1, 3, 4, 8, 14})
                for (const int chunks : {1, 2, 3})
                    if (schedule == PipeSchedule::interleaved || chunks == 1)
                        QTest::addRow("%s, %d stages, %d microbatches, %d chunks", name, stages, micro, chunks)
                            << static_cast<int>(schedule) << stages << micro << chunks;
}

StepParts fetched()
{
    QFETCH(int, schedule);
    QFETCH(int, stages);
    QFETCH(int, micro);
    QFETCH(int, chunks);
    return pipeline(static_cast<PipeSchedule>(schedule), stages, micro, chunks);
}

/// Saved activations that a stage may hold, in chunks of a microbatch (MODEL.md, g).
int mostInFlight(const StepParts& parts, int stage)
{
    const int all = parts.microbatches * parts.chunks;
    if (parts.stages == 1)
        return parts.chunks;
    if (parts.schedule == PipeSchedule::gpipe)
        return all;
    if (parts.chunks > 1)
        return std::min(all, parts.stages * parts.chunks + parts.stages - 1);
    return std::min(all, parts.stages - stage);
}

} // namespace

void TstStepTimeline::passesWaitForTheirInputs_data() { addSchedules(); }

/// 16,384 chips on each of three axes are 2^42 stages, of which none has a layer.
void TstStepTimeline::moreStagesThanAnyTimelineAreRefused()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setField(s, "hw.chip", std::string("h100-sxm"))); // no slice that they would have to fit
    for (const char* edit : {"mesh.X", "mesh.Y", "mesh.Z"}) {
        QVERIFY(setField(s, edit, 16384.));
        QVERIFY(setField(s, std::string(edit) + ".role", std::string("pipeline")));
    }
    const auto step = stepTimeline(s);
    QVERIFY(!step);
    QVERIFY2(step.error().find("has more than 1,048,576 passes") != std::string::npos, step.error().c_str());
}

void TstStepTimeline::passesWaitForTheirInputs()
{
    const auto parts = fetched();
    const auto step = stepTimeline(parts);
    QVERIFY(step.has_value());
    std::map<std::tuple<SlotKind, int, int>, const StagePass*> found; // kind, part of the layers, microbatch
    for (int stage = 0; stage < parts.stages; ++stage) {
        double before = 0;
        for (const auto& pass : step->stages[static_cast<std::size_t>(stage)].passes) {
            QVERIFY2(pass.start >= before && pass.end > pass.start, "one thing at a time");
            before = pass.end;
            QVERIFY2(found.insert({{pass.kind, pass.chunk * parts.stages + stage, pass.microbatch}, &pass}).second,
                     "once");
        }
        const int held = step->stages[static_cast<std::size_t>(stage)].inFlight;
        QVERIFY2(held <= mostInFlight(parts, stage) || parts.microbatches % parts.stages != 0,
                 QByteArray::number(held).constData());
    }
    QCOMPARE(static_cast<double>(found.size()), parts.passes());
    const int last = parts.stages * parts.chunks - 1;
    for (const auto& [key, pass] : found) {
        const auto kind = std::get<SlotKind>(key);
        const int part = std::get<1>(key), micro = std::get<2>(key);
        const auto endOf = [&](SlotKind of, int at) { return found.at({of, at, micro})->end; };
        if (kind == SlotKind::forward && part > 0)
            QVERIFY(pass->start >= endOf(SlotKind::forward, part - 1));
        if (kind == SlotKind::backward)
            QVERIFY(pass->start >=
                    (part == last ? endOf(SlotKind::forward, part) : endOf(SlotKind::backward, part + 1)));
        if (kind == SlotKind::weights)
            QVERIFY(pass->start >= endOf(SlotKind::backward, part));
    }
}

void TstStepTimeline::bubblesAreThoseOfTheSchedules_data() { addSchedules(); }

/// Idle share: (Z - 1)/(v m + Z - 1), of ZB-H1 with equal thirds (Z - 1)/(3 m + Z - 1) (MODEL.md, g).
void TstStepTimeline::bubblesAreThoseOfTheSchedules()
{
    const auto parts = fetched();
    if (parts.stages > 1 && parts.microbatches % parts.stages != 0 && parts.schedule == PipeSchedule::interleaved)
        return; // the form counts whole groups
    if (parts.microbatches < parts.stages && parts.schedule == PipeSchedule::zeroBubble)
        return; // tst_pipeline has the form of few microbatches
    const auto step = stepTimeline(parts);
    QVERIFY(step.has_value());
    const double per = parts.schedule == PipeSchedule::zeroBubble ? 3 : parts.stages > 1 ? parts.chunks : 1;
    const double Z = parts.stages, m = parts.microbatches;
    const double busy = step->busy[static_cast<std::size_t>(ClockRow::math)];
    COMPARE_NEAR(busy, m * parts.chunks * parts.layers * 3, 1e-12);
    const double bubble = (Z - 1) / (per * m + Z - 1);
    COMPARE_NEAR(1 - busy / step->end + 1, bubble + 1, 1e-12);
    COMPARE_NEAR(step->idleShare() + 1, bubble + 1, 1e-12);
    COMPARE_NEAR(step->shareWithoutMath() + 1, bubble + 1, 1e-9);
}

void TstStepTimeline::barsOfARowNeverOverlap_data()
{
    QTest::addColumn<int>("comms");
    QTest::newRow("overlapped") << static_cast<int>(Overlap::overlapped);
    QTest::newRow("added") << static_cast<int>(Overlap::added);
    QTest::newRow("tensor exposed") << static_cast<int>(Overlap::tensorExposed);
    QTest::newRow("none") << static_cast<int>(Overlap::none);
}

namespace
{

/// FSDP over X, tensor over Y, stages over Z, gradients reduced once a step beside it all.
StepParts busyStep(Overlap comms)
{
    auto parts = pipeline(PipeSchedule::oneForwardOneBackward, 3, 4, 1);
    parts.comms = comms;
    parts.layers = 5;
    parts.tensor = {false, true, false};
    parts.layer[0] = {1.0, 0.3, 1.0, {0, 0.4, 0.1}, {0.7, 0, 0}, {}};
    parts.layer[1] = {2.0, 0.6, 2.0, {0, 0.4, 0.1}, {0.7, 0, 0}, {0.9, 0, 0}};
    parts.once = {0, 0, 0.25};
    parts.dcn = 0.3;
    return parts;
}

} // namespace

void TstStepTimeline::barsOfARowNeverOverlap()
{
    QFETCH(int, comms);
    const auto step = stepTimeline(busyStep(static_cast<Overlap>(comms)));
    QVERIFY(step.has_value());
    for (std::size_t stage = 0; stage < step->stages.size(); ++stage) {
        auto bars = step->bars(stage, 0, step->end + 1);
        std::array<double, clockRows> sums{};
        for (const auto& bar : bars)
            if (bar.kind != BarKind::reduction) // which others may interrupt
                sums[static_cast<std::size_t>(bar.row)] += bar.end - bar.start;
        std::erase_if(bars, [](const StepBar& bar) { return bar.kind == BarKind::reduction; });
        std::ranges::sort(bars, {}, &StepBar::start);
        std::array<double, clockRows> until{};
        for (const auto& bar : bars) {
            auto& before = until[static_cast<std::size_t>(bar.row)];
            QVERIFY2(bar.start >= before - 1e-9, QByteArray::number(bar.start - before).constData());
            QVERIFY(bar.exposed >= 0 && bar.exposed <= bar.end - bar.start + 1e-12 && bar.end <= step->end + 1e-9);
            before = bar.end;
        }
        COMPARE_NEAR(sums[static_cast<std::size_t>(ClockRow::math)], 4 * 5 * 3.0, 1e-12);
        COMPARE_NEAR(sums[static_cast<std::size_t>(ClockRow::axisX)], 4 * 5 * (2 * 0.7 + 0.9), 1e-12);
        COMPARE_NEAR(sums[static_cast<std::size_t>(ClockRow::axisY)], 4 * 5 * 0.8, 1e-12);
    }
    const double all = step->busy[static_cast<std::size_t>(ClockRow::axisZ)];
    COMPARE_NEAR(all, 4 * 5 * 0.2 + 5 * 0.25, 1e-12);
    COMPARE_NEAR(step->busy[static_cast<std::size_t>(ClockRow::dcn)], 5 * 0.3, 1e-12);
}

/// One layer, one microbatch, X = 0.7 of a gather beside math of 1, then of 2 with 0.9 of a reduce-scatter behind it:
/// the first gather and the last reduce-scatter have nothing to hide behind.
void TstStepTimeline::exposedIsWhatMathDoesNotHide()
{
    StepParts parts;
    parts.backward = true;
    parts.layer[0] = {1, 0, 1, {}, {0.7, 0, 0}, {}};
    parts.layer[1] = {2, 0, 2, {}, {0.7, 0, 0}, {0.9, 0, 0}};
    const auto step = stepTimeline(parts);
    QVERIFY(step.has_value());
    COMPARE_NEAR(step->end, 0.7 + 1 + 2 + 0.9, 1e-12);
    COMPARE_NEAR(step->exposed[static_cast<std::size_t>(ClockRow::axisX)], 0.7 + 0.9, 1e-12);
    COMPARE_NEAR(step->busy[static_cast<std::size_t>(ClockRow::axisX)], 0.7 + 0.7 + 0.9, 1e-12);
}

void TstStepTimeline::aWindowHasItsBars()
{
    const auto step = stepTimeline(busyStep(Overlap::overlapped));
    QVERIFY(step.has_value());
    const auto all = step->bars(1, 0, step->end + 1);
    for (double from = 0; from < step->end; from += 7.3) {
        const double to = from + 3.1;
        const auto inside =
            std::ranges::count_if(all, [&](const StepBar& bar) { return bar.end > from && bar.start < to; });
        QCOMPARE(static_cast<std::ptrdiff_t>(step->bars(1, from, to).size()), inside);
    }
}

/// The stage of which mem.activations is holds as much on its clock; others by the number of their microbatches. ZB-H1
/// counts as 1F1B, whose backward passes of inputs it has.
void TstStepTimeline::activationsInFlightAreThoseOfTheAccount()
{
    const auto parts = fetched();
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setField(s, "hw.chip", std::string("h100-sxm"))); // no slice into which stages have to fit
    for (const auto& [field, value] : {std::pair("mesh.X", 1.),
                                       {"mesh.Y", 1.},
                                       {"mesh.Z", 1. * parts.stages},
                                       {"work.micro", 1. * parts.microbatches},
                                       {"pipe.chunks", 1. * parts.chunks}})
        QVERIFY(setField(s, field, value));
    QVERIFY(setField(s, "mesh.Z.role", std::string("pipeline")));
    s.pipe.schedule = parts.schedule;
    const auto step = stepTimeline(s);
    const auto memory = evaluate(s).memory;
    QVERIFY(step.has_value() && memory.activations.si() > 0);
    const double each = heldBytes(s, *step, memory);
    const std::size_t fullest = memory.stage == Stage::last ? step->stages.size() - 1 : 0;
    const double most = maxHeld(heldActivations(*step, fullest)).held * each;
    QVERIFY2(most <= memory.activations.si() * (1 + 1e-12), qPrintable(QString::number(most)));
    const bool oneGroup = parts.microbatches <= parts.stages;
    if (parts.schedule != PipeSchedule::interleaved || oneGroup || parts.microbatches % parts.stages == 0)
        COMPARE_NEAR(most, memory.activations.si(), 1e-12);                          // whole groups
    if (parts.schedule == PipeSchedule::interleaved && parts.stages > 1 && oneGroup) // alternates in its last chunk
        QCOMPARE(step->stages.back().inFlight, (parts.chunks - 1) * parts.microbatches + 1);
    for (std::size_t stage = 0; stage < step->stages.size(); ++stage) {
        const auto held = heldActivations(*step, stage);
        QCOMPARE(held.back().held, 0.); // all are used up
        QCOMPARE(maxHeld(held).held, static_cast<double>(step->stages[stage].inFlight));
        QVERIFY(std::ranges::is_sorted(held, {}, &HeldAt::at));
    }
}

/// 1, 3, 0, 2 within a moment, then 5 in the next: the line from the first over both ends to the last, then the next.
void TstStepTimeline::fewPointsKeepTheHighest()
{
    const std::vector<HeldAt> line{{0, 1}, {0.1, 3}, {0.2, 2}, {0.3, 0}, {0.4, 2}, {1.5, 5}};
    std::vector<double> held;
    for (const auto& point : thinned(line, 1))
        held.push_back(point.held);
    QCOMPARE(held, (std::vector<double>{1, 3, 0, 2, 5}));
    QCOMPARE(thinned(line, 0).size(), line.size());
}

void TstStepTimeline::tooManyPassesAreRefused()
{
    const auto step = stepTimeline(pipeline(PipeSchedule::gpipe, 64, 65536, 1));
    QVERIFY(!step.has_value());
    QVERIFY(QString::fromStdString(step.error()).contains(QStringLiteral("fewer microbatches")));
}

void TstStepTimeline::shortBarsAreTakenTogether_data() { addSchedules(); }

/// However little is seen apart, nothing is lost: the sums of each row stay, and every bar is counted.
void TstStepTimeline::shortBarsAreTakenTogether()
{
    auto parts = fetched();
    for (auto& layer : parts.layer)
        layer.gather[0] = layer.tokens[1] = 0.3;
    parts.dcn = 0.7;
    const auto step = stepTimeline(parts);
    QVERIFY(step.has_value());
    double all = 0;
    for (std::size_t stage = 0; stage < step->stages.size(); ++stage) {
        const auto every = step->bars(stage, -1, 1e9);
        all += static_cast<double>(every.size());
        double busy = 0, exposed = 0;
        for (const auto& piece : stepPieces(*step, stage, -1, 1e9)) {
            busy += piece.busy;
            exposed += piece.exposed;
        }
        for (const double least : {0.2, 1.0, 5.0, 1000.0}) {
            const auto pieces = stepPieces(*step, stage, -1, 1e9, least);
            double count = 0, sum = 0, open = 0;
            for (const auto& piece : pieces) {
                count += piece.bars;
                sum += piece.busy;
                open += piece.exposed;
            }
            QCOMPARE(count, static_cast<double>(every.size()));
            COMPARE_NEAR(sum, busy, 1e-9);
            QVERIFY(std::abs(open - exposed) < 1e-9 * busy);
            QVERIFY(least < 100 || pieces.size() <= 4 * clockRows + 8); // one cell of each look
        }
    }
    QCOMPARE(barCount(*step), all);
}

ROOFLIGHT_TEST(TstStepTimeline)
#include "tst_step_timeline.moc"
