// SPDX-License-Identifier: GPL-3.0-or-later
// The one place of the window where a scenario is evaluated.
#include "ui/session/snapshot.h"

#include "core/evaluate/evaluate.h"
#include "ui/session/field_text.h"

namespace ui
{

Snapshot snapshotOf(const core::Scenario& scenario, std::uint64_t number)
{
    Snapshot snapshot{.scenario = scenario, .report = core::evaluate(scenario), .issues = {}, .number = number};
    snapshot.issues = core::check(scenario, snapshot.report);
    for (core::Issue& issue : snapshot.issues) {
        issue.text = inWords(issue.text, scenario).toStdString();
        for (core::Repair& repair : issue.repairs)
            repair.text = inWords(repair.text, scenario).toStdString();
    }
    for (const core::Scenario& baseline : scenario.baselines) {
        const auto look = core::baselineLetters.find(baseline.letter);
        snapshot.baselines.push_back(
            {baseline, core::evaluate(baseline), look == std::string_view::npos ? snapshot.baselines.size() : look});
    }
    return snapshot;
}

} // namespace ui
