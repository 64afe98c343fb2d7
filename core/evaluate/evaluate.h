// SPDX-License-Identifier: GPL-3.0-or-later
// The cost model: a scenario in, a report out.
#pragma once

#include "core/derive/traced.h"
#include "core/scenario/scenario.h"
#include "core/step/context.h"
#include "core/step/report.h"

namespace core
{

class Recording;

/// Total and pure; allocates nothing. What does not apply is NaN, what never happens is infinity.
Report evaluate(const Scenario&);

/// The same where how the mesh lies on the slice is known (fitMesh), as in a sweep over the batch.
Report evaluateOn(const Scenario&, const MeshFit&);

/// A report with what each mesh axis carries in either pass, and ZB-H1's share of the gradients of weights.
struct StepReport : Report {
    NetworkOf<double> network;
    double weightPart = 0;
};
StepReport stepReport(const Scenario&);

/// The same with everything that its numbers rest on recorded.
ReportOf<Traced> tracedReport(const Scenario&, const Recording&);

} // namespace core
