// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a layer, and its boxes and collectives as rows of a table.
#include "ui/charts/layer_reading.h"

#include "core/layer/collective_reason.h"
#include "core/numbers/design_numbers.h"
#include "core/numbers/layer_numbers.h"
#include "core/quantity/format.h"
#include "core/step/context.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/session/snapshot.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

using Layer = LayerReading::Layer;

QString tr(const char* text) { return QCoreApplication::translate("ui::LayerReading", text); }

const core::DesignCollective& designOf(const Layer& layer, const core::LayerCollective& one)
{
    return layer.numbers.design.all[one.at];
}

/// In the pass, all microbatches.
double secondsOf(const core::DesignCollective& design, double each)
{
    return design.seconds.si() * each * design.calls.microbatches;
}

void addChip(std::vector<LayerChip>& chips, const Layer& layer, const core::LayerCollective& one)
{
    const auto& design = designOf(layer, one);
    const auto same = std::ranges::find_if(chips, [&](const LayerChip& chip) {
        return chip.kind == design.kind && chip.axis == design.axis && chip.weights == design.weights &&
               designOf(layer, *chip.members.front()).when == design.when;
    });
    auto& chip =
        same == chips.end() ? chips.emplace_back(LayerChip{design.kind, design.axis, design.weights, 0, {}}) : *same;
    chip.seconds += secondsOf(design, one.each);
    chip.members.push_back(&one);
}

void readRows(Layer& layer)
{
    const auto read = [&layer](const auto& boxes, const std::vector<core::LayerCollective>& collectives,
                               std::vector<LayerRow>& rows) {
        for (const auto& box : boxes) {
            LayerRow row{box.part, &box.numbers, &layer.arrays.of(box.part), {}, {}};
            for (const auto& one : collectives)
                if (one.part == box.part)
                    addChip(designOf(layer, one).when == core::Moment::forward ? row.forward : row.backward, layer,
                            one);
            rows.push_back(std::move(row));
        }
    };
    const auto& numbers = layer.numbers;
    read(numbers.boxes, numbers.collectives, layer.rows);
    read(numbers.ends, numbers.endCollectives, layer.ends);
    for (std::size_t at = 0; at < numbers.design.all.size(); ++at)
        if (const auto& one = numbers.design.all[at];
            !one.inLayer &&
            std::ranges::find(numbers.endCollectives, at, &core::LayerCollective::at) == numbers.endCollectives.end())
            layer.outside.push_back({.at = at, .each = one.calls.each});
    for (const auto& one : layer.outside)
        addChip(designOf(layer, one).when == core::Moment::forward ? layer.outsideForward : layer.outsideBackward,
                layer, one);
}

/// "qkv", "logits", or "outside".
QString boxOf(const core::LayerCollective& one, const Layer& layer)
{
    const bool end = std::ranges::find(layer.ends, one.part, &LayerRow::part) != layer.ends.end();
    return end || designOf(layer, one).inLayer ? toText(core::idOf(one.part)) : QStringLiteral("outside");
}

QString boxOf(const LayerChip& chip, const Layer& layer) { return boxOf(*chip.members.front(), layer); }

/// "AllGather_X of W_in, W_gate".
QString chipName(const LayerChip& chip, const Layer& layer)
{
    QString name = toText(designOf(layer, *chip.members.front()).name);
    for (std::size_t i = 1; i < chip.members.size(); ++i) {
        const QString next = toText(designOf(layer, *chip.members[i]).name);
        name += QStringLiteral(", ") + next.mid(next.indexOf(QLatin1String(" of ")) + 4);
    }
    return name;
}

QString passName(core::Moment when)
{
    constexpr std::array names{"forward pass", "backward pass", "update"};
    return tr(names[static_cast<std::size_t>(when)]);
}

} // namespace

LayerReading LayerReading::of(const Snapshot& snapshot)
{
    LayerReading reading;
    if (!snapshot.scenario.presets) {
        reading.absence = tr("No layer to show.");
        return reading;
    }
    for (const auto& issue : snapshot.issues)
        if (issue.severity == core::Severity::error)
            reading.absence = toText(issue.text);
    if (!reading.absence.isEmpty())
        return reading;
    auto layer = std::make_shared<Layer>();
    layer->scenario = snapshot.scenario;
    layer->numbers = core::layerOf(snapshot.scenario);
    layer->arrays = core::layerArrays(snapshot.scenario);
    readRows(*layer);
    reading.layer = std::move(layer);
    return reading;
}

QString shortKind(const LayerChip& chip, const Layer& layer)
{
    switch (designOf(layer, *chip.members.front()).payload) {
    case core::PayloadKind::allGather:
        return QStringLiteral("AG");
    case core::PayloadKind::reduceScatter:
        return QStringLiteral("RS");
    case core::PayloadKind::allReduce:
        return QStringLiteral("AR");
    case core::PayloadKind::allToAll:
        return QStringLiteral("A2A");
    case core::PayloadKind::ring:
        return tr("ring");
    case core::PayloadKind::p2p:
        break;
    }
    return tr("send");
}

QString shortCount(double n)
{
    if (!(n > 0))
        return {};
    QString text = toText(core::format(n, core::dim::flop));
    const auto unit = text.indexOf(QLatin1String("FLOP"));
    return (unit < 0 ? text : text.left(unit)).trimmed();
}

QString byteText(double bytes, const Layer& layer)
{
    return bytes > 0 ? toText(core::format(bytes, core::dim::byte, {.bytes = layer.scenario.conv.unit})) : QString();
}

QString timeText(double seconds) { return seconds > 0 ? toText(core::format(seconds, core::dim::second)) : QString(); }

QString scopeOf(std::string_view number, bool backward)
{
    const auto has = [number](std::string_view part) { return number.find(part) != std::string_view::npos; };
    const QString passes = backward ? tr("both passes") : tr("forward pass");
    if (has("params"))
        return tr("parameters, all chips");
    if (has(".logits."))
        return tr("logits in memory, per chip");
    if (has("flops"))
        return tr("FLOPs, all chips, forward pass");
    if (has("saved") || has("mem.activations"))
        return tr("kept for the backward pass, per chip");
    if (has(".kv"))
        return tr("KV cache, per chip");
    if (has("comms"))
        return tr("collectives, per chip, %1; added, however they overlap").arg(passes);
    return tr("math, per chip, %1").arg(passes);
}

Mark boxMark(const LayerRow& row)
{
    return {.number = toText(core::layerNumberId("flops", core::idOf(row.part))),
            .place = QStringLiteral("box ") + toText(core::idOf(row.part))};
}

Mark arraysMark(const LayerRow& row)
{
    const bool opens = !row.arrays->expression().empty();
    return {.number = toText(core::layerNumberId(opens ? "bytes" : "saved", core::idOf(row.part))),
            .place = (opens ? QStringLiteral("product ") : QStringLiteral("arrays ")) + toText(core::idOf(row.part))};
}

Mark chipMark(const LayerChip& chip, const Layer& layer)
{
    return {.number = toText(core::designNumberId("call", designOf(layer, *chip.members.front()))),
            .place = QStringLiteral("collective %1 %2").arg(chip.members.front()->at).arg(boxOf(chip, layer))};
}

namespace
{

void completeBox(Mark& mark, const LayerRow& row, const Layer& layer)
{
    mark.heading = toText(core::titleOf(row.part));
    const auto add = [&](const QString& role, const std::vector<core::ShardedArray>& arrays) {
        for (const auto& array : arrays)
            mark.lines.append(tr("%1 %2: %3, on a chip %4")
                                  .arg(role, toText(array.text()), toText(layer.arrays.shape(array, false)),
                                       toText(layer.arrays.shape(array, true))));
    };
    add(tr("in"), row.arrays->in);
    add(tr("weights"), row.arrays->weights);
    add(tr("out"), row.arrays->out);
    if (const auto& numbers = *row.numbers; numbers.forward.si() > 0)
        mark.lines.append(
            tr("%1 forward, %2 of math on a chip")
                .arg(toText(core::format(numbers.forward.si(), core::dim::flop)), timeText(numbers.math.si())));
}

void completeChip(Mark& mark, const LayerChip& chip, const Layer& layer)
{
    const auto& first = designOf(layer, *chip.members.front());
    mark.heading = chipName(chip, layer);
    for (const auto* one : chip.members) {
        const auto& design = designOf(layer, *one);
        const double calls = one->each * design.calls.microbatches;
        mark.lines.append(tr("%1: %2, %3 a call%4")
                              .arg(toText(design.array), byteText(design.bytes.si(), layer),
                                   timeText(design.seconds.si()), calls > 1 ? tr(", %1 calls").arg(calls) : QString()));
    }
    mark.lines.append(passName(first.when));
    mark.lines.append(toText(core::reasonOf(layer.scenario, first)));
    mark.lines.append(toText(core::waitingOf(first)));
}

} // namespace

void completeMark(Mark& mark, const Layer& layer)
{
    const QString kind = mark.place.section(u' ', 0, 0), name = mark.place.section(u' ', -1);
    if (!mark.heading.isEmpty())
        return;
    const auto fill = [&](const std::vector<LayerChip>& chips) {
        for (const auto& chip : chips)
            if (chipMark(chip, layer).place == mark.place)
                completeChip(mark, chip, layer);
    };
    fill(layer.outsideForward);
    fill(layer.outsideBackward);
    const auto isIt = [&](const LayerRow& one) { return name == toText(core::idOf(one.part)); };
    const auto end = std::ranges::find_if(layer.ends, isIt);
    const auto row = end != layer.ends.end() ? end : std::ranges::find_if(layer.rows, isIt);
    if (row == layer.rows.end())
        return;
    if (kind == QLatin1String("box"))
        return completeBox(mark, *row, layer);
    if (kind != QLatin1String("collective")) {
        mark.heading = toText(row->arrays->text());
        return;
    }
    fill(row->forward);
    fill(row->backward);
}

namespace
{

std::vector<LayerChip> chipsOf(const LayerRow& row)
{
    auto all = row.forward;
    all.insert(all.end(), row.backward.begin(), row.backward.end());
    return all;
}

} // namespace

QString layerSentence(const Layer& layer)
{
    const auto& all = layer.numbers.total;
    QString text = tr("One of %1 layers: %2 parameters, %3 forward; on a chip %4 of math and %5 of collectives.")
                       .arg(layer.numbers.layers.si())
                       .arg(shortCount(all.parameters.si()), toText(core::format(all.forward.si(), core::dim::flop)),
                            toText(core::format(all.math.si(), core::dim::second)),
                            toText(core::format(all.comms.si(), core::dim::second)));
    for (const auto* rows : {&layer.rows, &layer.ends})
        for (const auto& row : *rows)
            for (const auto& chip : chipsOf(row))
                text += u' ' + tr("%1, %2, %3: %4.")
                                   .arg(toText(core::titleOf(row.part)),
                                        passName(designOf(layer, *chip.members.front()).when), chipName(chip, layer),
                                        timeText(chip.seconds));
    return text;
}

namespace
{

std::vector<std::string> numberCells(const core::LayerNumbersOf<double>& n)
{
    std::vector<std::string> cells;
    for (const double value :
         {n.parameters.si(), n.forward.si(), n.backward.si(), n.recompute.si(), n.chip.si(), n.math.si(), n.comms.si(),
          n.payload.si(), n.weights.si(), n.saved.si(), n.transient.si(), n.cache.si(), n.logits.si()})
        cells.push_back(tableCell(value));
    return cells;
}

void addRow(TableRows& rows, std::string kind, std::string name, std::string text, std::vector<std::string> cells)
{
    std::vector<std::string> row{std::move(kind), std::move(name), std::move(text)};
    row.insert(row.end(), cells.begin(), cells.end());
    row.resize(rows.front().size());
    rows.push_back(std::move(row));
}

} // namespace

/// Boxes with their sums, then every collective; empty without a layer.
TableRows layerTable(const Snapshot& snapshot)
{
    TableRows rows{
        {"row",       "name",     "text",          "parameters",    "forward_FLOP", "backward_FLOP", "recomputed_FLOP",
         "chip_FLOP", "math_s",   "collectives_s", "collectives_B", "weights_B",    "saved_B",       "transient_B",
         "kv_B",      "logits_B", "box",           "pass",          "axis",         "calls",         "call_B",
         "call_s",    "why",      "waits"}};
    const auto reading = LayerReading::of(snapshot);
    if (!reading.layer)
        return rows;
    const auto& layer = *reading.layer;
    for (const auto* boxes : {&layer.rows, &layer.ends})
        for (const auto& row : *boxes)
            addRow(rows, "box", std::string(core::idOf(row.part)), row.arrays->text(), numberCells(*row.numbers));
    addRow(rows, "total", "layer", "", numberCells(layer.numbers.total));
    addRow(rows, "outside", "outside", "", numberCells(layer.numbers.outside));
    auto collectives = layer.numbers.collectives;
    for (const auto* more : {&layer.numbers.endCollectives, &layer.outside})
        collectives.insert(collectives.end(), more->begin(), more->end());
    for (const auto& one : collectives) {
        const auto& design = designOf(layer, one);
        std::vector<std::string> cells(13);
        const std::string axis = design.axis < core::meshAxes ? std::string(core::axisNames[design.axis]) : "DCN";
        cells.insert(cells.end(),
                     {boxOf(one, layer).toStdString(), passName(design.when).toStdString(), axis,
                      tableCell(one.each * design.calls.microbatches), tableCell(design.bytes.si()),
                      tableCell(design.seconds.si()), core::reasonOf(layer.scenario, design), core::waitingOf(design)});
        addRow(rows, "collective", design.name, "", std::move(cells));
    }
    return rows;
}

} // namespace ui
