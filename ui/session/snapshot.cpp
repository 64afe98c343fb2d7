// SPDX-License-Identifier: GPL-3.0-or-later
// The one place of the window where a scenario is evaluated.
#include "ui/session/snapshot.h"

#include "core/evaluate/evaluate.h"

namespace ui
{

Snapshot snapshotOf(const core::Scenario& scenario, std::uint64_t number)
{
    Snapshot snapshot{.scenario = scenario, .report = core::evaluate(scenario), .issues = {}, .number = number};
    snapshot.issues = core::check(scenario, snapshot.report);
    return snapshot;
}

} // namespace ui
