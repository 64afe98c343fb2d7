// SPDX-License-Identifier: GPL-3.0-or-later
// Squares of a few pixels, with what they cover kept aside.
#include "ui/torus/dot_layer.h"

#include "ui/playback/shard_mark.h"
#include "ui/theme/painting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace ui
{

namespace
{

constexpr std::size_t manyChunks = 2000;
constexpr qreal smallRadius = 3.6; // larger ones bear patterns
constexpr int beyond = 4096;       // pixels outside the picture that dots may lie at

/// Calls `work` with the side of dots, the usual ones as constants: a row is a few moves then.
template <class Work, int... usual> void bySide(int side, Work work, std::integer_sequence<int, usual...>)
{
    const bool isUsual = ((side == usual && (work(std::integral_constant<int, usual>()), true)) || ...);
    if (!isUsual) {
        work(side);
    }
}

template <class Work> void bySide(int side, Work work) { bySide(side, work, std::make_integer_sequence<int, 8>()); }

/// Never upon itself: a copy that may be is a call.
template <class Side> void copyRow(const QRgb* from, QRgb* to, Side side)
{
    std::memcpy(to, from, sizeof(QRgb) * static_cast<std::size_t>(static_cast<int>(side)));
}

} // namespace

bool DotLayer::suits(const TorusScene& scene)
{
    return scene.chunks.size() >= manyChunks && scene.chunks.front().radius < smallRadius &&
           scene.chunks.front().text.isEmpty() && scene.chunks.front().then < 0;
}

void DotLayer::clear()
{
    m_routes.clear();
    m_tracks.clear();
    m_bent.clear();
}

void DotLayer::lay(const TorusScene& scene, const Theme& theme, qreal ratio)
{
    m_ratio = static_cast<float>(ratio);
    m_side = std::max(1, static_cast<int>(std::lround(2 * scene.chunks.front().radius * ratio)));
    std::array<QRgb, 16> colours{};
    for (int i = 0; i < 16; ++i) {
        const QColor hue = shardHue(i % 8, theme);
        colours[static_cast<std::size_t>(i)] = (i < 8 ? hue : mixed(theme.panel, hue, 0.3)).rgb();
    }
    m_routes.clear();
    m_routes.reserve(scene.chunks.size());
    for (const SceneChunk& chunk : scene.chunks) {
        const int hue = chunk.shard % 8 + (chunk.pale ? 8 : 0);
        m_routes.push_back({chunk.wire, chunk.backward, colours[static_cast<std::size_t>(hue)]});
    }
    m_spots.reserve(m_routes.size());
    m_under.reserve(m_routes.size() * static_cast<std::size_t>(m_side * m_side));
    turn(scene);
}

void DotLayer::turn(const TorusScene& scene)
{
    m_tracks.clear();
    m_tracks.reserve(m_routes.size());
    m_bent.clear();
    const qreal ratio = m_ratio;
    for (const Route& route : m_routes) {
        const SceneWire& wire = scene.wires[static_cast<std::size_t>(route.wire)];
        if (wire.shape != SceneWire::Shape::straight) {
            m_bent.push_back(route);
            continue;
        }
        const QPointF from = (route.backward ? wire.to : wire.from) * ratio;
        const QPointF way = (route.backward ? wire.from : wire.to) * ratio - from;
        m_tracks.push_back({static_cast<float>(from.x()), static_cast<float>(from.y()), static_cast<float>(way.x()),
                            static_cast<float>(way.y()), route.colour});
    }
}

void DotLayer::find(float x, float y, QRgb colour)
{
    const float half = static_cast<float>(m_side) / 2 - 0.5F;
    const int left = static_cast<int>(x - half + beyond) - beyond; // std::floor is a call
    const int top = static_cast<int>(y - half + beyond) - beyond;
    if (left >= 0 && top >= 0 && left + m_side <= m_room.width() && top + m_side <= m_room.height()) {
        m_spots.push_back({static_cast<quint32>(top * m_stride + left), colour});
    }
}

void DotLayer::put(QImage& image, const TorusScene& scene, double progress)
{
    m_bits = reinterpret_cast<QRgb*>(image.bits());
    m_stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    m_room = image.size();
    const auto t = static_cast<float>(progress);
    m_spots.clear();
    for (const Track& track : m_tracks) {
        find(track.x + track.dx * t, track.y + track.dy * t, track.colour);
    }
    for (const Route& bent : m_bent) {
        const QPointF at =
            scene.wires[static_cast<std::size_t>(bent.wire)].at(bent.backward ? 1 - progress : progress) * m_ratio;
        find(static_cast<float>(at.x()), static_cast<float>(at.y()), bent.colour);
    }
    bySide(m_side, [&](auto side) { paint(side); });
}

template <class Side> void DotLayer::paint(Side side)
{
    m_under.resize(m_spots.size() * static_cast<std::size_t>(side * side));
    // All of it kept before any of it is painted: to read what was written just now makes a processor wait.
    QRgb* under = m_under.data();
    for (const Spot& spot : m_spots) {
        const QRgb* pixels = m_bits + spot.pixel;
        for (int row = 0; row < side; ++row, pixels += m_stride, under += side) {
            copyRow(pixels, under, side);
        }
    }
    for (const Spot& spot : m_spots) {
        QRgb* pixels = m_bits + spot.pixel;
        for (int row = 0; row < side; ++row, pixels += m_stride) {
            std::fill(pixels, pixels + side, spot.colour);
        }
    }
}

void DotLayer::take()
{
    bySide(m_side, [&](auto side) {
        const QRgb* under = m_under.data();
        for (const Spot& spot : m_spots) {
            QRgb* pixels = m_bits + spot.pixel;
            for (int row = 0; row < side; ++row, pixels += m_stride, under += side) {
                copyRow(under, pixels, side);
            }
        }
    });
    m_spots.clear();
}

} // namespace ui
