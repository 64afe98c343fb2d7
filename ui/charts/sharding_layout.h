// SPDX-License-Identifier: GPL-3.0-or-later
// Where the arrays of a sharded product, their blocks, the labels of their mesh axes and the devices go.
#pragma once

#include "core/sharding/report.h"
#include "ui/charts/chart_style.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace ui
{

/// "65,536".
QString groupedText(std::int64_t);

/// A mesh axis at a dimension of an array, or at its partial sums.
struct AxisChip {
    char axis = 'X';
    int dim = -1; // -1: {U}
    QRectF box = {};
};

/// One array as a grid of blocks.
struct ArrayBlocks {
    core::ShardedArray array;
    int place = -1;                            // in the expression; -1: the product before it is resharded
    int rows = 1, columns = 1;                 // blocks that are drawn
    std::int64_t allRows = 1, allColumns = 1;  // that there are
    std::vector<std::size_t> rowDims, colDims; // dimensions that go down, and across
    QRectF box, title, grid;
    std::vector<QRectF> dims;   // labels
    std::vector<QPointF> names; // where those above begin, half-way up
    bool sized = true;          // there is room for sizes behind the names above
    QRectF partial;             // where {U} stands or would
    std::vector<AxisChip> axes;

    QRectF block(int row, int column) const;
};

/// A block of an array, as drawn.
struct BlockPlace {
    int row = 0, column = 0;
    friend bool operator==(const BlockPlace&, const BlockPlace&) = default;
};

struct ShardingLayout {
    ChartSizes sizes;
    std::vector<ArrayBlocks> arrays;
    QRectF mesh;
    std::vector<QRectF> devices; // of those that are drawn
    std::vector<int> ids;        // their numbers
    qreal below = 0;             // where the steps begin
};

constexpr qreal shardingEdge = 14, shardingLine = 17; // units: left and right of all, and a line of the steps below

/// Operands, the product where devices hold terms of it first, the result; below so many lines.
ShardingLayout shardingLayout(const core::ShardingReport&, const QSizeF&, int lines = 2);
/// That the arrays need to be readable where the paper is too narrow for all of them in a row; else 0.
qreal shardingHeight(const core::ShardingReport&, qreal width, int lines = 2);

/// The block that a device holds.
BlockPlace blockOn(const ArrayBlocks&, const core::NamedMesh&, int device);

/// "I 2,048–4,095, J all": the indices of a block that a device holds.
QString rangesOn(const core::ShardedArray&, const core::ShardingReport&, int device);

/// Hue by row, lightness by column, so that devices with the same block have the same colour.
QColor blockColour(const ArrayBlocks&, const BlockPlace&, const Theme&);

} // namespace ui
