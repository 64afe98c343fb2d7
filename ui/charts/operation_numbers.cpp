// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind the roofline of operations: a row for each operation, then one for each measured point.
#include "core/operation/operation_name.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/operation_layout.h"
#include "ui/charts/operation_measured.h"
#include "ui/charts/operation_rows.h"
#include "ui/session/snapshot.h"

#include <algorithm>

namespace ui
{

namespace
{

/// Under the heads that a measured point has numbers for.
void addMeasured(TableRows& rows, const Snapshot& snapshot)
{
    if (!snapshot.measured)
        return;
    const auto heads = rows.front();
    const auto place = [&heads](std::string_view head) {
        return static_cast<std::size_t>(std::ranges::find(heads, head) - heads.begin());
    };
    for (const OperationMeasured& point : operationScene(snapshot).measured) {
        std::vector<std::string> cells(heads.size());
        cells[place("number")] = point.number > 0 ? std::to_string(point.number) : std::string();
        cells[place("operation")] = point.name.toStdString();
        cells[place("kind")] = "measured";
        cells[place("intensity_flop_per_byte")] = tableCell(point.intensity);
        cells[place("rate_flop_per_s")] = tableCell(point.rate);
        cells[place("share_of_roof")] = tableCell(point.share);
        cells[place("why")] = shareWords(point).toStdString();
        rows.push_back(std::move(cells));
    }
}

TableRows rowsOf(const Snapshot& snapshot)
{
    TableRows rows{{"number",
                    "operation",
                    "kind",
                    "level",
                    "unit",
                    "FLOPs",
                    "useful_FLOPs",
                    "bytes_B",
                    "intensity_flop_per_byte",
                    "machine_flop_per_byte",
                    "math_s",
                    "memory_s",
                    "bound",
                    "lower_s",
                    "upper_s",
                    "rate_flop_per_s",
                    "critical_batch",
                    "critical_batch_approximate",
                    "array_idle",
                    "why",
                    "share_of_roof"}};
    for (const OperationRow& row : operationRows(snapshot)) {
        const auto& n = row.numbers;
        rows.push_back({std::to_string(row.number),
                        row.title.toStdString(),
                        std::string(nameOf(row.operation.kind)),
                        std::string(nameOf(row.operation.level)),
                        core::unitOf(row.operation, snapshot.scenario),
                        tableCell(n.flops.si()),
                        tableCell(n.useful.si()),
                        tableCell(n.bytes.si()),
                        tableCell(n.intensity.si()),
                        tableCell(n.machine.si()),
                        tableCell(n.math.si()),
                        tableCell(n.memory.si()),
                        row.bound.toStdString(),
                        tableCell(n.lower.si()),
                        tableCell(n.upper.si()),
                        tableCell(n.rate.si()),
                        tableCell(n.batchCritical.si()),
                        tableCell(n.batchApprox.si()),
                        tableCell(n.idle.si()),
                        row.why.toStdString(),
                        {}});
    }
    addMeasured(rows, snapshot);
    return rows;
}

} // namespace

TableRows operationTable(const Snapshot& snapshot) { return withBaselineRows(snapshot, rowsOf); }

} // namespace ui
