// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the step on a clock, and its bars as rows of a table.
#include "ui/charts/step_words.h"

#include "core/layer/layer.h"
#include "core/numbers/workspace.h"
#include "core/scenario/scenario.h"
#include "core/timeline/held_activations.h"
#include "core/timeline/step_pieces.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <limits>

namespace ui
{

namespace
{

constexpr std::array rowIds{"math", "hbm", "X", "Y", "Z", "dcn"};

/// Messages that carry tokens, by what the axis does.
QString tokensName(core::Role role)
{
    switch (role) {
    case core::Role::pipeline:
        return tr("Send to the next stage from %1");
    case core::Role::expert:
        return tr("Tokens to their experts and back, %1");
    case core::Role::context:
        return tr("Keys and values around the ring, %1");
    default:
        return tr("Collectives of activations, %1");
    }
}

/// A bar's seconds as a share of what the evaluation counts for its pass.
QString formulaOf(const core::StepParts& parts, const core::StepPiece& piece)
{
    const auto [layers, microbatches] = core::barsOfPass(parts, piece);
    if (layers * microbatches <= 1 || piece.isPart)
        return {};
    const QString pass = timeText(piece.busy * layers * microbatches), layersText = tr("%1 layers").arg(layers);
    return microbatches == 1 ? tr("%1 of the pass / %2").arg(pass, layersText)
                             : tr("%1 of the pass / (%2 × %3 microbatches)").arg(pass, layersText).arg(microbatches);
}

QString matmulName(core::LayerPart part, bool gated)
{
    switch (part) {
    case core::LayerPart::qkv:
        return QStringLiteral("QKV");
    case core::LayerPart::attention:
        return tr("scores and values");
    case core::LayerPart::attentionOut:
        return QStringLiteral("O");
    case core::LayerPart::mlpIn:
        return gated ? tr("MLP gate and in") : tr("MLP in");
    case core::LayerPart::mlpOut:
        return tr("MLP out");
    default:
        return tr("a layer's share of the logits");
    }
}

} // namespace

StepReading StepReading::of(const Snapshot& snapshot)
{
    StepReading reading;
    if (!snapshot.scenario.presets) {
        reading.absence = tr("No step to show.");
        return reading;
    }
    for (std::size_t a = 0; a < core::meshAxes; ++a)
        reading.roles[a] = snapshot.scenario.mesh.axis[a].role;
    for (const auto& one : core::matmulShares(snapshot.scenario, snapshot.report))
        reading.matmuls.push_back({matmulName(one.part, snapshot.scenario.model.nmat > 2), one.share});
    auto step = core::stepTimeline(snapshot.scenario);
    if (step)
        reading.step = std::make_shared<const core::StepTimeline>(*std::move(step));
    else
        reading.absence = toText(step.error()) + u'.';
    return reading;
}

QString rowName(const StepReading& reading, core::ClockRow row)
{
    if (row == core::ClockRow::math)
        return tr("math");
    if (row == core::ClockRow::hbm)
        return QStringLiteral("HBM");
    if (row == core::ClockRow::dcn)
        return QStringLiteral("DCN");
    const auto axis = core::axisOf(row);
    return QStringLiteral("XYZ").at(static_cast<qsizetype>(axis)) + u' ' + toText(core::nameOf(reading.roles[axis]));
}

QString passName(core::SlotKind pass)
{
    constexpr std::array names{"forward", "backward", "gradients of weights"};
    return tr(names[static_cast<std::size_t>(pass)]);
}

namespace
{

/// "8", "3-4".
QString layerNumber(const core::StepPiece& piece)
{
    const QString first = QString::number(piece.layer + 1);
    return piece.lastLayer > piece.layer ? first + u'-' + QString::number(piece.lastLayer + 1) : first;
}

} // namespace

QString layerName(const core::StepPiece& piece)
{
    return (piece.lastLayer > piece.layer ? tr("layers %1") : tr("layer %1")).arg(layerNumber(piece));
}

QString barName(const StepReading& reading, const core::StepPiece& piece)
{
    if (piece.bars > 1)
        return tr("%1: %2 bars").arg(rowName(reading, piece.row)).arg(piece.bars);
    const QString layer = layerName(piece);
    switch (piece.kind) {
    case core::BarKind::math:
        return tr("Math of %1").arg(layer);
    case core::BarKind::hbm:
        return tr("HBM traffic of %1").arg(layer);
    case core::BarKind::tokens:
        return tokensName(reading.roles[core::axisOf(piece.row)]).arg(layer);
    case core::BarKind::gather:
        return tr("Gather of the weights of %1").arg(layer);
    case core::BarKind::scatter:
        return tr("Reduce-scatter of the gradients of %1").arg(layer);
    case core::BarKind::reduction:
        return tr("Reduction of the gradients of %1").arg(layer);
    case core::BarKind::optimizer:
        return tr("Update of the optimizer");
    }
    return {};
}

QStringList barLines(const StepReading& reading, const core::StepPiece& piece)
{
    if (piece.kind == core::BarKind::optimizer)
        return {tr("after the step, on all chips at once; time.step does not count it"),
                tr("%1 from %2 to %3").arg(timeText(piece.busy), timeText(piece.start), timeText(piece.end))};
    const auto& parts = reading.step->parts;
    QStringList lines;
    const QString pass = passName(piece.pass);
    lines.append(piece.microbatch < 0 || parts.microbatches == 1
                     ? pass
                     : tr("%1, microbatch %2 of %3").arg(pass).arg(piece.microbatch + 1).arg(parts.microbatches));
    lines.append(tr("%1 from %2 to %3").arg(timeText(piece.busy), timeText(piece.start), timeText(piece.end)));
    if (piece.bars == 1)
        if (const QString formula = formulaOf(parts, piece); !formula.isEmpty())
            lines.append(QStringLiteral("= ") + formula);
    if (piece.isPart)
        lines.append(tr("a part: collectives of slots go first"));
    if (piece.exposed > 0)
        lines.append(tr("%1 exposed: no math overlaps it").arg(timeText(piece.exposed)));
    return lines;
}

std::vector<MatmulPiece> matmulsOf(const StepReading& reading, const core::StepPiece& piece)
{
    std::vector<MatmulPiece> out;
    if (piece.kind != core::BarKind::math || piece.bars > 1)
        return out;
    auto matmuls = reading.matmuls;
    if (piece.pass != core::SlotKind::forward)
        std::ranges::reverse(matmuls);
    double at = piece.start;
    for (const auto& one : matmuls) {
        const double end = at + one.share * (piece.end - piece.start);
        out.push_back({one.name, at, end});
        at = end;
    }
    return out;
}

QStringList matmulTexts(const QString& name, const core::StepPiece& piece)
{
    return {tr("%1 · %2 · %3").arg(name, layerName(piece), timeText(piece.busy)),
            tr("%1 · %2").arg(name, timeText(piece.busy)), name};
}

QStringList matmulLines(const core::StepPiece& piece)
{
    return {passName(piece.pass),
            tr("%1 from %2 to %3").arg(timeText(piece.busy), timeText(piece.start), timeText(piece.end)),
            tr("= its share of the FLOPs of a layer, forward, of the layer's math")};
}

QString heightWords(bool beside)
{
    return beside ? tr("height: share of time busy") : tr("merged bars: height is the share of the time that is busy");
}

QString barNumber(const core::StepPiece& piece)
{
    if (piece.kind == core::BarKind::optimizer)
        return QStringLiteral("step.optimizer");
    return QStringLiteral("time.") + QLatin1String(rowIds[static_cast<std::size_t>(piece.row)]);
}

QStringList barTexts(const StepReading& reading, const core::StepPiece& piece)
{
    if (piece.kind == core::BarKind::optimizer)
        return {tr("optimizer · %1").arg(timeText(piece.busy)), tr("optimizer")};
    const QString layer = layerName(piece);
    const bool several = reading.step->parts.microbatches > 1 && piece.microbatch >= 0;
    const QString time = timeText(piece.busy);
    QStringList texts;
    if (piece.bars > 1) {
        if (several && piece.row == core::ClockRow::math)
            texts.append({tr("microbatch %1").arg(piece.microbatch + 1), QString::number(piece.microbatch + 1)});
        return texts;
    }
    if (several)
        texts.append(tr("%1 · microbatch %2 · %3").arg(layer).arg(piece.microbatch + 1).arg(time));
    texts.append(tr("%1 · %2").arg(layer, time));
    texts.append(layer);
    texts.append(layerNumber(piece));
    return texts;
}

namespace
{

/// A row for each pass that changes what the stage holds: how much it is at its end.
void addHeld(TableRows& rows, const core::StepTimeline& step, std::size_t stage, double each)
{
    double held = 0;
    for (const auto& pass : step.stages[stage].passes) {
        if (each <= 0 || core::heldMore(pass.kind) == 0)
            continue;
        held += core::heldMore(pass.kind);
        rows.push_back({std::to_string(stage + 1),
                        "memory",
                        tr("Saved activations").toStdString(),
                        passName(pass.kind).toStdString(),
                        std::to_string(pass.microbatch + 1),
                        {},
                        tableCell(pass.start),
                        tableCell(pass.end),
                        {},
                        {},
                        tableCell(held * each)});
    }
}

TableRows barRowsOf(const Snapshot& snapshot)
{
    TableRows rows{{"stage", "row", "bar", "pass", "microbatch", "layer", "start_s", "end_s", "busy_s", "exposed_s",
                    "held_bytes"}};
    const auto reading = StepReading::of(snapshot);
    if (!reading.step)
        return rows;
    const double each = core::heldBytes(snapshot.scenario, *reading.step, snapshot.report.memory);
    for (std::size_t stage = 0; stage < reading.step->stages.size(); ++stage) {
        for (const auto& piece : core::stepPieces(*reading.step, stage, -1, std::numeric_limits<double>::infinity()))
            rows.push_back({std::to_string(stage + 1),
                            rowIds[static_cast<std::size_t>(piece.row)],
                            barName(reading, piece).toStdString(),
                            piece.kind == core::BarKind::optimizer ? std::string() : passName(piece.pass).toStdString(),
                            piece.microbatch < 0 ? std::string() : std::to_string(piece.microbatch + 1),
                            piece.layer < 0 ? std::string() : layerNumber(piece).toStdString(),
                            tableCell(piece.start),
                            tableCell(piece.end),
                            tableCell(piece.busy),
                            tableCell(piece.exposed),
                            {}});
        addHeld(rows, *reading.step, stage, each);
    }
    return rows;
}

} // namespace

/// Every bar of every stage, and every pass that saves activations or uses them up; of the baselines likewise.
double stepRows(const Snapshot& snapshot)
{
    const auto count = [](const StepReading& reading) {
        return reading.step ? core::barCount(*reading.step) + reading.step->parts.passes() : 0;
    };
    double rows = count(StepReading::of(snapshot));
    for (const Baseline& baseline : snapshot.baselines)
        rows += count(StepReading::of(snapshotOf(baseline.scenario)));
    return rows;
}

TableRows stepTable(const Snapshot& snapshot) { return withBaselineRows(snapshot, barRowsOf); }

} // namespace ui
