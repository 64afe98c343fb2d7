// SPDX-License-Identifier: GPL-3.0-or-later
// Places and paints the card.
#include "ui/charts/hover_card.h"

#include "ui/charts/chart_label.h"

#include <QPainter>

namespace ui
{

HoverCard::HoverCard(QWidget* chart) : QWidget(chart), m_theme(&Theme::light())
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    hide();
}

void HoverCard::present(const Mark& mark, const QSizeF& chart, const Theme& theme)
{
    m_mark = mark;
    m_theme = &theme;
    m_unit = ChartSizes::of(chart).unit;
    const QRectF bounds(1, 1, chart.width() - 2, chart.height() - 2);
    for (int tries = 0; tries < 8; ++tries) { // large texts leave a narrow chart, and letters come in whole pixels
        m_area = cardArea(m_unit, mark.area.boundingRect().center(), bounds, mark.heading, mark.lines);
        if (m_area.width() <= bounds.width())
            break;
        m_unit *= 0.97 * bounds.width() / m_area.width();
    }
    setGeometry(m_area.toAlignedRect().adjusted(-1, -1, 1, 1));
    setAccessibleName(mark.heading);
    setAccessibleDescription(mark.lines.join(u'\n'));
    show();
    raise();
    update();
}

void HoverCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.translate(-geometry().topLeft());
    drawCard(painter, *m_theme, m_unit, m_area, m_mark.heading, m_mark.lines);
}

} // namespace ui
