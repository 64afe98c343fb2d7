// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the window on a scenario and runs until it closes.
#pragma once

#include "core/scenario/scenario.h"

#include <QString>

class QApplication;

namespace ui
{

/// The theme of the user's last choice, or else of the desktop's palette. `fileName` may be empty.
int runWindow(QApplication&, core::Scenario, const QString& fileName);

/// Why there is no window, in a box that looks like those of the window; returns when it is closed.
void sayRefused(QApplication&, const QString& sentence);

} // namespace ui
