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
        double x = from.x() * m_ratio;
        double y = from.y() * m_ratio;
        const double stepX = steps > 0 ? dx / steps : 0;
        const double stepY = steps > 0 ? dy / steps : 0;
        for (int i = 0; i <= steps; ++i, x += stepX, y += stepY) {
            const int column = static_cast<int>(x);
            const int row = static_cast<int>(y);
            if (column < 0 || row < 0 || column + m_thick > m_width || row + m_thick > m_height) {
                continue;
            }
            QRgb* pixel = m_bits + row * m_stride + column;
            for (int side = 0; side < m_thick; ++side, pixel += flat ? m_stride : 1) {
                *pixel = colour;
            }
        }
    }

private:
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
    for (int depth = 0; depth < WireInks::depths; ++depth) { // far ones first
        for (const SceneWire& wire : scene.wires) {
            if (WireInks::depthOf(wire) == depth) {
                drawWire(pixels, wire, inks.of(wire));
            }
        }
    }
}

} // namespace ui
