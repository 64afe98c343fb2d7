// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns of the verdict language.
#include "ui/numbers/verdict_text.h"

#include "core/numbers/metric_sentences.h"
#include "core/quantity/format.h"
#include "core/quantity/shown.h"
#include "core/step/axis_network.h"
#include "ui/charts/chart_style.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

QString times(double factor) { return QString::fromStdString(core::factorText(factor)); }

/// The network of an axis, named by what carries it.
QString axisName(core::Verdict verdict, const Snapshot& snapshot)
{
    const auto network = [&](std::size_t axis) {
        return QString::fromStdString(core::networkName(snapshot.scenario, snapshot.report.mesh, axis));
    };
    switch (verdict) {
    case core::Verdict::commsX:
        return network(0);
    case core::Verdict::commsY:
        return network(1);
    case core::Verdict::commsZ:
        return network(2);
    case core::Verdict::comms:
        return snapshot.scenario.hw.kind == core::ChipKind::tpu ? QStringLiteral("ICI") : tr("network");
    case core::Verdict::hbm:
        return QStringLiteral("HBM");
    case core::Verdict::latency:
        return tr("latency");
    case core::Verdict::dcn:
        return QStringLiteral("DCN");
    default:
        return tr("the rest");
    }
}

struct Look {
    const char* state;
    const char* icon;
    QColor Theme::*colour;
};

Look lookOf(core::Verdict verdict)
{
    switch (verdict) {
    case core::Verdict::compute:
        return {"Compute-bound", "compute", &Theme::compute};
    case core::Verdict::hbm:
        return {"HBM-bound", "hbm", &Theme::hbm};
    case core::Verdict::latency:
        return {"Latency-bound", "latency", &Theme::comms};
    case core::Verdict::balanced:
        return {"Balanced", "balanced", &Theme::text};
    case core::Verdict::unknown:
        return {"No verdict", "info", &Theme::muted};
    default:
        return {"Communication-bound", "comms", &Theme::comms};
    }
}

/// "math 11.5 s vs ICI 0.789 s": both in the unit of the longer.
QString against(const QString& first, double time, const QString& second, double other)
{
    const auto text = [unit = std::max(time, other)](double seconds) {
        return toText(core::format(seconds, core::dim::second, {.like = unit}));
    };
    return tr("%1 %2 vs %3 %4").arg(first, text(time), second, text(other));
}

} // namespace

bool cannotEvaluate(const Snapshot& snapshot)
{
    return std::ranges::any_of(snapshot.issues,
                               [](const core::Issue& issue) { return issue.severity == core::Severity::error; });
}

VerdictText boundText(const Snapshot& snapshot)
{
    if (cannotEvaluate(snapshot)) {
        const auto error = std::ranges::find(snapshot.issues, core::Severity::error, &core::Issue::severity);
        return {tr("Cannot be evaluated"),
                QString::fromStdString(error->text),
                {},
                QStringLiteral("warning"),
                &Theme::muted};
    }
    const core::BoundOf<double>& bound = snapshot.report.bound;
    const Look look = lookOf(bound.verdict);
    VerdictText verdict{tr(look.state), {}, {}, QLatin1String(look.icon), look.colour};
    if (bound.verdict == core::Verdict::unknown || !std::isfinite(bound.math.si()))
        return verdict;
    const QString other = axisName(bound.largest, snapshot);
    const double math = bound.math.si(), waits = bound.other.si();
    if (bound.verdict == core::Verdict::compute) {
        if (!std::isfinite(bound.margin.si()) || waits <= 0) {
            verdict.detail = tr("math %1, nothing else to wait for").arg(timeText(math));
            return verdict;
        }
        verdict.margin = times(bound.margin.si());
        verdict.detail = tr("%1 (%2 margin)").arg(against(tr("math"), math, other, waits), verdict.margin);
    } else if (bound.verdict == core::Verdict::balanced) {
        verdict.detail = tr("within 10 % of the boundary, %1").arg(against(tr("math"), math, other, waits));
    } else {
        verdict.margin = times(1 / bound.margin.si());
        verdict.detail = tr("%1 (%2 over)").arg(against(other, waits, tr("math"), math), verdict.margin);
    }
    const core::Work& work = snapshot.scenario.work;
    if (work.mode == core::Mode::training && work.pass == core::Pass::step)
        verdict.detail += bound.whole      ? tr(", in both passes")
                          : bound.backward ? tr(", in the backward pass")
                                           : tr(", in the forward pass");
    constexpr double worthAWord = 0.01;
    const double idle = core::dominantBubble(snapshot.report) / snapshot.report.time.step.si();
    if (idle > worthAWord)
        verdict.detail += tr("; the pipeline idles %1 of the step").arg(percentText(idle));
    return verdict;
}

VerdictText verdictText(const Snapshot& snapshot)
{
    VerdictText verdict = boundText(snapshot);
    if (snapshot.report.memory.fits || cannotEvaluate(snapshot))
        return verdict;
    const QString detail = tr("if it fitted: %1").arg(verdict.sentence());
    return {fitText(snapshot), detail, {}, QStringLiteral("overflow"), &Theme::overflow};
}

QString fitText(const Snapshot& snapshot)
{
    const core::MemoryOf<double>& memory = snapshot.report.memory;
    const core::FormatOptions options{.bytes = snapshot.scenario.conv.unit};
    const QString needed = QString::fromStdString(core::format(memory.total.si(), core::dim::byte, options));
    const QString capacity = QString::fromStdString(core::format(memory.capacity.si(), core::dim::byte, options));
    return memory.fits ? tr("Fits: %1 of %2 per chip").arg(needed, capacity)
                       : tr("Does not fit: %1 of %2 per chip").arg(needed, capacity);
}

} // namespace ui
