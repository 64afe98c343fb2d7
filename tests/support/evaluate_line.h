// SPDX-License-Identifier: GPL-3.0-or-later
// Works out a line of a derivation as written, knowing nothing of how it was made: numbers, units, prefixes, brackets.
#pragma once

#include "core/derive/derivation.h"
#include "core/quantity/format.h"

#include <string>
#include <string_view>

namespace tests
{

struct LineValue {
    double value = 0; // SI
    core::Dim dim;
    bool anyDim = false; // "∞" and "–" stand without unit
    std::string error;   // why the line cannot be read; empty where it can
};

/// Reads the plain style: 2.15 GB / (180 GB/s), 65,536, 1.2e24, $3.20/h, 5 days, max(a, b), √( ), ⌈ ⌉, ⌊ ⌋, ^, ·, −.
LineValue evaluateLine(std::string_view line);

/// A sentence where the line of a step, worked out as written, does not give its shown result to the shown digits, or
/// has another unit; empty where all is well. Inputs, which have no line, only need a result that says their value.
std::string disagreement(const core::Derivation&, int step, core::ByteUnits);

/// The first disagreement among all steps.
std::string disagreement(const core::Derivation&);

} // namespace tests
