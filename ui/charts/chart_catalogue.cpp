// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the chart table.
#include "ui/charts/chart_catalogue.h"

#include "ui/charts/bar_chart.h"
#include "ui/charts/batch_picture.h"
#include "ui/charts/counts_picture.h"
#include "ui/charts/memory_picture.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/roofline_picture.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

template <class View, class Picture> std::unique_ptr<Chart> make()
{
    return std::make_unique<View>(std::make_unique<Picture>());
}

QString tr(const char* text) { return QCoreApplication::translate("ui::ChartRow", text); }

} // namespace

std::span<const ChartRow> charts()
{
    static const std::array rows{
        ChartRow{QStringLiteral("roofline"), tr("Roofline"), make<PlotChart, RooflinePicture>},
        ChartRow{QStringLiteral("batch"), tr("Time against batch"), make<PlotChart, BatchPicture>},
        ChartRow{QStringLiteral("memory"), tr("Memory per chip"), make<BarChart, MemoryPicture>},
        ChartRow{QStringLiteral("counts"), tr("Chips that hold the model"), make<BarChart, CountsPicture>},
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
