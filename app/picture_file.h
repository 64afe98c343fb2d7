// SPDX-License-Identifier: GPL-3.0-or-later
// A view drawn into a file, without a window.
#pragma once

#include "app/failure.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QString>

namespace ui
{
struct Snapshot;
}

namespace app
{

struct PictureFile {
    QString view; // a chart's id, or "dashboard": all of them
    QString path; // .png, .svg or .pdf
    QSize size;   // logical pixels, 96 to the inch
    double dpi = 96;
    const ui::Theme& theme;
};

/// Needs a QApplication. The file appears only when it is complete.
Expected<void> writePicture(const PictureFile&, const ui::Snapshot&);

} // namespace app
