// SPDX-License-Identifier: GPL-3.0-or-later
// A sharded product: each array as blocks over its mesh, the devices, the steps of the chosen plan and its numbers.
#include "core/numbers/collective_cache.h"
#include "core/quantity/format.h"
#include "core/sharding/mesh_on_chips.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/sharding_layout.h"
#include "ui/charts/sharding_plans.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

QColor axisColour(char axis, const core::NamedMesh& mesh, const Theme& theme)
{
    const auto found = std::ranges::find(mesh.axes, axis, &core::NamedMesh::Axis::name);
    const auto at = static_cast<std::size_t>(found - mesh.axes.begin());
    return at < core::meshAxes ? axisColour(at, theme) : theme.muted;
}

class ShardingPicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        auto report = snapshot.cache->sharding(snapshot.scenario);
        const bool another = std::exchange(m_document, snapshot.document) != snapshot.document;
        const bool known = m_known && absence().isEmpty() && !another;
        m_before.clear();
        if (const auto& error = report->error; known && error) {
            m_before = tr("As it was before. Now: %1").arg(toText(error->sentence));
            return;
        }
        m_report = std::move(report);
        m_units = snapshot.scenario.conv.unit;
        m_known = snapshot.scenario.presets != nullptr;
        m_axisWords.clear();
        for (const core::MeshOnChips chips(snapshot.scenario, m_report->mesh); const auto& axis : m_report->mesh.axes)
            m_axisWords.append(toText(chips.sentence(m_report->mesh, axis.name)));
        m_below = {};
        if (absence().isEmpty()) {
            m_numbers = core::shardingNumbers(snapshot.scenario, *m_report);
            m_below = {stepPhrases(*m_report, m_numbers), sumPhrases(m_numbers)};
        }
    }

    QString description() const override
    {
        if (!absence().isEmpty() || !m_before.isEmpty())
            return absence().isEmpty() ? m_before : absence();
        QStringList words;
        for (const auto& phrases : m_below)
            for (const Phrase& phrase : phrases)
                words.append(phrase.text);
        return toText(m_report->expression.text()) + QStringLiteral(": ") + words.join(u' ');
    }

    QString absence() const override
    {
        if (!m_report || !m_known)
            return tr("No sharded product to show.");
        if (const auto& error = m_report->error)
            return tr("Column %1: %2").arg(error->column).arg(toText(error->sentence));
        return m_report->plans.empty() ? tr("No plan brings this product about.") : QString();
    }

    bool pointAt(const QString& place) override
    {
        const QString before = std::exchange(m_lit, place);
        const auto lights = [](const QString& at) {
            return at.startsWith(QLatin1String("device")) || at.startsWith(QLatin1String("block"));
        };
        return lights(before) || lights(place);
    }

    qreal heightFor(qreal width) const override
    {
        return absence().isEmpty() ? shardingHeight(*m_report, width, linesOn({width, 0})) : 0;
    }

    QString absenceInWindow() const override { return m_known && m_report->error ? tr("No plan yet.") : absence(); }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges&, Output on) override
    {
        Painted painted;
        paintAll(painter, shardingLayout(*m_report, size, linesOn(size)), size, theme, painted.marks);
        if (!m_before.isEmpty()) {
            drawBefore(painter, on == Output::screen ? tr("As it was before") : m_before, {{}, size}, theme);
            painted.marks.clear(); // their numbers are those of another state
        }
        return painted;
    }

private:
    void paintAll(QPainter& painter, const ShardingLayout& layout, const QSizeF& size, const Theme& theme,
                  std::vector<Mark>& marks) const
    {
        const std::vector<int> lit = litDevices(layout);
        for (std::size_t i = 0; i < layout.arrays.size(); ++i) {
            paintSign(painter, layout, i, theme);
            paintArray(painter, layout, i, lit, theme, marks);
            paintFoot(painter, layout, i, theme, marks);
        }
        paintMesh(painter, layout, lit, theme, marks);
        const qreal left = layout.sizes.px(shardingEdge), line = layout.sizes.px(shardingLine);
        const qreal right = size.width() - layout.sizes.px(4);
        QPointF at(left, layout.below + layout.sizes.px(12));
        for (const auto& phrases : m_below) {
            paintPhrases(painter, phrases, at, right, {}, layout.sizes, theme, marks);
            at.ry() += line * phraseLines(phrases, right - left, {}, layout.sizes) + layout.sizes.px(4);
        }
    }

    int linesOn(const QSizeF& size) const
    {
        const auto sizes = ChartSizes::of(size);
        const qreal width = size.width() - sizes.px(4 + shardingEdge);
        return phraseLines(m_below[0], width, {}, sizes) + phraseLines(m_below[1], width, {}, sizes);
    }

    /// Devices that are pointed at, or that hold the block that is.
    std::vector<int> litDevices(const ShardingLayout& layout) const
    {
        const QStringList words = m_lit.split(u' ');
        const auto all = m_report->mesh.devices();
        if (words.front() == QLatin1String("device") && words.size() == 2 && words[1].toInt() < all)
            return {words[1].toInt()};
        std::vector<int> devices;
        if (words.front() == QLatin1String("block") && words.size() == 4 && words[1].toUInt() < layout.arrays.size()) {
            const BlockPlace block{words[2].toInt(), words[3].toInt()};
            for (const int device : layout.ids)
                if (blockOn(layout.arrays[words[1].toUInt()], m_report->mesh, device) == block)
                    devices.push_back(device);
        }
        return devices;
    }

    /// The product sign or the arrow before an array.
    void paintSign(QPainter& painter, const ShardingLayout& layout, std::size_t i, const Theme& theme) const
    {
        if (i == 0)
            return;
        const bool product = i < m_report->expression.operands.size();
        const QPointF at(layout.arrays[i].box.left() - layout.sizes.px(11), layout.arrays[i].grid.center().y());
        Label(product ? QStringLiteral("×") : QStringLiteral("→"), chartFont(layout.sizes.px(18)), theme.muted)
            .draw(painter, at);
    }

    void paintArray(QPainter& painter, const ShardingLayout& layout, std::size_t i, const std::vector<int>& lit,
                    const Theme& theme, std::vector<Mark>& marks) const
    {
        const ArrayBlocks& one = layout.arrays[i];
        const ChartSizes& sizes = layout.sizes;
        Label(toText(one.array.text()), chartFont(sizes.strong, QFont::DemiBold), theme.text)
            .drawLeft(painter, QPointF(one.title.left(), one.title.center().y()));
        paintLabels(painter, one, sizes, theme, marks);
        if (!one.array.partial.empty())
            paintStack(painter, one, sizes, theme);
        std::vector<BlockPlace> held;
        for (const int device : lit)
            held.push_back(blockOn(one, m_report->mesh, device));
        const qreal rim = std::min<qreal>(sizes.px(1), one.block(0, 0).width() / 8);
        for (int row = 0; row < one.rows; ++row)
            for (int column = 0; column < one.columns; ++column) {
                const BlockPlace at{row, column};
                const bool on = std::ranges::find(held, at) != held.end();
                const QColor colour = blockColour(one, at, theme);
                const QRectF box = one.block(row, column).adjusted(rim, rim, -rim, -rim);
                painter.fillRect(box, held.empty() || on ? colour : mixed(theme.panel, colour, 0.3));
                if (on) {
                    painter.setPen(QPen(theme.text, sizes.px(2)));
                    painter.setBrush(Qt::NoBrush);
                    painter.drawRect(box);
                }
                marks.push_back(blockMark(layout, i, at));
            }
    }

    Mark blockMark(const ShardingLayout& layout, std::size_t i, const BlockPlace& at) const
    {
        const ArrayBlocks& one = layout.arrays[i];
        Mark mark;
        mark.area = corners(one.block(at.row, at.column));
        mark.place = QStringLiteral("block %1 %2 %3").arg(i).arg(at.row).arg(at.column);
        const auto copies = m_report->mesh.devices() / std::max<std::int64_t>(1, one.allRows * one.allColumns);
        int holder = -1;
        for (const int device : layout.ids)
            if (holder < 0 && blockOn(one, m_report->mesh, device) == at)
                holder = device;
        mark.heading = toText(one.array.text());
        if (holder >= 0)
            mark.lines.append(rangesOn(one.array, *m_report, holder));
        mark.lines.append(!one.array.partial.empty() ? tr("%1 devices hold terms of its sum").arg(groupedText(copies))
                          : copies == 1              ? tr("one device holds it")
                                                     : tr("%1 devices hold a copy").arg(groupedText(copies)));
        mark.number = QStringLiteral("shard.replication.") + toText(one.array.name);
        return mark;
    }

    /// Partial sums: outlines behind, and a plus.
    void paintStack(QPainter& painter, const ArrayBlocks& one, const ChartSizes& sizes, const Theme& theme) const
    {
        painter.setBrush(theme.panel);
        painter.setPen(QPen(theme.muted, sizes.px(1.2)));
        for (const int layer : {2, 1}) {
            const qreal by = sizes.px(4) * layer;
            painter.drawRect(one.grid.translated(by, by));
        }
        painter.fillRect(one.grid, theme.panel);
        Label(QStringLiteral("+"), chartFont(sizes.px(16), QFont::DemiBold), theme.muted)
            .draw(painter, one.grid.bottomRight() + QPointF(sizes.px(14), sizes.px(12)));
    }

    void paintLabels(QPainter& painter, const ArrayBlocks& one, const ChartSizes& sizes, const Theme& theme,
                     std::vector<Mark>& marks) const
    {
        for (std::size_t d = 0; d < one.dims.size(); ++d) {
            const auto& dim = one.array.dims[d];
            const bool down = std::ranges::find(one.rowDims, d) != one.rowDims.end();
            const QString size = groupedText(m_report->sizes.at(dim.name));
            const QRectF& at = one.dims[d];
            const QFont strong = chartFont(sizes.text, QFont::DemiBold);
            if (down) {
                Label(toText(dim.name), strong, theme.text).drawRight(painter, {at.right(), at.top() + sizes.px(8)});
                Label(size, chartFont(sizes.small), theme.muted)
                    .drawRight(painter, {at.right(), at.top() + sizes.px(25)});
            } else {
                Label name(toText(dim.name), strong, theme.text);
                if (one.sized)
                    name.add(u' ' + size, chartFont(sizes.small), theme.muted);
                name.drawLeft(painter, one.names[d]);
            }
        }
        for (const AxisChip& chip : one.axes) {
            const QColor colour = axisColour(chip.axis, m_report->mesh, theme);
            drawBox(painter, chip.box, sizes.px(4), mixed(theme.panel, colour, 0.22), colour);
            Label(QString(QLatin1Char(chip.axis)), chartFont(sizes.text, QFont::DemiBold), theme.text)
                .draw(painter, chip.box.center());
            Mark mark;
            mark.area = corners(chip.box);
            const QString split =
                chip.dim < 0 ? tr("its partial sums") : toText(one.array.dims[static_cast<std::size_t>(chip.dim)].name);
            mark.heading = chip.dim < 0 ? tr("%1: devices hold terms of the sum").arg(QLatin1Char(chip.axis))
                                        : tr("%1 splits %2").arg(QLatin1Char(chip.axis)).arg(split);
            mark.lines.append(
                tr("%1 devices along %2").arg(m_report->mesh.size(chip.axis)).arg(QLatin1Char(chip.axis)));
            if (one.place >= 0) {
                mark.lines.append(
                    tr("Drag it to another dimension, to the name of the array for partial sums, or off"));
                mark.place = QStringLiteral("axis %1 %2 %3").arg(one.place).arg(chip.dim).arg(QLatin1Char(chip.axis));
            }
            marks.push_back(std::move(mark));
        }
        if (one.place >= 0)
            markTargets(one, marks);
    }

    /// Where mesh axes can be dropped.
    void markTargets(const ArrayBlocks& one, std::vector<Mark>& marks) const
    {
        for (std::size_t d = 0; d < one.dims.size(); ++d) {
            const QString dim = toText(one.array.dims[d].name);
            marks.push_back({corners(one.dims[d]),
                             tr("%1 of %2").arg(dim, toText(one.array.name)),
                             {tr("Drag a mesh axis here, or press its letter; with Shift for partial sums")},
                             QStringLiteral("shard.local.") + toText(one.array.name),
                             QStringLiteral("dim %1 %2").arg(one.place).arg(d)});
        }
        marks.push_back(
            {corners(one.partial), toText(one.array.text()), {}, {}, QStringLiteral("sums %1").arg(one.place)});
    }

    /// How many devices hold a piece; those of an unreduced array hold terms of its sum.
    QString holders(const core::ShardedArray& array, double devices) const
    {
        const double terms = double(m_report->mesh.size(array.partial));
        if (array.partial.empty())
            return devices > 1 ? tr("%1 copies").arg(devices) : tr("no copies");
        return terms < devices ? tr("%1 terms, %2 copies each").arg(terms).arg(devices / terms)
                               : tr("%1 terms of a sum").arg(terms);
    }

    /// Shape, bytes and copies of what a device holds.
    void paintFoot(QPainter& painter, const ShardingLayout& layout, std::size_t i, const Theme& theme,
                   std::vector<Mark>& marks) const
    {
        const ArrayBlocks& one = layout.arrays[i];
        const auto arrays = m_report->arrays();
        const bool isResult = i + 1 == layout.arrays.size();
        const bool isOperand = i < m_report->expression.operands.size();
        QStringList shape;
        for (const auto n : m_report->localShape(one.array))
            shape.append(groupedText(n));
        const QString name = toText(one.array.name);
        const ChartSizes& sizes = layout.sizes;
        const qreal y = one.grid.bottom() + sizes.px(one.array.partial.empty() ? 12 : 22);
        const qreal right = one.box.right();
        if (!isResult && !isOperand) {
            paintPhrases(painter, {{tr("before it is reduced")}}, {one.box.left(), y}, right, {.leading = 0}, sizes,
                         theme, marks);
            return;
        }
        const auto at = isResult ? arrays.size() - 1 : i;
        paintPhrases(painter,
                     {{shape.join(QStringLiteral(" × ")), QStringLiteral("shard.local.") + name}, {tr("a device")}},
                     {one.box.left(), y}, right, {.leading = 0}, sizes, theme, marks);
        std::vector<Phrase> bytes{{toText(core::format(m_numbers.bytes[at].si(), core::dim::byte, {.bytes = m_units})),
                                   QStringLiteral("shard.bytes.") + name},
                                  {QStringLiteral("·")}};
        bytes.push_back({holders(arrays[at], m_numbers.copies[at].si()), QStringLiteral("shard.replication.") + name});
        paintPhrases(painter, bytes, {one.box.left(), y + sizes.px(16)}, right, {.leading = 0}, sizes, theme, marks);
    }

    void paintMesh(QPainter& painter, const ShardingLayout& layout, const std::vector<int>& lit, const Theme& theme,
                   std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = layout.sizes;
        const core::NamedMesh& mesh = m_report->mesh;
        const QFont strong = chartFont(sizes.strong, QFont::DemiBold);
        const QString words = mesh.devices() == 1 ? tr("Mesh of %1 device") : tr("Mesh of %1 devices"),
                      few = mesh.devices() == 1 ? tr("%1 device") : tr("%1 devices"),
                      count = groupedText(mesh.devices());
        Label(lineWidth(words.arg(count), strong) > layout.mesh.width() ? few.arg(count) : words.arg(count), strong,
              theme.text)
            .drawLeft(painter, QPointF(layout.mesh.left(), layout.mesh.top() + sizes.px(11)));
        if (layout.devices.empty())
            return;
        const QRectF first = layout.devices.front();
        for (std::size_t a = 0; a < mesh.axes.size(); ++a) {
            const auto& axis = mesh.axes[a];
            const Label name(QStringLiteral("%1 = %2").arg(QLatin1Char(axis.name)).arg(axis.size),
                             chartFont(sizes.small, QFont::DemiBold), axisColour(axis.name, mesh, theme));
            const qreal half = name.size().width() / 2, above = first.top() - sizes.px(9);
            const QPointF at =
                a == 0   ? QPointF(first.left() + half, above)
                : a == 1 ? QPointF(layout.mesh.left() + sizes.px(6), first.center().y() + half - first.height() / 2)
                         : QPointF(layout.mesh.right() - half, above);
            name.draw(painter, at, a == 1 ? -90 : 0);
            marks.push_back({name.outline(at, a == 1 ? -90 : 0, sizes.px(3)),
                             tr("%1: %2 devices").arg(QLatin1Char(axis.name)).arg(axis.size),
                             {m_axisWords[static_cast<qsizetype>(a)], tr("Drag it to a dimension to split that")},
                             {},
                             QStringLiteral("axis -1 -2 %1").arg(QLatin1Char(axis.name))});
        }
        for (std::size_t i = 0; i < layout.devices.size(); ++i) {
            const int device = layout.ids[i];
            const bool on = std::ranges::find(lit, device) != lit.end();
            drawBox(painter, layout.devices[i], sizes.px(3), on ? theme.accent : theme.field,
                    on ? theme.accent : theme.edge);
            QStringList holds;
            for (const ArrayBlocks& one : layout.arrays)
                holds.append((one.array.partial.empty() ? toText(one.array.name)
                                                        : tr("a term of %1").arg(toText(one.array.name))) +
                             QStringLiteral(": ") + rangesOn(one.array, *m_report, device));
            marks.push_back(
                {corners(layout.devices[i]), deviceName(device), holds, {}, QStringLiteral("device %1").arg(device)});
        }
    }

    /// "X 1, Y 2".
    QString deviceName(int device) const
    {
        QStringList at;
        for (const auto& axis : m_report->mesh.axes) {
            at.append(QStringLiteral("%1 %2").arg(QLatin1Char(axis.name)).arg(device % axis.size));
            device /= axis.size;
        }
        return tr("Device %1").arg(at.join(QStringLiteral(", ")));
    }

    std::shared_ptr<const core::ShardingReport> m_report;
    core::ShardingOf<double> m_numbers;
    core::ByteUnits m_units{};
    bool m_known = false;
    QStringList m_axisWords;                    // how each lies on the chips
    std::array<std::vector<Phrase>, 2> m_below; // steps of the plan, sums
    QString m_lit;                              // place that is pointed at
    QString m_before;                           // why the picture is that of an earlier state; empty: it is not
    std::uint64_t m_document = 0;               // that it is of
};

} // namespace

std::unique_ptr<Picture> shardingPicture() { return std::make_unique<ShardingPicture>(); }

} // namespace ui
