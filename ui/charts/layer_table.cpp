// SPDX-License-Identifier: GPL-3.0-or-later
// The boxes and collectives of a layer as rows of a table.
#include "core/layer/collective_reason.h"
#include "core/layer/edited_arrays.h"
#include "core/step/context.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/layer_reading.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

namespace ui
{

using Layer = LayerReading::Layer;

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

/// Into the columns of numberCells(), and why its collectives are missing into the last but one.
void putEdited(std::vector<std::string>& cells, const core::EditedNumbers& edited, const std::string& absence)
{
    cells[5] = tableCell(edited.math);
    cells[6] = absence.empty() ? tableCell(edited.comms) : std::string();
    cells[7] = absence.empty() ? tableCell(edited.payload) : std::string();
    cells[8] = tableCell(edited.weights);
    cells.resize(19);
    cells.push_back(absence);
}

void addRow(TableRows& rows, std::string kind, std::string name, std::string text, std::vector<std::string> cells)
{
    std::vector<std::string> row{std::move(kind), std::move(name), std::move(text)};
    row.insert(row.end(), cells.begin(), cells.end());
    row.resize(rows.front().size());
    rows.push_back(std::move(row));
}

/// The what-if of edited arrays: boxes that read or write one, the sum with them in place of the design's, collectives.
void addFoundRows(TableRows& rows, const Layer& layer)
{
    if (!layer.edited)
        return;
    for (const auto* boxes : {&layer.rows, &layer.ends})
        for (const auto& row : *boxes)
            if (row.edited) {
                auto cells = numberCells(*row.numbers);
                putEdited(cells, row.edited->numbers, row.edited->absence);
                addRow(rows, "edited box", std::string(core::idOf(row.part)), row.arrays->text(), std::move(cells));
            }
    std::vector<std::string> sums(13);
    putEdited(sums, layer.edited->numbers, layer.edited->absence());
    addRow(rows, "edited total", "layer", "", std::move(sums));
    for (const auto& box : layer.edited->boxes)
        for (const auto& one : box.found) {
            std::vector<std::string> cells(13);
            cells.insert(cells.end(),
                         {std::string(core::idOf(box.part)), momentName(one.when).toStdString(), one.step.axes,
                          tableCell(one.calls), tableCell(one.rankBytes), tableCell(one.seconds)});
            addRow(rows, "edited collective", one.step.text(), one.step.before.text() + " to " + one.step.after.text(),
                   std::move(cells));
        }
}

} // namespace

/// Each edited array.
QStringList layerNotes(const Snapshot& snapshot)
{
    QStringList arrays;
    for (const auto& array : core::laidArrays(snapshot.scenario))
        arrays.append(toText(array.text()));
    if (arrays.isEmpty())
        return {};
    return {tr("Edited arrays: %1").arg(arrays.join(QStringLiteral("; "))),
            tr("Rows that begin with \"edited\" are with them; all others are as the roles of the mesh axes shard.")};
}

/// Boxes with their sums, what edited arrays make of them, then every collective; empty without a layer.
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
    const auto arrays = core::arraysOfRoles(snapshot.scenario);
    for (const auto* boxes : {&layer.rows, &layer.ends})
        for (const auto& row : *boxes)
            addRow(rows, "box", std::string(core::idOf(row.part)), arrays.of(row.part).text(),
                   numberCells(*row.numbers));
    addRow(rows, "total", "layer", "", numberCells(layer.numbers.total));
    addRow(rows, "outside", "outside", "", numberCells(layer.numbers.outside));
    addFoundRows(rows, layer);
    auto collectives = layer.numbers.collectives;
    for (const auto* more : {&layer.numbers.endCollectives, &layer.outside})
        collectives.insert(collectives.end(), more->begin(), more->end());
    for (const auto& one : collectives) {
        const auto& design = layer.numbers.design.all[one.at];
        std::vector<std::string> cells(13);
        const std::string axis = design.axis < core::meshAxes ? std::string(core::axisNames[design.axis]) : "DCN";
        cells.insert(cells.end(),
                     {boxOf(one, layer).toStdString(), momentName(design.when).toStdString(), axis,
                      tableCell(design.calls.inLayer(one.each)), tableCell(design.rankBytes.si()),
                      tableCell(design.seconds.si()), core::reasonOf(layer.scenario, design), core::waitingOf(design)});
        addRow(rows, "collective", design.name, "", std::move(cells));
    }
    return rows;
}

} // namespace ui
