// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of one height, cut where there is no room.
#include "ui/collectives/slice_facts.h"

#include "ui/charts/chart_style.h"
#include "ui/playback/collective_caption.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_scene.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr int factSize = 12;
constexpr int lineHeight = 18;
constexpr int minFactsWidth = 202;
constexpr int maxWidth = 320;
constexpr int widthStep = 40; // so that it stands still while the words change
constexpr int square = 9;
constexpr int roleIndent = 15;
constexpr int scaleWidth = 64;
constexpr int shortScale = 32; // of a narrow card
constexpr int scaleHeight = 8;
constexpr int besideScale = 7;

void paintScale(QPainter& painter, const QRect& box, const Theme& theme)
{
    for (int step = 0; step < scaleColours; ++step) {
        const int from = box.left() + box.width() * step / scaleColours;
        const int to = box.left() + box.width() * (step + 1) / scaleColours;
        painter.fillRect(from, box.top(), to - from, box.height(), scaleColour(step, theme));
    }
}

QFont nameFont() { return uiFont(factSize, QFont::DemiBold); }

} // namespace

SliceFacts::SliceFacts(QWidget* parent) : QWidget(parent), m_hint(room())
{
    setObjectName(QStringLiteral("card.torus.facts"));
}

QSize SliceFacts::room() const
{
    qreal widest = std::max(lineWidth(m_lines.name, nameFont()), lineWidth(m_lines.place, uiFont(factSize)));
    for (const Role& role : m_lines.roles)
        widest = std::max(widest, roleIndent + lineWidth(role.text, uiFont(factSize)));
    widest = std::max(widest, scaleWidth + besideScale + lineWidth(m_lines.loads, uiFont(factSize)));
    const int steps = std::max(0, static_cast<int>(std::ceil((widest - minFactsWidth) / widthStep)));
    const auto lines = 1 + (m_lines.place.isEmpty() ? 0 : 1) + m_lines.roles.size() + (m_lines.loads.isEmpty() ? 0 : 1);
    return {std::min(minFactsWidth + steps * widthStep, maxWidth), static_cast<int>(lines) * lineHeight};
}

QSize SliceFacts::minimumSizeHint() const { return {minFactsWidth, m_hint.height()}; }

void SliceFacts::present(const Lines& lines)
{
    if (lines == m_lines)
        return;
    m_lines = lines;
    QStringList all{lines.name};
    if (!lines.place.isEmpty())
        all << lines.place;
    for (const Role& role : lines.roles)
        all << role.text;
    if (!lines.loads.isEmpty())
        all << lines.loads;
    setAccessibleName(all.join(u'\n'));
    if (const QSize wanted = room(); wanted != m_hint) {
        m_hint = wanted;
        updateGeometry();
    }
    setToolTip(m_hint.width() > minFactsWidth ? all.join(u'\n') : QString());
    update();
}

void SliceFacts::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    const QFont font = uiFont(factSize);
    QPainter painter(this);
    QRect line(0, 0, width(), lineHeight);
    const auto draw = [&](const QString& text, int from) {
        const QString shown = lineWidth(text, font) > line.width() - from
                                  ? QFontMetricsF(font).elidedText(text, Qt::ElideRight, line.width() - from)
                                  : text;
        painter.setPen(theme.text);
        drawLineIn(painter, line.adjusted(from, 0, 0, 0), shown, font);
        line.translate(0, lineHeight);
    };
    painter.setPen(theme.text);
    drawCollectiveName(painter, line, m_lines.name, nameFont());
    line.translate(0, lineHeight);
    if (!m_lines.place.isEmpty())
        draw(m_lines.place, 0);
    for (const Role& role : m_lines.roles) {
        painter.fillRect(line.left(), line.top() + (lineHeight - square) / 2, square, square,
                         axisColour(nth(role.axis), theme));
        draw(role.text, roleIndent);
    }
    if (!m_lines.loads.isEmpty()) {
        const int rest = width() - besideScale - static_cast<int>(std::ceil(lineWidth(m_lines.loads, font)));
        const int scale = std::clamp(rest, shortScale, scaleWidth);
        paintScale(painter, {line.left(), line.top() + (lineHeight - scaleHeight) / 2, scale, scaleHeight}, theme);
        draw(m_lines.loads, scale + besideScale);
    }
}

} // namespace ui
