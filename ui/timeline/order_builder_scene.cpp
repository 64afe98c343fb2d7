// SPDX-License-Identifier: GPL-3.0-or-later
// Places of everything in the picture of an order.
#include "ui/timeline/order_builder_scene.h"

#include "ui/torus/shard_names.h"

#include <QCoreApplication>
#include <QLineF>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::OrderBuilder", text); }

constexpr qreal edge = 12;
constexpr qreal ringHeight = 138;
constexpr qreal ringRows = 68;   // between its two rows of chips
constexpr qreal ringMargin = 62; // beside its ends
constexpr qreal chipPitch = 84;  // along its rows
constexpr qreal captionHeight = 18;
constexpr qreal wholeHeight = 24;
constexpr qreal halfHeight = 19;
constexpr qreal mostPitch = 46; // of shards
constexpr qreal headWidth = 54;
constexpr qreal headHeight = 20;
constexpr qreal tileHeight = 22;
constexpr qreal rowHeight = 18;
constexpr qreal mostColumn = 104;
constexpr qreal leastColumn = 30;
constexpr int mostStacked = 4;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

int chipsOf(const OrderShown& shown) { return shown.topology.chips(); }

/// Products that a slot shows one above the other.
int stacked(const OrderShown& shown)
{
    std::size_t most = 1;
    for (const auto& step : shown.order) {
        most = std::max(most, step.size());
    }
    return std::clamp(static_cast<int>(most), 1, mostStacked);
}

qreal columnWidth(const OrderShown& shown, qreal width)
{
    const auto steps = static_cast<qreal>(std::max<std::size_t>(1, shown.order.size()));
    return std::clamp((width - 2 * edge - headWidth) / steps, leastColumn, mostColumn);
}

qreal slotHeight(const OrderShown& shown) { return std::max(2, stacked(shown)) * (tileHeight + 2) + 6; }

/// Lines that the other chips need in a cell.
int linesOf(const OrderShown& shown, qreal column) { return column < 48 && stacked(shown) > 1 ? 2 : 1; }

/// Chips in the upper row of the ring; the others are below.
int upperChips(int chips) { return chips == 2 ? 2 : (chips + 1) / 2; }

qreal ringWidth(int chips) { return (upperChips(chips) - 1) * chipPitch + 2 * ringMargin; }

/// Where the ring, the shards and the table are.
struct Areas {
    QRectF ring;
    QRectF palette;
    qreal table = 0;
};

/// Small rings leave room for the shards beside them.
Areas areasOf(const OrderShown& shown, qreal width)
{
    const int chips = chipsOf(shown);
    const qreal height = wholeHeight + 2 + halfHeight;
    const qreal ring = ringWidth(chips);
    const qreal palette = chips * mostPitch;
    const qreal inner = width - 2 * edge;
    if (ring + palette + 16 <= inner) {
        const qreal top = (ringHeight - height) / 2 + captionHeight / 2;
        const qreal left = edge + ring + (inner - ring - palette) / 2;
        return {{edge, 0, ring, ringHeight}, {left, top, palette, height}, ringHeight};
    }
    const qreal pitch = std::min((inner - headWidth) / chips, mostPitch);
    return {{edge, 0, inner, ringHeight},
            {edge + headWidth, ringHeight + 2, chips * pitch, height},
            ringHeight + height + 8};
}

bool isPlaced(const OrderShown& shown, const core::ShardProduct& product)
{
    const auto covers = [&](int half) {
        for (const auto& step : shown.order) {
            for (const auto& placed : step) {
                if (placed.shard == product.shard &&
                    (placed.half == half || placed.half == core::ShardProduct::wholeShard)) {
                    return true;
                }
            }
        }
        return false;
    };
    const bool whole = product.half == core::ShardProduct::wholeShard;
    return whole ? covers(0) && covers(1) : covers(product.half);
}

void layPalette(const OrderShown& shown, const QRectF& area, OrderScene& scene)
{
    const int chips = chipsOf(shown);
    const bool beside = area.top() < ringHeight;
    const QRectF label = beside ? QRectF(area.left(), area.top() - 20, area.width(), 18)
                                : QRectF(edge, area.top(), headWidth - 4, wholeHeight);
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
    const auto& products = shown.order[place(step)];
    const bool faulty = shown.fault && shown.fault->step == step;
    OrderSlot slot{box, step, step == shown.chosen, faulty, {}};
    const bool full = static_cast<int>(products.size()) > mostStacked;
    const int seen = full ? mostStacked - 1 : static_cast<int>(products.size());
    for (int i = 0; i < seen; ++i) {
        const auto& product = products[place(i)];
        const QRectF tile(box.left() + 3, box.top() + 4 + i * (tileHeight + 2), box.width() - 6, tileHeight);
        const bool wrong = faulty && (shown.fault->product == product ||
                                      (shown.fault->product.shard == product.shard && i + 1 == seen));
        scene.tiles.push_back({tile, product, productText(shown.form, product), step, i, wrong, false});
    }
    if (full) {
        slot.text = tr("+%1").arg(static_cast<int>(products.size()) - seen);
    }
    if (slot.chosen && !shown.pending.isEmpty()) {
        slot.text = shown.pending + QStringLiteral("…");
    }
    scene.steps.push_back(slot);
}

QString cellText(const OrderShown& shown, const std::vector<core::ShardProduct>& products, int lines)
{
    QStringList names;
    for (const auto& product : products) {
        names << QString::number(product.shard) + (product.half < 0 ? QString() : QString(QChar(u'a' + product.half)));
    }
    const int room = lines > 1 ? 2 : stacked(shown) > 2 ? 1 : 2;
    if (names.size() > room) {
        names = {names.first() + tr(" +%1").arg(names.size() - 1)};
    }
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
    scene.texts.push_back({{edge, top, headWidth, headHeight}, tr("Step"), head});
    scene.texts.push_back({{edge, slotTop, headWidth, slotHeight(shown)}, tr("Chip 0"), head, true});
    const auto table = core::rotated(shown.order, chipsOf(shown));
    for (int step = 0; step < steps; ++step) {
        const qreal left = edge + headWidth + step * column;
        scene.texts.push_back({{left, top, column, headHeight}, QString::number(step + 1)});
        laySlot(shown, step, {left + 1, slotTop, column - 3, slotHeight(shown)}, scene);
        for (int chip = 1; chip < chipsOf(shown); ++chip) {
            scene.texts.push_back({{left, others + (chip - 1) * height, column, height},
                                   cellText(shown, table[place(step)][place(chip)], lines)});
        }
    }
    for (int chip = 1; chip < chipsOf(shown); ++chip) {
        scene.texts.push_back({{edge, others + (chip - 1) * height, headWidth, height}, tr("Chip %1").arg(chip), head});
    }
    scene.table = {edge, others, headWidth + steps * column, (chipsOf(shown) - 1) * height};
}

/// Chips in two rows, + to the right in the upper one and to the left in the lower one.
class Track
{
public:
    Track(const QRectF& area, int chips) : m_middle(area.center()), m_chips(chips), m_upper(upperChips(chips))
    {
        m_pitch = std::min(chipPitch, (area.width() - 2 * ringMargin) / std::max(1, m_upper - 1));
    }

    QPointF at(int chip) const
    {
        const bool above = chip < m_upper;
        const int count = above ? m_upper : m_chips - m_upper;
        const int place = above ? chip : m_chips - 1 - chip;
        return m_middle + QPointF((place - (count - 1) / 2.0) * m_pitch, m_upper == m_chips ? 0
                                                                         : above            ? -ringRows / 2
                                                                                            : ringRows / 2);
    }

private:
    QPointF m_middle;
    int m_chips;
    int m_upper;
    qreal m_pitch = 0;
};

constexpr qreal chipRadius = 12;

/// The arrow of a link: outside the ring in +, inside in −.
OrderMove arrowOf(const Track& track, int chips, int from, bool forward)
{
    const int to = (from + (forward ? 1 : chips - 1)) % chips;
    const QLineF link(track.at(from), track.at(to));
    const QPointF unit = QPointF(link.dx(), link.dy()) / std::max(1.0, link.length());
    const QPointF left(unit.y(), -unit.x()); // + runs clockwise: its left is outside, that of − is inside
    const QPointF end = unit * std::min(chipRadius + 1, link.length() / 3);
    OrderMove move;
    move.from = link.p1() + left * 6 + end;
    move.to = link.p2() + left * 6 - end;
    move.middle = (move.from + move.to) / 2;
    move.away = left;
    return move;
}

void layMessages(const OrderShown& shown, const Track& track, OrderScene& scene)
{
    const auto& transfers = shown.own->plan.transfers;
    const int step = shown.form == core::MatmulForm::gather ? shown.chosen : shown.chosen - 1;
    if (step < 0 || step >= transfers.steps) {
        return;
    }
    core::Step sent;
    core::fillStep(transfers, step, sent);
    for (const auto& transfer : sent.transfers) {
        auto move = arrowOf(track, chipsOf(shown), transfer.from, core::isForward(transfer.port));
        QStringList names;
        const auto runs = sent.chunks(transfer);
        const bool whole = transfers.chunks.form().halves == 1;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto name = transfers.chunks.name(runs[i].first);
            const bool both = runs.size() == 2 && transfers.chunks.name(runs[1 - i].first).owner == name.owner;
            const auto text = productText(shown.form, {name.owner, whole || both ? -1 : name.half});
            if (!names.contains(text)) {
                names << text;
            }
            move.shard = name.owner;
        }
        move.text = names.join(u' ');
        scene.moves.push_back(move);
    }
}

/// What neighbours could have passed on by then, while nobody knows yet what is needed.
void layPossible(const OrderShown& shown, const Track& track, OrderScene& scene)
{
    const int chips = chipsOf(shown);
    const bool oneWay = shown.topology.oneWay;
    const int hops = oneWay ? chips - 1 : chips / 2;
    if (shown.form != core::MatmulForm::gather || shown.chosen >= hops) {
        return;
    }
    for (int chip = 0; chip < chips; ++chip) {
        for (const bool forward : {true, false}) {
            if (!forward && (oneWay || chips == 2)) {
                continue;
            }
            auto move = arrowOf(track, chips, chip, forward);
            move.shard = (chip + (forward ? chips - shown.chosen : shown.chosen)) % chips;
            move.text = shown.fault && shown.fault->step >= 0 ? QString() : productText(shown.form, {move.shard});
            move.possible = true;
            scene.moves.push_back(move);
        }
    }
}

/// The hop that would have to be sooner than it can be, with its reason.
void layFault(const OrderShown& shown, const Track& track, OrderScene& scene)
{
    const int chips = chipsOf(shown);
    const auto& fault = *shown.fault;
    const bool early = fault.kind == core::OrderFault::Kind::early;
    const int ahead = early ? (chips - fault.product.shard) % chips : fault.product.shard; // hops in +
    const bool forward = shown.topology.oneWay || 2 * ahead <= chips;
    const int neighbour = early == forward ? chips - 1 : 1;
    auto move = arrowOf(track, chips, early ? neighbour : 0, forward);
    const auto name = productText(shown.form, fault.product);
    move.shard = fault.product.shard;
    move.text = early             ? tr("%1: after step %2").arg(name).arg(fault.bound)
                : fault.bound < 0 ? tr("%1: too few steps").arg(name)
                                  : tr("%1: by step %2").arg(name).arg(fault.bound + 1);
    move.wrong = true;
    if (std::abs(move.away.x()) > 0.5) {
        move.away = -move.away; // there is room inside
    }
    std::erase_if(scene.moves, [&](const OrderMove& other) { return other.from == move.from; });
    scene.moves.push_back(move);
}

void layRing(const OrderShown& shown, const QRectF& area, OrderScene& scene)
{
    const int chips = chipsOf(shown);
    const Track track(area.adjusted(0, 14, 0, 0), chips);
    for (int chip = 0; chip < chips; ++chip) {
        scene.chips.push_back({track.at(chip), QString::number(chip), chip == 0});
        scene.links.push_back({track.at(chip), track.at((chip + 1) % chips)});
    }
    using Kind = core::OrderFault::Kind;
    if (shown.own) {
        layMessages(shown, track, scene);
    } else {
        layPossible(shown, track, scene);
    }
    if (shown.fault && (shown.fault->kind == Kind::early || shown.fault->kind == Kind::late)) {
        layFault(shown, track, scene);
    }
    const bool any = std::any_of(scene.moves.begin(), scene.moves.end(), [](const auto& move) { return !move.wrong; });
    const QString step = QString::number(shown.chosen + 1);
    scene.texts.push_back({{edge, 0, scene.size.width() - 2 * edge, captionHeight},
                           !any        ? tr("Nothing travels in step %1").arg(step)
                           : shown.own ? tr("Travels in step %1").arg(step)
                                       : tr("Could travel in step %1").arg(step),
                           Qt::AlignLeft | Qt::AlignVCenter});
}

} // namespace

QSizeF orderRoom(const OrderShown& shown, qreal width)
{
    const auto steps = static_cast<qreal>(shown.order.size());
    const qreal column = columnWidth(shown, width);
    const qreal row = linesOf(shown, column) > 1 ? 2 * rowHeight - 6 : rowHeight;
    return {2 * edge + headWidth + steps * leastColumn,
            areasOf(shown, width).table + headHeight + slotHeight(shown) + 4 + (chipsOf(shown) - 1) * row + 6};
}

OrderScene layoutOrder(const OrderShown& shown, const QSizeF& size)
{
    OrderScene scene;
    scene.size = size;
    const auto areas = areasOf(shown, size.width());
    layRing(shown, areas.ring, scene);
    layPalette(shown, areas.palette, scene);
    layTable(shown, areas.table, scene);
    return scene;
}

const OrderTile* tileAt(const OrderScene& scene, const QPointF& point)
{
    for (const auto& tile : scene.tiles) {
        if (tile.box.contains(point)) {
            return &tile;
        }
    }
    return nullptr;
}

int slotAt(const OrderScene& scene, const QPointF& point)
{
    for (const auto& slot : scene.steps) {
        if (slot.box.adjusted(-2, -2, 2, 2).contains(point)) {
            return slot.step;
        }
    }
    return -1;
}

QString productText(core::MatmulForm form, const core::ShardProduct& product)
{
    return QString::fromStdString(core::productName(form, product));
}

} // namespace ui
