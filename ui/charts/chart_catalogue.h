// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of charts: tabs, the export dialog and the command line are generated from it.
#pragma once

#include "ui/charts/chart.h"

#include <QString>

#include <memory>
#include <span>

namespace ui
{

struct ChartRow {
    QString id; // "roofline"
    QString title;
    std::unique_ptr<Chart> (*make)();
};

/// roofline, batch, memory, counts.
std::span<const ChartRow> charts();

/// Null when no chart has the id.
const ChartRow* findChart(const QString& id);

} // namespace ui
