// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and squares by whole pixels, several times as fast as a painter that has to be ready for everything.
#include "ui/torus/torus_pixels.h"

#include "ui/playback/shard_mark.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/torus/torus_marks.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui
{

namespace
{

constexpr int arcPieces = 14;
constexpr std::size_t manyChunks = 2000;
constexpr qreal smallRadius = 3.6; // larger ones bear patterns
constexpr int beyond = 4096;       // pixels outside the picture that dots may lie at

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
        const Path path{x, y, stepX, stepY, steps, flat ? m_stride : 1};
        if (isInside(x, y) && isInside(x + steps * stepX, y + steps * stepY)) {
            draw<false>(path, colour);
        } else {
            draw<true>(path, colour);
        }
    }

private:
    struct Path {
        int x, y, stepX, stepY;
        int steps;
        qsizetype across; // from one row of it to the next
    };

    bool isInside(int x, int y) const // negative ones are very large
    {
        return static_cast<unsigned>(x >> 16) <= static_cast<unsigned>(m_width - m_thick) &&
               static_cast<unsigned>(y >> 16) <= static_cast<unsigned>(m_height - m_thick);
    }

    template <bool cut> void draw(const Path& path, QRgb colour)
    {
        int x = path.x;
        int y = path.y;
        for (int i = 0; i <= path.steps; ++i, x += path.stepX, y += path.stepY) {
            if (cut && !isInside(x, y)) {
                continue;
            }
            QRgb* pixel = m_bits + (y >> 16) * m_stride + (x >> 16);
            *pixel = colour;
            for (int side = 1; side < m_thick; ++side) {
                pixel += path.across;
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
        wires[nth(WireInks::depthOf(wire))].push_back(&wire);
    }
    for (const auto& ofDepth : wires) {
        for (const SceneWire* wire : ofDepth) {
            drawWire(pixels, *wire, inks.of(*wire));
        }
    }
}

bool DotLayer::suits(const TorusScene& scene)
{
    return scene.chunks.size() >= manyChunks && scene.chunks.front().radius < smallRadius &&
           scene.chunks.front().text.isEmpty() && scene.chunks.front().then < 0;
}

void DotLayer::clear()
{
    m_tracks.clear();
    m_bends.clear();
}

void DotLayer::lay(const TorusScene& scene, const Theme& theme, qreal ratio)
{
    clear();
    m_ratio = ratio;
    m_side = std::max(1, static_cast<int>(std::lround(2 * scene.chunks.front().radius * ratio)));
    std::array<QRgb, 16> colours{};
    for (int i = 0; i < 16; ++i) {
        const QColor hue = shardHue(i % 8, theme);
        colours[nth(i)] = (i < 8 ? hue : mixed(theme.panel, hue, 0.3)).rgb();
    }
    m_tracks.reserve(scene.chunks.size());
    for (const SceneChunk& chunk : scene.chunks) {
        const QRgb colour = colours[nth(chunk.shard % 8 + (chunk.pale ? 8 : 0))];
        const SceneWire& wire = scene.wires[nth(chunk.wire)];
        if (wire.shape != SceneWire::Shape::straight) {
            m_bends.push_back({chunk.wire, chunk.backward, colour});
            continue;
        }
        const QPointF from = (chunk.backward ? wire.to : wire.from) * ratio;
        const QPointF by = (chunk.backward ? wire.from : wire.to) * ratio - from;
        m_tracks.push_back({static_cast<float>(from.x()), static_cast<float>(from.y()), static_cast<float>(by.x()),
                            static_cast<float>(by.y()), colour});
    }
}

void DotLayer::paint(QImage& image, const TorusScene& scene, double progress) const
{
    auto* bits = reinterpret_cast<QRgb*>(image.bits());
    const qsizetype stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const float half = static_cast<float>(m_side) / 2 - 0.5F;
    const auto dot = [&](float x, float y, QRgb colour) {
        const int left = static_cast<int>(x - half + beyond) - beyond; // std::floor is a call
        const int top = static_cast<int>(y - half + beyond) - beyond;
        if (left < 0 || top < 0 || left + m_side > image.width() || top + m_side > image.height()) {
            return;
        }
        QRgb* pixels = bits + top * stride + left;
        for (int row = 0; row < m_side; ++row, pixels += stride) {
            std::fill(pixels, pixels + m_side, colour);
        }
    };
    const auto t = static_cast<float>(progress);
    for (const Track& track : m_tracks) {
        dot(track.x + track.dx * t, track.y + track.dy * t, track.colour);
    }
    for (const Bend& bend : m_bends) {
        const QPointF at = scene.wires[nth(bend.wire)].at(bend.backward ? 1 - progress : progress) * m_ratio;
        dot(static_cast<float>(at.x()), static_cast<float>(at.y()), bend.colour);
    }
}

} // namespace ui
