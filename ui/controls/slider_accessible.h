// SPDX-License-Identifier: GPL-3.0-or-later
// Tells screen readers that a LogSlider is a slider, with its value, ends and words.
#pragma once

namespace ui
{

/// Once for the program; later calls do nothing.
void installSliderAccessibility();

} // namespace ui
