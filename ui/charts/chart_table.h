// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind a chart as rows of text: a decimal point always, the shortest text that reads back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ui
{

struct Snapshot;

/// The first row has the heads, with units.
using TableRows = std::vector<std::vector<std::string>>;

/// Quoted where it has to be; what a spreadsheet would take for a formula begins with '.
std::string csvCell(std::string_view);
/// Empty where there is no number.
std::string tableCell(double);
/// Values of the metrics whose id starts so.
TableRows metricTable(const Snapshot&, std::string_view start);
/// Each baseline read as if it were the document, with a last column "baseline", empty for the document; as they are
/// where there is no baseline.
TableRows withBaselineRows(const Snapshot&, TableRows (*rowsOf)(const Snapshot&));

} // namespace ui
