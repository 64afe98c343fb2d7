// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text in several weights and colours that is measured before it is placed.
#pragma once

#include "ui/theme/theme.h"

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QPolygonF>
#include <QSizeF>
#include <QString>

#include <vector>

class QPainter;

namespace ui
{

/// The family of the interface without hinting, so that text has the same width at every resolution.
QFont chartFont(qreal pixelSize, QFont::Weight weight = QFont::Normal);

class Label
{
public:
    Label() = default;
    Label(const QString& text, const QFont& font, const QColor& colour) { add(text, font, colour); }

    Label& add(const QString& text, const QFont& font, const QColor& colour);
    bool isEmpty() const { return m_runs.empty(); }
    QString text() const;
    QSizeF size() const { return {m_width, m_ascent + m_descent}; }

    QPolygonF outline(const QPointF& centre, qreal degrees = 0, qreal margin = 0) const;
    void draw(QPainter&, const QPointF& centre, qreal degrees = 0) const;
    /// The same on a patch of `backing`, so that grid lines do not run through the text.
    void drawOn(QPainter&, const QColor& backing, const QPointF& centre, qreal degrees = 0) const;
    void drawLeft(QPainter&, const QPointF& leftMiddle) const;
    void drawRight(QPainter&, const QPointF& rightMiddle) const;
    friend bool operator==(const Label&, const Label&) = default;

private:
    struct Run {
        QString text;
        QFont font;
        QColor colour;
        qreal width;
        friend bool operator==(const Run&, const Run&) = default;
    };
    std::vector<Run> m_runs;
    qreal m_width = 0;
    qreal m_ascent = 0;
    qreal m_descent = 0;
};

/// A sentence in the middle, instead of a picture.
void drawSentence(QPainter&, const QString&, const QSizeF&, const Theme&);

/// Over a picture of an earlier state: makes it pale, and says why it stays in a strip at its foot.
void drawBefore(QPainter&, const QString& why, const QRectF& picture, const Theme&);

/// Where a card with a heading and lines stands, beside `at` and inside `bounds`: what hovering shows.
QRectF cardArea(qreal unit, const QPointF& at, const QRectF& bounds, const QString& heading, const QStringList& lines);
/// Where a line of a card begins, on its baseline.
struct CardLine {
    QPointF start;
    QFont font;
};
CardLine cardLine(qreal unit, const QRectF& area, const QString& heading, const QStringList& lines, int line);
void drawCard(QPainter&, const Theme&, qreal unit, const QRectF& area, const QString& heading,
              const QStringList& lines);

} // namespace ui
