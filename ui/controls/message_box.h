// SPDX-License-Identifier: GPL-3.0-or-later
// A question or a message in a dialog.
#pragma once

#include <QMessageBox>

namespace ui
{

/// Names of files and what stands in them are no HTML and turn no writing around; what the style names has a key too.
class MessageBox : public QMessageBox
{
    Q_OBJECT
public:
    MessageBox(QWidget* parent, const QString& title, const QString& sentence, StandardButtons = Ok);
};

} // namespace ui
