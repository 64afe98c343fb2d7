// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of drop-down fields.
#include "ui/controls/combo.h"

#include "ui/theme/painting.h"

#include <QListView>
#include <QPainter>
#include <QPainterPath>
#include <QStyledItemDelegate>

namespace ui
{

namespace
{

constexpr int listRadius = 8; // as in the style sheet

/// What the text has of a drop-down field.
QRect fieldOf(const QWidget& widget) { return widget.rect().adjusted(9, 0, -24, 0); }

} // namespace

void paintDropField(QWidget* widget, const QString& text, ControlState state, bool open)
{
    const Theme& theme = themeOf(widget);
    QPainter painter(widget);
    const bool hover = widget->underMouse() && widget->isEnabled();
    QColor border = hover || open ? theme.text : theme.edge;
    qreal width = 1;
    if (state != ControlState::good) {
        border = state == ControlState::error ? theme.error : theme.warning;
        width = 2;
    }
    if (!widget->isEnabled())
        border = theme.outline;
    drawBox(painter, widget->rect(), 6, theme.field, border, width);
    if (widget->hasFocus())
        drawFocusRing(painter, widget->rect(), 5, theme);
    const QRect inner = fieldOf(*widget);
    painter.setFont(widget->font());
    painter.setPen(widget->isEnabled() ? theme.text : theme.muted);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, inner.width()));
    const QRect arrow(widget->width() - 22, 0, 16, widget->height());
    drawIcon(painter, arrow, QStringLiteral("chevron-down"), theme.muted, 14);
}

Combo::Combo(QWidget* parent) : QComboBox(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(28);
    auto* list = new QListView(this);
    list->setSpacing(1);
    setView(list);
    setItemDelegate(new QStyledItemDelegate(this)); // the own one of combo boxes ignores the style sheet
    setMaxVisibleItems(12);
    connect(this, &QComboBox::currentTextChanged, this, &Combo::tellWhole);
}

/// Where it is elided and nothing else is told.
void Combo::tellWhole()
{
    if (toolTip() != m_told)
        return;
    m_told = fontMetrics().horizontalAdvance(currentText()) > fieldOf(*this).width() ? currentText() : QString();
    setToolTip(m_told);
}

void Combo::resizeEvent(QResizeEvent* event)
{
    QComboBox::resizeEvent(event);
    tellWhole();
}

QSize Combo::sizeHint() const
{
    int widest = 0;
    for (int i = 0; i < count(); ++i)
        widest = std::max(widest, fontMetrics().horizontalAdvance(itemText(i)));
    return {widest + 40, 28};
}

void Combo::showPopup()
{
    view()->setMinimumWidth(sizeHint().width() + 16); // no choice is cut
    QComboBox::showPopup();
    QPainterPath round; // as the list's own border
    round.addRoundedRect(view()->window()->rect(), listRadius, listRadius);
    view()->window()->setMask(QRegion(round.toFillPolygon().toPolygon()));
}

void Combo::outline(ControlState state)
{
    if (state != m_state) {
        m_state = state;
        update();
    }
}

void Combo::paintEvent(QPaintEvent*) { paintDropField(this, currentText(), m_state, view()->isVisible()); }

} // namespace ui
