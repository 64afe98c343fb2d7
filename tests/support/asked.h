// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the registry for numbers of a scenario.
#pragma once

#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"

#include <string>
#include <string_view>

namespace tests
{

/// Of the collective that was asked for last.
inline core::CollectiveCache& cache()
{
    static core::CollectiveCache kept;
    return kept;
}

inline core::ExplainedOrWhy explained(const core::Scenario& s, std::string_view id,
                                      const core::OwnMatmul* custom = nullptr,
                                      const core::WholeCollective* played = nullptr)
{
    const auto report = core::evaluate(s);
    return core::explain({s, report, cache(), custom, played}, id);
}

inline tl::expected<core::NumberValue, std::string> number(const core::Scenario& s, std::string_view id)
{
    const auto report = core::evaluate(s);
    return core::value({s, report, cache()}, id);
}

/// Without steps where there is no such number.
inline core::Derivation derivation(const core::Scenario& s, std::string_view id)
{
    const auto found = explained(s, id);
    return found ? found->derivation : core::Derivation{std::string(id), {}};
}

inline core::MetricValue metricValue(const core::Scenario& s, const core::Metric& metric)
{
    const auto report = core::evaluate(s);
    return core::metricValue({s, report, cache()}, metric);
}

/// NaN where the metric does not apply.
inline core::MetricValue metricValue(const core::Scenario& s, std::string_view id)
{
    return metricValue(s, core::findMetric(*s.presets, id).value());
}

/// Of a metric that is a number.
inline double numberOf(const core::Scenario& s, std::string_view id) { return std::get<double>(metricValue(s, id)); }

} // namespace tests
