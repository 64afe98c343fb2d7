// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a torus ready to be shown: its scene, what stands still of it in pixels, and the messages that move.
#pragma once

#include "ui/torus/torus_pixels.h"
#include "ui/torus/torus_scene.h"

#include <QImage>

#include <memory>

namespace ui
{

/// Redoes only what is stale.
class TorusLayer
{
public:
    /// What has to be redone; each value includes those before it. Places include styles: both are laid out at once.
    enum class Stale { nothing, picture, style, places, grid };

    struct Paper {
        QSize size; // logical pixels
        qreal ratio = 1;
        const Theme* theme = nullptr;
    };

    void spoil(Stale what) { m_stale = std::max(m_stale, what); }
    bool isReady() const { return m_stale == Stale::nothing; }
    /// Redoes everything stale, for the step of the recording.
    void prepare(const Recording&, const TorusLook&, const Paper&);
    /// Does one stage of it, so that events are handled in between.
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

/// The next step, prepared between two frames from a recording of its own.
class StepAhead
{
public:
    StepAhead();
    ~StepAhead();
    /// Starts for the recording that is shown; discards what was prepared.
    void begin(const Recording&);
    void stop();
    bool isUnderWay() const { return m_recording != nullptr; }
    void spoil(TorusLayer::Stale);

    /// One stage of the work on this step; false when nothing is left to do.
    bool work(int step, const Recording& shown, const TorusLook&, const TorusLayer::Paper&);
    /// Swaps the layer with the one of this step; false if that one is not ready.
    bool trade(int step, TorusLayer& shown);

private:
    std::unique_ptr<Recording> m_recording;
    TorusLayer m_layer;
    int m_step = -1; // of the layer
};

} // namespace ui
