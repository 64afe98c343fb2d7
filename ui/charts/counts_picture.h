// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of each preset that hold the model: its state alone, and with the activations of the batch.
#pragma once

#include "ui/charts/bar_picture.h"

namespace ui
{

class CountsPicture : public BarPicture
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
    /// Chips of one preset.
    struct Row {
        QString id, name;
        double state = 0;
        double all = 0;
        QString stateText, allText;
        bool present = false; // the scenario's own chip
    };
    std::size_t shownRows(const BarFrame&) const;
    Label endLabel(const Row&, const BarFrame&) const;
    void paintKey(QPainter&, const BarFrame&) const;

    std::vector<Row> m_rows; // H100 and v5p first, then the scenario's chip, then the others
};

} // namespace ui
