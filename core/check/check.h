// SPDX-License-Identifier: GPL-3.0-or-later
// What is impossible, wasteful or assumed in a scenario: issues with codes, sentences and repairs.
#pragma once

#include "core/scenario/fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace core
{

struct Report;

enum class Severity { note, warning, error };

/// One edit that mends an issue; several fields where one does not do.
struct Repair {
    std::string text; // "Use X = 8"
    std::vector<std::pair<std::string, Value>> edits;
    bool operator==(const Repair&) const = default;
};

/// Codes are those of the interface contract: MESH_PRODUCT, MESH_PHYS, DIVIDE, SMALL_BATCH, HEADS, EXPERTS, STAGES,
/// NO_FIT, NEVER, NO_WRAP, DTYPE, ... `error` means that times cannot be evaluated.
struct Issue {
    std::string code;
    Severity severity = Severity::note;
    std::string field;           // the field it is shown at
    std::string text;            // what is wrong, with the numbers, and why it matters
    std::vector<Repair> repairs; // at most four, smallest change first; each leads to a scenario without this issue
    std::string_view lost = {};  // numbers that a warning takes away or changes begin so: "op."; empty: none
    bool operator==(const Issue&) const = default;
};

std::vector<Issue> check(const Scenario&, const Report&);

/// The errors alone, without repairs.
std::vector<Issue> errorsOf(const Scenario&, const Report&);

/// Of a scenario with its baselines, whose texts begin with their place.
std::vector<Issue> issuesOf(const Scenario&);
/// Whether an error is among them: times cannot be evaluated.
bool isImpossible(const std::vector<Issue>&);

std::string_view severityName(Severity);
/// "warning HEADS at mesh.Y: Y = 16 but 8 key/value heads ... Remedy: Use Y = 8 (mesh.Y=8)."
std::string issueText(const Issue&);

/// Whether no rule finds an error; cheaper than `check`, which also looks for repairs.
bool canBeEvaluated(const Scenario&, const Report&);

} // namespace core
