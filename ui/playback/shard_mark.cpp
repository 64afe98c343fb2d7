// SPDX-License-Identifier: GPL-3.0-or-later
// Hue and pattern of shards.
#include "ui/playback/shard_mark.h"

#include "ui/theme/nth.h"
#include "ui/theme/painting.h"

#include <QPainter>

#include <array>

namespace ui
{

namespace
{

constexpr qreal paleShare = 0.3;
constexpr qreal spacing = 4.5;
constexpr qreal stroke = 1.3;

} // namespace

QColor shardHue(int shard, const Theme& theme) { return theme.components[nth(shard % 8)]; }

Hatch shardPattern(int shard)
{
    // Seven against eight hues: neighbours differ in both, and the pair repeats only after 56 shards.
    constexpr std::array<Hatch, 7> patterns{Hatch::none,  Hatch::diagonal, Hatch::horizontal,     Hatch::dots,
                                            Hatch::cross, Hatch::vertical, Hatch::counterDiagonal};
    return patterns[nth(shard) % patterns.size()];
}

void drawShardMark(QPainter& painter, const QRectF& box, int shard, const Theme& theme, bool pale)
{
    const QColor hue = shardHue(shard, theme);
    painter.fillRect(box, pale ? mixed(theme.panel, hue, paleShare) : hue);
    drawHatch(painter, box, shardPattern(shard), pale ? mixed(theme.panel, hue, 0.1) : theme.panel, spacing, stroke);
}

} // namespace ui
