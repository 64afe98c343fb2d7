// SPDX-License-Identifier: GPL-3.0-or-later
// The cost model: a scenario in, a report out.
#pragma once

#include "core/derive/traced.h"
#include "core/scenario/scenario.h"
#include "core/step/report.h"

namespace core
{

class Recording;

/// Total and pure; allocates nothing. What does not apply is NaN, what never happens is infinity.
Report evaluate(const Scenario&);

/// The same where how the mesh lies on the slice is known (fitMesh), as in a sweep over the batch.
Report evaluateOn(const Scenario&, const MeshFit&);

/// The same with everything that its numbers rest on recorded.
ReportOf<Traced> tracedReport(const Scenario&, const Recording&);

} // namespace core
