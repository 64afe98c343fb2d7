// SPDX-License-Identifier: GPL-3.0-or-later
// Typing, echo and unit of a number field.
#include "ui/controls/number_field.h"

#include "ui/controls/scrolled.h"
#include "ui/theme/painting.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>

namespace ui
{

void setControlState(QWidget* widget, ControlState state)
{
    static constexpr const char* names[] = {"good", "warning", "error"};
    const QString name = QLatin1String(names[static_cast<int>(state)]);
    const QVariant before = widget->property("state");
    if (before.toString() != name && (before.isValid() || state != ControlState::good)) {
        widget->setProperty("state", name);
        widget->style()->unpolish(widget);
        widget->style()->polish(widget);
    }
}

void listCompletions(QLineEdit& field, QCompleter* completer)
{
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->setMaxVisibleItems(12);
    auto* popup = new QListView;
    completer->setPopup(popup); // takes it
    popup->setObjectName(QStringLiteral("completions"));
    popup->setItemDelegate(new QStyledItemDelegate(popup)); // the own one ignores the style sheet
    popup->setUniformItemSizes(true);
    field.setCompleter(completer);
}

NumberField::NumberField(QWidget* parent) : QLineEdit(parent)
{
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    connect(this, &QLineEdit::textEdited, this, &NumberField::echo);
}

NumberField::~NumberField() { delete m_bubble; }

void NumberField::setUnit(const QString& unit)
{
    if (m_unit != unit) {
        m_unit = unit;
        const int space = unit.isEmpty() ? 0 : QFontMetrics(uiFont(12)).horizontalAdvance(unit) + 6;
        setTextMargins(0, 0, space, 0);
        update();
    }
}

void NumberField::present(const QString& text)
{
    if (m_shown == text && !isModified())
        return;
    m_shown = text;
    if (!(hasFocus() && isModified())) {
        setText(text);
        setCursorPosition(0);
    }
}

void NumberField::setEcho(std::function<QString(const QString&)> echo) { m_echo = std::move(echo); }

void NumberField::startTyping(const QString& digits)
{
    setFocus(Qt::OtherFocusReason);
    setText(digits);
    setModified(true);
    emit textEdited(digits);
}

void NumberField::echo()
{
    const QString words = m_echo && isModified() ? m_echo(text()) : QString();
    if (!m_bubble && !words.isEmpty()) {
        m_bubble = new QLabel(window());
        m_bubble->setObjectName(QStringLiteral("echo"));
        connect(m_bubble, &QObject::destroyed, this, [this] { m_bubble = nullptr; }); // with the window
        m_bubble->setFont(uiFont(12, QFont::Medium));
        m_bubble->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    if (m_bubble) {
        m_bubble->setText(words);
        m_bubble->ensurePolished();
        m_bubble->adjustSize();
        words.isEmpty() ? m_bubble->hide() : layBeside(*m_bubble, *this);
    }
}

void NumberField::revert()
{
    setText(m_shown);
    setModified(false);
    selectAll();
    echo();
    emit reverted();
}

void NumberField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_unit.isEmpty())
        return;
    QPainter painter(this);
    const Theme& theme = themeOf(this);
    painter.setFont(uiFont(12));
    painter.setPen(isEnabled() ? theme.muted : theme.edge);
    painter.drawText(rect().adjusted(0, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter, m_unit);
}

/// Undo and redo of what is not being typed: a line edit claims the keys of both whether or not it has anything to
/// undo.
bool NumberField::leavesToWindow(const QKeyEvent& event) const
{
    const bool undoes = isModified() && isUndoAvailable();
    return (event.matches(QKeySequence::Undo) && !undoes) || (event.matches(QKeySequence::Redo) && !isRedoAvailable());
}

/// Keys of the player that nothing to be typed begins with, while nothing is being typed.
bool NumberField::leavesToPlayer(const QKeyEvent& event) const
{
    const bool atStart = cursorPosition() == 0 || (hasSelectedText() && selectedText() == text());
    const bool plays = event.key() == Qt::Key_Space || event.key() == Qt::Key_Comma ||
                       (m_takesWholes && event.key() == Qt::Key_Period);
    return plays && !isModified() && atStart;
}

bool NumberField::event(QEvent* event)
{
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (key && (leavesToWindow(*static_cast<QKeyEvent*>(event)) || leavesToPlayer(*static_cast<QKeyEvent*>(event)))) {
        event->ignore();
        return true;
    }
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        setModified(false);
        echo();
        emit committed(text());
        selectAll();
        return;
    case Qt::Key_Escape:
        if (isModified() || text() != m_shown) // typed, or typed and refused
            return revert();
        event->ignore();
        return;
    case Qt::Key_Up:
        emit stepped(1);
        return;
    case Qt::Key_Down:
        emit stepped(-1);
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void NumberField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (isModified() && event->reason() != Qt::PopupFocusReason) {
        setModified(false);
        emit committed(text());
        setText(m_shown);
        echo();
    } else if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        setText(m_shown); // not what was refused
    }
}

} // namespace ui
