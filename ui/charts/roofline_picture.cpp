// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline: roofs of math, HBM and every network axis, the step and its operations as points.
#include "core/operation/roofline.h"
#include "core/quantity/format.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/plot_picture.h"
#include "ui/charts/roofline_labels.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <limits>
#include <optional>

namespace ui
{

namespace
{

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

QString rateText(double rate, core::Resource resource)
{
    return toText(
        core::format(rate, resource == core::Resource::compute ? core::dim::flopPerSecond : core::dim::bytePerSecond));
}

class RooflinePicture : public PlotPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        const core::Roofline all = core::roofline(snapshot.scenario, snapshot.report);
        m_roofline = {};
        m_peak = 0;
        m_binding.clear();
        for (const core::Roof& roof : all.roofs) {
            if (!positive(roof.rate))
                continue;
            if (roof.resource == core::Resource::compute)
                m_peak = roof.rate;
            if (roof.binding)
                m_binding = toText(roof.name);
            const auto twin = std::ranges::find_if(m_roofline.roofs, [&](const core::Roof& other) {
                return other.resource != core::Resource::compute && roof.resource != core::Resource::compute &&
                       same(other.rate, roof.rate);
            });
            if (twin == m_roofline.roofs.end()) {
                m_roofline.roofs.push_back(roof);
                continue;
            }
            if (roof.binding)
                twin->resource = roof.resource;
            twin->binding = twin->binding || roof.binding;
            twin->name += ", " + roof.name;
        }
        std::ranges::copy_if(all.points, std::back_inserter(m_roofline.points), isShown);
        m_baselines.clear();
        for (const Baseline& baseline : snapshot.baselines)
            addBaseline(baseline);
    }

    QString description() const override
    {
        if (m_peak <= 0)
            return absence();
        QStringList roofs;
        for (const core::Roof& roof : m_roofline.roofs) {
            QString text = toText(roof.name) + u' ' + rateText(roof.rate, roof.resource);
            if (roof.ridge > 0)
                text += tr(" (ridge at %1)").arg(toText(core::format(roof.ridge, core::dim::flopPerByte)));
            roofs.append(text);
        }
        const auto step = std::ranges::find(m_roofline.points, false, &core::RooflinePoint::operation);
        QString text = m_binding.isEmpty() ? tr("Roofline.") : tr("Roofline: %1 binds.").arg(m_binding);
        if (step != m_roofline.points.end())
            text += tr(" The step reaches %1 per chip of %2.")
                        .arg(rateText(step->rate, core::Resource::compute), rateText(m_peak, core::Resource::compute));
        text += tr(" Roofs: %1.").arg(roofs.join(QStringLiteral("; ")));
        const auto operations = std::ranges::count(m_roofline.points, true, &core::RooflinePoint::operation);
        if (operations > 0)
            text += operations == 1 ? tr(" 1 operation is marked.") : tr(" %1 operations are marked.").arg(operations);
        return text;
    }

    QString absence() const override
    {
        return m_peak > 0 ? QString() : tr("No roofline: the chip has no FLOP rate for the chosen compute format.");
    }

    AxisRanges ranges() const override
    {
        if (m_peak <= 0)
            return {};
        double steepest = 0;
        double right = 0;
        double left = std::numeric_limits<double>::infinity();
        double lowest = m_peak;
        for (const core::Roof& roof : m_roofline.roofs) {
            if (roof.resource == core::Resource::compute)
                continue;
            steepest = std::max(steepest, roof.rate);
            right = std::max(right, roof.ridge);
        }
        for (const core::RooflinePoint& point : m_roofline.points) {
            left = std::min(left, point.intensity);
            right = std::max(right, point.intensity);
            lowest = std::min(lowest, point.rate);
        }
        double highest = m_peak;
        for (const Compared& baseline : m_baselines) {
            left = std::min(left, baseline.point.intensity);
            right = std::max(right, baseline.point.intensity);
            lowest = std::min(lowest, baseline.point.rate);
            highest = std::max(highest, baseline.peak);
        }
        AxisRanges view;
        view.yMax = highest * 2.8;
        view.yMin = tickBelow(std::min(m_peak / 60, lowest / 5));
        const double foot = steepest > 0 ? view.yMin / steepest : m_peak;
        view.xMin = left / 3 < foot * 1.2 ? tickBelow(left / 3) : foot * 1.2;
        view.xMax = tickAbove(std::max(right * 7, view.xMin * 1000));
        return view;
    }

private:
    bool leaves(const AxisRanges& view) const override
    {
        return m_peak > view.yMax || m_peak < view.yMin ||
               std::ranges::any_of(m_roofline.points, [&](const core::RooflinePoint& point) {
                   return !point.operation && (point.intensity < view.xMin || point.intensity > view.xMax ||
                                               point.rate < view.yMin || point.rate > view.yMax);
               });
    }

    PlotAxes axes(const ChartSizes& sizes) const override
    {
        return {.xTitle = tr("Arithmetic intensity (FLOP per byte moved over the resource)"),
                .shortXTitle = tr("Arithmetic intensity (FLOP/byte)"),
                .yTitle = tr("FLOP/s per chip"),
                .top = sizes.px(10)};
    }

    std::vector<PlotSeries> series(const AxisRanges& view, const Theme& theme, const ChartSizes& sizes) const override
    {
        double firstRidge = view.xMax;
        std::vector<PlotSeries> lines;
        const auto add = [&](const core::Roof& roof, double fromX, double toX) {
            const ResourceLook look = lookOf(roof.resource, theme);
            const auto height = [&](double x) {
                return roof.resource == core::Resource::compute ? m_peak : roof.rate * x;
            };
            lines.push_back({.points = {{fromX, height(fromX)}, {toX, height(toX)}},
                             .colour = look.colour,
                             .dashes = roof.binding ? QList<qreal>() : look.dashes,
                             .width = sizes.line * (roof.binding ? 2 : 1)});
        };
        for (const core::Roof& roof : m_roofline.roofs) {
            if (roof.resource == core::Resource::compute)
                continue;
            firstRidge = std::min(firstRidge, roof.ridge);
            add(roof, std::min(view.xMin, roof.ridge) / 10, roof.ridge);
        }
        for (const core::Roof& roof : m_roofline.roofs)
            if (roof.resource == core::Resource::compute)
                add(roof, std::min(firstRidge, view.xMax), std::max(view.xMax * 10, firstRidge));
        for (const Compared& baseline : m_baselines)
            if (baseline.peak > 0)
                lines.push_back(comparedRoofs(baseline.look, baseline.peak, baseline.ridge, view, theme, sizes));
        return lines;
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& layout) const override
    {
        paintRoofs(painter, layout, m_roofline, m_peak);
        RooflineLabels labels(painter, layout, m_roofline, m_peak);
        std::vector<Mark> marks = paintBaselines(painter, layout);
        for (const Mark& mark : marks)
            labels.keepClear(mark.area.boundingRect());
        labels.draw();
        std::ranges::copy(labels.marks(), std::back_inserter(marks));
        return marks;
    }

    static bool isShown(const core::RooflinePoint& point) { return positive(point.intensity) && positive(point.rate); }

    /// Of the step, over the resource that takes longest beside math.
    static std::optional<core::RooflinePoint> nearestToItsRoof(const core::Roofline& roofline)
    {
        std::optional<core::RooflinePoint> nearest;
        double least = std::numeric_limits<double>::infinity(); // intensity beside that of the ridge
        for (const core::RooflinePoint& point : roofline.points)
            for (const core::Roof& roof : roofline.roofs)
                if (!point.operation && isShown(point) && roof.resource == point.resource && positive(roof.ridge) &&
                    point.intensity / roof.ridge < least) {
                    least = point.intensity / roof.ridge;
                    nearest = point;
                }
        return nearest;
    }

    std::vector<Mark> paintBaselines(QPainter& painter, const PictureLayout& layout) const
    {
        std::vector<Mark> marks;
        for (const Compared& baseline : m_baselines) {
            const auto& point = baseline.point;
            const QPointF at = layout.at(point.intensity, point.rate);
            if (!layout.area.contains(at))
                continue;
            marks.push_back(drawBaselineMark(painter, layout, baseline.name, baseline.look, at));
            marks.back().lines = {
                tr("step over %1: %2").arg(shortName(point.resource), rateText(point.rate, core::Resource::compute))};
            if (baseline.peak > 0)
                marks.back().lines += tr("its roofs: math %1, ridge at %2")
                                          .arg(rateText(baseline.peak, core::Resource::compute),
                                               toText(core::format(baseline.ridge, core::dim::flopPerByte)));
        }
        return marks;
    }

    /// The roofs of one that has others: math, and that of the resource over which its step is marked.
    void addBaseline(const Baseline& baseline)
    {
        const auto all = core::roofline(baseline.scenario, baseline.report);
        const auto point = nearestToItsRoof(all);
        if (!point)
            return;
        Compared one{baselineName(baseline), baseline.look, *point, 0, 0};
        for (const core::Roof& roof : all.roofs) {
            const bool math = roof.resource == core::Resource::compute;
            const bool known = std::ranges::any_of(m_roofline.roofs, [&](const core::Roof& present) {
                return (present.resource == core::Resource::compute) == math && same(present.rate, roof.rate);
            });
            if (math && !known)
                one.peak = roof.rate;
            if (roof.resource == point->resource) {
                one.ridge = roof.ridge;
                one.peak = known ? one.peak : roof.rate * roof.ridge;
            }
        }
        if (!positive(one.ridge))
            one.peak = 0;
        m_baselines.push_back(std::move(one));
    }

    /// `peak`, `ridge`: of roofs that are not the present ones; 0: all are.
    struct Compared {
        QString name;
        std::size_t look = 0;
        core::RooflinePoint point;
        double peak = 0, ridge = 0;
    };
    std::vector<Compared> m_baselines;
    core::Roofline m_roofline; // only what is finite; roofs of equal rate are one
    double m_peak = 0;         // of the compute roof
    QString m_binding;         // what binds, in words
};

} // namespace

std::unique_ptr<Picture> rooflinePicture() { return std::make_unique<RooflinePicture>(); }

TableRows rooflineTable(const Snapshot& snapshot)
{
    const core::Roofline data = core::roofline(snapshot.scenario, snapshot.report);
    TableRows rows{{"kind", "resource", "name", "intensity_flop_per_byte", "rate", "rate_unit", "binds"}};
    for (const core::Roof& roof : data.roofs) {
        const bool math = roof.resource == core::Resource::compute;
        rows.push_back({"roof", std::string(core::idOf(roof.resource)), roof.name, math ? "" : tableCell(roof.ridge),
                        tableCell(roof.rate), math ? "FLOP/s" : "B/s", roof.binding ? "true" : "false"});
    }
    for (const core::RooflinePoint& point : data.points)
        rows.push_back({point.operation ? "operation" : "step", std::string(core::idOf(point.resource)), point.name,
                        tableCell(point.intensity), tableCell(point.rate), "FLOP/s", ""});
    for (const auto& [scenario, report, look] : snapshot.baselines) {
        for (const core::RooflinePoint& point : core::roofline(scenario, report).points)
            if (!point.operation)
                rows.push_back({"step " + baselineLook(look).letter.toStdString(),
                                std::string(core::idOf(point.resource)), point.name, tableCell(point.intensity),
                                tableCell(point.rate), "FLOP/s", ""});
    }
    return rows;
}

} // namespace ui
