// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out and draws in that order, each only where it has to; ahead of the step that is shown where it plays.
#include "ui/torus/torus_layer.h"

#include "ui/playback/recording.h"
#include "ui/theme/nth.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <cstring>
#include <utility>

namespace ui
{

void TorusLayer::layOut(const Recording& recording, const TorusLook& look, const Paper& paper)
{
    layoutTorus(m_scene, recording, look, paper.size);
    m_dots.clear();
    if (DotLayer::suits(m_scene)) {
        m_dots.lay(m_scene, *paper.theme, paper.ratio);
        m_scene.chunks.clear(); // they are dots now
    }
}

void TorusLayer::paintStill(const Paper& paper)
{
    const QSize pixels = paper.size * paper.ratio;
    if (m_still.size() != pixels) {
        m_still = QImage(pixels, QImage::Format_RGB32);
    }
    m_still.setDevicePixelRatio(paper.ratio);
    m_still.fill(paper.theme->panel);
    if (m_scene.look.coarse) {
        paintCoarseWires(m_still, m_scene, *paper.theme);
    }
    QPainter still(&m_still);
    m_scene.look.coarse ? paintTorusNodes(still, m_scene, *paper.theme) : paintTorusBase(still, m_scene, *paper.theme);
}

void TorusLayer::prepareSome(const Recording& recording, const TorusLook& look, const Paper& paper)
{
    switch (m_stale) {
    case Stale::grid:
        m_scene.grid = gridOf(recording.whole(), look.detail, look.slice, look.block);
        m_stale = Stale::places;
        return;
    case Stale::places:
    case Stale::style:
        layOut(recording, look, paper);
        m_stale = Stale::picture;
        return;
    case Stale::picture:
        paintStill(paper);
        m_stale = Stale::nothing;
        return;
    case Stale::nothing:
        return;
    }
}

void TorusLayer::prepare(const Recording& recording, const TorusLook& look, const Paper& paper)
{
    while (!isReady()) {
        prepareSome(recording, look, paper);
    }
}

void TorusLayer::paint(QPainter& painter, double progress, const Theme& theme)
{
    moveChunks(m_scene, progress);
    const bool dots = m_scene.showsChunks && !m_dots.isEmpty();
    if (dots) {
        if (m_moving.size() != m_still.size()) {
            m_moving = QImage(m_still.size(), m_still.format());
        }
        m_moving.setDevicePixelRatio(m_still.devicePixelRatio());
        std::memcpy(m_moving.bits(), m_still.constBits(), nth(m_still.sizeInBytes()));
        m_dots.paint(m_moving, m_scene, progress);
    }
    painter.drawImage(0, 0, dots ? m_moving : m_still);
    paintTorusChunks(painter, m_scene, theme);
}

StepAhead::StepAhead() = default;

StepAhead::~StepAhead() = default;

void StepAhead::begin(const Recording& recording)
{
    m_recording = std::make_unique<Recording>(recording.twin());
    m_layer = {}; // not a copy of the one shown: to part their pixels would cost the next frame more
    m_step = -1;
}

void StepAhead::stop()
{
    m_recording.reset();
    m_layer = {};
    m_step = -1;
}

void StepAhead::spoil(TorusLayer::Stale what)
{
    m_layer.spoil(what);
    m_step = -1;
}

bool StepAhead::work(int step, const Recording& shown, const TorusLook& look, const TorusLayer::Paper& paper)
{
    if (m_step != step) {
        m_step = step;
        m_recording->moveTo(step);
        if (m_recording->followed() != shown.followed()) {
            m_recording->follow(shown.followed());
        }
        m_recording->messages(); // what takes longest of a step on many chips
        m_layer.spoil(TorusLayer::Stale::style);
        return true;
    }
    m_layer.prepareSome(*m_recording, look, paper);
    return !m_layer.isReady();
}

bool StepAhead::trade(int step, TorusLayer& shown)
{
    if (!m_recording || m_step != step || !m_layer.isReady()) {
        return false;
    }
    std::swap(m_layer, shown);
    m_step = -1;
    return true;
}

} // namespace ui
