// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a torus ready to be shown: its scene, what stands still of it in pixels, and the messages that move.
#pragma once

#include "ui/torus/torus_pixels.h"
#include "ui/torus/torus_scene.h"

#include <QImage>

#include <memory>

namespace ui
{

/// Repeats of its picture only what is stale.
class TorusLayer
{
public:
    /// What has to be done again; each includes those before it. Places include styles: both are laid out at once.
    enum class Stale { nothing, picture, style, places, grid };

    struct Paper {
        QSize size; // logical pixels
        qreal ratio = 1;
        const Theme* theme = nullptr;
    };

    void spoil(Stale what) { m_stale = std::max(m_stale, what); }
    bool isReady() const { return m_stale == Stale::nothing; }
    /// Does all that is stale, for the step that the recording stands at.
    void prepare(const Recording&, const TorusLook&, const Paper&);
    /// Does a part of it, so that others may do something in between.
    void prepareSome(const Recording&, const TorusLook&, const Paper&);
    void paint(QPainter&, double progress, const Theme&);

    const TorusScene& scene() const { return m_scene; }

private:
    void layOut(const Recording&, const TorusLook&, const Paper&);
    void paintStill(const Paper&);

    TorusScene m_scene;
    QImage m_still;  // everything that stands still between two steps
    QImage m_moving; // the same with dots upon it
    DotLayer m_dots;
    Stale m_stale = Stale::grid;
};

/// The next step of a torus that plays, made ready in the pauses between two frames by a recording of its own.
class StepAhead
{
public:
    StepAhead();
    ~StepAhead();
    /// For the recording that is shown; forgets what was made ready.
    void begin(const Recording&);
    void stop();
    bool isUnderWay() const { return m_recording != nullptr; }
    void spoil(TorusLayer::Stale);

    /// A part of the work on this step; false when there is nothing left to do.
    bool work(int step, const Recording& shown, const TorusLook&, const TorusLayer::Paper&);
    /// Trades the layer for the one of this step; false if that one is not ready.
    bool trade(int step, TorusLayer& shown);

private:
    std::unique_ptr<Recording> m_recording;
    TorusLayer m_layer;
    int m_step = -1; // that the layer is of, or is to be of
};

} // namespace ui
