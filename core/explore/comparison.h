// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two scenarios: the inputs, then the results.
#pragma once

#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"

#include <optional>
#include <string>
#include <vector>

namespace core
{

/// A field whose value is not the same. A further operation that one of them lacks has none there.
struct ChangedField {
    std::string id; // "work.batch", "op.B@2", "shard.size.I"
    std::optional<Value> before, after;
};

/// A metric whose value is not the same; one that does not apply is NaN.
struct ChangedResult {
    Metric metric;
    MetricValue before, after;

    /// "2.4× faster", "1.5× slower" of times, else "+12.3 %", "×14"; empty where they cannot be divided.
    std::string ratio() const;
};

struct Comparison {
    std::vector<ChangedField> fields;   // in file order
    std::vector<ChangedResult> results; // in the order of the interface contract; not those of the collective in sight
};

/// Each with its evaluation. Titles and baselines are not compared.
Comparison compare(const Scenario& before, const Report& was, const Scenario& after, const Report& is);

} // namespace core
