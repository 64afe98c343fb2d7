// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out, dresses and draws in that order, each only where it has to.
#include "ui/torus/torus_sheet.h"

#include "ui/torus/small_nodes.h"
#include "ui/torus/torus_coarse.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

/// Everything that the drawn links depend on beside their places.
std::vector<short> inkOf(const TorusScene& scene)
{
    std::vector<short> ink;
    ink.reserve(scene.wires.size());
    for (const SceneWire& wire : scene.wires) {
        ink.push_back(static_cast<short>(wire.colour * 4 + (wire.bold ? 2 : 0) + (wire.pale ? 1 : 0)));
    }
    return ink;
}

} // namespace

void TorusSheet::spoil(Stale what)
{
    const bool both =
        (what == Stale::turn && m_stale == Stale::dress) || (what == Stale::dress && m_stale == Stale::turn);
    m_stale = both ? Stale::places : std::max(m_stale, what);
    m_keepsLinks = false;
}

void TorusSheet::turn(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    TorusScene before = std::exchange(m_scene, placeTorus(m_grid, reel, look, paper.size));
    if (carryDress(m_scene, std::move(before), look) && !m_dots.isEmpty()) {
        m_dots.turn(m_scene);
    } else {
        dress(reel, look, paper);
    }
}

void TorusSheet::dress(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    const bool mayKeep = m_stale == Stale::dress && hasSmallNodes(m_scene) && !m_base.isNull();
    const bool wasCoarse = m_scene.coarse;
    const auto ink = mayKeep ? inkOf(m_scene) : std::vector<short>();
    if (m_scene.lacksNames && bearsNames(m_scene.nodes.size(), look.coarse)) {
        m_scene = placeTorus(m_grid, reel, look, paper.size);
    }
    load(m_grid, reel);
    dressTorus(m_scene, m_grid, reel, look);
    m_keepsLinks = mayKeep && wasCoarse == m_scene.coarse && inkOf(m_scene) == ink;
    m_dots.clear();
    if (DotLayer::suits(m_scene)) {
        m_dots.lay(m_scene, *paper.theme, paper.ratio);
        m_scene.chunks.clear(); // they are the layer's now
    }
}

void TorusSheet::paintBase(const Paper& paper)
{
    const QSize pixels = paper.size * paper.ratio;
    if (m_base.size() != pixels) {
        m_base = QImage(pixels, QImage::Format_RGB32);
        m_keepsLinks = false;
    }
    m_base.setDevicePixelRatio(paper.ratio);
    if (!m_keepsLinks) {
        m_base.fill(paper.theme->panel);
    }
    if (m_scene.coarse && !m_keepsLinks) {
        paintCoarseWires(m_base, m_scene, *paper.theme);
    }
    const bool lacksNodes = m_scene.coarse || m_keepsLinks;
    if (lacksNodes && hasSmallNodes(m_scene)) {
        return paintSmallNodes(m_base, m_scene, *paper.theme);
    }
    QPainter base(&m_base);
    lacksNodes ? paintTorusNodes(base, m_scene, *paper.theme) : paintTorusBase(base, m_scene, *paper.theme);
}

void TorusSheet::prepareSome(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    switch (m_stale) {
    case Stale::grid:
        m_grid = gridOf(reel.whole(), look.detail, look.slice, look.block);
        m_stale = Stale::places;
        return;
    case Stale::places:
        m_scene = placeTorus(m_grid, reel, look, paper.size);
        dress(reel, look, paper);
        m_stale = Stale::base;
        return;
    case Stale::turn:
        turn(reel, look, paper);
        m_stale = Stale::base;
        return;
    case Stale::dress:
        dress(reel, look, paper);
        m_stale = Stale::base;
        return;
    case Stale::base:
        paintBase(paper);
        m_stale = Stale::nothing;
        return;
    case Stale::nothing:
        return;
    }
}

void TorusSheet::prepare(const Reel& reel, const TorusLook& look, const Paper& paper)
{
    while (!isReady()) {
        prepareSome(reel, look, paper);
    }
}

void TorusSheet::paint(QPainter& painter, double progress, const Theme& theme)
{
    moveChunks(m_scene, progress);
    if (m_scene.showsChunks) {
        m_dots.put(m_base, m_scene, progress);
    }
    painter.drawImage(0, 0, m_base);
    m_dots.take();
    paintTorusChunks(painter, m_scene, theme);
}

} // namespace ui
