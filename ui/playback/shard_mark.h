// SPDX-License-Identifier: GPL-3.0-or-later
// How a shard is marked wherever it is shown: eight hues and seven patterns, so that grey paper tells shards apart.
#pragma once

#include "ui/charts/hatch.h"
#include "ui/theme/theme.h"

class QPainter;
class QRectF;

namespace ui
{

QColor shardHue(int shard, const Theme&);
Hatch shardPattern(int shard);
/// Fills a rectangle with hue and pattern; `pale` where it is not what one looks at.
void drawShardMark(QPainter&, const QRectF&, int shard, const Theme&, bool pale = false);

} // namespace ui
