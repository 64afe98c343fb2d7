// SPDX-License-Identifier: GPL-3.0-or-later
// Arranges an export dialog and names its buttons.
#include "ui/export/dialog_layout.h"

#include "ui/export/preview.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QPushButton>

namespace ui
{

void arrangeExport(QDialog& dialog, QLayout* controls, Preview* preview, QDialogButtonBox& buttons)
{
    auto* all = new QHBoxLayout(&dialog);
    all->addLayout(controls);
    all->addWidget(preview, 1);
    buttons.button(QDialogButtonBox::Save)->setText(QCoreApplication::translate("ui::ExportDialog", "Save as…"));
    buttons.button(QDialogButtonBox::Save)->setDefault(true);
    for (QAbstractButton* button : buttons.buttons())
        button->setIcon({}); // the style's pictures are of another age
}

} // namespace ui
