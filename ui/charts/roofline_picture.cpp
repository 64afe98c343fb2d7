// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline's values, ranges, lines and words.
#include "ui/charts/roofline_picture.h"

#include "ui/charts/roofline_labels.h"
#include "ui/charts/roofline_roofs.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::RooflinePicture", text); }

bool positive(double value) { return std::isfinite(value) && value > 0; }

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

QString rateText(double rate, core::Resource resource)
{
    return toText(
        core::format(rate, resource == core::Resource::compute ? core::dim::flopPerSecond : core::dim::bytePerSecond));
}

} // namespace

void RooflinePicture::read(const Snapshot& snapshot)
{
    const core::Roofline all = core::roofline(snapshot.scenario, snapshot.report);
    m_roofline = {};
    m_peak = 0;
    m_largest.clear();
    for (const core::Roof& roof : all.roofs) {
        if (!positive(roof.rate))
            continue;
        if (roof.resource == core::Resource::compute)
            m_peak = roof.rate;
        if (roof.binding)
            m_largest = toText(roof.name);
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
    std::ranges::copy_if(all.points, std::back_inserter(m_roofline.points), [](const core::RooflinePoint& point) {
        return positive(point.intensity) && positive(point.rate);
    });
}

QString RooflinePicture::name() const { return tr("Roofline"); }

QString RooflinePicture::absence() const
{
    return m_peak > 0 ? QString() : tr("No roofline: the chip has no FLOP rate for the chosen compute format.");
}

QString RooflinePicture::description() const
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
    QString text = m_largest.isEmpty() ? tr("Roofline.") : tr("Roofline: %1 binds.").arg(m_largest);
    if (step != m_roofline.points.end())
        text += tr(" The step reaches %1 per chip of %2.")
                    .arg(rateText(step->rate, core::Resource::compute), rateText(m_peak, core::Resource::compute));
    text += tr(" Roofs: %1.").arg(roofs.join(QStringLiteral("; ")));
    const auto operations = std::ranges::count(m_roofline.points, true, &core::RooflinePoint::operation);
    if (operations > 0)
        text += tr(" %1 operations are marked.").arg(operations);
    return text;
}

PlotRanges RooflinePicture::ranges() const
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
    PlotRanges view;
    view.yMost = m_peak * 2.8;
    view.yLeast = tickBelow(std::min(m_peak / 60, lowest / 5));
    const double foot = steepest > 0 ? view.yLeast / steepest : m_peak;
    view.xLeast = left / 3 < foot * 1.2 ? tickBelow(left / 3) : foot * 1.2;
    view.xMost = tickAbove(std::max(right * 7, view.xLeast * 1000));
    return view;
}

bool RooflinePicture::leaves(const PlotRanges& view) const
{
    return m_peak > view.yMost || m_peak < view.yLeast ||
           std::ranges::any_of(m_roofline.points, [&](const core::RooflinePoint& point) {
               return !point.operation && (point.intensity < view.xLeast || point.intensity > view.xMost ||
                                           point.rate < view.yLeast || point.rate > view.yMost);
           });
}

QString RooflinePicture::xTitle() const { return tr("Arithmetic intensity (FLOP per byte moved over the resource)"); }

QString RooflinePicture::shortXTitle() const { return tr("Arithmetic intensity (FLOP/byte)"); }
QString RooflinePicture::yTitle() const { return tr("FLOP/s per chip"); }
QString RooflinePicture::xTick(double x) const { return engineeringTick(x); }
QString RooflinePicture::yTick(double y) const { return engineeringTick(y); }

std::vector<PlotSeries> RooflinePicture::series(const PlotRanges& view, const Theme& theme,
                                                const ChartSizes& sizes) const
{
    double firstRidge = view.xMost;
    std::vector<PlotSeries> lines;
    const auto add = [&](const core::Roof& roof, double fromX, double toX) {
        const ResourceLook look = lookOf(roof.resource, theme);
        const auto height = [&](double x) { return roof.resource == core::Resource::compute ? m_peak : roof.rate * x; };
        lines.push_back({{fromX, toX},
                         {height(fromX), height(toX)},
                         look.colour,
                         roof.binding ? QList<qreal>() : look.dashes,
                         sizes.line * (roof.binding ? 2 : 1)});
    };
    for (const core::Roof& roof : m_roofline.roofs) {
        if (roof.resource == core::Resource::compute)
            continue;
        firstRidge = std::min(firstRidge, roof.ridge);
        add(roof, std::min(view.xLeast, roof.ridge) / 10, roof.ridge);
    }
    for (const core::Roof& roof : m_roofline.roofs)
        if (roof.resource == core::Resource::compute)
            add(roof, std::min(firstRidge, view.xMost), std::max(view.xMost * 10, firstRidge));
    return lines;
}

void RooflinePicture::paintFixed(QPainter& painter, const PlotFrame& frame) const
{
    paintRoofs(painter, frame, m_roofline, m_peak);
}

std::vector<PlotMark> RooflinePicture::paintOver(QPainter& painter, const PlotFrame& frame) const
{
    RooflineLabels labels(painter, frame, m_roofline, m_peak);
    labels.draw();
    return labels.marks();
}

} // namespace ui
