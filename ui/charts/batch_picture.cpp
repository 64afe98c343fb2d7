// SPDX-License-Identifier: GPL-3.0-or-later
// Values, ranges and curves of time against batch.
#include "ui/charts/batch_picture.h"

#include "ui/charts/chart_label.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::BatchPicture", text); }

bool positive(double value) { return std::isfinite(value) && value > 0; }

QString seconds(double value) { return toText(core::format(value, core::dim::second)); }

constexpr int samples = 97;

} // namespace

void BatchPicture::addCurve(const QString& name, double now, std::optional<core::Resource> resource,
                            const QString& metric)
{
    if (!positive(now))
        return;
    const QString shown = metricLabel(m_snapshot, metric.toStdString());
    m_curves.push_back({name, shown.isEmpty() ? seconds(now) : shown, now, resource, metric});
}

void BatchPicture::read(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    m_curves.clear();
    m_most = 0;
    const core::Report& report = snapshot.report;
    const QString network = snapshot.scenario.hw.kind == core::ChipKind::gpu ? tr("Net %1") : tr("ICI %1");
    constexpr std::array axes{core::Resource::axisX, core::Resource::axisY, core::Resource::axisZ};
    addCurve(tr("step"), report.time.step.si(), std::nullopt, QStringLiteral("time.step"));
    addCurve(tr("math"), report.time.math.si(), core::Resource::compute, QStringLiteral("time.math"));
    for (std::size_t a = 0; a < axes.size(); ++a)
        addCurve(network.arg(shortName(axes[a])), report.time.axis[a].si(), axes[a], metricOf(axes[a]));
    addCurve(tr("HBM"), report.time.hbm.si(), core::Resource::hbm, QStringLiteral("time.hbm"));
    m_crossing = report.threshold.batch.si();
}

QString BatchPicture::name() const { return tr("Time against batch"); }

QString BatchPicture::absence() const
{
    if (positive(m_snapshot.scenario.work.batch) && !m_curves.empty())
        return {};
    return tr("No times: the scenario cannot be evaluated.");
}

QString BatchPicture::crossingText() const
{
    const QString text = metricLabel(m_snapshot, "batch.critical", 5);
    return text.isEmpty() ? toText(core::format(m_crossing, core::dim::count, {.digits = 5, .countUnit = "token"}))
                          : text;
}

QString BatchPicture::description() const
{
    if (!absence().isEmpty())
        return absence();
    QStringList values;
    for (const Curve& curve : m_curves)
        values.append(curve.name + u' ' + curve.value);
    const QString now = toText(core::grouped(m_snapshot.scenario.work.batch));
    QString text = tr("Time against batch. At %1: %2.").arg(now, values.join(QStringLiteral(", ")));
    if (positive(m_crossing))
        text += tr(" Compute-bound from %1 on.").arg(crossingText());
    else if (std::isinf(m_crossing))
        text += tr(" Communication-bound at every batch.");
    return text;
}

const std::vector<double>& BatchPicture::valuesOf(const Curve& curve, const core::BatchSeries& all)
{
    if (!curve.resource)
        return all.step;
    switch (*curve.resource) {
    case core::Resource::compute:
        return all.math;
    case core::Resource::axisX:
        return all.axis[0];
    case core::Resource::axisY:
        return all.axis[1];
    case core::Resource::axisZ:
        return all.axis[2];
    case core::Resource::hbm:
    case core::Resource::dcn:
        break;
    }
    return all.hbm;
}

const core::BatchSeries& BatchPicture::sampled(double least, double most) const
{
    if (least != m_least || most != m_most) {
        m_sampled = core::timeAgainstBatch(m_snapshot.scenario, least, most, samples);
        m_least = least;
        m_most = most;
    }
    return m_sampled;
}

PlotRanges BatchPicture::ranges() const
{
    if (!absence().isEmpty())
        return {};
    const double now = m_snapshot.scenario.work.batch;
    const double meets = positive(m_crossing) ? m_crossing : now;
    PlotRanges view;
    view.xLeast = tickBelow(std::min(now, meets) / 7);
    view.xMost = tickAbove(std::max(now, meets) * 7);
    const core::BatchSeries& all = sampled(view.xLeast, view.xMost);
    view.yLeast = std::numeric_limits<double>::infinity();
    for (const Curve& curve : m_curves)
        for (const double value : valuesOf(curve, all))
            if (positive(value)) {
                view.yLeast = std::min(view.yLeast, value);
                view.yMost = std::max(view.yMost, value);
            }
    view.yMost = tickAbove(view.yMost * 1.3);
    view.yLeast = tickBelow(std::max(view.yLeast / 1.3, view.yMost / 1e6));
    return view;
}

bool BatchPicture::leaves(const PlotRanges& view) const
{
    if (!absence().isEmpty())
        return false;
    const double now = m_snapshot.scenario.work.batch;
    const double step = m_curves.front().now;
    return now < view.xLeast || now > view.xMost || step < view.yLeast || step > view.yMost;
}

QString BatchPicture::xTitle() const
{
    const bool decode = m_snapshot.scenario.work.mode == core::Mode::decode;
    return decode ? tr("Batch (sequences)") : tr("Global batch (tokens)");
}

QString BatchPicture::yTitle() const
{
    const bool step =
        m_snapshot.scenario.work.mode == core::Mode::training && m_snapshot.scenario.work.pass == core::Pass::step;
    return step ? tr("Time of forward + backward") : tr("Time of the pass");
}

QString BatchPicture::xTick(double x) const { return engineeringTick(x); }
QString BatchPicture::yTick(double y) const { return secondsTick(y); }

qreal BatchPicture::topMargin(const ChartSizes& sizes) const { return sizes.px(30); }

qreal BatchPicture::rightMargin(const ChartSizes& sizes) const
{
    qreal width = 0;
    for (const Curve& curve : m_curves) {
        Label label(curve.name + u' ', chartFont(sizes.text, QFont::DemiBold), Qt::black);
        Label usual = label;
        label.add(curve.value, chartFont(sizes.text), Qt::black);
        usual.add(QStringLiteral("0.00\u00a0ms"), chartFont(sizes.text), Qt::black);
        width = std::max({width, label.size().width(), usual.size().width()});
    }
    const qreal step = sizes.px(12); // so that the axes stand still while the numbers change
    return std::ceil((width + sizes.px(14)) / step) * step;
}

std::vector<PlotSeries> BatchPicture::series(const PlotRanges& view, const Theme& theme, const ChartSizes& sizes) const
{
    const core::BatchSeries& all = sampled(view.xLeast, view.xMost);
    std::vector<PlotSeries> lines;
    for (const Curve& curve : m_curves) {
        PlotSeries line;
        const auto& values = valuesOf(curve, all);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (positive(values[i])) {
                line.x.push_back(all.batch[i]);
                line.y.push_back(values[i]);
            }
        }
        if (curve.resource) {
            const ResourceLook look = lookOf(*curve.resource, theme);
            line.colour = look.colour;
            line.dashes = look.dashes;
            line.width = sizes.line * 1.2;
        } else {
            line.colour = theme.muted;
            line.colour.setAlphaF(0.28F);
            line.width = sizes.px(7);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<PlotBand> BatchPicture::bands(const Theme& theme) const
{
    if (std::isnan(m_crossing))
        return {};
    constexpr double end = std::numeric_limits<double>::infinity();
    const double share = theme.dark ? 0.07 : 0.06;
    const double border = std::max(0.0, m_crossing);
    return {{0, border, mixed(theme.panel, theme.comms, share)},
            {border, end, mixed(theme.panel, theme.compute, share)}};
}

} // namespace ui
