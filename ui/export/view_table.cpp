// SPDX-License-Identifier: GPL-3.0-or-later
// One table for each view.
#include "ui/export/view_table.h"

#include "core/explore/batch_series.h"
#include "core/numbers/metrics.h"
#include "core/operation/roofline.h"
#include "ui/charts/batch_picture.h"
#include "ui/export/sheet.h"

#include <array>
#include <cmath>
#include <string>
#include <variant>

namespace ui
{

namespace
{

using Cells = std::vector<std::string>;

std::string cell(double value) { return std::isnan(value) ? std::string() : core::exactText(value); }

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char sign : text)
        result += sign == '"' ? std::string("\"\"") : std::string(1, sign);
    return result + '"';
}

void addRow(std::string& table, const Cells& cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
        table += (i > 0 ? "," : "") + quoted(cells[i]);
    table += '\n';
}

std::string resourceName(core::Resource resource)
{
    constexpr std::array names{"compute", "hbm", "X", "Y", "Z", "dcn"};
    return names[static_cast<std::size_t>(resource)];
}

void addRoofline(std::string& table, const Snapshot& snapshot)
{
    const core::Roofline data = core::roofline(snapshot.scenario, snapshot.report);
    addRow(table, {"kind", "resource", "name", "intensity_flop_per_byte", "rate", "rate_unit", "binds"});
    for (const core::Roof& roof : data.roofs) {
        const bool math = roof.resource == core::Resource::compute;
        addRow(table, {"roof", resourceName(roof.resource), roof.name, math ? "" : cell(roof.ridge), cell(roof.rate),
                       math ? "FLOP/s" : "B/s", roof.binding ? "true" : "false"});
    }
    for (const core::RooflinePoint& point : data.points)
        addRow(table, {point.operation ? "operation" : "step", resourceName(point.resource), point.name,
                       cell(point.intensity), cell(point.rate), "FLOP/s", ""});
}

void addBatch(std::string& table, const Snapshot& snapshot)
{
    BatchPicture picture;
    picture.read(snapshot);
    const PlotRanges view = picture.ranges();
    const bool decode = snapshot.scenario.work.mode == core::Mode::decode;
    addRow(table, {decode ? "batch_sequences" : "batch_tokens", "math_s", "X_s", "Y_s", "Z_s", "hbm_s", "step_s"});
    if (view.isEmpty())
        return;
    constexpr int samples = 97;
    const core::BatchSeries all = core::timeAgainstBatch(snapshot.scenario, view.xLeast, view.xMost, samples);
    for (std::size_t i = 0; i < all.batch.size(); ++i) {
        Cells cells{cell(all.batch[i]), cell(all.math[i])};
        for (const auto& axis : all.axis)
            cells.push_back(axis.empty() ? std::string() : cell(axis[i]));
        cells.push_back(cell(all.hbm[i]));
        cells.push_back(cell(all.step[i]));
        addRow(table, cells);
    }
}

// Values of the metrics whose id starts so.
void addMetrics(std::string& table, const Snapshot& snapshot, std::string_view start)
{
    addRow(table, {"id", "value", "unit", "title"});
    if (!snapshot.scenario.presets)
        return;
    for (const core::Metric& metric : core::metrics(*snapshot.scenario.presets)) {
        if (!std::string_view(metric.id).starts_with(start))
            continue;
        const core::MetricValue value = core::metricValue(snapshot.scenario, snapshot.report, metric);
        if (!core::applies(value))
            continue;
        struct Text {
            std::string operator()(double number) const { return cell(number); }
            std::string operator()(std::string_view text) const { return std::string(text); }
            std::string operator()(bool truth) const { return truth ? "true" : "false"; }
        };
        const std::string unit = metric.unit.empty() ? core::unitText(metric.dim) : metric.unit;
        addRow(table, {metric.id, std::visit(Text{}, value), unit, metric.title});
    }
}

} // namespace

QByteArray viewTable(const QString& view, const Snapshot& snapshot)
{
    std::string table = "# " + sheetTitle(snapshot).toStdString() + "\n# " + parametersText(snapshot).toStdString() +
                        "\n# " + conventionsText(snapshot).toStdString() + "\n";
    if (view == QStringLiteral("roofline"))
        addRoofline(table, snapshot);
    else if (view == QStringLiteral("batch"))
        addBatch(table, snapshot);
    else if (view == QStringLiteral("memory"))
        addMetrics(table, snapshot, "mem.");
    else if (view == QStringLiteral("counts"))
        addMetrics(table, snapshot, "count.");
    else
        addMetrics(table, snapshot, "");
    return QByteArray::fromStdString(table);
}

} // namespace ui
