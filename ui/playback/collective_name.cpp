// SPDX-License-Identifier: GPL-3.0-or-later
// Splits names at underscores.
#include "ui/playback/collective_name.h"

#include "ui/theme/text_line.h"

#include <QFontMetricsF>
#include <QPainter>

#include <vector>

namespace ui
{

namespace
{

struct Part {
    QString text;
    bool isLow = false;
};

/// "AllGather", low "X", " of W", low "in".
std::vector<Part> partsOf(const QString& name)
{
    std::vector<Part> parts{{}};
    for (const QChar letter : name) {
        if (letter == u'_') {
            parts.push_back({{}, true});
        } else if (parts.back().isLow && !letter.isLetterOrNumber()) {
            parts.push_back({QString(letter), false});
        } else {
            parts.back().text += letter;
        }
    }
    return parts;
}

} // namespace

void drawCollectiveName(QPainter& painter, const QRect& area, const QString& name, const QFont& font)
{
    QFont low = font;
    low.setPixelSize(font.pixelSize() - 3);
    const double base = area.center().y() + 1 + QFontMetricsF(font).ascent() / 2 - 1;
    double x = area.left();
    for (const Part& part : partsOf(name)) {
        const QFont& used = part.isLow ? low : font;
        const double room = area.right() - x;
        const bool fits = lineWidth(part.text, used) <= room;
        const QString shown = fits ? part.text : QFontMetricsF(used).elidedText(part.text, Qt::ElideRight, room);
        drawLine(painter, QPointF(x, base + (part.isLow ? 3 : 0)), shown, used);
        if (!fits) {
            return;
        }
        x += lineWidth(shown, used);
    }
}

QString richName(const QString& name)
{
    QString text;
    for (const Part& part : partsOf(name)) {
        text += part.isLow ? QStringLiteral("<sub>%1</sub>").arg(part.text.toHtmlEscaped()) : part.text.toHtmlEscaped();
    }
    return text;
}

} // namespace ui
