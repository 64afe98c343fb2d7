// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring and drawing of labels and hover cards.
#include "ui/charts/chart_label.h"

#include "ui/charts/chart_style.h"
#include "ui/charts/label_placement.h"
#include "ui/theme/text_line.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui
{

QFont chartFont(qreal pixelSize, QFont::Weight weight)
{
    // A font just made has to be looked up before it can be used, by each thread on its own.
    thread_local QHash<std::pair<int, int>, QFont> made;
    const std::pair<int, int> key(qRound(pixelSize), weight);
    if (const auto found = made.constFind(key); found != made.constEnd())
        return *found;
    QFont font = uiFont(pixelSize, weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return *made.insert(key, font);
}

Label& Label::add(const QString& text, const QFont& font, const QColor& colour)
{
    const QFontMetricsF metrics(font);
    const qreal width = lineWidth(text, font);
    m_runs.push_back({text, font, colour, width});
    m_width += width;
    m_ascent = std::max(m_ascent, metrics.ascent());
    m_descent = std::max(m_descent, metrics.descent());
    return *this;
}

QString Label::text() const
{
    QString all;
    for (const Run& run : m_runs)
        all += run.text;
    return all;
}

QPolygonF Label::outline(const QPointF& centre, qreal degrees, qreal margin) const
{
    return turnedRect(centre, QSizeF(m_width + 2 * margin, size().height() + 2 * margin), degrees);
}

void Label::draw(QPainter& painter, const QPointF& centre, qreal degrees) const
{
    painter.save();
    painter.translate(centre);
    if (degrees != 0)
        painter.rotate(degrees);
    qreal x = -m_width / 2;
    const qreal baseline = (m_ascent - m_descent) / 2;
    for (const Run& run : m_runs) {
        painter.setPen(run.colour);
        drawLine(painter, QPointF(x, baseline), run.text, run.font);
        x += run.width;
    }
    painter.restore();
}

void Label::drawOn(QPainter& painter, const QColor& backing, const QPointF& centre, qreal degrees) const
{
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(backing);
    painter.drawPolygon(outline(centre, degrees, 1));
    painter.restore();
    draw(painter, centre, degrees);
}

void Label::drawLeft(QPainter& painter, const QPointF& leftMiddle) const
{
    draw(painter, leftMiddle + QPointF(m_width / 2, 0));
}

void Label::drawRight(QPainter& painter, const QPointF& rightMiddle) const
{
    draw(painter, rightMiddle - QPointF(m_width / 2, 0));
}

void drawSentence(QPainter& painter, const QString& sentence, const QSizeF& size, const Theme& theme)
{
    painter.setFont(chartFont(ChartSizes::of(size).strong));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(QPointF(), size).adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, sentence);
}

void drawBefore(QPainter& painter, const QString& why, const QRectF& picture, const Theme& theme)
{
    QColor veil = theme.panel;
    veil.setAlphaF(0.6F);
    painter.fillRect(picture, veil);
    const QFont font = chartFont(ChartSizes::of(picture.size()).text);
    const QRectF room = picture.adjusted(14, 4, -14, -6);
    QRectF words = QFontMetricsF(font).boundingRect(room, Qt::TextWordWrap, why);
    words.moveBottom(room.bottom());
    painter.fillRect(words.adjusted(-14, -4, 0, 6).united({picture.left(), words.top(), picture.width(), 1}),
                     theme.panel);
    painter.setFont(font);
    painter.setPen(theme.error);
    painter.drawText(words, Qt::TextWordWrap, why);
}

namespace
{

constexpr qreal cardPadding = 8;
constexpr qreal cardLeading = 3;

std::vector<Label> cardRows(qreal unit, const QColor& colour, const QString& heading, const QStringList& lines)
{
    std::vector<Label> rows{Label(heading, chartFont(11 * unit, QFont::DemiBold), colour)};
    for (const QString& line : lines)
        rows.emplace_back(line, chartFont(11 * unit), colour);
    return rows;
}

} // namespace

QRectF cardArea(qreal unit, const QPointF& at, const QRectF& bounds, const QString& heading, const QStringList& lines)
{
    const qreal pad = cardPadding * unit;
    const qreal leading = cardLeading * unit;
    QSizeF size(0, -leading);
    for (const Label& row : cardRows(unit, Qt::black, heading, lines))
        size = QSizeF(std::max(size.width(), row.size().width()), size.height() + row.size().height() + leading);
    QRectF card(at + QPointF(14, 14) * unit, size + QSizeF(2 * pad, 2 * pad));
    if (card.right() > bounds.right())
        card.moveRight(at.x() - 10 * unit);
    if (card.bottom() > bounds.bottom())
        card.moveBottom(at.y() - 10 * unit);
    card.moveTo(std::max(card.left(), bounds.left()), std::max(card.top(), bounds.top()));
    return card;
}

CardLine cardLine(qreal unit, const QRectF& area, const QString& heading, const QStringList& lines, int line)
{
    const auto rows = cardRows(unit, Qt::black, heading, lines);
    const auto asked = static_cast<std::size_t>(line) + 1; // behind the heading
    qreal y = area.top() + cardPadding * unit;
    for (std::size_t row = 0; row < asked; ++row)
        y += rows[row].size().height() + cardLeading * unit;
    const QFont font = chartFont(11 * unit);
    const QFontMetricsF metrics(font);
    const qreal baseline = y + rows[asked].size().height() / 2 + (metrics.ascent() - metrics.descent()) / 2;
    return {{area.left() + cardPadding * unit, baseline}, font};
}

void drawCard(QPainter& painter, const Theme& theme, qreal unit, const QRectF& area, const QString& heading,
              const QStringList& lines)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.muted, unit));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(area, 4 * unit, 4 * unit);
    painter.restore();
    qreal y = area.top() + cardPadding * unit;
    for (const Label& row : cardRows(unit, theme.text, heading, lines)) {
        row.drawLeft(painter, QPointF(area.left() + cardPadding * unit, y + row.size().height() / 2));
        y += row.size().height() + cardLeading * unit;
    }
}

} // namespace ui
