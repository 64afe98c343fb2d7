// SPDX-License-Identifier: GPL-3.0-or-later
// Each baseline is read as if it were the document.
#include "ui/charts/baseline_rows.h"

#include "ui/session/snapshot.h"
#include "ui/theme/marker.h"

namespace ui
{

TableRows withBaselineRows(const Snapshot& snapshot, TableRows (*rowsOf)(const Snapshot&))
{
    auto rows = rowsOf(snapshot);
    if (snapshot.baselines.empty())
        return rows;
    for (auto& row : rows)
        row.emplace_back(&row == &rows.front() ? "baseline" : "");
    for (const Baseline& baseline : snapshot.baselines) {
        auto more = rowsOf(snapshotOf(baseline.scenario));
        for (std::size_t i = 1; i < more.size(); ++i) {
            more[i].push_back(baselineLook(baseline.look).letter.toStdString());
            rows.push_back(std::move(more[i]));
        }
    }
    return rows;
}

} // namespace ui
