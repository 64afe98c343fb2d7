// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the window on a scenario and runs until it closes.
#pragma once

#include "core/scenario/scenario.h"

#include <QString>

class QApplication;

namespace ui
{

/// What the window begins with. Where nothing was asked for, examples stand above the charts until they are closed
/// once.
struct WindowStart {
    core::Scenario scenario;
    QString fileName = {}; // of the document; may be empty
    bool asked = false;
    QString refusal = {}; // why another file than this was asked for, said in the line of hints
    QString lessons = {}; // path of a lesson or course pack that is opened beside the document; may be empty
};

/// The theme is the user's last choice, or else that of the desktop's palette.
int runWindow(QApplication&, WindowStart);

} // namespace ui
