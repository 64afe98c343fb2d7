// SPDX-License-Identifier: GPL-3.0-or-later
// Memory per chip: all components stacked against the capacity, and one bar for each component.
#pragma once

#include "ui/charts/bar_picture.h"

namespace ui
{

class MemoryPicture : public BarPicture
{
public:
    void read(const Snapshot&) override;
    QString name() const override;
    QString description() const override;
    QString absence() const override;
    BarScales scales() const override;
    std::vector<BarBlock> blocks(const BarFrame&) const override;
    std::vector<PlotMark> paintOver(QPainter&, const BarFrame&, const std::vector<BarBlock>&) const override;

private:
    struct Component {
        QString name;
        QString metric;
        double bytes = 0;
        QString shown;
        std::size_t colour = 0; // index into Theme::components
        Hatch hatch = Hatch::none;
    };
    QString headline() const;
    void paintHeadline(QPainter&, const BarFrame&, std::vector<PlotMark>&) const;
    void paintCapacity(QPainter&, const BarFrame&, const BarBlock&, std::vector<PlotMark>&) const;
    void paintRows(QPainter&, const BarFrame&, const BarBlock&, std::vector<PlotMark>&) const;
    qreal nameWidth(const ChartSizes&) const;
    qreal valueWidth(const ChartSizes&) const;

    std::vector<Component> m_components; // only what takes memory
    double m_total = 0;
    double m_capacity = 0;
    QString m_totalText, m_capacityText;
    core::ByteUnits m_units = core::ByteUnits::decimal;
    bool m_fits = true;
};

} // namespace ui
