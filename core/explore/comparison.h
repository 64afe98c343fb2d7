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

    /// "2.40× faster", "1.50× slower" of times, else "+12.3 %", "14.0×", "from none"; empty where there is no ratio.
    std::string ratio() const;
};

struct Comparison {
    std::vector<ChangedField> fields;   // in file order
    std::vector<ChangedResult> results; // in the order of the interface contract, those on demand last
};

/// Each with its evaluation. Titles and baselines are not compared, nor what takes long.
Comparison compare(const Scenario& before, const Report& was, const Scenario& after, const Report& is);

/// Adds the numbers of the collective and of the sharded product, where either scenario sets a field of it.
void compareOnDemand(Comparison&, const Workspace& before, const Workspace& after);

} // namespace core
