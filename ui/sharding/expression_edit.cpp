// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and the underline.
#include "ui/sharding/expression_edit.h"

#include "ui/controls/number_field.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QKeyEvent>
#include <QPainter>

#include <utility>

namespace ui
{

ExpressionEdit::ExpressionEdit(QWidget* parent) : QLineEdit(parent)
{
    setObjectName(QStringLiteral("shard.expr.field"));
    setFont(uiFont(15));
    setMaxLength(400);
    connect(this, &QLineEdit::textChanged, this, &ExpressionEdit::fit);
}

/// Where large texts leave a narrow field, its letters give way before its ends do.
void ExpressionEdit::fit()
{
    constexpr int rim = 28; // of the style sheet, and the cursor
    int size = 15;
    while (size > 10 && lineWidth(text(), uiFont(size)) > width() - rim)
        --size;
    if (font().pixelSize() != size)
        setFont(uiFont(size));
}

void ExpressionEdit::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    fit();
}

void ExpressionEdit::present(const QString& text)
{
    const QString given = std::exchange(m_given, QString());
    if (text == m_shown)
        return;
    m_shown = text;
    if (text != given && text != this->text())
        setText(text);
}

void ExpressionEdit::setWrong(int character)
{
    if (std::exchange(m_wrong, character) == character)
        return;
    setControlState(this, character < 0 ? ControlState::good : ControlState::error);
    update();
}

/// Undo and redo of what is not being typed are the window's.
bool ExpressionEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if ((key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo)) && text() == m_shown) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void ExpressionEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && text() != m_shown) {
        setText(m_shown);
        emit reverted();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit finished();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void ExpressionEdit::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        emit finished();
}

void ExpressionEdit::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_wrong < 0)
        return;
    const QFontMetricsF metrics(font());
    const auto widthTo = [&](qsizetype end) { return metrics.horizontalAdvance(text().left(end)); };
    const qreal start = cursorRect().center().x() + 1 - widthTo(cursorPosition()); // of the text, which may be scrolled
    const qreal left = start + widthTo(m_wrong);
    const qreal width = m_wrong < text().size() ? widthTo(m_wrong + 1) - widthTo(m_wrong) : metrics.averageCharWidth();
    const qreal y = height() - 6;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeOf(this).error, 2));
    QPolygonF wave;
    for (int i = 0; i <= 4; ++i)
        wave << QPointF(left + width * i / 4, y + (i % 2 == 0 ? 1.5 : -1.5));
    painter.drawPolyline(wave);
}

} // namespace ui
