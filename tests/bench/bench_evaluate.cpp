// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of the cost model: evaluations a second and their allocations, derivations, sweeps, executed products.
#include "bench/targets.h"

#include "core/check/check.h"
#include "core/check/sharding_repairs.h"
#include "core/evaluate/evaluate.h"
#include "core/explore/sweep.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/sharding/execute.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/report.h"
#include "support/asked.h"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace
{

std::size_t allocations = 0; // the program has one thread

void* allocated(std::size_t bytes)
{
    ++allocations;
    if (void* place = std::malloc(bytes == 0 ? 1 : bytes))
        return place;
    std::abort();
}

} // namespace

void* operator new(std::size_t bytes) { return allocated(bytes); }
void* operator new[](std::size_t bytes) { return allocated(bytes); }
void operator delete(void* place) noexcept { std::free(place); }
void operator delete[](void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t) noexcept { std::free(place); }

namespace
{

/// LLaMA-3 405B with FSDP, tensor and pipeline parallelism on a torus that is named, not searched for.
core::Scenario large()
{
    const auto& catalogue = core::shippedCatalogue();
    const auto* preset = catalogue.scenario("llama3-405b-v5p");
    const auto scenario = preset ? core::readScenario(preset->json, preset->id, catalogue)
                                 : tl::unexpected(core::Error{"", "the scenario llama3-405b-v5p does not ship"});
    if (!scenario) {
        std::fprintf(stderr, "%s\n", scenario.error().text.c_str());
        std::exit(1);
    }
    return *scenario;
}

double allocationsOfOne(const core::Scenario& scenario)
{
    constexpr int count = 1000;
    benchmark::DoNotOptimize(core::evaluate(scenario));
    const std::size_t before = allocations;
    for (int i = 0; i < count; ++i)
        benchmark::DoNotOptimize(core::evaluate(scenario));
    return static_cast<double>(allocations - before) / count;
}

void fullEvaluation(benchmark::State& state)
{
    core::Scenario scenario = large();
    state.counters["allocations"] = allocationsOfOne(scenario);
    const double batch = scenario.work.batch;
    double step = 0;
    for ([[maybe_unused]] auto _ : state) {
        scenario.work.batch = batch + step * 8192; // no two neighbours are the same question
        step = step < 8 ? step + 1 : 0;
        benchmark::DoNotOptimize(scenario);
        benchmark::DoNotOptimize(core::evaluate(scenario));
    }
    state.counters["per_second"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void evaluationAndCheck(benchmark::State& state)
{
    const core::Scenario scenario = large();
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(core::check(scenario, core::evaluate(scenario)));
    state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void derivationOfTheStep(benchmark::State& state)
{
    const core::Scenario scenario = large();
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(tests::derivation(scenario, "time.step"));
    state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void sweepOf500(benchmark::State& state)
{
    const core::Scenario scenario = large();
    const core::SweepRange range{"work.batch", 1 << 20, (1 << 20) + 499. * 8192, 8192};
    const std::vector<std::string> ids{"time.math", "time.comms", "time.step", "bound.margin"};
    for ([[maybe_unused]] auto _ : state) {
        const auto table = core::sweep(scenario, range, ids);
        if (!table || table->rows.size() != 500)
            state.SkipWithError("the sweep has not 500 rows");
        benchmark::DoNotOptimize(table);
    }
    state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// A product on 8 devices, its collectives included.
void executionOnEight(benchmark::State& state)
{
    const auto product = core::readExpression("A[I_X, J_Y] * B[J_Y, K_Z] -> C[I_X, K_Z]");
    const auto mesh = core::readNamedMesh("X=2, Y=2, Z=2");
    if (!product || !mesh)
        return state.SkipWithError("the product cannot be read");
    const core::Sizes sizes{{"I", 8}, {"J", 8}, {"K", 8}};
    const auto plans =
        core::plansOf(*product, *mesh, sizes,
                      {[](const core::ReshardStep&) { return 1.0; }, [](const core::ShardingPlan&) { return 0.0; }});
    for ([[maybe_unused]] auto _ : state) {
        const auto done = core::execute(*product, plans.front(), *mesh, sizes);
        if (!done || !done->correct || done->steps.size() < 2)
            state.SkipWithError("the devices hold no product");
        benchmark::DoNotOptimize(done);
    }
    state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Of 16,384 lengths none mends the product, since another axis does not divide.
void repairsInVain(benchmark::State& state)
{
    core::Scenario scenario = large();
    scenario.shard.mesh = "Y=3, X=16384";
    scenario.shard.expression = "A[I_Z, J] * B[J, K_Y] -> C[I_Z, K_Y]";
    for ([[maybe_unused]] auto _ : state) {
        if (!core::shardingError(scenario.shard) || !core::shardingRepairs(scenario.shard).empty())
            state.SkipWithError("the product is not the one that is meant");
    }
    state.counters["seconds"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(executionOnEight);
BENCHMARK(repairsInVain);
BENCHMARK(fullEvaluation)->Repetitions(7)->MinTime(0.2);
BENCHMARK(evaluationAndCheck);
BENCHMARK(derivationOfTheStep);
BENCHMARK(sweepOf500);

} // namespace

int main(int argc, char** argv)
{
    using bench::Better;
    return bench::runWithTargets(
        argc, argv,
        {{"full evaluations a second on one core", "fullEvaluation", "per_second", Better::more, 5, 1e-6, "M/s", true},
         {"allocations of one evaluation", "fullEvaluation", "allocations", Better::less, 0, 1, "", false},
         {"evaluation and check for a slider step", "evaluationAndCheck", "seconds", Better::less, 1, 1e3, "ms", true},
         {"derivation of the step time", "derivationOfTheStep", "seconds", Better::less, 1, 1e3, "ms", true},
         {"sharded product executed on 8 devices", "executionOnEight", "seconds", Better::less, 1, 1e3, "ms", true},
         {"repairs sought for a product that none mends", "repairsInVain", "seconds", Better::less, 16, 1e3, "ms",
          true},
         {"sweep of 500 points", "sweepOf500", "seconds", Better::less, 1, 1e3, "ms", true}});
}
