// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts share: sizes, looks of resources, hatches and texts.
#include "ui/charts/chart_style.h"

#include "core/numbers/numbers.h"
#include "core/operation/roofline.h"
#include "core/quantity/format.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui
{

ChartSizes ChartSizes::of(const QSizeF& area)
{
    const qreal reach = std::min(area.width(), 1.62 * area.height());
    ChartSizes sizes;
    sizes.unit = std::max<qreal>(1, reach / 860);
    sizes.text = 11 * sizes.unit;
    sizes.small = 10 * sizes.unit;
    sizes.strong = 13 * sizes.unit;
    sizes.line = 1.6 * sizes.unit;
    return sizes;
}

ResourceLook lookOf(core::Resource resource, const Theme& theme)
{
    switch (resource) {
    case core::Resource::compute:
        return {theme.compute, {}, Hatch::counterDiagonal, Marker::disc};
    case core::Resource::hbm:
        return {theme.hbm, {}, Hatch::horizontal, Marker::square};
    case core::Resource::axisX:
        return {theme.axisX, {7, 3}, Hatch::diagonal, Marker::triangle};
    case core::Resource::axisY:
        return {theme.axisY, {3.5, 2.5}, Hatch::diagonal, Marker::diamond};
    case core::Resource::axisZ:
        return {theme.axisZ, {7, 2.5, 1.5, 2.5}, Hatch::diagonal, Marker::triangleDown};
    case core::Resource::dcn:
        return {theme.dcn, {1.5, 2.5}, Hatch::diagonal, Marker::pentagon};
    }
    return {theme.text, {}, Hatch::none, Marker::disc};
}

QString shortName(core::Resource resource)
{
    constexpr std::array names{"math", "HBM", "X", "Y", "Z", "DCN"};
    return QString::fromLatin1(names[static_cast<std::size_t>(resource)]);
}

QString metricOf(core::Resource resource)
{
    constexpr std::array ids{"time.math", "time.hbm", "time.X", "time.Y", "time.Z", "time.dcn"};
    return QString::fromLatin1(ids[static_cast<std::size_t>(resource)]);
}

QColor axisColour(std::size_t axis, const Theme& theme)
{
    const std::array colours{theme.axisX, theme.axisY, theme.axisZ, theme.dcn};
    return colours[std::min(axis, colours.size() - 1)];
}

QString timeText(double seconds, int digits)
{
    return toText(core::format(seconds, core::dim::second, {.digits = digits}));
}

QString countText(double count) { return toText(core::format(count, core::dim::count)); }
QString rateText(double flopPerSecond) { return toText(core::format(flopPerSecond, core::dim::flopPerSecond)); }

QString intensityText(double intensity) { return toText(core::format(intensity, core::dim::flopPerByte)); }

QString metricLabel(const Snapshot& snapshot, std::string_view id, int digits)
{
    if (!snapshot.scenario.presets)
        return {};
    const auto number = core::value(snapshot.workspace(), id);
    return number ? toText(number->text(digits)) : QString();
}

QString percentText(double share)
{
    return toText(core::format(share, core::dim::count, {.countUnit = core::shareUnit})).replace(u' ', QChar::Nbsp);
}

namespace
{

QString prefixed(double value, const QString& unit, int minPower)
{
    constexpr std::array prefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z"};
    constexpr int first = -4;
    if (!(value > 0) || !std::isfinite(value))
        return value == 0 ? QStringLiteral("0") : QString();
    const int power =
        std::clamp(static_cast<int>(std::floor((std::log10(value) + 1e-9) / 3)), std::max(first, minPower), 7);
    const double scaled = value / std::pow(10.0, 3 * power);
    const QString number = QString::number(scaled, 'g', 3);
    const QString ending = QString::fromUtf8(prefixes[static_cast<std::size_t>(power - first)]) + unit;
    return ending.isEmpty() ? number : number + QChar(0x00a0) + ending;
}

} // namespace

QString engineeringTick(double value) { return prefixed(value, {}, 0); }
QString secondsTick(double value)
{
    // Nobody counts in kiloseconds.
    if (value >= 999.5 && std::isfinite(value))
        return toText(core::grouped(std::round(value))) + QStringLiteral("\u00a0s");
    return prefixed(value, QStringLiteral("s"), -4);
}

} // namespace ui
