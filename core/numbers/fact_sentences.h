// SPDX-License-Identifier: GPL-3.0-or-later
// Why inputs that are no field have their values: links and hops of a mesh axis, where its ranks lie.
#pragma once

#include "core/derive/derivation.h"
#include "core/scenario/scenario.h"

#include <string>

namespace core
{

/// The slice, and where each axis of the mesh lies on it; of GPUs the domains.
std::string layoutSaid(const Scenario&);

/// Puts sentences to the steps of a derivation that were looked up on the slice.
void sayFacts(Derivation&, const Scenario&);

} // namespace core
