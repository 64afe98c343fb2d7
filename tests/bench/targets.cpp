// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers every counter that a benchmark reports and compares it with the targets.
#include "bench/targets.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

namespace bench
{

namespace
{

class Recorder : public benchmark::ConsoleReporter
{
public:
    Recorder() : ConsoleReporter(OO_Tabular) {}

    void ReportRuns(const std::vector<Run>& runs) override
    {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            m_failed = m_failed || run.error_occurred;
            if (run.run_type == Run::RT_Aggregate)
                continue;
            for (const auto& [name, counter] : run.counters)
                m_counters[run.run_name.function_name][name].push_back(counter.value);
        }
    }

    bool failed() const { return m_failed; }

    /// The best of the repetitions, because neighbours on the machine only ever make things worse.
    std::optional<double> counter(const Target& target) const
    {
        const auto run = m_counters.find(target.benchmark);
        if (run == m_counters.end())
            return std::nullopt;
        const auto counter = run->second.find(target.counter);
        if (counter == run->second.end())
            return std::nullopt;
        const auto [min, max] = std::minmax_element(counter->second.begin(), counter->second.end());
        return target.better == Better::less ? *min : *max;
    }

private:
    std::map<std::string, std::map<std::string, std::vector<double>>> m_counters;
    bool m_failed = false;
};

bool isStrict()
{
    const char* strict = std::getenv("ROOFLIGHT_BENCH_STRICT");
    return strict && std::string_view(strict) == "1";
}

/// Prints one row; true when the target is met or was not measured.
bool kept(const Target& target, const Recorder& recorder)
{
    const auto counter = recorder.counter(target);
    if (!counter)
        return true;
    const double value = *counter * target.scale;
    const bool met = target.better == Better::less ? value <= target.limit : value >= target.limit;
    std::printf("%-58s %s %8.4g %-10s measured %8.4g  %s\n", target.text.c_str(),
                target.better == Better::less ? "at most " : "at least", target.limit, target.unit.c_str(), value,
                met ? "met" : "MISSED");
    return met;
}

} // namespace

int runWithTargets(int argc, char** argv, const std::vector<Target>& targets)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    Recorder recorder;
    benchmark::RunSpecifiedBenchmarks(&recorder);
    std::puts("");
    bool good = !recorder.failed();
    for (const Target& target : targets)
        if (!kept(target, recorder) && (!target.timed || isStrict()))
            good = false;
    return good ? 0 : 1;
}

} // namespace bench
