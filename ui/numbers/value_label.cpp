// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and keys of the value label.
#include "ui/numbers/value_label.h"

#include "ui/session/why_event.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>
#include <utility>

namespace ui
{

namespace
{

constexpr int padding = 8;
constexpr int captionHeight = 18;
constexpr int markWidth = 22;
constexpr int restGap = 6;
constexpr int widthStep = 8;
constexpr int heldRoom = 24; // about the width of two digits

} // namespace

ValueLabel::ValueLabel(const QString& metricId, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_metric(metricId), m_title(title)
{
    setObjectName(QStringLiteral("value.") + metricId);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    nameItself();
    fit();
    connect(this, &QAbstractButton::clicked, this, [this] { askWhy(*this, m_metric); });
}

void ValueLabel::nameItself()
{
    setAccessibleName(QStringLiteral("%1 %2 %3").arg(m_title, m_value, m_rest).trimmed());
    setEnabled(!m_metric.isEmpty());
    setCursor(isEnabled() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setStatusTip(m_metric.isEmpty() ? QString() : tr("Enter or click: why %1 has this value").arg(m_title));
}

void ValueLabel::setForm(Form form, int title, int value)
{
    m_form = form;
    m_caption = title;
    m_size = value;
    m_room = 0;
    fit();
}

void ValueLabel::setMetric(const QString& metricId, const QString& title)
{
    if (m_metric != metricId || m_title != title) {
        m_metric = metricId;
        m_title = title;
        nameItself();
        fit();
    }
}

void ValueLabel::reserve(const QString& widest)
{
    m_widest = widest;
    fit();
}

QFont ValueLabel::captionFont() const { return uiFont(m_caption); }

QFont ValueLabel::valueFont() const
{
    const auto weight = m_form == Form::captioned ? QFont::DemiBold
                        : m_form == Form::line    ? QFont::Medium
                                                  : QFont::Normal;
    return uiFont(m_size, weight);
}

void ValueLabel::setMark(const QString& icon, const QColor& colour)
{
    if (m_mark == icon && m_markColour == colour)
        return;
    m_mark = icon;
    m_markColour = colour;
    fit();
    update();
}

void ValueLabel::setGhost(bool ghost)
{
    if (std::exchange(m_ghost, ghost) == ghost)
        return;
    setAccessibleDescription(ghost ? tr("last valid value") : QString());
    update();
}

void ValueLabel::present(const QString& value, const QString& rest)
{
    if (m_value == value && m_rest == rest)
        return;
    m_value = value;
    m_rest = rest;
    nameItself();
    fit();
    update();
}

/// Neighbours stand still while a slider is dragged: a value that is a little narrower leaves the room as it is.
void ValueLabel::fit()
{
    const int width = static_cast<int>(std::ceil(textWidth()));
    const bool held = m_form == Form::captioned && width <= m_room && width >= m_room - heldRoom;
    const int room = held                        ? m_room
                     : m_form == Form::captioned ? (width + widthStep - 1) / widthStep * widthStep
                                                 : width;
    if (std::exchange(m_room, room) != room)
        updateGeometry();
}

void ValueLabel::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        m_room = 0;
        fit();
    }
}

void ValueLabel::setHover(std::function<QString()> hover) { m_hover = std::move(hover); }

bool ValueLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_hover) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), m_hover(), this);
        return true;
    }
    return QAbstractButton::event(event);
}

qreal ValueLabel::textWidth() const
{
    qreal value = std::max(lineWidth(m_value, valueFont()), m_widest.isEmpty() ? 0 : lineWidth(m_widest, valueFont()));
    if (!m_rest.isEmpty())
        value += restGap + lineWidth(m_rest, captionFont());
    value += m_mark.isEmpty() ? 0 : markWidth;
    return m_form == Form::captioned ? std::max(lineWidth(m_title, captionFont()), value) : value;
}

QSize ValueLabel::sizeHint() const
{
    if (m_form != Form::captioned)
        return {m_room + 2 * lineRim, m_size + 6};
    return {m_room + 2 * padding, captionHeight + m_size + 8 + padding};
}

void ValueLabel::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    if (m_form != Form::captioned)
        return paintLine(painter, theme);
    const bool lit = isEnabled() && (underMouse() || hasFocus());
    if (isEnabled() && underMouse())
        drawBox(painter, rect(), 6, mixed(theme.panel, theme.text, isDown() ? 0.1 : 0.05), {}, 0);
    painter.setPen(theme.muted);
    drawLineIn(painter, QRect(padding, 4, width() - padding, captionHeight), m_title, captionFont());
    QRect line(padding, 4 + captionHeight, width(), m_size + 8);
    if (m_ghost) // nothing is said about what cannot be evaluated
        painter.setOpacity(0.55);
    if (!m_mark.isEmpty()) {
        if (!m_ghost)
            drawIcon(painter, QRectF(line.left(), line.top(), 16, line.height()), m_mark, m_markColour);
        line.translate(markWidth, 0);
    }
    QFont font = valueFont();
    font.setUnderline(lit);
    painter.setPen(m_ghost ? theme.muted : theme.text);
    drawLineIn(painter, line, m_value, font);
    painter.setPen(theme.muted);
    line.translate(qRound(lineWidth(m_value, valueFont())) + restGap, 1);
    drawLineIn(painter, line, m_rest, captionFont());
    painter.setOpacity(1);
    if (hasFocus())
        drawFocusRing(painter, rect(), 6, theme);
}

void ValueLabel::paintLine(QPainter& painter, const Theme& theme)
{
    const bool lit = isEnabled() && (underMouse() || hasFocus());
    QFont font = valueFont();
    const int advance = qRound(lineWidth(m_value, font));
    QRect line = rect().adjusted(lineRim, 0, 0, 0);
    if (m_form == Form::overlay) {
        const QFontMetrics metrics(font);
        const int base = (height() + metrics.ascent() - metrics.descent()) / 2;
        if (lit)
            painter.fillRect(QRect(line.left(), base + 2, advance, 1), theme.text);
    } else {
        font.setUnderline(lit);
        painter.setPen(m_ghost ? theme.muted : theme.text);
        drawLineIn(painter, line, m_value, font);
        line.translate(advance + restGap, 0);
        painter.setPen(theme.muted);
        drawLineIn(painter, line, m_rest, captionFont());
    }
    if (hasFocus())
        drawFocusRing(painter, rect(), 4, theme);
}

void ValueLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        focusNextPrevChild(event->key() == Qt::Key_Right);
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace ui
