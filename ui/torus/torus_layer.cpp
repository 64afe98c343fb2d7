// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out and draws in that order, each only where it has to; ahead of the step that is shown where it plays.
#include "ui/torus/torus_layer.h"

#include <QPainter>

#include <algorithm>
#include <cstring>
#include <utility>

namespace ui
{

void TorusLayer::layOut(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    layoutTorus(m_scene, reel, look, paper.size);
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

void TorusLayer::prepareSome(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    switch (m_stale) {
    case Stale::grid:
        m_scene.grid = gridOf(reel.whole(), look.detail, look.slice, look.block);
        m_stale = Stale::places;
        return;
    case Stale::places:
    case Stale::style:
        layOut(reel, look, paper);
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

void TorusLayer::prepare(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    while (!isReady()) {
        prepareSome(reel, look, paper);
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
        std::memcpy(m_moving.bits(), m_still.constBits(), static_cast<std::size_t>(m_still.sizeInBytes()));
        m_dots.paint(m_moving, m_scene, progress);
    }
    painter.drawImage(0, 0, dots ? m_moving : m_still);
    paintTorusChunks(painter, m_scene, theme);
}

void StepAhead::begin(const Reel& reel)
{
    m_reel.emplace(reel.twin());
    m_layer = {}; // not a copy of the one shown: to part their pixels would cost the next frame more
    m_step = -1;
}

void StepAhead::stop()
{
    m_reel.reset();
    m_layer = {};
    m_step = -1;
}

void StepAhead::spoil(TorusLayer::Stale what)
{
    m_layer.spoil(what);
    m_step = -1;
}

bool StepAhead::work(int step, const Reel& shown, const TorusLook& look, const TorusLayer::Paper& paper)
{
    if (m_step != step) {
        m_step = step;
        m_reel->moveTo(step);
        if (m_reel->followed() != shown.followed()) {
            m_reel->follow(shown.followed());
        }
        m_reel->messages(); // what takes longest of a step on many chips
        m_layer.spoil(TorusLayer::Stale::style);
        return true;
    }
    m_layer.prepareSome(*m_reel, look, paper);
    return !m_layer.isReady();
}

bool StepAhead::trade(int step, TorusLayer& shown)
{
    if (!m_reel || m_step != step || !m_layer.isReady()) {
        return false;
    }
    std::swap(m_layer, shown);
    m_step = -1;
    return true;
}

} // namespace ui
