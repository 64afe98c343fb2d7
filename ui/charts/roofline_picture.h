// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline: roofs of math, HBM and every network axis, the step and its operations as points.
#pragma once

#include "ui/charts/plot_picture.h"

namespace ui
{

class RooflinePicture : public PlotPicture
{
public:
    void read(const Snapshot&) override;
    QString name() const override;
    QString description() const override;
    QString absence() const override;
    PlotRanges ranges() const override;
    bool leaves(const PlotRanges&) const override;
    QString xTitle() const override;
    QString shortXTitle() const override;
    QString yTitle() const override;
    QString xTick(double) const override;
    QString yTick(double) const override;
    std::vector<PlotSeries> series(const PlotRanges&, const Theme&, const ChartSizes&) const override;
    void paintFixed(QPainter&, const PlotFrame&) const override;
    std::vector<PlotMark> paintOver(QPainter&, const PlotFrame&) const override;

private:
    core::Roofline m_roofline; // only what is finite; roofs of equal rate are one
    double m_peak = 0;         // of the compute roof
    QString m_largest;         // what binds, in words
};

} // namespace ui
