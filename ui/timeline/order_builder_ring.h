// SPDX-License-Identifier: GPL-3.0-or-later
// The ring above a custom schedule that is being edited: its chips, and what moves or could move in the chosen step.
#pragma once

#include "ui/timeline/order_builder_scene.h"

namespace ui
{

/// Measures of the board that the ring shares with the rest of it.
inline constexpr qreal orderEdge = 12;
inline constexpr qreal orderCaption = 18;
inline constexpr qreal orderRingHeight = 138;

qreal orderRingWidth(int chips);
void layOrderRing(const OrderShown&, const QRectF& area, OrderScene&);

} // namespace ui
