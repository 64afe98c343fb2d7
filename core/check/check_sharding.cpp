// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the sharded product can be planned on its mesh, and the edited arrays of the layer laid on that of the
// design.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/check/sharding_repairs.h"
#include "core/layer/edited_arrays.h"
#include "core/sharding/report.h"

#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view shardingField = "shard.expr", editedField = "layer.arrays";

/// A warning: no time of the step depends on it.
void find(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (const auto error = shardingError(s.shard))
        addIssue(found, error->code, std::string(shardingField),
                 fmt::format("Sharded product, column {}: {} Its numbers do not apply then.", error->column,
                             error->sentence));
}

std::vector<Repair> propose(const Scenario& s, const Report&, const Issue&) { return shardingRepairs(s.shard); }

/// A warning likewise: of a mesh that was edited since, say.
void findEdited(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (const auto arrays = editedArrays(s); !arrays)
        addIssue(found, arrays.error().code, std::string(editedField),
                 fmt::format("Edited arrays of the layer, column {}: {} The layer lies as the roles of the mesh say.",
                             arrays.error().column, arrays.error().sentence));
}

std::vector<Repair> proposeRoles(const Scenario&, const Report&, const Issue&)
{
    return {{"Lay the layer by the roles", {{std::string(editedField), std::string()}}}};
}

constexpr std::array rules{Rule{find, propose}, Rule{findEdited, proposeRoles}};

} // namespace

std::span<const Rule> shardingRules() { return rules; }

} // namespace core
