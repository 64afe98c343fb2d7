// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of schedules on a whole pod: made, checked and timed; frames of its animation.
#include "bench/targets.h"

#include "core/collectives/algorithms/catalogue.h"
#include "support/frame.h"
#include "support/validate.h"

#include <benchmark/benchmark.h>

namespace
{

core::CollectiveRequest podGather(std::int64_t uneven)
{
    core::CollectiveRequest request;
    request.topology.axes = {core::TorusAxis{16, true}, core::TorusAxis{20, true}, core::TorusAxis{28, true}};
    request.algorithm = core::CollectiveAlgorithm::rotated;
    request.elements = request.topology.chips() * 32768LL * 3 + uneven;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(90e9), core::Quantity<core::dim::second>(1e-6)};
    return request;
}

void keepSeconds(benchmark::State& state)
{
    state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void podFromOneChip(benchmark::State& state)
{
    const auto request = podGather(0);
    for ([[maybe_unused]] auto _ : state) {
        const auto plan = core::planCollective(request);
        if (!plan->schedule.symmetric || !tests::checkOneChip(plan->schedule).empty())
            state.SkipWithError("the schedule is wrong");
        benchmark::DoNotOptimize(core::timeOneChip(plan->schedule, request.rates));
    }
    keepSeconds(state);
}

void podChipByChip(benchmark::State& state)
{
    const auto request = podGather(0);
    for ([[maybe_unused]] auto _ : state) {
        const auto plan = core::planCollective(request);
        const auto broken = tests::checkEveryChip(plan->schedule);
        if (!broken || !broken->empty())
            state.SkipWithError("the schedule is wrong");
        benchmark::DoNotOptimize(core::timeEveryChip(plan->schedule, request.rates));
    }
    keepSeconds(state);
}

void podOfUnevenShards(benchmark::State& state)
{
    const auto request = podGather(4097);
    for ([[maybe_unused]] auto _ : state) {
        const auto plan = core::planCollective(request);
        benchmark::DoNotOptimize(core::timeEveryChip(plan->schedule, request.rates));
    }
    keepSeconds(state);
}

void frameOfThePod(benchmark::State& state)
{
    const auto request = podGather(0);
    const tests::Timeline timeline(core::planCollective(request)->schedule, request.rates,
                                   core::CollectiveClock::async);
    double moment = 0;
    for ([[maybe_unused]] auto _ : state) {
        moment = moment < 0.9 ? moment + 0.013 : 0;
        benchmark::DoNotOptimize(timeline.at(timeline.end() * moment));
    }
    keepSeconds(state);
}

void frameOfAnUnevenPod(benchmark::State& state)
{
    const auto request = podGather(4097);
    const tests::Timeline timeline(core::planCollective(request)->schedule, request.rates,
                                   core::CollectiveClock::async);
    double moment = 0;
    for ([[maybe_unused]] auto _ : state) {
        moment = moment < 0.9 ? moment + 0.013 : 0;
        benchmark::DoNotOptimize(timeline.at(timeline.end() * moment));
    }
    keepSeconds(state);
}

BENCHMARK(podFromOneChip)->Unit(benchmark::kMillisecond);
BENCHMARK(podChipByChip)->Unit(benchmark::kMillisecond);
BENCHMARK(podOfUnevenShards)->Unit(benchmark::kMillisecond);
BENCHMARK(frameOfThePod)->Unit(benchmark::kMillisecond);
BENCHMARK(frameOfAnUnevenPod)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    using bench::Better;
    return bench::runWithTargets(
        argc, argv,
        {{"all-gather on 16x20x28 made, checked and timed from one chip", "podFromOneChip", "seconds", Better::less, 50,
          1e3, "ms", true},
         {"the same chip by chip", "podChipByChip", "seconds", Better::less, 1000, 1e3, "ms", true},
         {"all-gather of uneven shards on 16x20x28, made and timed", "podOfUnevenShards", "seconds", Better::less, 1000,
          1e3, "ms", true},
         {"frame of 16x20x28, all links", "frameOfThePod", "seconds", Better::less, 2, 1e3, "ms", true},
         {"frame of 16x20x28, uneven shards", "frameOfAnUnevenPod", "seconds", Better::less, 2, 1e3, "ms", true}});
}
