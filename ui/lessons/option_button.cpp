// SPDX-License-Identifier: GPL-3.0-or-later
// Paints an option: number, text in as many lines as it needs, and a sign for right or wrong.
#include "ui/lessons/option_button.h"

#include "ui/theme/painting.h"

#include <QPainter>

namespace ui
{

namespace
{

constexpr int inset = 8;
constexpr int numberRoom = 24;
constexpr int signRoom = 22;
constexpr int textFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;

} // namespace

OptionButton::OptionButton(int number, const QString& text, QWidget* parent) : QAbstractButton(parent), m_number(number)
{
    setText(text);
    setAccessibleName(tr("Option %1: %2").arg(number).arg(text));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void OptionButton::setState(State state)
{
    m_state = state;
    const QString said = state == State::right    ? tr("right")
                         : state == State::wrong  ? tr("not right")
                         : state == State::chosen ? tr("chosen")
                                                  : QString();
    setAccessibleDescription(said);
    update();
}

int OptionButton::heightForWidth(int width) const
{
    const QRect room(0, 0, width - 2 * inset - numberRoom - signRoom, 10000);
    return std::max(32, QFontMetrics(uiFont(13)).boundingRect(room, textFlags, text()).height() + 14);
}

void OptionButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const bool hovered = isEnabled() && (underMouse() || isDown());
    const QColor rim = m_state == State::right   ? theme.good
                       : m_state == State::wrong ? theme.error
                                                 : (m_state == State::chosen ? theme.accent : theme.outline);
    const QColor ground = hovered ? mixed(theme.panel, theme.text, isDown() ? 0.1 : 0.05) : theme.panel;
    drawBox(painter, rect(), 6, ground, rim, m_state == State::open ? 1 : 2);
    painter.setFont(uiFont(13, QFont::DemiBold));
    painter.setPen(theme.muted);
    painter.drawText(QRect(inset, 0, numberRoom, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QString::number(m_number));
    painter.setFont(uiFont(13));
    painter.setPen(theme.text);
    painter.drawText(QRect(inset + numberRoom, 0, width() - 2 * inset - numberRoom - signRoom, height()), textFlags,
                     text());
    if (m_state == State::right || m_state == State::wrong)
        drawIcon(painter, QRectF(width() - inset - 16, 0, 16, height()),
                 m_state == State::right ? QStringLiteral("fits") : QStringLiteral("close"), rim);
    if (hasFocus())
        drawFocusRing(painter, rect(), 6, theme);
}

} // namespace ui
