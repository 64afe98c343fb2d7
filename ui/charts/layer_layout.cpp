// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of numbers have their widths; boxes, collectives and bars share the rest. Arrays and chips wrap.
#include "ui/charts/layer_layout.h"

#include "ui/charts/chart_label.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace ui
{

namespace
{

ChartSizes sizesOfUnit(qreal unit) { return {unit, 11 * unit, 10 * unit, 13 * unit, 1.6 * unit}; }

constexpr qreal notationInset = 14; // on both sides together

/// `titles`: what boxes need where they have no arrays; the rest goes to their collectives. 0: they have.
void placeColumns(LayerLayout& out, qreal width, qreal titles = 0)
{
    const auto px = [&](qreal n) { return out.sizes.px(n); };
    const qreal margin = px(12), gap = px(7), lane = px(20);
    // Where there is less room, FLOPs go on alone, then nothing but boxes and collectives.
    const qreal room = width - 2 * margin - lane - 6 * gap;
    const qreal flops = room >= px(330) ? px(58) : 0, number = room >= px(450) ? px(58) : 0;
    const qreal rest = room - flops - 2 * number;
    const bool wide = rest >= px(620);
    out.chipsAcross = wide ? 2 : 1;
    const qreal chip = px(76);
    const qreal time = rest >= px(260) ? std::max(px(56), 0.14 * rest) : 0;
    qreal chips = std::max(0.0, std::min(wide ? std::max(2 * chip, 0.2 * rest) : chip, rest * 0.26));
    if (titles > 0)
        chips = std::max(chips, (rest - time - titles) / 2);
    qreal x = margin;
    const auto take = [&](qreal across) {
        const QRectF column(x, 0, across, 0);
        x += across + gap;
        return column;
    };
    out.columns.lane = QRectF(x, 0, lane, 0);
    x += lane;
    out.columns.box = take(std::max(px(40), rest - 2 * chips - time));
    out.columns.forward = take(chips);
    out.columns.backward = take(chips);
    out.columns.parameters = take(number);
    out.columns.flops = take(flops);
    out.columns.bytes = take(number);
    out.columns.time = take(time);
}

/// Title, notation and chips, and the gap below.
qreal rowHeight(const LayerLayout& out, const LayerRow& row)
{
    const auto px = [&](qreal n) { return out.sizes.px(n); };
    const auto across = static_cast<std::size_t>(out.chipsAcross);
    const auto chips = std::max(row.forward.size(), row.backward.size());
    const auto notation = notationLines(*row.arrays, out.sizes, out.columns.box.width() - px(notationInset)).size();
    return px(4) + std::max({px(19) * static_cast<qreal>((chips + across - 1) / across),
                             px(18) + px(13) * static_cast<qreal>(notation), px(26)});
}

std::vector<const LayerRow*> allRows(const LayerReading::Layer& layer)
{
    std::vector<const LayerRow*> rows;
    for (const auto& row : layer.rows)
        rows.push_back(&row);
    if (!layer.ends.empty()) {
        rows.insert(rows.begin(), &layer.ends.front());
        rows.push_back(&layer.ends.back());
    }
    return rows;
}

constexpr qreal head = 30, sum = 20;

bool holdsLogits(const LayerReading::Layer& layer) { return layer.numbers.outside.logits.si() > 0; }

/// Sums of the layer, as edited too, and of the step; logits.
qreal footOf(const LayerReading::Layer& layer)
{
    return (2 + (layer.edited ? 1 : 0) + (holdsLogits(layer) ? 1 : 0)) * sum + 12;
}

/// Without rows, and the height that all of it needs.
std::pair<LayerLayout, qreal> measured(const LayerReading::Layer& layer, qreal width, qreal unit)
{
    LayerLayout out;
    out.sizes = sizesOfUnit(unit);
    placeColumns(out, width);
    qreal needed = out.sizes.px(head + footOf(layer));
    for (const auto* row : allRows(layer))
        needed += rowHeight(out, *row);
    return {std::move(out), needed};
}

} // namespace

qreal layerHeight(const LayerReading::Layer& layer, qreal width) { return measured(layer, width, 1).second; }

std::vector<std::vector<NotationArray>> notationLines(const core::BoxArrays& box, const ChartSizes& sizes, qreal width)
{
    const QFont font = chartFont(sizes.small, QFont::DemiBold); // wider than most of it
    std::vector<std::vector<NotationArray>> lines;
    qreal at = width + 1;
    const auto add = [&](const std::vector<core::ShardedArray>& arrays, const QString& first) {
        for (const auto& array : arrays) {
            QString sign = &array == &arrays.front() ? first : QStringLiteral(", ");
            const qreal wide = lineWidth(sign + toText(array.text()) + u',', font);
            if (at + wide > width) {
                if (!lines.empty() && &array != &arrays.front())
                    lines.back().back().after = QStringLiteral(",");
                sign = &array == &arrays.front() && !lines.empty() ? sign.trimmed() + u' ' : QString();
                lines.emplace_back();
                at = 0;
            }
            lines.back().push_back({&array, sign, {}});
            at += wide;
        }
    };
    add(box.in, {});
    add(box.weights, QStringLiteral(" · "));
    add(box.out, QStringLiteral(" → "));
    return lines;
}

namespace
{

constexpr qreal leastPitch = 15; // of a box with its title alone

std::vector<qreal> heightsOf(const LayerLayout& out, const std::vector<const LayerRow*>& rows)
{
    std::vector<qreal> heights;
    for (const auto* row : rows)
        heights.push_back(rowHeight(out, *row));
    return heights;
}

/// Of what each box needs beyond its title, as much as there is room for.
qreal shareOf(const std::vector<qreal>& full, qreal least, qreal room)
{
    qreal beyond = 0;
    for (const qreal height : full)
        beyond += height - least;
    return std::clamp((room - least * static_cast<qreal>(full.size())) / beyond, 0.0, 1.0);
}

/// Titles without arrays, no higher than their lines, and the width of arrays for collectives beside one another.
void makeCompact(LayerLayout& out, const std::vector<const LayerRow*>& rows, qreal width, qreal pitch)
{
    out.sizes.text = std::clamp(0.7 * pitch, 0.86 * out.sizes.text, out.sizes.text);
    out.sizes.small = std::min(out.sizes.small, out.sizes.text);
    qreal titles = 0;
    for (const auto* row : rows)
        titles =
            std::max(titles, lineWidth(toText(core::titleOf(row->part)), chartFont(out.sizes.text, QFont::DemiBold)));
    placeColumns(out, width, titles + out.sizes.px(16));
}

} // namespace

LayerLayout layerLayout(const LayerReading::Layer& layer, const QSizeF& size)
{
    qreal unit = ChartSizes::of(size).unit;
    auto [out, needed] = measured(layer, size.width(), unit);
    for (int tries = 0; tries < 4 && needed > size.height() && unit > 1; ++tries) { // smaller letters
        unit = std::max(1.0, 0.98 * unit * size.height() / needed);
        std::tie(out, needed) = measured(layer, size.width(), unit);
    }
    constexpr qreal easyWidth = 980, largest = 2; // where all columns have room
    constexpr qreal enough = 0.7;                 // of the height
    const qreal limit = std::min(largest, size.width() / easyWidth);
    std::vector<qreal> larger;
    for (qreal next = 1.05 * unit; next < limit; next *= 1.05)
        larger.push_back(next);
    if (!larger.empty() && needed < enough * size.height()) { // the first of them that fills it, else the largest
        const auto fills = [&](qreal at) { return measured(layer, size.width(), at).second >= enough * size.height(); };
        const auto found = std::ranges::partition_point(larger, std::not_fn(fills));
        std::tie(out, needed) = measured(layer, size.width(), found == larger.end() ? larger.back() : *found);
    }
    const auto px = [&sizes = out.sizes](qreal n) { return sizes.px(n); };
    const auto rows = allRows(layer);
    const qreal foot = px(head + footOf(layer)), text = needed - foot;
    out.lines = size.height() - foot > 0.97 * text;
    const bool logits = holdsLogits(layer) && out.lines; // else boxes need their line more
    const qreal room = size.height() - foot + (holdsLogits(layer) && !logits ? px(sum) : 0);
    const qreal more = std::max(0.0, room - text) / static_cast<qreal>(rows.size());
    const qreal margin = px(12);
    out.head = px(15);
    const auto full = heightsOf(out, rows);
    const qreal least = std::min(px(leastPitch), room / static_cast<qreal>(rows.size()));
    const qreal share = shareOf(full, least, room);
    if (!out.lines)
        makeCompact(out, rows, size.width(), least);
    qreal y = px(head);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto* row = rows[i];
        const qreal pitch = least + share * (full[i] - least) + std::min(more, px(48));
        const QRectF line(margin, y, size.width() - 2 * margin, pitch - std::min(px(5), pitch / 6));
        const bool end = !layer.ends.empty() && (row == rows.front() || row == rows.back());
        (end ? out.ends : out.rows).push_back(line);
        y += pitch;
    }
    out.total = QRectF(margin, y + px(4), size.width() - 2 * margin, px(sum));
    out.edited = out.total.translated(0, px(sum));
    out.step = layer.edited ? out.edited.translated(0, px(sum)) : out.edited;
    if (logits)
        out.logits = out.step.translated(0, px(sum));
    return out;
}

std::vector<LayerBlock> layerBlocks(const LayerReading::Layer& layer)
{
    std::vector<LayerBlock> blocks{{0, layer.rows.size() - 1}};
    for (std::size_t i = 1; i < layer.rows.size(); ++i)
        if (layer.rows[i].part == core::LayerPart::mlpNorm) {
            blocks.front().last = i - 1;
            blocks.push_back({i, layer.rows.size() - 1});
        }
    return blocks;
}

} // namespace ui
