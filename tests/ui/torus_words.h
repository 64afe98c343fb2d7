// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a torus in words.
#pragma once

#include "ui/torus/torus_scene.h"

#include <QString>

namespace tests
{

/// Every part in words and whole pixels.
inline QString wordsOf(const ui::TorusScene& scene)
{
    const auto point = [](const QPointF& p) { return QStringLiteral("%1,%2").arg(qRound(p.x())).arg(qRound(p.y())); };
    static const char* const shapes[] = {"line", "arc", "stubs"};
    QString text = scene.caption.text() + u'\n';
    for (const ui::SceneNode& node : scene.nodes) {
        text += QStringLiteral("chip %1 at %2 r %3 share %4\n")
                    .arg(node.chip)
                    .arg(point(node.at))
                    .arg(qRound(node.radius))
                    .arg(qRound(100 * node.share));
    }
    for (const ui::SceneWire& wire : scene.wires) {
        text += QStringLiteral("%1 %2.%3 %4 to %5 load %6\n")
                    .arg(QLatin1String(shapes[static_cast<int>(wire.shape)]))
                    .arg(wire.place)
                    .arg(wire.port)
                    .arg(point(wire.from), point(wire.to))
                    .arg(wire.colour < 0 ? QStringLiteral("idle") : QString::number(qRound(100 * wire.share)));
    }
    for (const ui::SceneChunk& chunk : scene.showsChunks ? scene.chunks : std::vector<ui::SceneChunk>()) {
        text += QStringLiteral("chunk %1 at %2\n").arg(chunk.text, point(chunk.at));
    }
    for (const ui::SceneText& label : scene.texts) {
        text += QStringLiteral("text %1 at %2\n").arg(label.text, point(label.at));
    }
    return text;
}

} // namespace tests
