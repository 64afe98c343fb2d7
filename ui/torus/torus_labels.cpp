// SPDX-License-Identifier: GPL-3.0-or-later
// Finds room for labels.
#include "ui/torus/torus_labels.h"

#include "ui/numbers/byte_text.h"
#include "ui/playback/recording.h"
#include "ui/theme/nth.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/wire_reading.h"

#include <QFontMetricsF>
#include <QObject>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr std::size_t maxLabels = 3;
constexpr std::size_t avoidedNodes = 300; // more chips leave no room between them
constexpr std::size_t maxTried = 60;
constexpr qreal apart = 3;      // pixels between labels
constexpr qreal namedFrom = 72; // pixels between chips; messages bear plates there

Sentence labelOf(const TorusWire& wire, const TorusScene& scene, const Recording& recording)
{
    const bool betweenBlocks = scene.showsBlocks();
    const int from = betweenBlocks ? wire.from : scene.grid.lowest[nth(wire.from)];
    const auto part = [&](const QString& text, std::string_view number) {
        return numberPart(recording, text, {number, recording.step(), from, wire.port});
    };
    const QString max = bytesText(wire.max, recording.collective().units);
    const QString mean = bytesText(wire.mean(), recording.collective().units);
    const SentencePart links = part(QString::number(wire.links), "block_links");
    if (wire.links == 1) {
        return sentence(QStringLiteral("%1"), {part(max, betweenBlocks ? "block_bytes" : "link_bytes")});
    }
    return max == mean ? sentence(QObject::tr("%1 links, %2 each"), {links, part(mean, "block_mean")})
                       : sentence(QObject::tr("%1 links, mean %2, most %3"),
                                  {links, part(mean, "block_mean"), part(max, "block_most")});
}

/// Boxes beside the midpoint of the wire, then farther along it, then farther from it.
/// `lanes`: distance to the opposite direction of the wire, which is on the left.
std::vector<QRectF> candidates(const SceneWire& wire, const QSizeF& room, qreal clear, qreal lanes)
{
    std::vector<QRectF> found;
    for (const qreal distance : {clear, clear + 12, clear + 24}) {
        for (const double t : {0.5, 0.36, 0.64, 0.22, 0.78}) {
            const QPointF direction = wire.at(t + 0.01) - wire.at(t - 0.01);
            const qreal reach = std::hypot(direction.x(), direction.y());
            const QPointF right = reach > 0 ? QPointF(-direction.y(), direction.x()) / reach : QPointF(0, 1);
            for (const int side : {1, -1}) {
                const qreal half = (std::abs(right.x()) * room.width() + std::abs(right.y()) * room.height()) / 2;
                const QPointF centre = wire.at(t) + right * (side * (distance + half) - (side < 0 ? lanes : 0));
                found.emplace_back(centre - QPointF(room.width(), room.height()) / 2, room);
            }
        }
    }
    return found;
}

/// Wires with most bytes first, near ones before far ones.
std::vector<const SceneWire*> busiestOf(const TorusScene& scene)
{
    std::vector<const SceneWire*> wires;
    for (const SceneWire& wire : scene.wires) {
        if (wire.bytes > 0 && !wire.pale) {
            wires.push_back(&wire);
        }
    }
    const auto tried = static_cast<std::ptrdiff_t>(std::min(wires.size(), maxTried));
    std::ranges::partial_sort(wires, wires.begin() + tried, [](const SceneWire* a, const SceneWire* b) {
        return a->bytes != b->bytes ? a->bytes > b->bytes : a->fade != b->fade ? a->fade < b->fade : a < b;
    });
    wires.resize(nth(tried));
    return wires;
}

/// The direction of a wire with more bytes.
const TorusWire& loadedOf(const SceneWire& wire, const TorusGrid& grid)
{
    const TorusWire& there = grid.wires[nth(wire.there)];
    const TorusWire& back = grid.wires[nth(wire.back < 0 ? wire.there : wire.back)];
    return back.max > there.max ? back : there;
}

} // namespace

void labelBusiest(TorusScene& scene, const Recording& recording)
{
    const auto busiest = busiestOf(scene);
    const qreal below = captionBox(scene.caption).bottom() + apart;
    const QRectF bounds = QRectF(QPointF(), scene.size).adjusted(4, below, -4, -56);
    std::vector<QRectF> chips;
    for (const SceneNode& node : scene.nodes) {
        if (scene.nodes.size() <= avoidedNodes) {
            const qreal r = node.radius + 1;
            chips.emplace_back(node.at.x() - r, node.at.y() - r, 2 * r, 2 * r);
        }
    }
    const QFont font = uiFont(11, QFont::Medium);
    const QFontMetricsF metrics(font);
    const qreal clear = scene.unit >= namedFrom ? 12 : 6;
    std::vector<QRectF> taken; // by the numbers of a trail too
    for (const SceneText& text : scene.texts) {
        taken.push_back(
            plateBox(text.at, text.text, uiFont(11, QFont::DemiBold)).adjusted(-apart, -apart, apart, apart));
    }
    const std::size_t max = taken.size() + maxLabels;
    const auto meets = [](const std::vector<QRectF>& boxes, const QRectF& box) {
        return std::ranges::any_of(boxes, [&](const QRectF& other) { return other.intersects(box); });
    };
    for (const bool clearOfChips : {true, false}) { // rather upon a chip than not at all
        for (const SceneWire* wire : busiest) {
            if (taken.size() == max) {
                return;
            }
            const Sentence words = labelOf(loadedOf(*wire, scene.grid), scene, recording);
            const QSizeF room(metrics.horizontalAdvance(words.text) + 10, metrics.height() + 4);
            const auto found = candidates(*wire, room, clear, wire->back < 0 ? scene.lanes : 0);
            const auto chosen = std::ranges::find_if(found, [&](const QRectF& box) {
                return bounds.contains(box) && !meets(taken, box) && !(clearOfChips && meets(chips, box));
            });
            if (chosen != found.end()) {
                taken.push_back(chosen->adjusted(-apart, -apart, apart, apart));
                const QPointF centre = chosen->center();
                const QPointF start(centre.x() - lineWidth(words.text, font) / 2,
                                    centre.y() + (metrics.ascent() - metrics.descent()) / 2);
                scene.texts.push_back({centre, words.text, false, words.shownAt(start, font)});
            }
        }
    }
}

void dropHiddenNames(TorusScene& scene)
{
    const QFontMetricsF metrics(uiFont(11, QFont::Medium));
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
        SceneNode& node = scene.nodes[i];
        if (node.text.isEmpty()) {
            continue;
        }
        const QSizeF half(metrics.averageCharWidth() * static_cast<qreal>(node.text.size()) / 2, metrics.ascent() / 2);
        const bool hidden = std::any_of(scene.nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1, scene.nodes.end(),
                                        [&](const SceneNode& nearer) {
                                            const QPointF away = nearer.at - node.at;
                                            return std::abs(away.x()) < nearer.radius + half.width() &&
                                                   std::abs(away.y()) < nearer.radius + half.height();
                                        });
        if (hidden) {
            node.text.clear();
        }
    }
}

QString maxOfScale(const Recording& recording)
{
    return recording.capacity() > 0
               ? QObject::tr("100 % = %1").arg(bytesText(recording.capacity(), recording.collective().units))
               : QObject::tr("100 %");
}

} // namespace ui
