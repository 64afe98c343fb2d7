// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the sharded product can be planned on its mesh.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/check/sharding_repairs.h"
#include "core/sharding/report.h"

#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view shardingField = "shard.expr";

/// A warning: no time of the step depends on it.
void find(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (const auto error = shardingError(s.shard))
        addIssue(found, error->code, std::string(shardingField),
                 fmt::format("Sharded product, column {}: {} Its numbers do not apply then.", error->column,
                             error->sentence));
}

std::vector<Repair> propose(const Scenario& s, const Report&, const Issue&) { return shardingRepairs(s.shard); }

constexpr std::array rules{Rule{find, propose}};

} // namespace

std::span<const Rule> shardingRules() { return rules; }

} // namespace core
