// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a torus as plain data: laid out by pure functions, drawn by one painter for window and export.
#pragma once

#include "ui/torus/projection.h"
#include "ui/torus/torus_caption.h"
#include "ui/torus/torus_detail.h"

#include <QColor>
#include <QLineF>
#include <QString>

#include <array>
#include <vector>

class QPainter;

namespace ui
{

struct Theme;

/// How the torus is looked at.
struct TorusLook {
    TorusLayout layout = TorusLayout::unrolled;
    Camera camera = {};
    TorusDetail detail = TorusDetail::chips;
    int slice = 0;
    int block = -1;      // the one that is opened
    double progress = 0; // of the step under way
    std::vector<int> pinned = {};
    bool coarse = false;  // while the camera moves: no antialiasing
    bool compact = false; // a small picture beside others: no scale, no labels
};

/// A line between two chips: straight, or round the outside as a curve, or two stubs that point at each other.
struct SceneWire {
    enum class Shape { straight, arc, stubs };
    Shape shape = Shape::straight;
    QPointF from, fromControl, toControl, to; // stubs: their outer ends are the control points
    double share = 0;                         // of what the link could have carried so far; 0 is idle
    double bytes = 0;                         // on the busiest link of it
    qreal width = 1;
    int colour = -1; // of the scale; -1: idle, dashed
    bool pale = false;
    bool bold = false; // on the trail
    bool arrow = false;
    bool leaves = false; // for a chip that is not drawn
    int fade = 0;        // far away: 1 or 2
    int place = 0;
    int port = 0;
    int there = -1; // wires of the grid in both directions; -1 where drawn apart
    int back = -1;

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
    bool nameBelow = false;       // its box of shards; else above it
    bool nameRight = false;       // at its right corner; else at the left one
    std::vector<float> held = {}; // share of each shard, where they are drawn one by one
    QString text;
};

/// From the switch of a domain to the network between the domains: all NICs of that domain.
struct SceneNic {
    QLineF line;
    double share = 0; // of what they could have carried so far
    int colour = -1;  // of the scale; -1: idle
    bool pale = false;
};

/// A message in flight.
struct SceneChunk {
    QPointF at;
    qreal radius = 3;
    int shard = 0;
    bool pale = false;
    bool hidden = false; // behind a chip, as its wire is; or not under way
    double start = 0;    // of the step, when it sets out: a port sends one after the other
    double end = 1;
    QString text;          // drawn as a plate where there is room
    QSizeF plate;          // of that
    int wire = -1;         // it travels on
    int then = -1;         // and on, from the middle of the step
    int out = -1;          // of scene.nics, where it leaves a domain between the two
    int in = -1;           // and comes into another
    bool backward = false; // against the direction the wire is drawn in
};

/// Words on a plate.
struct SceneText {
    QPointF at; // centre
    QString text;
    bool strong = false;
    std::vector<ShownNumber> numbers = {};
};

/// A wire of the grid as it is drawn.
struct DrawnWire {
    int wire = -1;         // of the scene
    bool backward = false; // against the direction that one is drawn in
};

struct TorusScene {
    TorusGrid grid; // with the loads of the step
    TorusLook look;
    QSizeF size;
    std::vector<SceneWire> wires;
    std::vector<SceneNode> nodes; // far ones first
    std::vector<SceneNic> nics;   // of each domain
    std::vector<SceneChunk> chunks;
    std::vector<SceneText> texts;
    QRectF scale; // of the colours; empty where there is no room for it
    QString scaleMax;
    TorusCaption caption;
    bool showsChunks = false;
    qreal unit = 1;  // pixels between neighbours
    qreal lanes = 0; // pixels between the two directions of a wire; 0: they are one line
    qreal chip = 4;  // half the side of a chip, or its radius
    bool deep = false;
    bool circle = false; // a ring
    int columns = 0;     // of shards within a chip; 0: there is no room for them
    int followed = -1;
    std::vector<QString> shardNames; // where they are drawn
    std::vector<DrawnWire> drawn;    // by wire of the grid

    /// A line stands for all links between two blocks.
    bool showsBlocks() const { return look.detail == TorusDetail::blocks && look.block < 0; }
};

/// Pixels between chips from which messages bear plates with their names.
inline constexpr qreal namedFrom = 72;
inline constexpr int scaleColours = 16;
/// Share of ink: near, farther, far.
inline constexpr std::array<qreal, 3> fades{1, 0.76, 0.55};
/// Viridis; heavy loads are dark on light paper and bright on dark.
QColor scaleColour(int step, const Theme&);

/// Low pictures leave the room of the scale to the chips.
bool bearsScale(const TorusLook&, const QSizeF&);

TorusScene layoutTorus(const Recording&, const TorusLook&, const QSizeF&);
/// The same in a scene that has its grid and whose memory is used again: of a pod, pages given back and taken anew at
/// each frame would cost more than all that is done with them.
void layoutTorus(TorusScene&, const Recording&, const TorusLook&, const QSizeF&);
/// Applies the step of the recording to a layout.
void styleTorus(TorusScene&, const Recording&);
/// Moves messages to their places within the step.
void moveChunks(TorusScene&, double ofStep);

/// What is fixed during a step, and what moves. Both together are the picture; a coarse one has links of its own,
/// see paintCoarseWires().
void paintTorusBase(QPainter&, const TorusScene&, const Theme&);
void paintTorusChunks(QPainter&, const TorusScene&, const Theme&);
void paintTorus(QPainter&, const TorusScene&, const Theme&);
/// The chips alone.
void paintTorusNodes(QPainter&, const TorusScene&, const Theme&);
/// Hundreds of chips go without their names in a coarse picture.
bool bearsNames(std::size_t nodes, bool coarse);

/// The number on a plate nearest to a point of that plate, or nothing.
const ShownNumber* plateNumberAt(const TorusScene&, const QPointF&);
/// The chip under a point, or -1.
int chipAt(const TorusScene&, const QPointF&);
/// The wire nearest to a point, or nothing.
const SceneWire* wireAt(const TorusScene&, const QPointF&);

/// Where on a wire, of its length, lies what is nearest to a point.
double nearestOn(const SceneWire&, const QPointF&);

} // namespace ui
