// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of outputs: metric lists, tiles, sweeps, exports and derivations are generated from it.
#pragma once

#include "core/quantity/format.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core
{

class Recording;
class Traced;
struct Catalogue;
struct Report;
struct Scenario;
struct Workspace;
template <class R> struct ReportOf;

using Texts = std::vector<std::string>;
/// A metric's value: number (SI, infinity is "never"), text, truth, or list of texts.
using MetricValue = std::variant<double, std::string_view, bool, Texts>;

/// One output. Rows of a family (count.CHIP) carry the chip's place in the catalogue as `index`.
struct Metric {
    std::string id;
    std::string title;
    std::string unit;     // of a count: "token", "chip"; empty where `dim` says it
    std::string equation; // "g.6"
    std::string source;   // citation of its formula
    Dim dim;
    int index = 0;
    MetricValue (*value)(const Report&, int index) = nullptr;
    Traced (*traced)(const ReportOf<Traced>&, int index) = nullptr;    // null: has no derivation
    std::string (*sentence)(const Workspace&, double value) = nullptr; // what the explanation adds to the arithmetic
    Traced (*never)(const Workspace&, const Recording&) = nullptr;     // infinite, or a word: a number that shows why
    // Of a number that evaluate() leaves out because it takes long: `value` then has the kind of value and no more.
    MetricValue (*onDemand)(const Workspace&) = nullptr;
    Traced (*tracedOnDemand)(const Workspace&, const Recording&) = nullptr;
};

/// What the report leaves out is computed here.
MetricValue metricValue(const Workspace&, const Metric&);

/// All metrics, in the order of the interface contract, for the chips of `catalogue`.
std::vector<Metric> metrics(const Catalogue& catalogue);

std::optional<Metric> findMetric(const Catalogue&, std::string_view id);

/// What a count counts in a scenario: the batch of decode counts sequences.
std::string countedIn(const Scenario&, std::string_view unit);
/// The same of a number with an id: those of the first operation count what its batch counts, in every mode.
std::string countedIn(const Scenario&, std::string_view id, std::string_view unit);

/// False where the number is NaN or the list empty (the metric does not apply to the scenario).
bool applies(const MetricValue&);

/// All words that the metric can be; none of numbers, truths, and texts of any kind.
std::vector<std::string> valuesOf(const Metric&);
/// "is never 'x'; it is one of a, b": of a word that is none of `values`; empty where it is, or there are none.
std::string whyNever(const std::vector<std::string>& values, std::string_view word);

/// "AllGather_X(B); A · B".
std::string listText(const Texts&);

/// As shown to people: "6.98 GB", "1,278 tokens", "compute", "true", "never".
std::string metricText(const Metric&, const MetricValue&, ByteUnits = {}, int digits = 3);

} // namespace core
