// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the chart table. A new chart is a file with its picture, and a row here.
#include "ui/charts/chart_catalogue.h"

#include "ui/charts/chart_picture.h"
#include "ui/charts/operation_rows.h"
#include "ui/theme/words.h"

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
std::unique_ptr<Picture> shardingPicture();
TableRows shardingTable(const Snapshot&);
QString shardingParameters(const Snapshot&);
std::unique_ptr<Picture> operationPicture();
std::unique_ptr<Picture> intensityPicture();
TableRows intensityTable(const Snapshot&);
std::unique_ptr<Picture> stepPicture();
TableRows stepTable(const Snapshot&);
double stepRows(const Snapshot&);
std::unique_ptr<Picture> pipelinePicture();
TableRows pipelineTable(const Snapshot&);
double pipelineRows(const Snapshot&);
std::unique_ptr<Picture> parallelPicture();
TableRows parallelTable(const Snapshot&);
QStringList parallelNotes(const Snapshot&);
std::unique_ptr<Picture> tracePicture();
TableRows traceTable(const Snapshot&);
QString traceParameters(const Snapshot&);
std::unique_ptr<Picture> layerPicture();
TableRows layerTable(const Snapshot&);
QStringList layerNotes(const Snapshot&);
std::unique_ptr<Picture> attentionPicture();
TableRows attentionTable(const Snapshot&);
std::unique_ptr<Picture> networkPicture();
TableRows networkTable(const Snapshot&);

namespace
{

ChartRow shardingRow()
{
    return {.id = QStringLiteral("sharding"),
            .title = tr("Sharded product"),
            .tab = tr("Sharding"),
            .tip = tr("A product of arrays that are split over a mesh"),
            .make = shardingPicture,
            .table = shardingTable,
            .parameters = shardingParameters,
            .ofStep = false};
}

ChartRow stepRow()
{
    return {.id = QStringLiteral("step"),
            .title = tr("Step on a clock"),
            .tab = tr("Step"),
            .tip = tr("The step, operation by operation on one clock"),
            .make = stepPicture,
            .table = stepTable,
            .rows = stepRows,
            .ofStep = false};
}

ChartRow layerRow()
{
    return {.id = QStringLiteral("layer"),
            .title = tr("One layer"),
            .tab = tr("Layer"),
            .tip = tr("One layer of the model: arrays, collectives and numbers, box by box"),
            .make = layerPicture,
            .table = layerTable,
            .notes = layerNotes,
            .ofStep = false};
}

ChartRow attentionRow()
{
    return {.id = QStringLiteral("attention"),
            .title = tr("Attention against sequence length"),
            .tab = {},
            .tip = {},
            .make = attentionPicture,
            .table = attentionTable,
            .ofStep = false};
}

ChartRow networkRow()
{
    return {.id = QStringLiteral("network"),
            .title = tr("Network of the chips"),
            .tab = {},
            .tip = {},
            .make = networkPicture,
            .table = networkTable,
            .ofStep = false};
}

ChartRow pipelineRow()
{
    return {.id = QStringLiteral("pipeline"),
            .title = tr("Schedules of the pipeline"),
            .tab = {},
            .tip = {},
            .make = pipelinePicture,
            .table = pipelineTable,
            .rows = pipelineRows,
            .ofStep = false};
}

ChartRow parallelRow()
{
    return {.id = QStringLiteral("parallel"),
            .title = tr("Four ways to shard the model"),
            .tab = {},
            .tip = {},
            .make = parallelPicture,
            .table = parallelTable,
            .notes = parallelNotes,
            .ofStep = false};
}

ChartRow traceRow()
{
    return {.id = QStringLiteral("trace"),
            .title = tr("Measured trace"),
            .tab = {},
            .tip = {},
            .make = tracePicture,
            .table = traceTable,
            .parameters = traceParameters,
            .ofStep = false};
}

} // namespace

std::span<const ChartRow> charts()
{
    static const std::array rows{
        ChartRow{.id = QStringLiteral("roofline"),
                 .title = tr("Roofline"),
                 .tab = tr("Roofline"),
                 .tip = tr("FLOP/s against arithmetic intensity: which resource holds the step up"),
                 .make = rooflinePicture,
                 .table = rooflineTable},
        ChartRow{.id = QStringLiteral("batch"),
                 .title = tr("Time against batch"),
                 .tab = tr("Batch"),
                 .tip = tr("Times of math, HBM and network against the batch"),
                 .make = batchPicture,
                 .table = batchTable},
        ChartRow{.id = QStringLiteral("memory"),
                 .title = tr("Memory per chip"),
                 .tab = tr("Memory"),
                 .tip = tr("What lies on one chip, against its capacity"),
                 .make = memoryPicture,
                 .table = [](const Snapshot& snapshot) { return metricTable(snapshot, "mem."); }},
        ChartRow{.id = QStringLiteral("counts"),
                 .title = tr("Chips that hold the model"),
                 .tab = tr("Chips"),
                 .tip = tr("How many chips of each kind hold the model"),
                 .make = countsPicture,
                 .table = [](const Snapshot& snapshot) { return metricTable(snapshot, "count."); }},
        ChartRow{.id = QStringLiteral("operation"),
                 .title = tr("Roofline of operations"),
                 .tab = tr("Operation"),
                 .tip = tr("Single operations on one roofline"),
                 .make = operationPicture,
                 .table = operationTable,
                 .parameters = operationParameters,
                 .ofStep = false},
        ChartRow{.id = QStringLiteral("intensity"),
                 .title = tr("Intensity of operations"),
                 .tab = {},
                 .tip = {},
                 .make = intensityPicture,
                 .table = intensityTable,
                 .parameters = operationParameters,
                 .ofStep = false},
        shardingRow(),
        layerRow(),
        networkRow(),
        attentionRow(),
        stepRow(),
        pipelineRow(),
        parallelRow(),
        traceRow(),
    };
    return rows;
}

std::span<const ChartRow> stepCharts()
{
    const auto rows = charts();
    return rows.first(static_cast<std::size_t>(std::ranges::count(rows, true, &ChartRow::ofStep)));
}

const ChartRow* findChart(const QString& id)
{
    const auto rows = charts();
    const auto found = std::ranges::find(rows, id, &ChartRow::id);
    return found == rows.end() ? nullptr : &*found;
}

/// From an operation to the collectives of a step, then the charts of Explore one by one.
std::vector<TabRow> tabRows()
{
    std::vector<TabRow> rows{{QStringLiteral("explore"), tr("Explore"), tr("All charts of the step side by side")}};
    for (const ChartRow& chart : charts().subspan(stepCharts().size()))
        if (!chart.tab.isEmpty())
            rows.push_back({chart.id, chart.tab, chart.tip});
    rows.push_back({QStringLiteral("collectives"), tr("Collectives"), tr("One collective, step by step on its chips")});
    for (const ChartRow& chart : stepCharts())
        rows.push_back({chart.id, chart.tab, chart.tip});
    return rows;
}

} // namespace ui
