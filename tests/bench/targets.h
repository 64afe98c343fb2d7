// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the benchmarks of a program and prints its targets beside what was measured.
#pragma once

#include <string>
#include <vector>

namespace bench
{

enum class Better { less, more };

/// One promise: a counter of a benchmark and the value it has to keep.
struct Target {
    std::string text;      // "slider event to all views painted, p99"
    std::string benchmark; // name as registered
    std::string counter;
    Better better = Better::less;
    double limit = 0;
    double scale = 1;  // shown value = counter · scale
    std::string unit;  // of the shown value and of `limit`
    bool timed = true; // false: holds on any machine, so a miss is a failure
};

/// Status for main(): 0 unless an untimed target was missed, or a timed one with ROOFLIGHT_BENCH_STRICT=1 in the
/// environment, or a benchmark reported an error.
int runWithTargets(int argc, char** argv, const std::vector<Target>&);

} // namespace bench
