// SPDX-License-Identifier: GPL-3.0-or-later
// Time against batch: math, HBM and every network axis, where they cross, and where the present batch stands.
#include "core/explore/batch_series.h"
#include "core/operation/roofline.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <limits>
#include <optional>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::BatchPicture", text); }

QString seconds(double value) { return toText(core::format(value, core::dim::second)); }

// Draws the first label that fits, centred in [left, right].
void drawBetween(QPainter& painter, const std::vector<Label>& labels, qreal left, qreal right, qreal y)
{
    const auto fits = [&](const Label& label) { return label.size().width() <= right - left; };
    if (const auto found = std::ranges::find_if(labels, fits); found != labels.end())
        found->draw(painter, QPointF((left + right) / 2, y));
}

class BatchPicture : public PlotPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        using enum core::Resource;
        m_snapshot = snapshot;
        m_curves.clear();
        m_max = 0;
        const auto& time = snapshot.report.time;
        const QString network = snapshot.scenario.hw.kind == core::ChipKind::gpu ? tr("Net %1") : tr("ICI %1");
        addCurve(tr("step"), time.step.si(), std::nullopt, &core::BatchSeries::step);
        addCurve(tr("math"), time.math.si(), compute, &core::BatchSeries::math);
        for (const auto& [axis, place] : {std::pair{axisX, 0U}, {axisY, 1U}, {axisZ, 2U}})
            addCurve(network.arg(shortName(axis)), time.axis[place].si(), axis, nullptr, place);
        addCurve(tr("HBM"), time.hbm.si(), hbm, &core::BatchSeries::hbm);
        m_crossing = snapshot.report.threshold.batch.si();
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QStringList values;
        for (const Curve& curve : m_curves)
            values.append(curve.name + u' ' + curve.value);
        QString text = tr("Time against batch. At %1: %2.").arg(presentBatch(), values.join(QStringLiteral(", ")));
        if (positive(m_crossing))
            text += tr(" Compute-bound from %1 on.").arg(crossingText());
        else if (std::isinf(m_crossing))
            text += tr(" Communication-bound at every batch.");
        return text;
    }

    QString absence() const override
    {
        if (positive(m_snapshot.scenario.work.batch) && !m_curves.empty())
            return {};
        return tr("No times: the scenario cannot be evaluated.");
    }

    AxisRanges ranges() const override
    {
        if (!absence().isEmpty())
            return {};
        const double now = m_snapshot.scenario.work.batch;
        const double meets = positive(m_crossing) ? m_crossing : now;
        AxisRanges view{.xMin = tickBelow(std::min(now, meets) / 7),
                        .xMax = tickAbove(std::max(now, meets) * 7),
                        .yMin = std::numeric_limits<double>::infinity()};
        for (const Curve& curve : m_curves)
            for (const QPointF& sample : samplesOf(curve, view)) {
                view.yMin = std::min(view.yMin, sample.y());
                view.yMax = std::max(view.yMax, sample.y());
            }
        view.yMax = tickAbove(view.yMax * 1.3);
        view.yMin = tickBelow(std::max(view.yMin / 1.3, view.yMax / 1e6));
        return view;
    }

    TableRows table() const
    {
        const bool decode = m_snapshot.scenario.work.mode == core::Mode::decode;
        TableRows rows{{decode ? "batch_sequences" : "batch_tokens", "math_s", "X_s", "Y_s", "Z_s", "hbm_s", "step_s"}};
        const AxisRanges view = ranges();
        if (view.isEmpty())
            return rows;
        const core::BatchSeries& all = sampled(view);
        for (std::size_t i = 0; i < all.batch.size(); ++i) {
            std::vector<std::string> cells{tableCell(all.batch[i]), tableCell(all.math[i])};
            for (const auto& axis : all.axis)
                cells.push_back(axis.empty() ? std::string() : tableCell(axis[i]));
            cells.push_back(tableCell(all.hbm[i]));
            cells.push_back(tableCell(all.step[i]));
            rows.push_back(std::move(cells));
        }
        return rows;
    }

private:
    bool leaves(const AxisRanges& view) const override
    {
        if (!absence().isEmpty())
            return false;
        const double now = m_snapshot.scenario.work.batch;
        const double step = m_curves.front().now;
        return now < view.xMin || now > view.xMax || step < view.yMin || step > view.yMax;
    }

    PlotAxes axes(const ChartSizes& sizes) const override
    {
        const core::Work& work = m_snapshot.scenario.work;
        const bool step = work.mode == core::Mode::training && work.pass == core::Pass::step;
        qreal width = 0;
        for (const Curve& curve : m_curves)
            for (const QString& value : {curve.value, QStringLiteral("0.00\u00a0ms")})
                width = std::max(width, endLabel(curve, value, Theme::light(), sizes).size().width());
        const qreal grain = sizes.px(12); // so that the axes stand still while the numbers change
        return {.xTitle = work.mode == core::Mode::decode ? tr("Batch (sequences)") : tr("Global batch (tokens)"),
                .yTitle = step ? tr("Time of forward + backward") : tr("Time of the pass"),
                .yTick = secondsTick,
                .top = sizes.px(30),
                .right = std::ceil((width + sizes.px(14)) / grain) * grain};
    }

    std::vector<PlotSeries> series(const AxisRanges& view, const Theme& theme, const ChartSizes& sizes) const override
    {
        std::vector<PlotSeries> lines;
        for (const Curve& curve : m_curves) {
            PlotSeries line;
            line.points = samplesOf(curve, view);
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

    std::vector<PlotBand> bands(const Theme& theme) const override
    {
        if (std::isnan(m_crossing))
            return {};
        const double border = std::max(0.0, m_crossing);
        const auto tint = [&](const QColor& colour) { return mixed(theme.panel, colour, theme.dark ? 0.07 : 0.06); };
        return {{0, border, tint(theme.comms)}, {border, std::numeric_limits<double>::infinity(), tint(theme.compute)}};
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& frame) const override
    {
        std::vector<Mark> marks;
        paintStrip(painter, frame, marks);
        paintNow(painter, frame, marks);
        paintEnds(painter, frame, marks);
        return marks;
    }

    using Samples = std::vector<double> core::BatchSeries::*;
    /// One curve and what it says at the present batch.
    struct Curve {
        QString name;
        QString value; // at the present batch
        double now = 0;
        std::optional<core::Resource> resource; // none: the whole step
        QString metric;
        Samples values = nullptr; // null: of an axis
        std::size_t axis = 0;
    };

    const core::BatchSeries& sampled(const AxisRanges& view) const
    {
        constexpr int samples = 97;
        if (view.xMin != m_min || view.xMax != m_max) {
            m_sampled = core::timeAgainstBatch(m_snapshot.scenario, view.xMin, view.xMax, samples);
            m_min = view.xMin;
            m_max = view.xMax;
        }
        return m_sampled;
    }

    /// Times against batches, where there are any.
    std::vector<QPointF> samplesOf(const Curve& curve, const AxisRanges& view) const
    {
        const core::BatchSeries& all = sampled(view);
        const std::vector<double>& values = curve.values ? all.*curve.values : all.axis[curve.axis];
        std::vector<QPointF> samples;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (positive(values[i]))
                samples.emplace_back(all.batch[i], values[i]);
        return samples;
    }

    QString presentBatch() const { return toText(core::grouped(m_snapshot.scenario.work.batch)); }
    QString crossingText() const { return metricLabel(m_snapshot, "batch.critical", 5); }

    void addCurve(const QString& name, double now, std::optional<core::Resource> resource, Samples values,
                  std::size_t axis = 0)
    {
        if (!positive(now))
            return;
        const QString metric = resource ? metricOf(*resource) : QStringLiteral("time.step");
        const QString shown = metricLabel(m_snapshot, metric.toStdString());
        m_curves.push_back({.name = name,
                            .value = shown.isEmpty() ? seconds(now) : shown,
                            .now = now,
                            .resource = resource,
                            .metric = metric,
                            .values = values,
                            .axis = axis});
    }

    Label endLabel(const Curve& curve, const QString& value, const Theme& theme, const ChartSizes& sizes) const
    {
        return Label(curve.name + u' ', chartFont(sizes.text, QFont::DemiBold), theme.text)
            .add(value, chartFont(sizes.text), theme.text);
    }

    // A strip above the axes: the region on either side of the crossing, and the crossing's batch between them.
    void paintStrip(QPainter& painter, const PictureLayout& frame, std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = frame.sizes;
        const QRectF strip(frame.area.left(), frame.area.top() - sizes.px(22), frame.area.width(), sizes.px(18));
        const qreal middle = strip.center().y();
        const auto region = [&](const QString& text) { return Label(text, chartFont(sizes.text), frame.theme.text); };
        const auto tint = [&](qreal from, qreal to, QColor colour) {
            colour.setAlphaF(frame.theme.dark ? 0.26F : 0.18F);
            painter.fillRect(QRectF(QPointF(from, strip.top()), QPointF(to, strip.bottom())), colour);
        };
        if (!positive(m_crossing)) {
            const bool never = std::isinf(m_crossing);
            if (!std::isnan(m_crossing))
                tint(strip.left(), strip.right(), never ? frame.theme.comms : frame.theme.compute);
            const QString text = never                    ? tr("communication-bound at every batch")
                                 : std::isnan(m_crossing) ? tr("no communication at any batch")
                                                          : tr("compute-bound at every batch");
            drawBetween(painter, {region(text)}, strip.left(), strip.right(), middle);
            return;
        }
        const qreal border = std::clamp(frame.xOf(m_crossing), strip.left(), strip.right());
        tint(strip.left(), border, frame.theme.comms);
        tint(border, strip.right(), frame.theme.compute);
        const Label value(crossingText(), chartFont(sizes.text, QFont::DemiBold), frame.theme.text);
        const qreal half = value.size().width() / 2 + sizes.px(6);
        const qreal centre = std::clamp(border, strip.left() + half, strip.right() - half);
        const QRectF chip(centre - half, strip.top() - sizes.px(1), 2 * half, strip.height() + sizes.px(2));
        if (frame.area.left() < border && border < frame.area.right()) {
            painter.setPen(QPen(frame.theme.text, sizes.px(1.2)));
            painter.drawLine(QPointF(border, chip.bottom()), QPointF(border, frame.area.bottom()));
        }
        painter.setPen(QPen(frame.theme.text, sizes.px(1)));
        painter.setBrush(frame.theme.panel);
        painter.drawRoundedRect(chip, sizes.px(3), sizes.px(3));
        value.draw(painter, QPointF(centre, middle));
        marks.push_back({corners(chip),
                         tr("Critical batch"),
                         {crossingText(), tr("communication-bound below, compute-bound from here on")},
                         QStringLiteral("batch.critical")});
        const qreal gap = sizes.px(6);
        drawBetween(painter, {region(tr("communication-bound")), region(tr("comms-bound"))}, strip.left() + gap,
                    chip.left() - gap, middle);
        drawBetween(painter, {region(tr("compute-bound")), region(tr("math-bound"))}, chip.right() + gap,
                    strip.right() - gap, middle);
    }

    void paintNow(QPainter& painter, const PictureLayout& frame, std::vector<Mark>& marks) const
    {
        const double batch = m_snapshot.scenario.work.batch;
        const ChartSizes& sizes = frame.sizes;
        const qreal x = frame.xOf(batch);
        if (x < frame.area.left() || x > frame.area.right())
            return;
        painter.setPen(QPen(frame.theme.accent, sizes.px(1.4)));
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
        LabelPlacer placer(frame.area.adjusted(1, 1, -1, -1));
        for (const Curve& curve : m_curves) {
            const auto samples = samplesOf(curve, frame.ranges);
            for (std::size_t i = 6; i < samples.size(); i += 6)
                placer.blockLine(frame.at(samples[i - 6]), frame.at(samples[i]), sizes.px(4));
            const QPointF at = frame.at(batch, curve.now);
            if (!curve.resource || !frame.area.contains(at))
                continue;
            const ResourceLook look = lookOf(*curve.resource, frame.theme);
            painter.setPen(QPen(frame.theme.panel, sizes.px(1.2)));
            painter.setBrush(look.colour);
            drawMarker(painter, look.marker, at, sizes.px(9));
            const QRectF box(at - QPointF(6, 6) * sizes.unit, QSizeF(12, 12) * sizes.unit);
            placer.block(box);
            marks.push_back({corners(box), curve.name, {curve.value}, curve.metric});
        }
        if (positive(m_crossing))
            placer.blockLine(QPointF(frame.xOf(m_crossing), frame.area.top()),
                             QPointF(frame.xOf(m_crossing), frame.area.bottom()), sizes.px(2));
        const Label label(tr("now %1").arg(presentBatch()), chartFont(sizes.text, QFont::Medium), frame.theme.text);
        const qreal dx = label.size().width() / 2 + sizes.px(4);
        const qreal half = label.size().height() / 2 + sizes.px(3);
        for (int place = 0; place < 24; ++place) {
            const qreal y = frame.area.bottom() - half - place / 2 * (frame.area.height() - 2 * half) / 11;
            const QPointF spot(x + (place % 2 == 0 ? dx : -dx), y);
            if (placer.isFree(label.outline(spot, 0, 1)))
                return label.draw(painter, spot);
        }
    }

    // Names and present values stand right of the axes, moved apart, each with a leader to the end of its curve.
    void paintEnds(QPainter& painter, const PictureLayout& frame, std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = frame.sizes;
        const QRectF& area = frame.area;
        std::vector<qreal> ends, heights;
        std::vector<Label> labels;
        for (const Curve& curve : m_curves) {
            const auto samples = samplesOf(curve, frame.ranges);
            const double last = samples.empty() ? curve.now : samples.back().y();
            ends.push_back(std::clamp(frame.yOf(last), area.top(), area.bottom()));
            const Label label = endLabel(curve, curve.value, frame.theme, sizes);
            heights.push_back(label.size().height() + sizes.px(1));
            labels.push_back(label);
        }
        // The step runs over the curve that makes it, and stands above that curve's name.
        ends.front() -= heights.front() / 2;
        const std::vector<qreal> places = spread(ends, heights, area.top() - sizes.px(6), area.bottom() + sizes.px(6));
        ends.front() += heights.front() / 2;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (std::isnan(places[i]))
                continue;
            const QPointF start(area.right() + sizes.px(12), places[i]);
            const auto& resource = m_curves[i].resource;
            painter.setPen(QPen(resource ? lookOf(*resource, frame.theme).colour : frame.theme.muted, sizes.px(1)));
            painter.drawPolyline(
                QPolygonF({QPointF(area.right() + sizes.px(1), ends[i]), QPointF(area.right() + sizes.px(8), places[i]),
                           QPointF(area.right() + sizes.px(10), places[i])}));
            labels[i].drawLeft(painter, start);
            const QRectF box(start - QPointF(0, heights[i] / 2), QSizeF(labels[i].size().width(), heights[i]));
            const QString now = tr("at %1").arg(presentBatch());
            marks.push_back({corners(box), m_curves[i].name, {m_curves[i].value + u' ' + now}, m_curves[i].metric});
        }
    }

    std::vector<Mark> farMarks() const override
    {
        const PictureLayout frame = layout();
        std::vector<Mark> marks;
        constexpr std::size_t stride = 4;
        for (const Curve& curve : m_curves) {
            const auto samples = samplesOf(curve, frame.ranges);
            for (std::size_t i = stride; curve.resource && i < samples.size(); i += stride) {
                const QPointF& middle = samples[i - stride / 2];
                const QString batch = toText(core::format(middle.x(), core::dim::count));
                marks.push_back(
                    {.area = alongLine(frame.at(samples[i - stride]), frame.at(samples[i]), frame.sizes.px(8)),
                     .heading = curve.name,
                     .lines = {tr("%1 at a batch of %2").arg(seconds(middle.y()), batch)}});
            }
        }
        return marks;
    }

    Snapshot m_snapshot;
    std::vector<Curve> m_curves;         // none before the first snapshot
    double m_crossing = 0;               // NaN: no communication; infinity: never compute-bound
    mutable core::BatchSeries m_sampled; // of the range last asked for
    mutable double m_min = 0, m_max = 0;
};

} // namespace

std::unique_ptr<Picture> batchPicture() { return std::make_unique<BatchPicture>(); }

TableRows batchTable(const Snapshot& snapshot)
{
    BatchPicture picture;
    picture.read(snapshot);
    return picture.table();
}

} // namespace ui
