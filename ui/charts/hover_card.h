// SPDX-License-Identifier: GPL-3.0-or-later
// The card that tells about the mark under the mouse or chosen by keys: a small widget, so that the chart is not
// redrawn.
#pragma once

#include "ui/charts/chart_picture.h"

#include <QWidget>

namespace ui
{

class HoverCard : public QWidget
{
    Q_OBJECT
public:
    explicit HoverCard(QWidget* chart);

    /// Shows the card of a mark beside its middle, in the chart whose size is `chart`.
    void present(const Mark&, const QSizeF& chart, const Theme&);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    Mark m_mark;
    const Theme* m_theme;
    qreal m_unit = 1;
    QRectF m_area;
};

} // namespace ui
