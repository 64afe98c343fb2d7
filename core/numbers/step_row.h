// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the numbers of a collective's steps: what it is called, counted from, and computed by.
#pragma once

#include "core/quantity/dim.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

class Recording;
class StepStage;
class Traced;
struct CollectiveAnalysis;
struct Plain;
struct Scenario;
struct StepFacts;
template <class In> class StepValues;

struct StepRange {
    int first = 0;
    int last = 0;
};

/// Either `value` and `traced` stem from one formula; or `count` and `sentence` say what was counted.
struct StepRow {
    std::string_view name;   // "held"
    std::string_view places; // "{step},{chip}"
    std::string_view title;  // "Bytes on {chip} after step {step}"; words as in core/numbers/step_titles.cpp
    Dim dim;
    std::string_view unit = {}; // of a count: "share"
    StepRange (*steps)(const StepRow&, const CollectiveAnalysis&) = nullptr;
    tl::expected<void, std::string> (*look)(StepFacts&, StepStage&, const Scenario&, std::string_view id) = nullptr;
    std::optional<int> ahead = 0; // see stepsAhead()
    bool naive = false;           // of collective and matmul one after the other
    bool multiplies = false;      // only where something is multiplied

    double (*value)(const StepValues<Plain>&) = nullptr;
    Traced (*traced)(const StepValues<Recording>&) = nullptr;
    std::string_view symbol = {};
    double (*count)(const StepFacts&) = nullptr;
    std::string (*sentence)(const StepFacts&) = nullptr;

    bool isOfBlock() const { return places.find("{block}") != std::string_view::npos; }
    bool isOfProduct() const { return places.find("{product}") != std::string_view::npos; }
};

std::span<const StepRow> stepRows();
/// Null where there is none.
const StepRow* findStepRow(std::string_view name);

/// "Bytes on (1,0) after step 3".
std::string titleOf(const StepFacts&);

} // namespace core
