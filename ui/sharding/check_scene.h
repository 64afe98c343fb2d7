// SPDX-License-Identifier: GPL-3.0-or-later
// Where the numbers of a computed example stand: one box a device, in it the block of each array.
#pragma once

#include "core/sharding/example.h"
#include "ui/charts/chart_label.h"
#include "ui/theme/theme.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace ui
{

class CheckScene
{
public:
    CheckScene(const core::ShardingExample&, const QRectF& area);

    /// At which numbers can be read in pictures of such a width.
    static qreal heightFor(const core::ShardingExample&, qreal width);

    /// Of the block of an array that a device holds: that of its ranges of indices, as in the picture of the shards.
    static QColor colourOf(const core::ShardedArray&, const core::NamedMesh&, int device, const Theme&);
    /// So many steps are done, and a share of the next.
    void paint(QPainter&, double position, const Theme&) const;

private:
    struct Block {
        int rows = 1, columns = 1;
    };
    Block shapeOf(const core::DeviceArray&) const;
    QSizeF sizeOf(const core::ExecutedStep&) const;
    QRectF cell(int device) const;
    QRectF number(const core::ExecutedStep&, std::size_t array, int device, std::size_t element) const;
    /// Where a number of the next step comes from: its device's own, or the nearest other's; null: it is new.
    QRectF origin(const core::ExecutedStep& before, const core::DeviceArray& array, int device,
                  std::int64_t value) const;
    void paintFrames(QPainter&, const core::ExecutedStep&, const Theme&) const;
    Label placeOf(int device, const Theme&) const;
    void paintPlaces(QPainter&, const Theme&) const;
    void paintNumbers(QPainter&, std::size_t step, double progress, const Theme&) const;
    void setFont(qreal size);
    QSizeF largest() const;
    void fit();

    const core::ShardingExample& m_example;
    QRectF m_area;
    int m_columns = 1, m_rows = 1; // of devices
    QString m_widest;              // of all numbers
    qreal m_font = 12;
    QSizeF m_number; // room of one
};

} // namespace ui
