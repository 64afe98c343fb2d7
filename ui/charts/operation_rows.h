// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a scenario as rows: what the table shows, what the roofline marks, and what its CSV holds.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"

#include <QString>

#include <vector>

namespace ui
{

struct OperationRow {
    std::size_t number = 1; // from 1; of its numbers, "op.flops@2"
    core::Operation operation;
    core::OperationOf<double> numbers;
    QString title, bound;
    QString why; // it is bound as it is, and from which batch on it is not: a sentence

    /// Id of one of its numbers: "op.flops" of the first, "op.flops@2" of the second.
    QString idOf(const char* metric) const;
};

std::vector<OperationRow> operationRows(const Snapshot&);

/// What its mark is called: "operation 2". The number of what is called so; 0 where it is no operation.
QString placeOf(const OperationRow&);
std::size_t operationNumber(const QString& place);

/// By number, the same everywhere.
QColor colourOf(const OperationRow&, const Theme&);
Marker markerOf(const OperationRow&);

TableRows operationTable(const Snapshot&);
QString operationParameters(const Snapshot&);

} // namespace ui
