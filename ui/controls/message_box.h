// SPDX-License-Identifier: GPL-3.0-or-later
// A question or a message in a dialog.
#pragma once

#include <QMessageBox>

namespace ui
{

/// Names of files and what stands in them are shown as plain text, never as HTML, and cannot change the direction of
/// writing. Standard buttons have mnemonics.
class MessageBox : public QMessageBox
{
    Q_OBJECT
public:
    MessageBox(QWidget* parent, const QString& title, const QString& sentence, StandardButtons = Ok);
};

} // namespace ui
