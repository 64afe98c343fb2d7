// SPDX-License-Identifier: GPL-3.0-or-later
// Places of everything in the picture of an order.
#include "ui/timeline/order_builder_scene.h"

#include "ui/theme/nth.h"
#include "ui/theme/words.h"

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal wholeHeight = 24;
constexpr qreal halfHeight = 19;
constexpr qreal maxPitch = 46; // of shards
constexpr qreal headWidth = 54;
constexpr qreal headHeight = 20;
constexpr qreal tileHeight = 22;
constexpr qreal rowHeight = 18;
constexpr qreal maxColumn = 170;
constexpr qreal minColumn = 30;
constexpr int maxStacked = 4;
constexpr qreal maxUnit = 1.5;
constexpr qreal easyWidth = 470; // in units; more is better spent on larger ones

/// Number of products stacked in a slot.
int stacked(const OrderShown& shown)
{
    std::size_t max = 1;
    for (const auto& step : shown.order)
        max = std::max(max, step.size());
    return std::clamp(static_cast<int>(max), 1, maxStacked);
}

qreal columnWidth(const OrderShown& shown, qreal width)
{
    const auto steps = static_cast<qreal>(std::max<std::size_t>(1, shown.order.size()));
    return std::clamp((width - 2 * orderEdge - headWidth) / steps, minColumn, maxColumn);
}

qreal slotHeight(int products) { return std::max(2, products) * (tileHeight + 2) + 6; }

qreal slotHeight(const OrderShown& shown) { return slotHeight(stacked(shown)); }

int linesOf(const OrderShown& shown, qreal column) { return column < 48 && stacked(shown) > 1 ? 2 : 1; }

struct Areas {
    QRectF ring;
    QRectF palette;
    qreal table = 0;
};

/// Shards are beside a small ring and below a large one.
Areas areasOf(const OrderShown& shown, qreal width)
{
    const int chips = shown.chips();
    const qreal height = wholeHeight + 2 + halfHeight;
    const qreal ring = orderRingWidth(chips);
    const qreal palette = chips * maxPitch;
    const qreal inner = width - 2 * orderEdge;
    if (ring + palette + 16 <= inner) {
        const qreal top = (orderRingHeight - height) / 2 + orderCaption / 2;
        const qreal left = orderEdge + ring + (inner - ring - palette) / 2;
        return {{orderEdge, 0, ring, orderRingHeight}, {left, top, palette, height}, orderRingHeight};
    }
    const qreal pitch = std::min((inner - headWidth) / chips, maxPitch);
    return {{orderEdge, 0, inner, orderRingHeight},
            {orderEdge + headWidth, orderRingHeight + 2, chips * pitch, height},
            orderRingHeight + height + 8};
}

bool isPlaced(const OrderShown& shown, const core::ShardProduct& product)
{
    const auto covers = [&](int half) {
        for (const auto& step : shown.order) {
            for (const auto& placed : step)
                if (placed.shard == product.shard &&
                    (placed.half == half || placed.half == core::ShardProduct::wholeShard))
                    return true;
        }
        return false;
    };
    const bool whole = product.half == core::ShardProduct::wholeShard;
    return whole ? covers(0) && covers(1) : covers(product.half);
}

void layPalette(const OrderShown& shown, const QRectF& area, OrderScene& scene)
{
    const int chips = shown.chips();
    const bool beside = area.top() < orderRingHeight;
    const QRectF label = beside ? QRectF(area.left(), area.top() - 20, area.width(), 18)
                                : QRectF(orderEdge, area.top(), headWidth - 4, wholeHeight);
    scene.texts.push_back({label, shown.form == core::MatmulForm::gather ? tr("Shards") : tr("Blocks"),
                           Qt::AlignLeft | Qt::AlignVCenter});
    const qreal pitch = area.width() / chips;
    const auto add = [&](const QRectF& box, const core::ShardProduct& product, const QString& text) {
        scene.tiles.push_back({box, product, text, OrderTile::offered, 0, false, isPlaced(shown, product)});
    };
    for (int shard = 0; shard < chips; ++shard) {
        const QRectF whole(area.left() + shard * pitch + 1, area.top(), pitch - 4, wholeHeight);
        const qreal half = (whole.width() - 2) / 2;
        add(whole, {shard}, productText(shown.form, {shard}));
        add({whole.left(), whole.bottom() + 2, half, halfHeight}, {shard, 0}, QStringLiteral("a"));
        add({whole.right() - half, whole.bottom() + 2, half, halfHeight}, {shard, 1}, QStringLiteral("b"));
    }
}

void laySlot(const OrderShown& shown, int step, const QRectF& box, OrderScene& scene)
{
    const auto& products = shown.order[nth(step)];
    const bool faulty = shown.fault && shown.fault->step == step;
    OrderSlot slot{box, step, step == shown.chosen, faulty, {}};
    const bool full = static_cast<int>(products.size()) > maxStacked;
    const int seen = full ? maxStacked - 1 : static_cast<int>(products.size());
    for (int i = 0; i < seen; ++i) {
        const auto& product = products[nth(i)];
        const QRectF tile(box.left() + 3, box.top() + 4 + i * (tileHeight + 2), box.width() - 6, tileHeight);
        const bool wrong = faulty && (shown.fault->product == product ||
                                      (shown.fault->product.shard == product.shard && i + 1 == seen));
        scene.tiles.push_back({tile, product, productText(shown.form, product), step, i, wrong, false});
    }
    if (full)
        slot.text = tr("+%1").arg(static_cast<int>(products.size()) - seen);
    if (slot.chosen && !shown.pending.isEmpty())
        slot.text = shown.pending + QStringLiteral("…");
    scene.steps.push_back(slot);
}

QString cellText(const OrderShown& shown, const std::vector<core::ShardProduct>& products, int lines)
{
    QStringList names;
    for (const auto& product : products)
        names << QString::number(product.shard) + (product.half < 0 ? QString() : QString(QChar(u'a' + product.half)));
    const int room = lines > 1 ? 2 : stacked(shown) > 2 ? 1 : 2;
    if (names.size() > room)
        names = {names.first() + tr(" +%1").arg(names.size() - 1)};
    return names.join(lines > 1 ? u'\n' : u' ');
}

void layTable(const OrderShown& shown, qreal top, OrderScene& scene)
{
    const qreal column = columnWidth(shown, scene.size.width());
    const auto steps = static_cast<int>(shown.order.size());
    const qreal slotTop = top + headHeight;
    const qreal others = slotTop + slotHeight(shown) + 4;
    const int lines = linesOf(shown, column);
    const qreal height = lines > 1 ? 2 * rowHeight - 6 : rowHeight;
    const auto head = Qt::AlignLeft | Qt::AlignVCenter;
    scene.texts.push_back({{orderEdge, top, headWidth, headHeight}, tr("Step"), head});
    scene.texts.push_back({{orderEdge, slotTop, headWidth, slotHeight(shown)}, tr("Chip 0"), head, true});
    const auto table = core::rotated(shown.order, shown.chips());
    for (int step = 0; step < steps; ++step) {
        const qreal left = orderEdge + headWidth + step * column;
        scene.texts.push_back({{left, top, column, headHeight}, QString::number(step + 1)});
        laySlot(shown, step, {left + 1, slotTop, column - 3, slotHeight(shown)}, scene);
        for (int chip = 1; chip < shown.chips(); ++chip) {
            scene.texts.push_back({{left, others + (chip - 1) * height, column, height},
                                   cellText(shown, table[nth(step)][nth(chip)], lines)});
        }
    }
    for (int chip = 1; chip < shown.chips(); ++chip) {
        scene.texts.push_back(
            {{orderEdge, others + (chip - 1) * height, headWidth, height}, tr("Chip %1").arg(chip), head});
    }
    scene.table = {orderEdge, others, headWidth + steps * column, (shown.chips() - 1) * height};
}

/// Does not depend on how full the slots are.
qreal unitFor(const OrderShown& shown, const QSizeF& pixels)
{
    for (qreal unit = maxUnit; unit > 1; unit -= 0.05) {
        const qreal width = pixels.width() / unit;
        const qreal height = orderRoom(shown, width).height() - slotHeight(shown) + slotHeight(maxStacked);
        if (width >= easyWidth && width >= orderRoom(shown, width).width() && height * unit <= pixels.height())
            return unit;
    }
    return 1;
}

} // namespace

QSizeF orderRoom(const OrderShown& shown, qreal width)
{
    const auto steps = static_cast<qreal>(shown.order.size());
    const qreal column = columnWidth(shown, width);
    const qreal row = linesOf(shown, column) > 1 ? 2 * rowHeight - 6 : rowHeight;
    return {2 * orderEdge + headWidth + steps * minColumn,
            areasOf(shown, width).table + headHeight + slotHeight(shown) + 4 + (shown.chips() - 1) * row + 6};
}

OrderScene layoutOrder(const OrderShown& shown, const QSizeF& pixels)
{
    OrderScene scene;
    scene.unit = unitFor(shown, pixels);
    scene.size = pixels / scene.unit;
    const auto areas = areasOf(shown, scene.size.width());
    layOrderRing(shown, areas.ring, scene);
    layPalette(shown, areas.palette, scene);
    layTable(shown, areas.table, scene);
    return scene;
}

const OrderTile* tileAt(const OrderScene& scene, const QPointF& point)
{
    for (const auto& tile : scene.tiles)
        if (tile.box.contains(point / scene.unit))
            return &tile;
    return nullptr;
}

int slotAt(const OrderScene& scene, const QPointF& point)
{
    for (const auto& slot : scene.steps)
        if (slot.box.adjusted(-2, -2, 2, 2).contains(point / scene.unit))
            return slot.step;
    return -1;
}

QString productText(core::MatmulForm form, const core::ShardProduct& product)
{
    return QString::fromStdString(core::productName(form, product));
}

} // namespace ui
