// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of the command line. Each prints data to `out`, messages to `messages`, and gives the exit status.
#pragma once

#include "app/requests.h"

#include <iosfwd>

namespace app
{

struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& messages;
};

Exit evalVerb(const EvalRequest&, Console);
Exit explainVerb(const ExplainRequest&, Console);
Exit sweepVerb(const SweepRequest&, Console);
Exit solveVerb(const SolveRequest&, Console);
Exit scheduleVerb(const ScheduleRequest&, Console);
Exit renderVerb(const RenderRequest&, Console);
Exit animateVerb(const AnimateRequest&, Console);
Exit listVerb(const ListRequest&, Console);
Exit validateVerb(const ValidateRequest&, Console);

} // namespace app
