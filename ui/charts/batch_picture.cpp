// SPDX-License-Identifier: GPL-3.0-or-later
// Time against batch: math, HBM and every network axis, where they cross, and where the present batch stands.
#include "core/explore/batch_series.h"
#include "core/numbers/metrics.h"
#include "core/operation/roofline.h"
#include "core/quantity/format.h"
#include "core/step/axis_network.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/batch_labels.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace ui
{

namespace
{

constexpr int batchSamples = 97; // along a line

class BatchPicture : public PlotPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        using enum core::Resource;
        m_snapshot = snapshot;
        readBaselines(std::exchange(m_snapshot.baselines, {}));
        m_curves.clear();
        m_max = 0;
        const auto& time = snapshot.report.time;
        addCurve(tr("step"), time.step.si(), std::nullopt, &core::BatchSeries::step);
        addCurve(tr("math"), time.math.si(), compute, &core::BatchSeries::math);
        for (const auto& [axis, place] : {std::pair{axisX, 0U}, {axisY, 1U}, {axisZ, 2U}})
            addCurve(toText(core::networkName(snapshot.scenario, snapshot.report.mesh, place)), time.axis[place].si(),
                     axis, nullptr, place);
        addCurve(snapshot.scenario.conv.hbm ? tr("HBM") : tr("HBM (left out)"), time.hbm.si(), hbm,
                 &core::BatchSeries::hbm);
        m_crossing = snapshot.report.threshold.batch.si();
        m_equal = crossingAt(m_crossing, snapshot);
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QStringList values;
        for (const Curve& curve : m_curves)
            values.append(curve.name + u' ' + curve.value);
        QString text = tr("Time against batch. At %1: %2.").arg(presentBatch(), values.join(QStringLiteral(", ")));
        for (const core::BatchBand& band : sampled(ranges()).bands)
            if (const QString name = regionText(band.what); !name.isEmpty())
                text += band.from > 0 ? tr(" From %1 on %2.").arg(bandText(band.from), name)
                                      : tr(" At first %1.").arg(name);
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
        for (const Compared& baseline : m_baselines)
            if (const QPointF at = baseline.at; isAlike(baseline) && positive(at.x()) && positive(at.y())) {
                view.xMin = std::min(view.xMin, tickBelow(at.x() / 2));
                view.xMax = std::max(view.xMax, tickAbove(at.x() * 2));
                view.yMin = std::min(view.yMin, at.y());
                view.yMax = std::max(view.yMax, at.y());
            }
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
        std::vector<core::BatchSeries> compared; // at the same batches
        for (const Compared& baseline : m_baselines)
            if (isAlike(baseline) && !view.isEmpty()) {
                rows.front().push_back("step_s " + baselineLook(baseline.look).letter.toStdString());
                compared.push_back(core::timeAgainstBatch(baseline.scenario, view.xMin, view.xMax, batchSamples));
            }
        if (view.isEmpty())
            return rows;
        const core::BatchSeries& all = sampled(view);
        for (std::size_t i = 0; i < all.batch.size(); ++i) {
            std::vector<std::string> cells{tableCell(all.batch[i]), tableCell(all.math[i])};
            for (const auto& axis : all.axis)
                cells.push_back(axis.empty() ? std::string() : tableCell(axis[i]));
            cells.push_back(tableCell(all.hbm[i]));
            cells.push_back(tableCell(all.step[i]));
            for (const auto& series : compared)
                cells.push_back(tableCell(series.step[i]));
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
            width = std::max(
                width,
                BatchLabels::endLabel(curve, QStringLiteral("0.00\u00a0ms"), Theme::light(), sizes).size().width());
        const qreal grain = sizes.px(12); // so that the axes stand still while the numbers change
        return {.xTitle = work.mode == core::Mode::decode ? tr("Batch (sequences)") : tr("Global batch (tokens)"),
                .shortXTitle = tr("Batch"),
                .yTitle = step ? tr("Time of forward + backward") : tr("Time of the pass"),
                .shortYTitle = tr("Time"),
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
        for (Compared& baseline : m_baselines)
            if (isAlike(baseline))
                lines.push_back({.points = stepOf(baseline, view),
                                 .colour = theme.text,
                                 .dashes = baselineLook(baseline.look).dashes,
                                 .width = sizes.line * 0.8});
        return lines;
    }

    std::vector<PlotBand> bands(const Theme& theme) const override
    {
        std::vector<PlotBand> tints;
        const auto& bands = m_sampled.bands; // of the series, which is asked for first
        for (std::size_t i = 0; i < bands.size(); ++i)
            if (const QColor colour = regionColour(bands[i].what, theme); colour.isValid())
                tints.push_back({bands[i].from,
                                 i + 1 < bands.size() ? bands[i + 1].from : std::numeric_limits<double>::infinity(),
                                 mixed(theme.panel, colour, theme.dark ? 0.07 : 0.06)});
        return tints;
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& frame) const override
    {
        BatchWords words{{},      m_snapshot.scenario.work.batch, m_crossing, presentBatch(), crossingText(),
                         m_equal, sampled(frame.ranges).bands,    {}};
        for (const Compared& baseline : m_baselines)
            if (isAlike(baseline))
                words.baselines.push_back(baseline.at.x());
        for (const Curve& curve : m_curves) {
            words.curves.push_back(curve);
            words.curves.back().samples = samplesOf(curve, frame.ranges);
        }
        BatchLabels labels(painter, frame, words);
        labels.draw();
        auto marks = labels.marks();
        for (std::size_t place = 0; place < m_baselines.size(); ++place)
            if (isAlike(m_baselines[place]))
                markBaseline(painter, frame, place, marks);
        return marks;
    }

    /// What is drawn of a baseline: its batch with the time of its step, and that time against batches.
    struct Compared {
        QString name;
        core::Scenario scenario;
        QPointF at;
        std::size_t look = 0;
        core::BatchSeries series = {}; // of the range last asked for
        double from = 0, to = 0;
    };

    /// Those that are the same keep their samples.
    void readBaselines(const std::vector<Baseline>& baselines)
    {
        auto before = std::exchange(m_baselines, {});
        for (const Baseline& baseline : baselines) {
            const auto& [scenario, report, look] = baseline;
            m_baselines.push_back(
                {baselineName(baseline), scenario, QPointF(scenario.work.batch, report.time.step.si()), look});
            const auto same = std::ranges::find(before, scenario, &Compared::scenario);
            if (same == before.end())
                continue;
            auto& now = m_baselines.back();
            now.series = std::move(same->series);
            now.from = std::exchange(same->from, 0);
            now.to = same->to;
        }
    }

    /// Its batch counts the same: sequences are no tokens.
    bool isAlike(const Compared& baseline) const
    {
        using enum core::Mode;
        return (baseline.scenario.work.mode == decode) == (m_snapshot.scenario.work.mode == decode);
    }

    /// Sampled where the range is another one; exactly that once.
    static std::vector<QPointF> stepOf(Compared& baseline, const AxisRanges& view)
    {
        if (view.xMin != baseline.from || view.xMax != baseline.to)
            baseline.series = core::timeAgainstBatch(baseline.scenario, view.xMin, view.xMax, batchSamples);
        baseline.from = view.xMin;
        baseline.to = view.xMax;
        const auto& all = baseline.series;
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < all.batch.size(); ++i)
            if (positive(all.step[i]))
                points.emplace_back(all.batch[i], all.step[i]);
        return points;
    }

    void markBaseline(QPainter& painter, const PictureLayout& frame, std::size_t place, std::vector<Mark>& marks) const
    {
        const QPointF values = m_baselines[place].at;
        if (!positive(values.x()) || !positive(values.y()) || !frame.area.contains(frame.at(values)))
            return;
        Mark mark =
            drawBaselineMark(painter, frame, m_baselines[place].name, m_baselines[place].look, frame.at(values));
        mark.lines = {tr("step %1 at a batch of %2").arg(timeText(values.y()), toText(core::grouped(values.x())))};
        marks.insert(marks.begin(), std::move(mark));
    }

    using Samples = std::vector<double> core::BatchSeries::*;
    /// Where the times of a line stand in the series.
    struct Curve : BatchCurve {
        Samples values = nullptr; // null: of an axis
        std::size_t axis = 0;
    };

    const core::BatchSeries& sampled(const AxisRanges& view) const
    {
        if (view.xMin != m_min || view.xMax != m_max) {
            m_sampled = core::timeAgainstBatch(m_snapshot.scenario, view.xMin, view.xMax, batchSamples);
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

    /// A border of the verdict; the critical batch by its own words.
    QString bandText(double batch) const { return borderText(batch, m_crossing, crossingText()); }
    QString presentBatch() const { return toText(core::grouped(m_snapshot.scenario.work.batch)); }
    /// The first whole batch; Explain has the real number.
    QString crossingText() const
    {
        if (!positive(m_crossing))
            return metricLabel(m_snapshot, "batch.critical");
        return toText(core::countText(std::ceil(m_crossing), core::countedIn(m_snapshot.scenario, "token")));
    }

    void addCurve(const QString& name, double now, std::optional<core::Resource> resource, Samples values,
                  std::size_t axis = 0)
    {
        if (!positive(now))
            return;
        const QString metric = resource ? metricOf(*resource) : QStringLiteral("time.step");
        const QString shown = metricLabel(m_snapshot, metric.toStdString());
        m_curves.push_back({{name, shown.isEmpty() ? timeText(now) : shown, now, resource, metric}, values, axis});
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
                const QString batch = toText(core::grouped(std::round(middle.x())));
                marks.push_back(
                    {.area = alongLine(frame.at(samples[i - stride]), frame.at(samples[i]), frame.sizes.px(8)),
                     .heading = curve.name,
                     .lines = {tr("%1 at a batch of %2").arg(timeText(middle.y()), batch)}});
            }
        }
        return marks;
    }

    Snapshot m_snapshot;
    mutable std::vector<Compared> m_baselines;
    std::vector<Curve> m_curves;         // none before the first snapshot
    double m_crossing = 0;               // NaN: no communication; infinity: never compute-bound
    BatchCrossing m_equal;               // there
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
