// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the chart table. A new chart is a file with its picture, and a row here.
#include "ui/charts/chart_catalogue.h"

#include "ui/charts/chart_picture.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ui
{

// Each in the file of its chart.
std::unique_ptr<Picture> rooflinePicture();
TableRows rooflineTable(const Snapshot&);
std::unique_ptr<Picture> batchPicture();
TableRows batchTable(const Snapshot&);
std::unique_ptr<Picture> memoryPicture();
std::unique_ptr<Picture> countsPicture();

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::ChartRow", text); }

} // namespace

std::span<const ChartRow> charts()
{
    static const std::array rows{
        ChartRow{.id = QStringLiteral("roofline"),
                 .title = tr("Roofline"),
                 .tab = tr("Roofline"),
                 .tip = tr("Roofline"),
                 .make = rooflinePicture,
                 .table = rooflineTable},
        ChartRow{.id = QStringLiteral("batch"),
                 .title = tr("Time against batch"),
                 .tab = tr("Time against batch"),
                 .tip = tr("Time against batch"),
                 .make = batchPicture,
                 .table = batchTable},
        ChartRow{.id = QStringLiteral("memory"),
                 .title = tr("Memory per chip"),
                 .tab = tr("Memory per chip"),
                 .tip = tr("Memory"),
                 .make = memoryPicture,
                 .table = [](const Snapshot& snapshot) { return metricTable(snapshot, "mem."); }},
        ChartRow{.id = QStringLiteral("counts"),
                 .title = tr("Chips that hold the model"),
                 .tab = tr("Chips needed"),
                 .tip = tr("Chips needed"),
                 .make = countsPicture,
                 .table = [](const Snapshot& snapshot) { return metricTable(snapshot, "count."); }},
    };
    return rows;
}

const ChartRow* findChart(const QString& id)
{
    const auto rows = charts();
    const auto found = std::ranges::find(rows, id, &ChartRow::id);
    return found == rows.end() ? nullptr : &*found;
}

} // namespace ui
