// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the scenario a subcommand works on: a file, standard input or a shipped one, with edits applied.
#pragma once

#include "app/program.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace app
{

/// One field and the value it takes, as typed.
struct Edit {
    std::string_view id;
    std::string_view value;
};
/// Of "ID=VALUE"; fails where that is no field.
Edit editOf(std::string_view text);

/// The scenario named, without edits. `in` is read when the name is "-".
core::Scenario namedScenario(const std::string& name, std::istream& in);

/// The scenario asked for: edits in the given order, but presets before the numbers they set.
core::Scenario requestedScenario(const ScenarioRequest&, std::istream& in);

/// The same for a picture of a collective: the design's own where neither the scenario nor an edit sets a field coll.*.
core::Scenario drawnScenario(const ScenarioRequest&, std::istream& in);

/// Fails with the nearest known id unless `id` is one.
void checkMetric(const core::Catalogue&, std::string_view id);
void checkField(std::string_view id);
/// Fails where nothing reads it: the size of a dimension that the sharded product lacks.
void checkDimension(const core::Scenario&, std::string_view id);

} // namespace app
