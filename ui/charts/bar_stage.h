// SPDX-License-Identifier: GPL-3.0-or-later
// Sets up a scene of Qt Charts for a picture of stacked bars: one chart per block and the picture's own painting above.
#pragma once

#include "ui/charts/bar_picture.h"

#include <QGraphicsScene>

#include <memory>

namespace ui
{

class OverlayItem;

class BarStage
{
public:
    explicit BarStage(const BarPicture&);
    ~BarStage();

    QGraphicsScene& scene() { return m_scene; }
    /// Everything follows from the values, the theme, the size and the scales. Values are replaced in place where the
    /// number of bars is as before.
    void build(const QSizeF& size, const Theme&, const BarScales&);
    const std::vector<PlotMark>& marks() const { return m_marks; }
    void paintOverlay(QPainter&);
    QSizeF size() const { return m_size; }

private:
    struct Panel;
    void shapePanels();
    void fillPanel(Panel&, const BarBlock&);

    const BarPicture& m_picture;
    QSizeF m_size;
    const Theme* m_theme;
    BarScales m_scales{};
    std::vector<BarBlock> m_blocks;
    std::vector<PlotMark> m_marks;
    QGraphicsScene m_scene;
    std::vector<std::unique_ptr<Panel>> m_panels;
    OverlayItem* m_overlay;
};

/// Draws a picture laid out for `area` with a scene of its own.
void renderBars(const BarPicture&, QPainter&, const QRectF& area, const Theme&);

} // namespace ui
