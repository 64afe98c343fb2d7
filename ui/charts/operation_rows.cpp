// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of each operation, evaluated as if it were the only one.
#include "ui/charts/operation_rows.h"

#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/further_operation.h"
#include "ui/session/snapshot.h"

#include <map>

namespace ui
{

QString OperationRow::idOf(const char* metric) const
{
    return number > 1 ? QStringLiteral("%1@%2").arg(QLatin1String(metric)).arg(number) : QLatin1String(metric);
}

std::vector<OperationRow> operationRows(const Snapshot& snapshot)
{
    std::vector<OperationRow> rows;
    std::map<QString, int> titled; // operations of a title
    core::Scenario own = core::withOperation(snapshot.scenario, snapshot.scenario.op);
    for (std::size_t number = 1; number <= snapshot.scenario.ops.size() + 1; ++number) {
        own.op = *core::operationAt(snapshot.scenario, number);
        OperationRow row{number, own.op, core::operationNumbers(own), toText(core::titleOf(own.op)), {}, {}};
        if (const int same = ++titled[row.title]; same > 1)
            row.title += QStringLiteral(" (%1)").arg(same);
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
    return theme.components[(row.number - 1) % theme.components.size()];
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

} // namespace ui
