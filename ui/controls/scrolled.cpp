// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the area and the room in it.
#include "ui/controls/scrolled.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace ui
{

QScrollArea* scrolled(QWidget* contents, const QMargins& round)
{
    auto* area = new QScrollArea;
    auto* room = new QWidget; // the contents themselves would lose their palette to the area
    auto* rows = new QVBoxLayout(room);
    rows->setContentsMargins(round);
    rows->addWidget(contents);
    area->setWidget(room);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

} // namespace ui
