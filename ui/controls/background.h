// SPDX-License-Identifier: GPL-3.0-or-later
// Work on another thread while the window goes on.
#pragma once

#include "core/io/read_file.h"

#include <QString>

#include <functional>

class QWidget;

namespace ui
{

/// Returns when the work is done, and false where the user stopped it. A dialog says `what` and how far it is, once it
/// takes long; the work tells how far it is, and ends early where that returns false.
bool runInBackground(QWidget& window, const QString& what, const std::function<void(const core::ReadProgress&)>& work);

} // namespace ui
