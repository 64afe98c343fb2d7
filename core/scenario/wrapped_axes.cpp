// SPDX-License-Identifier: GPL-3.0-or-later
// One case for each kind of hardware.
#include "core/scenario/wrapped_axes.h"

#include <algorithm>

namespace core
{

std::array<bool, 3> wrappedAxes(const Hardware& hw, const std::array<int, 3>& torus, Wrap wrap)
{
    std::array<bool, 3> wraps{};
    const auto used = static_cast<std::size_t>(std::clamp(hw.axes, 1, 3));
    const bool cubes = std::all_of(torus.begin(), torus.begin() + static_cast<int>(used),
                                   [](int length) { return length > 0 && length % 4 == 0; });
    for (std::size_t i = 0; i < 3; ++i) {
        const int length = torus[i];
        if (wrap == Wrap::ring)
            wraps[i] = length >= 2;
        else if (hw.wrap == WrapRule::length32)
            wraps[i] = length == 32;
        else if (hw.wrap == WrapRule::length16)
            wraps[i] = length == 16;
        else if (hw.wrap == WrapRule::cubesOf4)
            wraps[i] = cubes;
    }
    return wraps;
}

} // namespace core
