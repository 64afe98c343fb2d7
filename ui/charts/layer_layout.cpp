// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of numbers have their widths; boxes, collectives and bars share the rest.
#include "ui/charts/layer_layout.h"

#include <algorithm>

namespace ui
{

LayerLayout layerLayout(const LayerReading::Layer& layer, const QSizeF& size)
{
    LayerLayout out;
    out.sizes = ChartSizes::of(size);
    const auto px = [&](qreal n) { return out.sizes.px(n); };
    const qreal margin = px(12), gap = px(7), lane = px(20);
    // Where there is less room, FLOPs go on alone, then nothing but boxes and collectives.
    const qreal room = size.width() - 2 * margin - lane - 6 * gap;
    const qreal flops = room >= px(330) ? px(58) : 0, number = room >= px(450) ? px(58) : 0;
    const qreal rest = room - flops - 2 * number;
    const bool wide = rest >= px(620);
    out.chipsAcross = wide ? 2 : 1;
    const qreal chip = px(71);
    const qreal chips = std::max(0.0, std::min(wide ? std::max(2 * chip, 0.2 * rest) : chip, rest * 0.26));
    const qreal time = rest >= px(260) ? std::max(px(56), 0.14 * rest) : 0;
    const qreal box = std::max(px(40), rest - 2 * chips - time);
    qreal x = margin;
    const auto take = [&](qreal width) {
        const QRectF column(x, 0, width, 0);
        x += width + gap;
        return column;
    };
    out.columns.lane = QRectF(x, 0, lane, 0);
    x += lane;
    out.columns.box = take(box);
    out.columns.forward = take(chips);
    out.columns.backward = take(chips);
    out.columns.parameters = take(number);
    out.columns.flops = take(flops);
    out.columns.bytes = take(number);
    out.columns.time = take(time);
    const qreal top = px(30), line = px(20), foot = 2 * line + px(12);
    const auto count = static_cast<qreal>(layer.rows.size());
    const qreal pitch = std::min((size.height() - top - foot) / count, px(64));
    out.head = px(15);
    out.twoLines = pitch >= px(27);
    const qreal between = std::min(px(6), pitch / 6);
    for (std::size_t i = 0; i < layer.rows.size(); ++i)
        out.rows.emplace_back(margin, top + static_cast<qreal>(i) * pitch, size.width() - 2 * margin, pitch - between);
    const qreal below = top + count * pitch + px(4);
    out.total = QRectF(margin, below, size.width() - 2 * margin, line);
    out.step = out.total.translated(0, line);
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
