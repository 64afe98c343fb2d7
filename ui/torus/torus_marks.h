// SPDX-License-Identifier: GPL-3.0-or-later
// Plates, labels, tokens and the scale: what is drawn above chips and links.
#pragma once

#include "ui/theme/nth.h"
#include "ui/torus/torus_scene.h"

#include <QPainterPath>

namespace ui
{

class Recording;

/// The colours of links, by load and by how far away they are.
class WireInks
{
public:
    static constexpr int depths = 5;

    explicit WireInks(const Theme&);
    /// 0: beside the trail; then far, farther, near; 4: on the trail.
    static int depthOf(const SceneWire& wire) { return wire.bold ? 4 : wire.pale ? 0 : 3 - wire.fade; }
    QRgb of(const SceneWire& wire) const { return at(depthOf(wire), wire.colour); }
    QRgb at(int depth, int colour) const
    {
        const int ink = colour + 1; // idle comes first
        return m_inks[nth(depth)][nth(ink)];
    }

private:
    std::array<std::array<QRgb, scaleColours + 1>, depths> m_inks;
};

/// Round a chip, at a distance from its border.
QPainterPath ringRound(const SceneNode&, qreal distance);

/// The name of a chip that shows its shards: at a corner of their box.
QFont cornerFont();
QRectF cornerName(const SceneNode&);

/// Of the name of a switch: smaller in a small one.
QFont hubFont(qreal radius);

/// The plate of a message that bears its name.
QSizeF plateOfMessage(const QString& name);

/// The plate round words.
QRectF plateBox(const QPointF& centre, const QString& text, const QFont&);

/// Words on a rounded plate in the painter's font.
void paintPlate(QPainter&, const QPointF& centre, const QString& text, const QColor& fill, const QColor& border,
                const QColor& ink);

/// Height that the scale takes from the chips, beside their margin.
qreal roomOfScale(const TorusScene&);
/// The colours; empty where there is no room for them.
QRectF barOfScale(const TorusScene&);
/// Above it and its words.
qreal scaleTop(const TorusScene&);
/// The left top of the words at the end of the scale.
QPointF scaleEnd(const TorusScene&);
void paintScale(QPainter&, const TorusScene&, const Theme&);
inline constexpr int scaleLine = 18; // height of the words at the scale

/// A chip as a box of the shards that it holds.
void paintShards(QPainter&, const TorusScene&, const SceneNode&, const Theme&);
/// The three busiest links say what they carried, where that covers neither chips nor links nor what travels.
void labelBusiest(TorusScene&, const Recording&, const std::vector<QRectF>& travelling);
/// Names of chips that nearer ones lie upon.
void dropHiddenNames(TorusScene&);
/// What a link could have carried by now.
QString maxOfScale(const Recording&);

} // namespace ui
