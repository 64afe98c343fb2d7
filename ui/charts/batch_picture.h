// SPDX-License-Identifier: GPL-3.0-or-later
// Time against batch: math, HBM and every network axis, where they cross, and where the present batch stands.
#pragma once

#include "core/explore/batch_series.h"
#include "ui/charts/plot_picture.h"

#include <optional>

namespace ui
{

class BatchPicture : public PlotPicture
{
public:
    void read(const Snapshot&) override;
    QString name() const override;
    QString description() const override;
    QString absence() const override;
    PlotRanges ranges() const override;
    bool leaves(const PlotRanges&) const override;
    QString xTitle() const override;
    QString yTitle() const override;
    QString xTick(double) const override;
    QString yTick(double) const override;
    qreal rightMargin(const ChartSizes&) const override;
    qreal topMargin(const ChartSizes&) const override;
    std::vector<PlotSeries> series(const PlotRanges&, const Theme&, const ChartSizes&) const override;
    std::vector<PlotBand> bands(const Theme&) const override;
    std::vector<PlotMark> paintOver(QPainter&, const PlotFrame&) const override;
    std::vector<PlotMark> farMarks(const PlotFrame&) const override;

private:
    /// One curve and what it says at the present batch.
    struct Curve {
        QString name;
        QString value; // at the present batch
        double now = 0;
        std::optional<core::Resource> resource; // none: the whole step
        QString metric;
    };
    static const std::vector<double>& valuesOf(const Curve&, const core::BatchSeries&);
    const core::BatchSeries& sampled(double least, double most) const;
    QString crossingText() const;
    void addCurve(const QString& name, double now, std::optional<core::Resource>, const QString& metric);
    void paintStrip(QPainter&, const PlotFrame&, std::vector<PlotMark>&) const;
    void paintNow(QPainter&, const PlotFrame&, std::vector<PlotMark>&) const;
    void paintEnds(QPainter&, const PlotFrame&, std::vector<PlotMark>&) const;

    Snapshot m_snapshot;
    std::vector<Curve> m_curves;         // none before the first snapshot
    double m_crossing = 0;               // NaN: no communication; infinity: never compute-bound
    mutable core::BatchSeries m_sampled; // of the range last asked for
    mutable double m_least = 0, m_most = 0;
};

} // namespace ui
