// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what the analysis depends on with what it was made for.
#include "core/numbers/collective_cache.h"

#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/collectives/networks/stop.h"
#include "core/collectives/report.h"
#include "core/numbers/step_stage.h"
#include "core/numbers/workspace.h"
#include "core/sharding/report.h"

#include <atomic>
#include <future>
#include <thread>

namespace core
{

namespace
{

using Made = std::shared_ptr<const CollectiveReport>;

Made made(const Scenario& s) { return std::make_shared<const CollectiveReport>(evaluateCollective(s)); }

/// With what a timeline of it shows first, where timing it once more would hold up a window.
Made madeBeside(const Scenario& s)
{
    constexpr std::chrono::milliseconds isLong{20};
    const auto start = std::chrono::steady_clock::now();
    return std::make_shared<const CollectiveReport>(evaluateCollective(s, [&](CollectiveAnalysis& analysis) {
        if (std::chrono::steady_clock::now() - start > isLong)
            keepBusiestLinks(analysis, s.coll.clock);
    }));
}

Made problem(std::string words)
{
    return std::make_shared<const CollectiveReport>(
        CollectiveReport{.problem = std::move(words), .analysis = {}, .numbers = {}});
}

} // namespace

struct CollectiveCache::Needs {
    Collective coll;
    Hardware hw;
    Precision prec;
    bool operator==(const Needs&) const = default;
};

struct CollectiveCache::Kept {
    Needs needs;
    std::shared_ptr<const CollectiveReport> report;
};

struct CollectiveCache::ShardingNeeds {
    Sharding shard;
    Hardware hw;
    Conventions conv;
    Mesh mesh;
    bool operator==(const ShardingNeeds&) const = default;
};

/// One analysis in a thread of its own, which its destructor stops and waits for.
struct CollectiveCache::Job {
    Job(const Scenario& s, Needs needed, std::function<void()> done)
        : needs(std::move(needed)), made(promise.get_future()),
          worker([this, s, done = std::move(done)](const std::stop_token& stop) {
              const StopScope scope(stop);
              try {
                  promise.set_value(madeBeside(s));
              } catch (...) {
                  promise.set_exception(std::current_exception());
              }
              if (isLate && !stop.stop_requested())
                  done();
          })
    {
    }
    bool isReady(std::chrono::milliseconds wait) const { return made.wait_for(wait) == std::future_status::ready; }

    Needs needs;
    std::promise<Made> promise;
    std::future<Made> made;
    std::atomic<bool> isLate = false; // nobody waits any more
    std::jthread worker;
};

CollectiveCache::CollectiveCache() = default;
CollectiveCache::~CollectiveCache() = default;

std::shared_ptr<CollectiveCache> makeCollectiveCache() { return std::make_shared<CollectiveCache>(); }

std::shared_ptr<const CollectiveReport> CollectiveCache::report(const Scenario& s)
{
    Needs now{s.coll, s.hw, s.prec};
    for (const auto& kept : m_kept)
        if (kept && kept->needs == now)
            return kept->report;
    if (m_cancelled && *m_cancelled == now)
        return problem("Timing of the collective was cancelled");
    auto found = m_patience.done ? await(s, now) : made(s);
    if (!found)
        return problem("The collective is being timed; its numbers follow");
    m_kept[1] = std::move(m_kept[0]);
    m_kept[0] = std::make_unique<Kept>(std::move(now), std::move(found));
    return m_kept[0]->report;
}

/// Null while the thread works.
std::shared_ptr<const CollectiveReport> CollectiveCache::await(const Scenario& s, const Needs& now)
{
    if (m_job && m_job->needs != now)
        m_job.reset();
    if (!m_job)
        m_job = std::make_unique<Job>(s, now, m_patience.done);
    m_asked = true;
    if (!m_job->isReady(m_job->isLate ? std::chrono::milliseconds{} : m_patience.wait)) {
        m_job->isLate = true;
        if (!m_job->isReady({})) // else it ended just before it could know
            return nullptr;
    }
    const auto job = std::move(m_job);
    return job->made.get();
}

void CollectiveCache::stopUnasked()
{
    if (!std::exchange(m_asked, false))
        m_job.reset();
}

void CollectiveCache::cancel()
{
    if (m_job)
        m_cancelled = std::make_unique<Needs>(m_job->needs);
    m_job.reset();
}

bool CollectiveCache::isCancelled(const Scenario& s) const
{
    return m_cancelled && *m_cancelled == Needs{s.coll, s.hw, s.prec};
}

void CollectiveCache::tryAgain() { m_cancelled.reset(); }

void CollectiveCache::setPatience(Patience patience)
{
    if (m_job)
        m_job->isLate = false;
    m_job.reset();
    m_patience = std::move(patience);
}

std::shared_ptr<const ShardingReport> CollectiveCache::sharding(const Scenario& s)
{
    ShardingNeeds now{s.shard, s.hw, s.conv, s.mesh};
    if (!m_shardingNeeds || *m_shardingNeeds != now) {
        m_sharding = std::make_shared<const ShardingReport>(shardingOf(s, m_picked.get()));
        m_shardingNeeds = std::make_unique<ShardingNeeds>(std::move(now));
    }
    return m_sharding;
}

void CollectiveCache::pickPlan(const Scenario& s, std::size_t at)
{
    m_picked = at > 0 ? std::make_unique<PlanChoice>(s.shard.expression, sharding(s)->plans.at(at)) : nullptr;
    m_shardingNeeds.reset();
}

StepStage* CollectiveCache::stage(const Scenario& s)
{
    const auto found = report(s);
    if (!found->analysis)
        return nullptr;
    if (!m_stage || m_staged != found->analysis) {
        auto collective = wholeCollective(s, *found->analysis);
        if (!collective)
            return nullptr;
        m_staged = found->analysis;
        m_stage = std::make_unique<StepStage>(*std::move(collective));
    }
    return m_stage.get();
}

} // namespace core
