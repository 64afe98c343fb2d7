// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a torus ready to be shown: its scene, what stands still of it in pixels, and the messages that move.
#pragma once

#include "ui/torus/dot_layer.h"
#include "ui/torus/torus_scene.h"

#include <QImage>

namespace ui
{

/// Repeats of its picture only what is stale.
class TorusSheet
{
public:
    /// What has to be done again; each includes those before it, but a turn of the camera dresses nothing anew.
    enum class Stale { nothing, base, turn, dress, places, grid };

    struct Paper {
        QSize size; // logical pixels
        qreal ratio = 1;
        const Theme* theme = nullptr;
    };

    void spoil(Stale);
    bool isReady() const { return m_stale == Stale::nothing; }
    /// Does all that is stale, for the step that the reel stands at.
    void prepare(const Reel&, const TorusLook&, const Paper&);
    /// Does a part of it, so that others may do something in between.
    void prepareSome(const Reel&, const TorusLook&, const Paper&);
    void paint(QPainter&, double progress, const Theme&);

    const TorusScene& scene() const { return m_scene; }
    const TorusGrid& grid() const { return m_grid; }

private:
    void turn(const Reel&, const TorusLook&, const Paper&);
    void dress(const Reel&, const TorusLook&, const Paper&);
    void paintBase(const Paper&);

    TorusGrid m_grid;
    TorusScene m_scene;
    QImage m_base; // everything that stands still between two steps
    DotLayer m_dots;
    Stale m_stale = Stale::grid;
    bool m_keepsLinks = false; // those in the base are still right
};

} // namespace ui
