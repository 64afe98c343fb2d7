// SPDX-License-Identifier: GPL-3.0-or-later
// The fields coll.* of a document that is looked at: they follow its design until somebody edits them.
#pragma once

#include "core/scenario/scenario.h"

namespace core
{

/// With its longest collective open where no field coll.* differs from its default; else as it is. Its baselines the
/// same.
Scenario openedOnDesign(Scenario);

/// An edit of `before` made it `after`. Where a collective of the design was open and the edit left coll.* alone, the
/// same one is open again as the new design has it, or its longest where it has no such one.
Scenario followingDesign(const Scenario& before, Scenario after);

} // namespace core
