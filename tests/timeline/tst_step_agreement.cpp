// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated step beside time.step, under every convention (MODEL.md, g).
#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/timeline/fill_parts.h"
#include "core/timeline/slot_shape.h"
#include "core/timeline/step_timeline.h"
#include "support/near.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include <QTest>

#include <numeric>

using namespace core;

class TstStepAgreement : public QObject
{
    Q_OBJECT

private slots:
    void scenariosAgree();
    void drawnRatiosAgree();
    void interleavedRatiosAgree();
    void interleavedStagesStayWithinTheirBounds();
    void moreLayersAgreeBetter();
    void namedPartsAddUp();
    void reductionsWaitForTheirNetwork();
};

namespace
{

double together(const StepParts& parts, const std::array<double, meshAxes>& axes) { return lengthOfEnds(parts, axes); }

/// Length of a backward slot with and without its collectives of weights.
double backwardSlot(const StepParts& parts, bool gathers, bool scatters)
{
    SlotShapes shapes(parts);
    const auto next = gathers ? std::optional(SlotKind::backward) : std::nullopt;
    return shapes.of({SlotKind::backward, next, scatters}).length;
}

/// What the simulation may lie below and above time.step by.
struct Bounds {
    double below = 0, above = 0;
};

Bounds boundsOf(const StepParts& parts)
{
    const auto& backward =
        parts.layer[static_cast<std::size_t>(parts.backward ? SlotKind::backward : SlotKind::forward)];
    const double whole = backwardSlot(parts, true, true);
    const double s1 = whole - backwardSlot(parts, true, false), s2 = whole - backwardSlot(parts, false, true);
    const double gather = together(parts, parts.layer[0].gather);
    const double reductions =
        together(parts, backward.scatter) + std::accumulate(parts.once.begin(), parts.once.end(), 0.0) + parts.dcn;
    Bounds out{(parts.stages - 1) * (s2 + (parts.microbatches == 1 ? s1 : 0)), gather + reductions};
    if (parts.schedule == PipeSchedule::zeroBubble && parts.stages > 1) {
        // W gathers nothing for itself, and the slot before a pass gathers for its first layer.
        const double moved = 2 * gather * (parts.microbatches + parts.stages - 1);
        out.below += moved;
        out.above += moved;
    }
    if (parts.dcn > 0) {
        double tensor = 0;
        for (std::size_t a = 0; a < meshAxes; ++a)
            tensor += parts.tensor[a] ? backward.tokens[a] : 0;
        if (parts.comms == Overlap::tensorExposed || parts.comms == Overlap::added)
            out.above += tensor + (parts.comms == Overlap::added ? together(parts, backward.gather) : 0);
    }
    return out;
}

/// The closed form of these parts (MODEL.md, g).
struct ClosedForm {
    double microbatch = 0; // both passes
    double count = 0;      // microbatches and bubble, in microbatches
    double once = 0;       // reductions that the last microbatch does not hide

    double step() const { return count * microbatch + once; }
};

ClosedForm closedForm(const StepParts& parts)
{
    const auto pass = [&](SlotKind kind, double onceShare) {
        const auto& layer = parts.layer[static_cast<std::size_t>(kind)];
        std::array<double, meshAxes> axes{};
        double tensor = 0, hidden = 0, sum = 0;
        for (std::size_t a = 0; a < meshAxes; ++a) {
            axes[a] = layer.tokens[a] + layer.gather[a] + layer.scatter[a] + onceShare * parts.once[a];
            sum += axes[a];
            (parts.tensor[a] ? tensor : hidden) = parts.tensor[a] ? tensor + axes[a] : std::max(hidden, axes[a]);
        }
        const double longest = *std::ranges::max_element(axes);
        const double count = parts.layers * parts.chunks;
        switch (parts.comms) {
        case Overlap::overlapped:
            return count * std::max(layer.work, longest);
        case Overlap::added:
            return count * std::max(layer.work, sum);
        case Overlap::tensorExposed:
            return count * (std::max(layer.work, hidden) + tensor);
        case Overlap::none:
            break;
        }
        return count * (layer.work + sum);
    };
    const double f = pass(SlotKind::forward, 0), b = pass(SlotKind::backward, 0), last = pass(SlotKind::backward, 1);
    const double dcn = parts.layers * parts.chunks * parts.dcn;
    const double m = parts.microbatches, Z = parts.stages, v = parts.chunks;
    return {f + b, m < Z ? Z + (m - 1) / v : m + (Z - 1) / v,
            last - b + (parts.comms == Overlap::none ? dcn : std::max(0.0, dcn - last))};
}

/// Layers of any ratio; the schedule is 1F1B. `charged` is left open.
StepParts drawnParts()
{
    StepParts parts;
    const auto time = [] { return static_cast<double>(*rc::gen::inRange(0, 1000)) / 100; };
    parts.comms = *rc::gen::element(Overlap::overlapped, Overlap::added, Overlap::tensorExposed, Overlap::none);
    parts.stages = *rc::gen::inRange(1, 5);
    parts.microbatches = *rc::gen::inRange(1, 9);
    parts.layers = *rc::gen::inRange(1, 12);
    parts.backward = true;
    parts.tensor = {false, true, false};
    for (const auto kind : {SlotKind::forward, SlotKind::backward}) {
        auto& layer = parts.layer[static_cast<std::size_t>(kind)];
        layer.work = layer.math = kind == SlotKind::forward ? time() : 2 * parts.layer[0].work;
        layer.tokens[1] = kind == SlotKind::forward ? time() : parts.layer[0].tokens[1];
        layer.gather[0] = kind == SlotKind::forward ? time() : parts.layer[0].gather[0];
        layer.scatter[0] = kind == SlotKind::forward ? 0 : parts.layer[0].gather[0];
        layer.tokens[2] = parts.stages == 1 ? 0 : kind == SlotKind::forward ? time() : parts.layer[0].tokens[2];
    }
    if (*rc::gen::arbitrary<bool>()) { // ZeRO-1 in place of FSDP
        parts.once[0] = parts.microbatches * parts.layer[0].gather[0];
        for (auto& layer : parts.layer)
            layer.gather[0] = layer.scatter[0] = 0;
    }
    parts.dcn = *rc::gen::arbitrary<bool>() ? time() : 0;
    return parts;
}

bool agrees(const StepParts& parts)
{
    const auto step = stepTimeline(parts);
    if (!step)
        return false;
    const double S = step->end, T = parts.charged, epsilon = 1e-9 * std::max(S, T);
    if (parts.comms == Overlap::none)
        return std::abs(S - T) <= epsilon;
    const auto bounds = boundsOf(parts);
    if (S >= T - bounds.below - epsilon && S <= T + bounds.above + epsilon)
        return true;
    return false;
}

/// Schedules whose slots the closed form counts exactly.
bool counted(const StepParts& parts)
{
    return parts.stages == 1 || parts.schedule == PipeSchedule::oneForwardOneBackward ||
           parts.schedule == PipeSchedule::gpipe || parts.schedule == PipeSchedule::zeroBubble;
}

} // namespace

void TstStepAgreement::scenariosAgree()
{
    QVERIFY(rc::check([] {
        auto s = tests::validScenario();
        s.conv.comms = *rc::gen::element(Overlap::overlapped, Overlap::added, Overlap::tensorExposed, Overlap::none);
        s.work.mode = Mode::training;
        s.work.pass = Pass::step;
        s.work.batch = std::max(s.work.batch, 4096.0);
        s.pipe.schedule = *rc::gen::element(PipeSchedule::oneForwardOneBackward, PipeSchedule::zeroBubble);
        const auto parts = stepParts(s);
        RC_PRE(std::isfinite(parts.charged) && parts.backward && counted(parts) && parts.passes() <= maxPasses);
        RC_ASSERT(agrees(parts));
    }));
}

void TstStepAgreement::drawnRatiosAgree()
{
    QVERIFY(rc::check([] {
        auto parts = drawnParts();
        parts.schedule = *rc::gen::element(PipeSchedule::gpipe, PipeSchedule::oneForwardOneBackward);
        parts.charged = closedForm(parts).step();
        RC_ASSERT(agrees(parts));
        const auto step = stepTimeline(parts);
        double named = 0;
        for (const auto& part : fillParts(*step))
            named += part.seconds;
        RC_ASSERT(std::abs(named - step->fill()) <= 1e-9 * step->end);
        RC_ASSERT(parts.comms != Overlap::none || step->fill() == 0);
    }));
}

/// All chunks but the last may reduce behind other microbatches, or their last layers wait for the network they share;
/// and a short last group idles at most in its places.
void TstStepAgreement::interleavedRatiosAgree()
{
    QVERIFY(rc::check([] {
        auto parts = drawnParts();
        parts.schedule = PipeSchedule::interleaved;
        parts.stages = *rc::gen::inRange(2, 6);
        parts.chunks = *rc::gen::inRange(2, 5);
        const auto form = closedForm(parts);
        parts.charged = form.step();
        const double S = stepTimeline(parts)->end, T = parts.charged, epsilon = 1e-9 * std::max(S, T);
        auto bounds = parts.comms == Overlap::none ? Bounds{} : boundsOf(parts);
        const int groups = (parts.microbatches + parts.stages - 1) / parts.stages;
        const double v = parts.chunks, lacks = groups * parts.stages - parts.microbatches;
        bounds.below += parts.comms == Overlap::none ? 0 : form.once * (v - 1) / v;
        bounds.above += groups > 1 ? lacks * (1 - 1 / v) * form.microbatch : 0;
        bounds.above += parts.comms == Overlap::added ? (v - 1) * parts.dcn : 0;
        RC_ASSERT(S >= T - bounds.below - epsilon);
        RC_ASSERT(S <= T + bounds.above + epsilon);
    }));
}

/// Whole or short groups, also an only one.
void TstStepAgreement::interleavedStagesStayWithinTheirBounds()
{
    QVERIFY(rc::check([] {
        auto s = tests::validScenario();
        s.conv.comms = *rc::gen::element(Overlap::overlapped, Overlap::added, Overlap::tensorExposed, Overlap::none);
        s.work.mode = *rc::gen::element(Mode::training, Mode::prefill);
        s.work.pass = *rc::gen::element(Pass::step, Pass::forward);
        s.pipe.schedule = PipeSchedule::interleaved;
        s.pipe.chunks = *rc::gen::inRange(2, 5);
        s.mesh.axis[2].role = Role::pipeline;
        s.mesh.axis[2].size = *rc::gen::inRange(2, 7);
        s.work.micro = *rc::gen::inRange(1, 16);
        s.work.batch = 65536 * s.work.micro;
        s.model.L = s.mesh.axis[2].size * s.pipe.chunks * *rc::gen::inRange(1, 4);
        const auto report = evaluate(s);
        RC_PRE(canBeEvaluated(s, report));
        const auto step = stepTimeline(s);
        RC_PRE(step.has_value());
        constexpr double rounding = 1 + 1e-9;
        RC_ASSERT(report.time.lower.si() <= step->end * rounding);
        RC_ASSERT(step->end <= report.time.upper.si() * rounding);
    }));
}

/// Of a layer 3 of math; the first gather and the last reduce-scatter, 0.5 each, have nothing to hide behind.
void TstStepAgreement::moreLayersAgreeBetter()
{
    for (const int layers : {10, 100, 300}) {
        StepParts parts;
        parts.backward = true;
        parts.layers = layers;
        parts.layer[0] = {1, 0, 1, {}, {0.5, 0, 0}, {}};
        parts.layer[1] = {2, 0, 2, {}, {0.5, 0, 0}, {0.5, 0, 0}};
        parts.charged = closedForm(parts).step();
        const auto step = stepTimeline(parts);
        QVERIFY(step.has_value());
        COMPARE_NEAR(step->end / parts.charged - 1, 1.0 / (3 * layers), 1e-9);
    }
}

/// The same: 0.5 before the first layer and behind the last one, while math of 1 and 2 hides all other collectives.
void TstStepAgreement::namedPartsAddUp()
{
    StepParts parts;
    parts.backward = true;
    parts.layers = 10;
    parts.layer[0] = {1, 0, 1, {}, {0.5, 0, 0}, {}};
    parts.layer[1] = {2, 0, 2, {}, {0.5, 0, 0}, {0.5, 0, 0}};
    parts.charged = closedForm(parts).step();
    const auto named = fillParts(*stepTimeline(parts));
    QCOMPARE(named.size(), std::size_t(2));
    QVERIFY(named[0].name == "first gather" && named[0].seconds == 0.5 && named[0].to == 0.5);
    QVERIFY(named[1].name == "behind the last layer" && named[1].from == 30.5 && named[1].to == 31);
    parts.layer[1].gather[0] = parts.layer[1].scatter[0] = 4; // nothing hides 8 behind 2
    parts.charged = closedForm(parts).step();
    const auto longer = fillParts(*stepTimeline(parts));
    // 0.5 and 4 at the ends; the first backward layer has nothing to reduce, the last one nothing to gather; a layer
    // forward gathers at the turn what the one behind it needs: 4 where 1 of math is.
    QCOMPARE(longer.size(), std::size_t(5));
    QCOMPARE(longer[2].seconds, -4.0);
    QCOMPARE(longer[3].seconds, -4.0);
    QVERIFY(longer[4].name == "longest chain");
    QCOMPARE(longer[4].seconds, 3.0);
}

/// Two stages of two layers, one microbatch: 1 of math forward, 4 backward with 1 of tokens on X beside it. The second
/// stage runs backward from 4 to 12, so that the gradients of its last layer are there at 8 and the others at 12. Each
/// takes 2 on X, where tokens go first, then 2 on Y; math hides them up to 12.
void TstStepAgreement::reductionsWaitForTheirNetwork()
{
    StepParts parts;
    parts.backward = true;
    parts.stages = 2;
    parts.layers = 2;
    parts.layer[0] = {1, 0, 1, {}, {}, {}};
    parts.layer[1] = {4, 0, 4, {1, 0, 0}, {}, {}};
    parts.once = {2, 2, 0};
    const auto step = stepTimeline(parts);
    QVERIFY(step.has_value());
    const std::vector<Reduction> expected{{ClockRow::axisX, 0, 9, 11, 2, 0},
                                          {ClockRow::axisY, 0, 11, 13, 2, 1},
                                          {ClockRow::axisX, 1, 12, 14, 2, 2},
                                          {ClockRow::axisY, 1, 14, 16, 2, 2}};
    const auto& found = step->stages.back().reductions;
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QVERIFY(found[i].row == expected[i].row && found[i].layer == expected[i].layer);
        QCOMPARE(found[i].start, expected[i].start);
        QCOMPARE(found[i].end, expected[i].end);
        QCOMPARE(found[i].exposed, expected[i].exposed);
    }
    QCOMPARE(step->stages.back().end, 16.0);
}

ROOFLIGHT_TEST(TstStepAgreement)
#include "tst_step_agreement.moc"
