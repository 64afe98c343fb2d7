// SPDX-License-Identifier: GPL-3.0-or-later
// Lines by whole pixels, several times as fast as a painter that has to be ready for everything.
#include "ui/torus/torus_coarse.h"

#include "ui/torus/torus_marks.h"

#include <QImage>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr int arcPieces = 14;

class Pixels
{
public:
    explicit Pixels(QImage& image)
        : m_bits(reinterpret_cast<QRgb*>(image.bits())),
          m_stride(image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb))), m_width(image.width()),
          m_height(image.height()), m_ratio(image.devicePixelRatio()),
          m_thick(std::max(1, static_cast<int>(std::lround(m_ratio))))
    {
    }

    void line(const QPointF& from, const QPointF& to, QRgb colour)
    {
        const double dx = (to.x() - from.x()) * m_ratio;
        const double dy = (to.y() - from.y()) * m_ratio;
        const bool flat = std::abs(dx) >= std::abs(dy);
        const int steps = static_cast<int>(std::ceil(flat ? std::abs(dx) : std::abs(dy)));
        // Fixed point with 16 bits below one: several times as fast as floating point.
        const auto fixed = [](double value) { return static_cast<int>(value * 65536); };
        int x = fixed(from.x() * m_ratio);
        int y = fixed(from.y() * m_ratio);
        const int stepX = steps > 0 ? fixed(dx / steps) : 0;
        const int stepY = steps > 0 ? fixed(dy / steps) : 0;
        const Way way{x, y, stepX, stepY, steps, flat ? m_stride : 1};
        if (isInside(x, y) && isInside(x + steps * stepX, y + steps * stepY)) {
            draw<false>(way, colour);
        } else {
            draw<true>(way, colour);
        }
    }

private:
    struct Way {
        int x, y, stepX, stepY;
        int steps;
        qsizetype across; // from one row of it to the next
    };

    bool isInside(int x, int y) const // negative ones are very large
    {
        return static_cast<unsigned>(x >> 16) <= static_cast<unsigned>(m_width - m_thick) &&
               static_cast<unsigned>(y >> 16) <= static_cast<unsigned>(m_height - m_thick);
    }

    template <bool cut> void draw(const Way& way, QRgb colour)
    {
        int x = way.x;
        int y = way.y;
        for (int i = 0; i <= way.steps; ++i, x += way.stepX, y += way.stepY) {
            if (cut && !isInside(x, y)) {
                continue;
            }
            QRgb* pixel = m_bits + (y >> 16) * m_stride + (x >> 16);
            *pixel = colour;
            for (int side = 1; side < m_thick; ++side) {
                pixel += way.across;
                *pixel = colour;
            }
        }
    }

    QRgb* m_bits;
    qsizetype m_stride;
    int m_width;
    int m_height;
    double m_ratio;
    int m_thick;
};

void drawWire(Pixels& pixels, const SceneWire& wire, QRgb colour)
{
    if (wire.shape == SceneWire::Shape::straight) {
        pixels.line(wire.from, wire.to, colour);
    } else if (wire.shape == SceneWire::Shape::stubs) {
        pixels.line(wire.from, wire.fromControl, colour);
        pixels.line(wire.to, wire.toControl, colour);
    } else {
        for (int i = 0; i < arcPieces; ++i) {
            pixels.line(wire.at(1.0 * i / arcPieces), wire.at((i + 1.0) / arcPieces), colour);
        }
    }
}

} // namespace

void paintCoarseWires(QImage& image, const TorusScene& scene, const Theme& theme)
{
    Pixels pixels(image);
    const WireInks inks(theme);
    std::array<std::vector<const SceneWire*>, WireInks::depths> wires; // far ones first
    for (const SceneWire& wire : scene.wires) {
        wires[static_cast<std::size_t>(WireInks::depthOf(wire))].push_back(&wire);
    }
    for (const auto& ofDepth : wires) {
        for (const SceneWire* wire : ofDepth) {
            drawWire(pixels, *wire, inks.of(*wire));
        }
    }
}

} // namespace ui
