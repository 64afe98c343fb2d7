// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the places of marks: "axis 0 1 X" is X at dimension 1 of array 0, "dim 0 1" that dimension, "sums 2" an array's
// partial sums.
#include "ui/sharding/sharding_chart.h"

#include "ui/charts/chart_label.h"
#include "ui/theme/painting.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <utility>

namespace ui
{

namespace
{

constexpr qreal still = 4; // px: less is a click

} // namespace

ShardingChart::Place ShardingChart::targetAt(const QPointF& at)
{
    const Mark* mark = markUnder(at);
    const QStringList words = mark ? mark->place.split(u' ') : QStringList();
    m_target = mark ? mark->area.boundingRect() : QRectF();
    if (words.size() == 3 && words[0] == QLatin1String("dim"))
        return {words[1].toInt(), words[2].toInt()};
    if (words.size() == 4 && words[0] == QLatin1String("axis") && words[1].toInt() >= 0)
        return {words[1].toInt(), words[2].toInt()};
    if (words.size() == 2 && words[0] == QLatin1String("sums"))
        return {words[1].toInt(), Place::sums};
    m_target = {};
    return {};
}

void ShardingChart::mousePressEvent(QMouseEvent* event)
{
    Chart::mousePressEvent(event);
    const Mark* mark = event->button() == Qt::LeftButton ? markUnder(event->position()) : nullptr;
    const QStringList words = mark ? mark->place.split(u' ') : QStringList();
    m_axis = 0;
    if (words.size() == 4 && words[0] == QLatin1String("axis")) {
        m_axis = words[3].at(0).toLatin1();
        m_from = {words[1].toInt(), words[2].toInt()};
        m_start = m_at = event->position();
    }
}

void ShardingChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_axis || !(event->buttons() & Qt::LeftButton))
        return Chart::mouseMoveEvent(event);
    m_at = event->position();
    showMark(-1); // its card would cover the arrays
    targetAt(m_at);
    setCursor(Qt::ClosedHandCursor);
    update();
}

void ShardingChart::mouseReleaseEvent(QMouseEvent* event)
{
    const char axis = std::exchange(m_axis, 0);
    if (!axis || (event->position() - m_start).manhattanLength() < still)
        return Chart::mouseReleaseEvent(event);
    const Place to = targetAt(event->position());
    m_target = {};
    setCursor(Qt::ArrowCursor);
    update();
    const int array = to.array >= 0 ? to.array : m_from.array;
    if (array >= 0 && !(to.array == m_from.array && to.dim == m_from.dim))
        emit axisMoved(axis, array, to.dim);
}

/// On a dimension: the letter of an axis puts it there or takes it off; with Shift, to the partial sums.
void ShardingChart::keyPressEvent(QKeyEvent* event)
{
    const Mark* mark = currentMark();
    const QStringList words = mark ? mark->place.split(u' ') : QStringList();
    const bool letter = event->key() >= Qt::Key_A && event->key() <= Qt::Key_Z;
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (!letter || !plain || words.size() != 3 || words[0] != QLatin1String("dim"))
        return Chart::keyPressEvent(event);
    const char axis = static_cast<char>('A' + (event->key() - Qt::Key_A));
    const bool sums = event->modifiers() & Qt::ShiftModifier;
    emit axisMoved(axis, words[1].toInt(), sums ? Place::sums : words[2].toInt());
}

void ShardingChart::paintEvent(QPaintEvent* event)
{
    Chart::paintEvent(event);
    if (!m_axis || (m_at - m_start).manhattanLength() < still)
        return;
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_target.isEmpty()) {
        painter.setPen(QPen(theme.accent, 2, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(m_target.translated(2, 2), 4, 4);
    }
    const QRectF chip(m_at - QPointF(11, 11), QSizeF(22, 22));
    drawBox(painter, chip, 5, theme.accent, theme.accent);
    Label(QString(QLatin1Char(m_axis)), chartFont(13, QFont::DemiBold), theme.onAccent).draw(painter, chip.center());
}

} // namespace ui
