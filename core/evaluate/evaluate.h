// SPDX-License-Identifier: GPL-3.0-or-later
// The cost model: a scenario in, a report out, or the derivation of one of its numbers.
#pragma once

#include "core/derive/derivation.h"
#include "core/evaluate/report.h"
#include "core/scenario/scenario.h"

#include <string_view>

namespace core
{

/// Total and pure; allocates nothing. What does not apply is NaN, what never happens is infinity.
Report evaluate(const Scenario&);

/// The same where how the mesh lies on the slice is known (fitMesh), as in a sweep over the batch.
Report evaluateOn(const Scenario&, const MeshFit&);

/// Why metric `id` (core/evaluate/metrics.h) or number with a place (core/evaluate/step_numbers.h) has its value. Empty
/// steps when the id is unknown or does not apply.
Derivation derive(const Scenario&, std::string_view id);

} // namespace core
