// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what the roofline says in words: names along the roofs, values of ridge points, the step's marks, operations.
#pragma once

#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/roofline_roofs.h"

namespace core
{
struct RooflinePoint;
}

namespace ui
{

class RooflineLabels
{
public:
    RooflineLabels(QPainter&, const PictureLayout&, const core::Roofline&, double peak);

    /// A line from a mark to its name, where that does not stand beside it.
    struct Leader {
        QPointF mark;
        QPointF foot;
        std::size_t name; // of names()
    };

    /// Of something that is drawn already.
    void keepClear(const QRectF& box) { m_placer.block(box); }
    void draw();
    std::vector<Mark> marks() const { return m_marks; }
    /// Outlines of all that is written, in the order in which places were found.
    const std::vector<QPolygonF>& names() const { return m_names; }
    const std::vector<Leader>& leaders() const { return m_leaders; }

private:
    struct Reach {
        qreal distance; // from the centre of the mark to the label
        bool downwards; // look below the mark first
        int rows;       // of text that a leader may span
    };
    struct Placing {
        qreal degrees;
        qreal margin;
        bool backed; // on a patch, so that no line runs through the text
    };
    RoofSpan spanOf(const core::Roof&) const;
    QColor backing() const;
    Label roofLabel(const core::Roof&, bool withRate) const;
    void blockLines();
    void blockRidges();
    void drawMarkers();
    std::vector<QPointF> flatSpots(const core::Roof&, const RoofSpan&, const QSizeF& label) const;
    std::vector<QPointF> slopeSpots(const core::Roof&, const RoofSpan&, const QSizeF& label) const;
    void labelRoof(const core::Roof&);
    void labelStep();
    Label stepLabel(const core::RooflinePoint&, int words) const;
    bool placeStepLabel(const Label&, const QPointF& start, const QPointF& end, const core::RooflinePoint&);
    void labelPoints(bool operations);
    void labelRidges();
    bool takeName(const QPolygonF& outline);
    bool write(const Label&, const std::vector<QPointF>& spots, const Placing&);
    void addMark(const QPolygonF&, const QString& heading, const QStringList& lines, const QString& metric);
    bool placeAround(const Label&, const QPointF& at, const Reach&);

    QPainter& m_painter;
    const PictureLayout& m_frame;
    const core::Roofline& m_data;
    double m_peak;
    LabelPlacer m_placer;
    std::vector<QPolygonF> m_names; // that leaders keep clear of
    std::vector<Leader> m_leaders;
    std::vector<Mark> m_marks;
};

} // namespace ui
