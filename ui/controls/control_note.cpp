// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of the note.
#include "ui/controls/control_note.h"

#include "ui/theme/painting.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui
{

ControlNote::ControlNote(QWidget* parent) : QWidget(parent), m_text(new QLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(22, 2, 0, 2);
    m_text->setWordWrap(true);
    m_text->setFont(uiFont(12));
    m_text->setTextInteractionFlags(Qt::NoTextInteraction);
    layout->addWidget(m_text);
    setVisible(false);
}

void ControlNote::present(ControlState state, const QString& sentence)
{
    if (m_text->text() == sentence && m_state == state)
        return;
    m_state = state;
    m_text->setText(sentence);
    setAccessibleName(sentence);
    setVisible(!sentence.isEmpty());
    if (state == ControlState::error && QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    update();
}

QString ControlNote::sentence() const { return m_text->text(); }

void ControlNote::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    const bool error = m_state == ControlState::error;
    QPainter painter(this);
    drawIcon(painter, QRectF(0, 2, 16, 17), error ? QStringLiteral("warning") : QStringLiteral("info"),
             error ? theme.error : theme.warning);
}

} // namespace ui
