// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the single operations mean anything.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/operation/operation_name.h"
#include "core/scenario/further_operation.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Warnings: no time of the step depends on them.
void find(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    for (std::size_t number = 1; const Operation* o = operationAt(s, number); ++number) {
        const bool attention = o->kind == OpKind::attention;
        if (const auto problem = problemOf(*o); !problem.empty())
            addIssue(found, attention ? "HEADS" : "EXPERTS", operationFieldId(attention ? "op.kv" : "op.k", number),
                     fmt::format("Operation {}: {} Its numbers do not apply then.", number, problem))
                .lost = "op.";
    }
}

std::vector<Repair> proposeSizes(const Scenario& s, const Report&, const Issue& issue)
{
    const auto further = furtherField(issue.field);
    const std::size_t number = further ? further->at + 2 : 1;
    const Operation* o = operationAt(s, number);
    const auto set = [number](std::string_view field, double value) {
        return repairWith(operationFieldId(field, number), value);
    };
    if (!o)
        return {};
    if (o->kind == OpKind::moe)
        return {set("op.k", o->E), set("op.E", o->k)};
    std::vector<Repair> repairs{set("op.heads", std::ceil(o->heads / o->kv) * o->kv)};
    for (const double heads : divisorsNear(o->heads, o->kv))
        repairs.push_back(set("op.kv", heads));
    return repairs;
}

} // namespace

std::span<const Rule> operationRules()
{
    static constexpr std::array rules{Rule{find, proposeSizes}};
    return rules;
}

} // namespace core
