// SPDX-License-Identifier: GPL-3.0-or-later
// Panel, then boxes or the sentence.
#include "ui/charts/box_picture.h"

#include "ui/charts/chart_label.h"

#include <QPainter>

namespace ui
{

Painted BoxPicture::paint(QPainter& painter, const QRectF& area, const Theme& theme, const AxisRanges& ranges,
                          Output output)
{
    Painted painted;
    painter.save();
    painter.translate(area.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), area.size()), theme.panel);
    if (const QString why = absence(); why.isEmpty())
        painted = paintBoxes(painter, area.size(), theme, ranges, output);
    else
        drawSentence(painter, output == Output::screen ? absenceInWindow() : why, area.size(), theme);
    painter.restore();
    return painted;
}

} // namespace ui
