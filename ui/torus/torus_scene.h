// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a torus as plain data: laid out by one pure function, drawn by one painter for window and export.
#pragma once

#include "ui/theme/theme.h"
#include "ui/torus/projection.h"
#include "ui/torus/torus_detail.h"

#include <QString>

#include <array>
#include <vector>

class QPainter;

namespace ui
{

/// How the torus is looked at.
struct TorusLook {
    TorusLayout layout = TorusLayout::unrolled;
    Camera camera = {};
    TorusDetail detail = TorusDetail::chips;
    int slice = 0;
    double progress = 0; // of the step under way
    std::vector<int> pinned = {};
    bool coarse = false; // while the camera moves: no antialiasing
};

/// A line between two chips: straight, or round the outside as a curve, or two stubs that point at each other.
struct SceneWire {
    enum class Shape { straight, arc, stubs };
    Shape shape = Shape::straight;
    QPointF from, fromControl, toControl, to; // stubs: their outer ends are the control points
    double share = 0;                         // of what the link could have carried so far; 0 is idle
    double bytes = 0;
    qreal width = 1;
    int colour = -1; // of the scale; -1: idle, dashed
    bool pale = false;
    bool bold = false; // on the trail
    bool arrow = false;
    int fade = 0; // far away: 1 or 2
    int place = 0;
    int port = 0;

    QPointF at(double progress) const;
};

struct SceneNode {
    QPointF at;
    qreal radius = 4;
    int place = 0;
    int chip = 0; // lowest in the place
    bool square = false;
    bool pinned = false;
    bool pale = false;
    bool lit = false;
    int fade = 0;
    float share = -1;
    QString text;
};

/// A message under way.
struct SceneChunk {
    QPointF at;
    qreal radius = 3;
    int hue = 0; // of eight
    bool pale = false;
    QString text; // drawn as a plate where there is room
};

struct SceneText {
    QPointF at; // centre
    QString text;
    bool strong = false;
};

struct TorusScene {
    QSizeF size;
    std::vector<SceneWire> wires;
    std::vector<SceneNode> nodes; // far ones first
    std::vector<SceneChunk> chunks;
    std::vector<SceneText> texts;
    QRectF scale; // of the colours; empty where no link carries anything
    QString caption;
    bool coarse = false;
};

inline constexpr int scaleColours = 16;
/// Viridis; heavy loads are dark on light paper and bright on dark.
QColor scaleColour(int step, const Theme&);

TorusScene layoutTorus(const Reel&, const TorusLook&, const QSizeF&);

/// What lies still between two steps, and what moves. Both together are the picture.
void paintTorusBase(QPainter&, const TorusScene&, const Theme&);
void paintTorusChunks(QPainter&, const TorusScene&, const Theme&);
void paintTorus(QPainter&, const TorusScene&, const Theme&);

/// The chip under a point, or -1.
int chipAt(const TorusScene&, const QPointF&);
/// The wire nearest to a point, or nothing.
const SceneWire* wireAt(const TorusScene&, const QPointF&);

/// Every part in words and whole pixels, for tests.
QString describe(const TorusScene&);

} // namespace ui
