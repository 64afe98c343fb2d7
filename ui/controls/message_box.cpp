// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text, and words for the buttons.
#include "ui/controls/message_box.h"

#include "core/io/plain_text.h"

#include <QAbstractButton>

namespace ui
{

MessageBox::MessageBox(QWidget* parent, const QString& title, const QString& sentence, StandardButtons buttons)
    : QMessageBox(NoIcon, title, {}, buttons, parent)
{
    const std::pair<StandardButton, QString> words[] = {
        {Save, tr("&Save")}, {Discard, tr("&Discard")}, {Cancel, tr("&Cancel")}, {Ok, tr("&OK")}};
    for (const auto& [which, name] : words)
        if (auto* shown = button(which))
            shown->setText(name);
    setTextFormat(Qt::PlainText);
    setText(QString::fromStdString(core::plainText(sentence.toStdString())));
}

} // namespace ui
