// SPDX-License-Identifier: GPL-3.0-or-later
// One field over a range, and the least value of a field that meets a condition.
#pragma once

#include "core/check/check.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"

#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace core
{

/// "work.batch=2^10..2^22" doubles from bound to bound; "...:linear 512" adds 512 each time.
struct SweepRange {
    std::string field;
    double min = 0;
    double max = 0;
    std::optional<double> step; // linear step; doubling without
};

/// How sentences of sweeps and of solving name fields, metrics and what was asked.
inline std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

tl::expected<SweepRange, std::string> parseSweep(std::string_view text);

struct SweepRow {
    double input = 0;
    std::vector<MetricValue> outputs; // in the order asked
    bool isGood = false;              // the scenario can be evaluated there
};

/// Why it cannot be evaluated in some rows: an error as the first of them has it.
struct SweepError {
    Issue issue;
    double input = 0;
    std::size_t rows = 0;
};

struct SweepTable {
    std::vector<SweepRow> rows;
    std::vector<SweepError> errors;
};

/// Values of all rows together that are kept: about 300 MB.
inline constexpr std::size_t maxSweepCells = 5'000'000;

/// Told after each row how many are done, and of how many.
using SweepProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Refused before it starts: what is no range, no metric, or has more than `maxSweepCells`.
tl::expected<SweepTable, std::string> sweep(const Scenario&, const SweepRange&,
                                            const std::vector<std::string>& metricIds,
                                            const SweepProgress& progress = {});

/// "bound.verdict=compute", "mem.fits=true", "bound.margin>=1.5".
struct Condition {
    std::string metric;
    std::string relation; // = >= <= > <
    std::string value;
};

tl::expected<Condition, std::string> parseCondition(std::string_view text);

/// Whether the scenario meets the condition; never where it cannot be evaluated. The error says why nothing can.
tl::expected<bool, std::string> meets(const Scenario&, const Condition&);

/// How many scenarios were evaluated to solve, and with how many of these the metric means something.
struct SolveCount {
    std::size_t evaluated = 0, meaningful = 0;
};

/// Least value of a whole or real field in its range that meets the condition: whole fields exactly, real ones to
/// 1e-9 relative, where a number that is to be equal is so to 1e-6. Empty when none does. Only scenarios that can be
/// evaluated count. The condition may hold on several intervals: the first found scanning upward is refined; a number
/// that is to be equal is also sought between two places of the scan where it lies on either side. The scan takes both
/// bounds, every whole value up to 4,096, steps of 1/64 to 1/128 beyond, and what the scenario has; of metrics of a
/// collective doublings alone. Where small whole values mean nothing (up to 10,000 are looked at, of metrics of a
/// collective 512), it takes multiples of the first that means something too. Of sizes of a product above 4,096, the
/// least is sought among those with each divisor of its devices as remainder. Errors: no such field or metric, a field
/// or a value that is no number, an operation that is not there.
tl::expected<std::optional<double>, std::string> solve(const Scenario&, std::string_view fieldId, const Condition&,
                                                       SolveCount* count = nullptr);

} // namespace core
