// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of arrays beside the mesh, on narrow paper several rows of them; the first dimension goes down, the others
// across.
#include "ui/charts/sharding_layout.h"

#include "core/quantity/format.h"
#include "core/sharding/device_collectives.h"
#include "ui/charts/chart_label.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <algorithm>

namespace ui
{

namespace
{

constexpr std::int64_t maxBlocks = 32; // a side that are drawn
constexpr int maxDevices = 16;         // a side

// Units, of an array and its names.
constexpr qreal headHeight = 48, footHeight = 40, signWidth = 22;
constexpr qreal foldedBlocks = 96; // at most, where arrays stand in several rows

std::int64_t blocksAlong(const core::ShardedArray& array, const std::vector<std::size_t>& dims,
                         const core::NamedMesh& mesh)
{
    std::int64_t blocks = 1;
    for (const auto d : dims)
        blocks *= mesh.size(array.dims[d].axes);
    return blocks;
}

ArrayBlocks blocksOf(const core::ShardedArray& array, int place, const core::NamedMesh& mesh)
{
    ArrayBlocks one;
    one.array = array;
    one.place = place;
    for (std::size_t d = 0; d < array.dims.size(); ++d)
        (d == 0 && array.dims.size() > 1 ? one.rowDims : one.colDims).push_back(d);
    one.allRows = blocksAlong(array, one.rowDims, mesh);
    one.allColumns = blocksAlong(array, one.colDims, mesh);
    one.rows = static_cast<int>(std::min(one.allRows, maxBlocks));
    one.columns = static_cast<int>(std::min(one.allColumns, maxBlocks));
    return one;
}

std::vector<ArrayBlocks> arraysOf(const core::ShardingReport& report)
{
    std::vector<ArrayBlocks> all;
    const auto& e = report.expression;
    for (std::size_t i = 0; i < e.operands.size(); ++i)
        all.push_back(blocksOf(e.operands[i], static_cast<int>(i), report.mesh));
    const auto& plan = report.plan();
    if (e.operands.size() > 1 && !plan.product.partial.empty() && !plan.after.empty())
        all.push_back(blocksOf(plan.product, -1, report.mesh));
    if (e.operands.size() > 1 || e.result)
        all.push_back(blocksOf(plan.result(), e.result ? static_cast<int>(e.operands.size()) : -1, report.mesh));
    return all;
}

/// Where one stands beside the arrays.
qreal meshWidth(qreal width, const ChartSizes& sizes) { return std::clamp(width * 0.18, sizes.px(84), sizes.px(220)); }

/// Chips of the axes in a row, centred or from the left.
void placeChips(ArrayBlocks& one, int dim, const std::string& axes, QPointF start, const ChartSizes& sizes)
{
    const qreal side = sizes.px(17);
    for (const char axis : axes) {
        one.axes.push_back({axis, dim, QRectF(start, QSizeF(side, side))});
        start.rx() += side + sizes.px(3);
    }
}

qreal chipsWidth(const std::string& axes, const ChartSizes& sizes)
{
    return axes.empty() ? 0 : static_cast<qreal>(axes.size()) * sizes.px(20) - sizes.px(3);
}

/// Of "J 8,192", or of "J".
qreal nameWidth(const std::string& dim, bool sized, const core::ShardingReport& report, const ChartSizes& sizes)
{
    Label name(toText(dim), chartFont(sizes.text, QFont::DemiBold), Qt::black);
    if (sized)
        name.add(u' ' + groupedText(report.sizes.at(dim)), chartFont(sizes.small), Qt::black);
    return name.size().width();
}

qreal nameAndChips(const core::NamedDim& dim, bool sized, const core::ShardingReport& report, const ChartSizes& sizes)
{
    return nameWidth(dim.name, sized, report, sizes) +
           (dim.axes.empty() ? 0 : sizes.px(6) + chipsWidth(dim.axes, sizes));
}

void placeLabels(ArrayBlocks& one, const core::ShardingReport& report, const ChartSizes& sizes)
{
    one.dims.resize(one.array.dims.size());
    one.names.resize(one.array.dims.size());
    for (const auto d : one.rowDims) {
        const auto& axes = one.array.dims[d].axes;
        const qreal top =
            std::min(one.grid.center().y() - sizes.px(30), one.grid.bottom() - sizes.px(57)); // chips below
        const QRectF label(one.box.left(), top, one.grid.left() - one.box.left() - sizes.px(6), sizes.px(60));
        one.dims[d] = label;
        placeChips(one, static_cast<int>(d), axes,
                   {label.right() - chipsWidth(axes, sizes), label.top() + sizes.px(40)}, sizes);
    }
    const qreal each = one.grid.width() / static_cast<qreal>(std::max<std::size_t>(1, one.colDims.size()));
    for (std::size_t i = 0; i < one.colDims.size(); ++i) {
        const qreal room = i + 1 < one.colDims.size()
                               ? each
                               : one.box.right() + sizes.px(14) - one.grid.left() - each * static_cast<qreal>(i);
        one.sized = one.sized && nameAndChips(one.array.dims[one.colDims[i]], true, report, sizes) <= room;
    }
    qreal free = one.grid.left();
    for (std::size_t i = 0; i < one.colDims.size(); ++i) {
        const auto d = one.colDims[i];
        const auto& axes = one.array.dims[d].axes;
        const QRectF label(one.grid.left() + each * static_cast<qreal>(i), one.grid.top() - sizes.px(24), each,
                           sizes.px(20));
        one.dims[d] = label;
        const qreal words = nameWidth(one.array.dims[d].name, one.sized, report, sizes);
        const qreal all = nameAndChips(one.array.dims[d], one.sized, report, sizes);
        one.names[d] = {std::max({label.left(), label.center().x() - all / 2, free}), label.center().y()};
        free = one.names[d].x() + all + sizes.px(3);
        placeChips(one, static_cast<int>(d), axes,
                   {one.names[d].x() + words + sizes.px(6), label.center().y() - sizes.px(8.5)}, sizes);
    }
    const auto& sums = one.array.partial;
    if (!sums.empty()) {
        const qreal left =
            one.title.left() + sizes.px(4) +
            Label(toText(one.array.text()), chartFont(sizes.strong, QFont::DemiBold), Qt::black).size().width();
        placeChips(one, -1, sums, {left + sizes.px(6), one.title.center().y() - sizes.px(8.5)}, sizes);
    }
    one.partial = one.title;
}

/// An array in its box: title, names of the dimensions above and before its blocks, room for two lines below.
void placeArray(ArrayBlocks& one, const QRectF& box, qreal names, const core::ShardingReport& report,
                const ChartSizes& sizes)
{
    const qreal head = sizes.px(headHeight);
    const qreal before = one.rowDims.empty() ? 0 : names;
    one.box = box;
    one.title = QRectF(box.left(), box.top(), box.width(), sizes.px(22));
    const qreal side = std::max<qreal>(
        sizes.px(20), std::min(box.width() - before - sizes.px(8), box.height() - head - sizes.px(footHeight)));
    const qreal beside = sizes.px(32); // name, size and axes of the rows, below the title
    const qreal height = one.rowDims.empty() ? std::min(side, sizes.px(44)) : std::max(side, beside);
    one.grid = QRectF(box.left() + before, box.top() + head, side, height);
    placeLabels(one, report, sizes);
}

void placeArrays(ShardingLayout& layout, const core::ShardingReport& report, const QRectF& room)
{
    const ChartSizes& sizes = layout.sizes;
    const qreal sign = sizes.px(signWidth);
    const auto count = static_cast<qreal>(layout.arrays.size());
    const qreal width = (room.width() - sign * (count - 1)) / count;
    qreal x = room.left();
    for (ArrayBlocks& one : layout.arrays) {
        placeArray(one, QRectF(x, room.top(), width, room.height()), sizes.px(56), report, sizes);
        x += width + sign;
    }
}

/// Of the widest array: its expression and its local shape, and blocks that can be told apart.
qreal cellWidth(const ShardingLayout& layout, const core::ShardingReport& report)
{
    const ChartSizes& sizes = layout.sizes;
    qreal widest = sizes.px(96);
    for (const ArrayBlocks& one : layout.arrays) {
        QStringList shape;
        for (const auto n : report.localShape(one.array))
            shape.append(groupedText(n));
        const Label title(toText(one.array.text()), chartFont(sizes.strong, QFont::DemiBold), Qt::black);
        const Label below(shape.join(QStringLiteral(" × ")), chartFont(sizes.text), Qt::black);
        const qreal sums = one.array.partial.empty() ? 0 : sizes.px(10) + chipsWidth(one.array.partial, sizes);
        widest = std::max({widest, title.size().width() + sums, below.size().width()});
    }
    return widest;
}

/// How many cells, the mesh the last of them, stand in a row where arrays and mesh have no room beside each other; 0
/// where they have.
std::size_t foldedColumns(const ShardingLayout& layout, const core::ShardingReport& report, qreal width)
{
    const ChartSizes& sizes = layout.sizes;
    const qreal cell = cellWidth(layout, report), sign = sizes.px(signWidth);
    const auto count = static_cast<qreal>(layout.arrays.size());
    if ((width - meshWidth(width, sizes) - sizes.px(24) - sign * (count - 1)) / count >= cell)
        return 0;
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1.0, width / (cell + sign))), 1,
                                   layout.arrays.size());
}

/// In rows, each with the room for its sign at its left; the mesh last.
void placeFolded(ShardingLayout& layout, const core::ShardingReport& report, const QRectF& room, std::size_t columns)
{
    const ChartSizes& sizes = layout.sizes;
    const std::size_t rows = (layout.arrays.size() + columns) / columns; // with the mesh
    const qreal sign = sizes.px(signWidth);
    const qreal width = room.width() / static_cast<qreal>(columns) - sign;
    const qreal height =
        std::min(room.height() / static_cast<qreal>(rows), sizes.px(headHeight + footHeight + 6) + width);
    for (std::size_t i = 0; i <= layout.arrays.size(); ++i) {
        const std::size_t row = i / columns;
        const QRectF cell(room.left() + sign + (width + sign) * static_cast<qreal>(i % columns),
                          room.top() + height * static_cast<qreal>(row), width, height - sizes.px(6));
        if (i < layout.arrays.size())
            placeArray(layout.arrays[i], cell, sizes.px(46), report, sizes);
        else
            layout.mesh = cell;
    }
}

void placeDevices(ShardingLayout& layout, const core::NamedMesh& mesh)
{
    const ChartSizes& sizes = layout.sizes;
    std::array<int, 3> all{1, 1, 1};
    for (std::size_t i = 0; i < mesh.axes.size() && i < all.size(); ++i)
        all[i] = mesh.axes[i].size;
    std::array<int, 3> drawn{};
    std::ranges::transform(all, drawn.begin(), [](int n) { return std::min(n, maxDevices); });
    drawn[2] = std::min(drawn[2], 8);
    // Planes of the third axis stand one above the other.
    const int lines = drawn[1] * drawn[2];
    const QRectF room = layout.mesh.adjusted(sizes.px(16), sizes.px(42), 0, -sizes.px(20));
    const qreal gaps = sizes.px(8) * (drawn[2] - 1);
    const qreal side = std::min({room.width() / drawn[0], (room.height() - gaps) / lines, sizes.px(40)});
    for (int z = 0; z < drawn[2]; ++z)
        for (int y = 0; y < drawn[1]; ++y)
            for (int x = 0; x < drawn[0]; ++x) {
                const QPointF at(room.left() + side * x, room.top() + side * (y + drawn[1] * z) + sizes.px(8) * z);
                const qreal rim = std::min<qreal>(sizes.px(2), side / 8);
                layout.devices.push_back(QRectF(at, QSizeF(side, side)).adjusted(rim, rim, -rim, -rim));
                layout.ids.push_back(x + all[0] * (y + all[1] * z));
            }
}

} // namespace

QString groupedText(std::int64_t n) { return toText(core::grouped(static_cast<double>(n))); }

QRectF ArrayBlocks::block(int row, int column) const
{
    const qreal width = grid.width() / columns;
    const qreal height = grid.height() / rows;
    return {grid.left() + width * column, grid.top() + height * row, width, height};
}

namespace
{

/// What is reduced has no room beside its result on less than 720.
void chooseArrays(ShardingLayout& layout, const core::ShardingReport& report, qreal width)
{
    layout.arrays = arraysOf(report);
    if (layout.arrays.size() > 3 && width < layout.sizes.px(720))
        std::erase_if(layout.arrays,
                      [&](const ArrayBlocks& one) { return one.place < 0 && &one != &layout.arrays.back(); });
}

} // namespace

qreal shardingHeight(const core::ShardingReport& report, qreal width, int lines)
{
    ShardingLayout layout;
    layout.sizes = ChartSizes::of({width, 0});
    const ChartSizes& sizes = layout.sizes;
    const qreal room = width - 2 * sizes.px(shardingEdge);
    chooseArrays(layout, report, room);
    const auto columns = foldedColumns(layout, report, room);
    if (columns == 0)
        return 0;
    const qreal side = std::min(sizes.px(foldedBlocks), room / static_cast<qreal>(columns) - sizes.px(signWidth + 54));
    const std::size_t rows = (layout.arrays.size() + columns) / columns;
    return static_cast<qreal>(rows) * (sizes.px(headHeight + footHeight + 6) + side) + sizes.px(16) +
           sizes.px(14 + shardingLine * lines);
}

ShardingLayout shardingLayout(const core::ShardingReport& report, const QSizeF& size, int lines)
{
    ShardingLayout layout;
    layout.sizes = ChartSizes::of(size);
    const ChartSizes& sizes = layout.sizes;
    const qreal edge = sizes.px(shardingEdge);
    layout.below = size.height() - sizes.px(14 + shardingLine * lines);
    const QRectF room(edge, sizes.px(8), size.width() - 2 * edge, layout.below - sizes.px(8));
    const qreal mesh = meshWidth(room.width(), sizes);
    chooseArrays(layout, report, room.width());
    if (const auto columns = foldedColumns(layout, report, room.width()); columns > 0) {
        placeFolded(layout, report, room, columns);
    } else {
        layout.mesh = QRectF(room.right() - mesh, room.top(), mesh, room.height());
        placeArrays(layout, report, room.adjusted(0, 0, -mesh - sizes.px(24), 0));
    }
    placeDevices(layout, report.mesh);
    qreal bottom = layout.devices.empty() ? 0 : layout.devices.back().bottom();
    for (const ArrayBlocks& one : layout.arrays)
        bottom = std::max(bottom, one.grid.bottom());
    layout.below = std::min(layout.below, bottom + sizes.px(50));
    return layout;
}

BlockPlace blockOn(const ArrayBlocks& one, const core::NamedMesh& mesh, int device)
{
    const auto along = [&](const std::vector<std::size_t>& dims, std::int64_t all, int drawn) {
        std::string axes;
        for (const auto d : dims)
            axes += one.array.dims[d].axes;
        return static_cast<int>(core::blockOf(mesh, axes, device) * drawn / all);
    };
    return {along(one.rowDims, one.allRows, one.rows), along(one.colDims, one.allColumns, one.columns)};
}

QString rangesOn(const core::ShardedArray& array, const core::ShardingReport& report, int device)
{
    QStringList parts;
    for (const auto& dim : array.dims) {
        const QString name = toText(dim.name);
        if (dim.axes.empty()) {
            parts.append(tr("%1 all").arg(name));
            continue;
        }
        const auto local = report.sizes.at(dim.name) / report.mesh.size(dim.axes);
        const auto first = core::blockOf(report.mesh, dim.axes, device) * local;
        parts.append(QStringLiteral("%1 %2–%3").arg(name, groupedText(first), groupedText(first + local - 1)));
    }
    return parts.join(QStringLiteral(", "));
}

QColor blockColour(const ArrayBlocks& one, const BlockPlace& at, const Theme& theme)
{
    const bool flat = one.rows == 1;
    const int hues = flat ? one.columns : one.rows;
    const int hue = flat ? at.column : at.row;
    const auto count = static_cast<int>(theme.components.size());
    const qreal place = hues <= count ? hue : static_cast<qreal>(hue) * count / hues;
    const auto first = static_cast<std::size_t>(place);
    const QColor full = mixed(theme.components[first], theme.components[(first + 1) % theme.components.size()],
                              place - static_cast<qreal>(first));
    const qreal share = flat || one.columns == 1 ? 0.85 : 0.4 + 0.6 * at.column / (one.columns - 1);
    return mixed(theme.panel, full, share);
}

} // namespace ui
