// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers travel in straight lines from a device that holds them to the one that gets them; sums appear where made.
#include "ui/sharding/check_scene.h"

#include "core/sharding/device_collectives.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/sharding_layout.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal gap = 6;
constexpr qreal readable = 9;               // px of a letter
constexpr qreal least = 6;                  // below, numbers are left out
constexpr qreal placeLine = 1.4 * readable; // of where a device is

} // namespace

CheckScene::CheckScene(const core::ShardingExample& example, const QRectF& area) : m_example(example), m_area(area)
{
    std::int64_t widest = 9;
    for (const auto& step : example.run.steps)
        for (const auto& array : step.arrays)
            for (const auto& block : array.blocks)
                for (const auto n : block)
                    widest = std::max(widest, std::abs(n));
    m_widest = QString::number(widest);
    const auto& axes = example.mesh.axes;
    const int devices = static_cast<int>(example.mesh.devices());
    m_columns = axes.empty() ? 1 : axes[0].size;
    if (m_columns == devices && m_columns > 8) // a long axis in lines
        m_columns = 8;
    setFont(readable);
    for (m_rows = devices / m_columns; m_columns > 1 && largest().width() > cell(0).width() - gap;) {
        m_columns = (m_columns + 1) / 2; // wide blocks get shorter lines
        m_rows = (devices + m_columns - 1) / m_columns;
    }
    m_rows = (devices + m_columns - 1) / m_columns;
    fit();
}

qreal CheckScene::heightFor(const core::ShardingExample& example, qreal width)
{
    constexpr qreal plenty = 1e5;
    CheckScene scene(example, QRectF(0, 0, width, plenty));
    scene.setFont(readable);
    return scene.m_rows * (scene.largest().height() + gap + 4);
}

void CheckScene::setFont(qreal size)
{
    m_font = size;
    m_number = QSizeF(QFontMetricsF(chartFont(size)).horizontalAdvance(m_widest) + size * 0.5, size * 1.35);
}

QSizeF CheckScene::largest() const
{
    QSizeF most;
    for (const auto& step : m_example.run.steps)
        most = most.expandedTo(sizeOf(step));
    return most;
}

/// The largest letters with which every step fits into a device, below its place where they can be read there.
void CheckScene::fit()
{
    for (const auto& [smallest, above] : {std::pair(readable, placeLine), std::pair(least, 0.0)})
        for (qreal size = 15; size >= smallest; size -= 0.5) {
            setFont(size);
            const QSizeF most = largest();
            const QRectF room = cell(0);
            if (most.width() <= room.width() - gap && most.height() <= room.height() - gap - 2 * above)
                return;
        }
    setFont(0); // no room for numbers
}

CheckScene::Block CheckScene::shapeOf(const core::DeviceArray& array) const
{
    Block block;
    const auto& dims = array.layout.dims;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const auto local = static_cast<int>(m_example.sizes.at(dims[d].name) / m_example.mesh.size(dims[d].axes));
        (d == 0 && dims.size() > 1 ? block.rows : block.columns) *= local;
    }
    return block;
}

QSizeF CheckScene::sizeOf(const core::ExecutedStep& step) const
{
    QSizeF size(0, 0);
    for (const auto& array : step.arrays) {
        const Block block = shapeOf(array);
        size.rwidth() += block.columns * m_number.width() + m_font * 1.6 + gap;
        size.setHeight(std::max(size.height(), block.rows * m_number.height()));
    }
    return size;
}

QRectF CheckScene::cell(int device) const
{
    const qreal width = m_area.width() / m_columns;
    const qreal height = m_area.height() / m_rows;
    const int line = device / m_columns;
    const QRectF whole(m_area.left() + width * (device % m_columns), m_area.top() + height * line, width, height);
    return whole.adjusted(2, 2, -2, -2);
}

QRectF CheckScene::number(const core::ExecutedStep& step, std::size_t array, int device, std::size_t element) const
{
    const QRectF room = cell(device);
    const QSizeF all = sizeOf(step);
    QPointF at(room.center().x() - all.width() / 2, room.center().y());
    for (std::size_t before = 0; before < array; ++before)
        at.rx() += shapeOf(step.arrays[before]).columns * m_number.width() + m_font * 1.6 + gap;
    const Block block = shapeOf(step.arrays[array]);
    at.rx() += m_font * 1.6 + gap / 2;
    at.ry() -= block.rows * m_number.height() / 2;
    const auto place = static_cast<int>(element);
    const int line = place / block.columns;
    return {at + QPointF(place % block.columns * m_number.width(), line * m_number.height()), m_number};
}

QColor CheckScene::colourOf(const core::ShardedArray& layout, const core::NamedMesh& mesh, int device,
                            const Theme& theme)
{
    ArrayBlocks blocks;
    blocks.rows = blocks.columns = 1;
    std::string others; // axes of all dimensions but the first
    for (std::size_t d = 1; d < layout.dims.size(); ++d)
        others += layout.dims[d].axes;
    BlockPlace place;
    if (!layout.dims.empty()) {
        const auto& rows = layout.dims.front().axes;
        blocks.rows = static_cast<int>(mesh.size(rows));
        place.row = static_cast<int>(core::blockOf(mesh, rows, device));
    }
    blocks.columns = static_cast<int>(mesh.size(others));
    place.column = static_cast<int>(core::blockOf(mesh, others, device));
    constexpr qreal light = 0.5; // under numbers
    return mixed(theme.panel, blockColour(blocks, place, theme), light);
}

QRectF CheckScene::origin(const core::ExecutedStep& before, const core::DeviceArray& array, int device,
                          std::int64_t value) const
{
    QRectF nearest;
    qreal distance = 1e9;
    for (std::size_t a = 0; a < before.arrays.size(); ++a) {
        if (before.arrays[a].layout.name != array.layout.name || !before.arrays[a].layout.partial.empty())
            continue;
        for (int other = 0; other < static_cast<int>(m_example.mesh.devices()); ++other) {
            const auto& block = before.arrays[a].blocks[nth(other)];
            const auto found = std::ranges::find(block, value);
            if (found == block.end())
                continue;
            const QRectF at = number(before, a, other, static_cast<std::size_t>(found - block.begin()));
            const qreal far = other == device ? 0 : 1 + (at.center() - cell(device).center()).manhattanLength();
            if (far < distance) {
                distance = far;
                nearest = at;
            }
        }
    }
    return nearest;
}

/// "X0 Y2".
Label CheckScene::placeOf(int device, const Theme& theme) const
{
    const auto place = core::placeOf(m_example.mesh, device);
    Label label;
    for (std::size_t a = 0; a < place.size(); ++a) {
        const char axis = m_example.mesh.axes[a].name;
        const QColor colour =
            axis >= 'X' && axis <= 'Z' ? axisColour(static_cast<std::size_t>(axis - 'X'), theme) : theme.muted;
        label.add(QString(QLatin1Char(axis)), chartFont(readable, QFont::Bold), colour);
        label.add((a + 1 < place.size() ? QStringLiteral("%1 ") : QStringLiteral("%1")).arg(place[a]),
                  chartFont(readable), theme.muted);
    }
    return label;
}

/// In the corner of each device, where every step leaves room for it beside its numbers or above them.
void CheckScene::paintPlaces(QPainter& painter, const Theme& theme) const
{
    std::vector<Label> labels;
    qreal width = 0;
    for (int device = 0; device < static_cast<int>(m_example.mesh.devices()); ++device) {
        labels.push_back(placeOf(device, theme));
        width = std::max(width, labels.back().size().width() + gap / 2);
    }
    const bool room = std::ranges::all_of(m_example.run.steps, [&](const core::ExecutedStep& step) {
        const QSizeF free = (cell(0).size() - sizeOf(step)) / 2;
        return free.height() > placeLine ? width < cell(0).width() : width < free.width();
    });
    if (!room || cell(0).height() < placeLine)
        return;
    for (std::size_t device = 0; device < labels.size(); ++device)
        labels[device].drawLeft(painter, cell(static_cast<int>(device)).topLeft() + QPointF(gap / 2, readable * 0.9));
}

void CheckScene::paintFrames(QPainter& painter, const core::ExecutedStep& step, const Theme& theme) const
{
    for (int device = 0; device < static_cast<int>(m_example.mesh.devices()); ++device) {
        drawBox(painter, cell(device), 4, theme.field, theme.outline);
        for (std::size_t a = 0; a < step.arrays.size(); ++a) {
            const auto& array = step.arrays[a];
            const QRectF first = number(step, a, device, 0);
            const QRectF last = number(step, a, device, array.blocks[nth(device)].size() - 1);
            const QRectF block(first.topLeft(), last.bottomRight());
            painter.fillRect(block, colourOf(array.layout, m_example.mesh, device, theme));
            if (!array.layout.partial.empty()) {
                painter.setPen(QPen(theme.muted, 1, Qt::DashLine));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(block);
            }
            const QString name =
                toText(array.layout.name) + (array.layout.partial.empty() ? QString() : QStringLiteral("+"));
            Label(name, chartFont(m_font, QFont::DemiBold), theme.muted)
                .drawRight(painter, {block.left() - 2, block.center().y()});
        }
    }
}

/// Of the step that is reached, or on their way from the one before.
void CheckScene::paintNumbers(QPainter& painter, std::size_t at, double progress, const Theme& theme) const
{
    const auto& step = m_example.run.steps[at];
    painter.setFont(chartFont(m_font));
    for (int device = 0; device < static_cast<int>(m_example.mesh.devices()); ++device)
        for (std::size_t a = 0; a < step.arrays.size(); ++a) {
            const auto& block = step.arrays[a].blocks[nth(device)];
            for (std::size_t i = 0; i < block.size(); ++i) {
                QRectF box = number(step, a, device, i);
                QColor colour = theme.text;
                const QRectF from =
                    progress < 1 ? origin(m_example.run.steps[at - 1], step.arrays[a], device, block[i]) : box;
                if (from.isEmpty())
                    colour.setAlphaF(static_cast<float>(progress)); // a sum that is made
                else if (from != box) {
                    box.translate((from.topLeft() - box.topLeft()) * (1 - progress));
                    if (!cell(device).contains(from.center()))
                        colour = theme.accent;
                }
                painter.setPen(colour);
                painter.drawText(box, Qt::AlignCenter, QString::number(block[i]));
            }
        }
}

void CheckScene::paint(QPainter& painter, double position, const Theme& theme) const
{
    const auto done = std::min(static_cast<std::size_t>(position), m_example.run.steps.size() - 1);
    const double progress = position - static_cast<double>(done);
    const bool moves = progress > 0 && done + 1 < m_example.run.steps.size();
    const auto at = moves ? done + 1 : done;
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrames(painter, m_example.run.steps[at], theme);
    paintPlaces(painter, theme);
    if (m_font > 0)
        paintNumbers(painter, at, moves ? progress : 1, theme);
}

} // namespace ui
