// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis of a scenario's collective and its replay, kept while nothing they need changes.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>

namespace core
{

class StepStage;
struct CollectiveReport;
struct CollectiveAnalysis;
struct Scenario;
struct PlanChoice;
struct ShardingReport;

/// How long report() may keep the thread that asks. An analysis that takes longer goes on in a thread of its own, which
/// calls `done` at its end: time to ask again.
struct Patience {
    std::chrono::milliseconds wait{0};
    std::function<void()> done;
};

/// Owned by a window's session or a command line. Not for two threads at once.
class CollectiveCache
{
public:
    CollectiveCache();
    ~CollectiveCache();
    CollectiveCache(const CollectiveCache&) = delete;
    CollectiveCache& operator=(const CollectiveCache&) = delete;

    /// Without it report() returns when the analysis is there. `done` is not called once this has returned.
    void setPatience(Patience);

    /// evaluateCollective(scenario); while that goes on in its own thread, and after it was cancelled, a report of no
    /// collective whose problem says so. Stops an analysis of another collective that goes on.
    std::shared_ptr<const CollectiveReport> report(const Scenario&);
    /// Whether an analysis goes on in its own thread.
    bool isWorking() const { return m_job != nullptr; }
    /// Stops the analysis under way; report() of its collective then says so.
    void cancel();
    bool isCancelled(const Scenario&) const;
    /// The next report() of what was cancelled begins anew.
    void tryAgain();
    /// Stops the analysis under way if report() of it was not asked for since the last call.
    void stopUnasked();
    /// shardingOf(scenario), by the plan that was picked for its expression.
    std::shared_ptr<const ShardingReport> sharding(const Scenario&);
    /// One of the plans of its expression, from now on; the cheapest (0) is that of whatever costs.
    void pickPlan(const Scenario&, std::size_t at);
    /// On every chip of the torus, with replays of who holds what; null where there is no collective.
    StepStage* stage(const Scenario&);

private:
    struct Needs;
    struct Kept;
    struct ShardingNeeds;
    struct Job;
    std::shared_ptr<const CollectiveReport> await(const Scenario&, const Needs&);

    Patience m_patience;
    std::unique_ptr<Job> m_job;                     // the analysis under way
    std::unique_ptr<Needs> m_cancelled;             // of the analysis that was
    std::array<std::unique_ptr<Kept>, 2> m_kept;    // the latest first: a window may show two collectives
    bool m_asked = false;                           // for m_job
    std::unique_ptr<ShardingNeeds> m_shardingNeeds; // of m_sharding
    std::shared_ptr<const ShardingReport> m_sharding;
    std::unique_ptr<PlanChoice> m_picked;               // a plan of it
    std::shared_ptr<const CollectiveAnalysis> m_staged; // of m_stage
    std::unique_ptr<StepStage> m_stage;
};

} // namespace core
