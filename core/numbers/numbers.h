// SPDX-License-Identifier: GPL-3.0-or-later
// The registry: every number that the program shows, by its id.
#pragma once

#include "core/derive/derivation.h"
#include "core/numbers/metrics.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// A number as it stands.
struct NumberValue {
    std::string id;
    std::string title; // "Bytes on chip (1,0) after step 3"
    std::string unit;  // of a count: "share"
    Dim dim;
    MetricValue value; // always one that applies
    ByteUnits bytes{};

    /// As shown to people.
    std::string text(int digits = 3) const;
    /// Of words and truths NaN.
    double si() const;
};

/// With the reason for its value: steps where the model argues; else a single one, whose sentence says what was counted
/// or looked up and where to see it.
struct Explained : NumberValue {
    Derivation derivation = {};

    const std::string& sentence() const { return derivation.steps.front().sentence; }
};

/// The error is a sentence without full stop that says why there is no such number in this workspace.
using ExplainedOrWhy = tl::expected<Explained, std::string>;
tl::expected<NumberValue, std::string> value(const Workspace&, std::string_view id);
ExplainedOrWhy explain(const Workspace&, std::string_view id);

/// Why there is no number of the collective, the sharded product or the operation: what the scenario asks for is none.
/// A part of a sentence; empty where there is one, and of other numbers.
std::string whyNoSubject(const Workspace&, std::string_view id);

/// Whether value() alone is asked for.
enum class Depth { value, explained };

/// One number, or those of all places of a pattern.
struct NumberRow {
    std::string pattern; // "coll.held@{step},{chip}"
    std::string title;   // "Bytes on {chip} after step {step}"
    std::string unit;
    Dim dim;
    std::function<ExplainedOrWhy(const Workspace&, std::string_view id, Depth)> find;
};

/// Whether a row of the registry has such ids; the error names what there is.
tl::expected<void, std::string> checkNumber(const Catalogue&, std::string_view id);
/// What to call it where it has no value: a metric's title, the collective of a design, or the id.
std::string nameOf(const Catalogue&, std::string_view id);

} // namespace core
