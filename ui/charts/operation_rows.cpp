// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of each operation, evaluated as if it were the only one, and its table: a row for each, then one for each
// measured point.
#include "ui/charts/operation_rows.h"

#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/further_operation.h"
#include "ui/charts/operation_layout.h"
#include "ui/charts/operation_measured.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <array>

namespace ui
{

QString OperationRow::idOf(const char* metric) const
{
    return number > 1 ? QStringLiteral("%1@%2").arg(QLatin1String(metric)).arg(number) : QLatin1String(metric);
}

std::vector<OperationRow> operationRows(const Snapshot& snapshot)
{
    std::vector<OperationRow> rows;
    const auto titles = core::operationTitles(snapshot.scenario);
    core::Scenario own = core::withOperation(snapshot.scenario, snapshot.scenario.op);
    for (std::size_t number = 1; number <= snapshot.scenario.ops.size() + 1; ++number) {
        own.op = *core::operationAt(snapshot.scenario, number);
        OperationRow row{number, own.op, core::operationNumbers(own), toText(titles[number - 1]), {}, {}};
        row.bound = toText(core::boundOf(row.numbers, own));
        row.why = toText(core::reasonOf(row.numbers, own));
        rows.push_back(std::move(row));
    }
    return rows;
}

QString placeOf(const OperationRow& row) { return QStringLiteral("operation %1").arg(row.number); }

std::size_t operationNumber(const QString& place)
{
    return place.startsWith(QLatin1String("operation ")) ? place.mid(10).toUInt() : 0;
}

QColor colourOf(const OperationRow& row, const Theme& theme)
{
    constexpr std::array<std::size_t, 7> order{0, 4, 2, 3, 5, 7, 6}; // neighbours are far apart; of two blues one
    const std::size_t at = (row.number - 1) % (order.size() + 1);
    return at < order.size() ? theme.components[order[at]] : theme.overflow;
}

Marker markerOf(const OperationRow& row)
{
    constexpr std::array markers{Marker::disc,    Marker::square,       Marker::triangle,
                                 Marker::diamond, Marker::triangleDown, Marker::pentagon};
    return markers[(row.number - 1) % markers.size()];
}

QString operationParameters(const Snapshot& snapshot)
{
    const core::Scenario& s = snapshot.scenario;
    const core::ChipPreset* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    QStringList parts{toText(chip ? chip->name : s.hw.chip)};
    for (const OperationRow& row : operationRows(snapshot))
        parts.append(row.title);
    return parts.join(QStringLiteral(" · "));
}

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
