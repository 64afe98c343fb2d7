// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the strip, its word turned upright.
#include "ui/derivation/explain_strip.h"

#include "ui/theme/painting.h"

#include <QPainter>

namespace ui
{

ExplainStrip::ExplainStrip(QWidget* parent) : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("explain.strip"));
    setText(tr("Explain"));
    setAccessibleName(tr("Open the explanation"));
    setToolTip(tr("Why a number has its value (F8)"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void ExplainStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() ? mixed(theme.panel, theme.text, 0.05) : theme.panel);
    painter.fillRect(QRect(0, 0, 1, height()), theme.outline);
    drawIcon(painter, QRectF(0, 12, width(), 20), QStringLiteral("explain"), theme.muted);
    painter.setFont(uiFont(12));
    painter.setPen(underMouse() ? theme.text : theme.muted);
    painter.save();
    painter.translate(width(), 40);
    painter.rotate(90);
    painter.drawText(QRect(0, 0, 120, width()), Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.restore();
    if (hasFocus()) {
        drawFocusRing(painter, rect(), 4, theme);
    }
}

} // namespace ui
