// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the baselines behind those of the document.
#pragma once

#include "ui/charts/chart_table.h"

namespace ui
{

/// With a last column "baseline", empty for the document; as they are where there is no baseline.
TableRows withBaselineRows(const Snapshot&, TableRows (*rowsOf)(const Snapshot&));

} // namespace ui
