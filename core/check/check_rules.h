// SPDX-License-Identifier: GPL-3.0-or-later
// The rules behind check(): each finds its issues, and proposes repairs that check() then tries out.
#pragma once

#include "core/scenario/fields.h"

#include <span>

namespace core
{

enum class Severity;
struct Issue;
struct Repair;
struct Report;

/// What a rule may find; sweeps ask for errors alone, at each of their points.
enum class Finds { notes, errors };

/// One kind of issue. `find` leaves repairs empty; `propose` may name edits that do not help, in any order.
struct Rule {
    void (*find)(const Scenario&, const Report&, std::vector<Issue>&);
    std::vector<Repair> (*propose)(const Scenario&, const Report&, const Issue&);
    Finds finds = Finds::notes; // and warnings
    bool moves = false;         // its one issue may come back at another field
};

// The rules by topic, in the order in which issues are shown.
std::span<const Rule> valueRules();
std::span<const Rule> meshRules();
std::span<const Rule> splitRules();
std::span<const Rule> memoryRules();
std::span<const Rule> collectiveRules();
std::span<const Rule> shardingRules();
std::span<const Rule> operationRules();
std::span<const Rule> noteRules();

/// Adds an issue without repairs.
Issue& addIssue(std::vector<Issue>&, std::string code, std::string field, std::string text);
Issue& addIssue(std::vector<Issue>&, std::string code, std::string field, std::string text, Severity);

/// "mesh.X", "mesh.X.role", 'X' and the other way.
std::string axisId(std::size_t axis);
std::string roleId(std::size_t axis);
char axisLetter(std::size_t axis);
std::size_t axisOf(const std::string& fieldId);

/// The axes longer than one that have a role, in order.
std::vector<std::size_t> axesWith(const Scenario&, Role);

/// Chips of all axes that have a role.
double degreeOf(const Scenario&, Role);

/// A repair of one edit, with a text made from the field: "Use X = 8", "Set batch to 16".
Repair repairWith(std::string id, Value);

/// "Use ZeRO-1 on X".
Repair repairWithRole(std::size_t axis, Role);

/// Lengths of an axis worth trying in place of `size`, nearest first: divisors of `whole` on either side of it.
std::vector<double> divisorsNear(double whole, double size);

/// "The chip's name", or its id where the catalogue does not have it.
std::string chipName(const Scenario&);

std::string bytesText(const Scenario&, double bytes);

} // namespace core
