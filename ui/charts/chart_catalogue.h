// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of charts: tabs and their actions, cards, exports, tables and `render --view` are made from it.
#pragma once

#include "ui/charts/chart_table.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <span>
#include <vector>

namespace ui
{

class Picture;

struct ChartRow {
    QString id;    // "roofline": what `render --view` takes, and part of the names of its widgets
    QString title; // of its card and page
    QString tab;   // of its tab, where all tabs have to fit into the smallest window; empty: it is part of another
    QString tip;   // of the action that shows it
    std::unique_ptr<Picture> (*make)();
    TableRows (*table)(const Snapshot&);
    QString (*parameters)(const Snapshot&) = nullptr; // of its caption; null: those of the step
    double (*rows)(const Snapshot&) = nullptr;        // of its table, where there may be too many to write
    QStringList (*notes)(const Snapshot&) = nullptr;  // what its table rests on beyond the parameters, for its head
    bool ofStep = true; // shows the report of the step: has a card on Explore and on the dashboard
};

/// In the order of the tabs; those of the step first.
std::span<const ChartRow> charts();
std::span<const ChartRow> stepCharts();

/// Null when no chart has the id.
const ChartRow* findChart(const QString& id);

/// A tab, and the action that shows it.
struct TabRow {
    QString id;
    QString words;
    QString tip;
};
/// Explore, one for each chart of a step, Collectives, the other charts.
std::vector<TabRow> tabRows();

} // namespace ui
