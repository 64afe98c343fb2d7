// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts squares into colours, for a painter or straight onto pixels.
#include "ui/torus/small_nodes.h"

#include "ui/theme/painting.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr std::size_t levels = 9; // of fill
constexpr std::size_t fadeLevels = fades.size();

struct Squares {
    QColor colour;
    QList<QRectF> boxes;
};

QRectF square(const SceneNode& node, qreal more)
{
    const qreal r = node.radius + more;
    return {node.at.x() - r, node.at.y() - r, 2 * r, 2 * r};
}

/// In the order they are drawn.
std::vector<Squares> squaresOf(const TorusScene& scene, const Theme& theme)
{
    std::vector<Squares> all(fadeLevels * levels + 1);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const qreal full = 0.25 + 0.75 * static_cast<qreal>(i % levels) / (levels - 1);
        all[i].colour = mixed(theme.panel, theme.accent, full * fades[fadeLevels - 1 - i / levels]);
    }
    all.back().colour = theme.warning;
    for (const SceneNode& node : scene.nodes) {
        const double share = node.pale ? 0 : node.lit ? 1 : node.share < 0 ? 0.4 : std::min(1.F, node.share);
        const auto level = static_cast<std::size_t>(std::lround(share * (levels - 1)));
        const auto far = static_cast<std::size_t>(node.fade);
        all[(fadeLevels - 1 - far) * levels + level].boxes << square(node, node.lit ? 1.5 : 0);
        if (node.pinned) {
            all.back().boxes << square(node, 2.5);
        }
    }
    return all;
}

} // namespace

void paintSmallNodes(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const Squares& squares : squaresOf(scene, theme)) {
        painter.setBrush(squares.colour);
        painter.drawRects(squares.boxes);
    }
}

void paintSmallNodes(QImage& image, const TorusScene& scene, const Theme& theme)
{
    auto* bits = reinterpret_cast<QRgb*>(image.bits());
    const qsizetype stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const qreal ratio = image.devicePixelRatio();
    for (const Squares& squares : squaresOf(scene, theme)) {
        const QRgb colour = squares.colour.rgb();
        for (const QRectF& box : squares.boxes) {
            const int left = std::max(0, qRound(box.left() * ratio));
            const int right = std::min(image.width(), qRound(box.right() * ratio));
            const int bottom = std::min(image.height(), qRound(box.bottom() * ratio));
            for (int row = std::max(0, qRound(box.top() * ratio)); row < bottom; ++row) {
                std::fill(bits + row * stride + left, bits + row * stride + std::max(left, right), colour);
            }
        }
    }
}

} // namespace ui
