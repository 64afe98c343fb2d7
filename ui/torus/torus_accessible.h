// SPDX-License-Identifier: GPL-3.0-or-later
// Tells screen readers that a TorusView is a picture, what it shows, and its step.
#pragma once

namespace ui
{

/// Once for the program; later calls do nothing.
void installTorusAccessibility();

} // namespace ui
