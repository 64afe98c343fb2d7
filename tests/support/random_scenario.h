// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios drawn at random for property tests: any the fields allow, or only those that can be evaluated.
#pragma once

#include "core/scenario/scenario.h"

#include <rapidcheck.h>

namespace tests
{

/// Every field anywhere in its range; many of these are impossible.
core::Scenario anyScenario();

/// Every field drawn, sizes of the mesh small enough to fit: check() finds no error. For use inside a property.
core::Scenario everyField();

/// A training, prefill or decode job whose parts fit each other: check() finds no error. For use inside a property.
core::Scenario validScenario();

} // namespace tests
