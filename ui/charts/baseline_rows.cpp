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
    for (std::size_t place = 0; place < snapshot.baselines.size(); ++place) {
        auto more = rowsOf(snapshotOf(snapshot.baselines[place].scenario));
        for (std::size_t i = 1; i < more.size(); ++i) {
            more[i].push_back(baselineLook(place).letter.toStdString());
            rows.push_back(std::move(more[i]));
        }
    }
    return rows;
}

} // namespace ui
