// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses colours by how often they occur, no two of them nearer than a reach that grows until they are few enough.
#include "ui/export/palette.h"

#include <algorithm>
#include <cstdlib>

namespace ui
{

namespace
{

/// Largest difference of a channel.
int distance(QRgb a, QRgb b)
{
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

/// In the order given, each that is farther than `reach` from all before it; stops when they are too many.
std::vector<QRgb> spread(const std::vector<QRgb>& colours, int reach)
{
    std::vector<QRgb> chosen;
    for (const QRgb colour : colours) {
        const auto isNear = [&](QRgb other) { return distance(colour, other) <= reach; };
        if (reach > 0 && std::ranges::any_of(chosen, isNear))
            continue;
        chosen.push_back(colour);
        if (chosen.size() > ColourCount::mostColours)
            break;
    }
    return chosen;
}

} // namespace

void ColourCount::add(const QImage& image)
{
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width();) {
            int end = x + 1;
            while (end < image.width() && line[end] == line[x])
                ++end;
            m_counts[line[x]] += end - x;
            x = end;
        }
    }
}

Palette ColourCount::palette() const
{
    std::vector<QRgb> colours;
    for (const auto& [colour, count] : m_counts)
        colours.push_back(colour);
    std::ranges::sort(colours, [&](QRgb a, QRgb b) {
        const auto countA = m_counts.at(a);
        const auto countB = m_counts.at(b);
        return countA != countB ? countA > countB : a < b;
    });
    Palette palette;
    for (int reach = 0; reach < 256; reach += reach < 16 ? 1 : 4) {
        palette.colours = spread(colours, reach);
        if (palette.colours.size() <= mostColours)
            break;
    }
    for (const QRgb colour : colours) {
        const auto nearest =
            std::ranges::min_element(palette.colours, {}, [&](QRgb other) { return distance(colour, other); });
        palette.indexOf[colour] = static_cast<std::uint8_t>(nearest - palette.colours.begin());
        palette.worst = std::max(palette.worst, distance(colour, *nearest));
    }
    return palette;
}

} // namespace ui
