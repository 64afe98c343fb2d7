// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts share besides a theme: sizes that follow the area, the look of each resource and texts.
#pragma once

#include "ui/charts/hatch.h"
#include "ui/theme/marker.h"
#include "ui/theme/theme.h"
#include "ui/theme/words.h"

#include <QColor>
#include <QList>
#include <QPainterPath>
#include <QRectF>
#include <QString>

#include <cmath>
#include <string_view>

class QPainter;

namespace core
{
enum class Resource;
}

namespace ui
{

struct Snapshot;

/// Sizes in logical pixels. A chart keeps readable text on a small card and grows in proportion from a tab on.
struct ChartSizes {
    qreal unit = 1; // 1 on a small card, 2 on a slide
    qreal text = 11;
    qreal small = 10;
    qreal strong = 13;
    qreal line = 1.6;

    static ChartSizes of(const QSizeF& area);
    qreal px(qreal atUnitOne) const { return unit * atUnitOne; }
};

/// How a resource looks in every chart.
struct ResourceLook {
    QColor colour;
    QList<qreal> dashes; // in pen widths; empty: solid
    Hatch hatch = Hatch::none;
    Marker marker = Marker::disc;
};
ResourceLook lookOf(core::Resource, const Theme&);
/// "math", "HBM", "X": what a narrow label calls a resource.
QString shortName(core::Resource);
/// The metric that a click on the resource explains.
QString metricOf(core::Resource);

/// A number that a log axis or a bar can show.
inline bool positive(double value) { return std::isfinite(value) && value > 0; }

/// X, Y, Z; behind them the DCN.
QColor axisColour(std::size_t axis, const Theme&);

QString timeText(double seconds, int digits = 3);
QString countText(double);
QString intensityText(double flopPerByte);
QString rateText(double flopPerSecond);
/// A metric of the snapshot as people read it; empty where it does not apply.
QString metricLabel(const Snapshot&, std::string_view id, int digits = 3);
/// "6.7 %", "45.3 %".
QString percentText(double share);
/// "10 T", "500 G", "0.1": engineering prefixes for tick labels of log axes.
QString engineeringTick(double);
/// The same with a unit: "1 ms", "200 µs".
QString secondsTick(double);

} // namespace ui
