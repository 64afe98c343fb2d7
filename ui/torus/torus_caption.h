// SPDX-License-Identifier: GPL-3.0-or-later
// The words above a torus: its network, how much of it is drawn, and which of their letters are numbers.
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QPainter;

namespace ui
{

class Reel;
struct TorusScene;

struct CaptionNumber {
    qsizetype line = 0;
    qsizetype from = 0; // letters of the line
    qsizetype length = 0;
    QString id;
    QString title; // for screen readers
};

struct TorusCaption {
    QStringList lines; // as there is room for them
    std::vector<CaptionNumber> numbers;

    QString text() const { return lines.join(u' '); }
    QString textOf(const CaptionNumber& number) const { return lines[number.line].mid(number.from, number.length); }
};

/// As wide as the picture.
TorusCaption torusCaption(const Reel&, const TorusScene&);

inline constexpr int captionSize = 12; // of its letters

QRectF captionBox(const TorusCaption&);
/// The letters of a number; the bottom is their baseline.
QRectF areaOf(const TorusCaption&, const CaptionNumber&);
/// In the painter's pen.
void paintCaption(QPainter&, const TorusCaption&);

} // namespace ui
