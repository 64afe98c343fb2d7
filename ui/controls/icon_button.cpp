// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the icon button.
#include "ui/controls/icon_button.h"

#include "ui/theme/painting.h"

#include <QPainter>

#include <utility>

namespace ui
{

IconButton::IconButton(const QString& icon, const QString& name, QWidget* parent)
    : QAbstractButton(parent), m_icon(icon), m_name(name)
{
    setAccessibleName(name);
    setToolTip(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
}

void IconButton::setIconName(const QString& icon)
{
    if (std::exchange(m_icon, icon) != icon)
        update();
}

void IconButton::setReason(const QString& whyDisabled)
{
    setEnabled(whyDisabled.isEmpty());
    setToolTip(whyDisabled.isEmpty() ? m_name : whyDisabled);
    setAccessibleDescription(whyDisabled);
}

void IconButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const bool lit = isEnabled() && (isDown() || isChecked() || underMouse());
    if (lit)
        drawBox(painter, rect(), 6, mixed(theme.panel, theme.text, isDown() ? 0.14 : 0.07), {}, 0);
    QColor colour = isChecked() ? theme.accent : theme.muted;
    if (!isEnabled())
        colour.setAlphaF(0.45F);
    drawIcon(painter, rect(), m_icon, lit && !isChecked() ? theme.text : colour);
    if (hasFocus())
        drawFocusRing(painter, rect(), 6, theme);
}

} // namespace ui
