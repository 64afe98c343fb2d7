// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a custom schedule that is being edited: ring with its moves, shards to take, slots of chip 0, the
// other chips.
#pragma once

#include "core/collectives/matmul/own_order.h"
#include "ui/theme/theme.h"

#include <QLineF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace ui
{

/// What is shown of an order.
struct OrderShown {
    core::MatmulForm form = core::MatmulForm::gather;
    core::Topology topology;
    core::ChipOrder order; // a slot for every step
    int chosen = 0;        // step
    QString pending;       // digits typed so far
    std::optional<core::OrderFault> fault;
    std::optional<core::OwnMatmul> own; // where there is no fault

    int chips() const { return topology.chips(); }
};

/// A shard that can be taken, or lies in a slot.
struct OrderTile {
    QRectF box;
    core::ShardProduct product;
    QString text;
    int step = offered; // its slot
    int place = 0;      // in the slot
    bool wrong = false;
    bool spent = false; // lies in a slot already

    static constexpr int offered = -1;
};

struct OrderSlot {
    QRectF box;
    int step = 0;
    bool chosen = false;
    bool wrong = false;
    QString text; // typed so far, or how many more than are shown
};

struct OrderChip {
    QPointF at;
    QString text;
    bool first = false;
};

/// A message between neighbours; `possible`: nothing says yet that it is sent.
struct OrderMove {
    QPointF from, to;
    QPointF middle; // and away from it the name
    QPointF away;
    QString text; // empty: no name
    int shard = 0;
    bool wrong = false;
    bool possible = false;
};

struct OrderText {
    QRectF box;
    QString text;
    Qt::Alignment align = Qt::AlignCenter;
    bool strong = false;
};

/// In large windows everything is drawn larger: all lengths are in units.
struct OrderScene {
    qreal unit = 1; // pixels
    QSizeF size;
    std::vector<QLineF> links; // idle ones too
    std::vector<OrderChip> chips;
    std::vector<OrderMove> moves;
    std::vector<OrderTile> tiles;
    std::vector<OrderSlot> steps;
    std::vector<OrderText> texts;
    QRectF table; // of the other chips
};

/// Least size that holds everything in units of one pixel.
QSizeF orderRoom(const OrderShown&, qreal width);
/// Of as many pixels as there are; the unit is as large as their height and width allow.
OrderScene layoutOrder(const OrderShown&, const QSizeF& pixels);
void paintOrder(QPainter&, const OrderScene&, const Theme&, bool focused);
/// One tile, as it is carried by the pointer.
void paintOrderTile(QPainter&, const OrderTile&, const Theme&);

/// Of a point in pixels.
const OrderTile* tileAt(const OrderScene&, const QPointF&);
/// The step of the slot under a point, or -1.
int slotAt(const OrderScene&, const QPointF&);

/// "A₂", "A₂b".
QString productText(core::MatmulForm, const core::ShardProduct&);

/// Measures of the board that the ring shares with the rest of it.
inline constexpr qreal orderEdge = 12;
inline constexpr qreal orderCaption = 18;
inline constexpr qreal orderRingHeight = 138;

qreal orderRingWidth(int chips);
void layOrderRing(const OrderShown&, const QRectF& area, OrderScene&);

} // namespace ui
