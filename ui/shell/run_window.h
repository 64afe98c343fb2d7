// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the window on a scenario and runs until it closes.
#pragma once

#include "core/scenario/scenario.h"

#include <QString>

class QApplication;

namespace ui
{

/// The theme of the user's last choice, or else of the desktop's palette. `fileName` may be empty. Where nothing was
/// asked for, examples stand above the charts until they are closed once.
/// `refusal`: why another file than this was asked for, said in its line of hints.
int runWindow(QApplication&, core::Scenario, const QString& fileName, bool asked, const QString& refusal = {});

} // namespace ui
