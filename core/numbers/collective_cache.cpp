// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what the analysis depends on with what it was made for.
#include "core/numbers/collective_cache.h"

#include "core/collectives/report.h"
#include "core/numbers/step_stage.h"
#include "core/numbers/workspace.h"

namespace core
{

struct CollectiveCache::Needs {
    Collective coll;
    Hardware hw;
    Precision prec;
    bool operator==(const Needs&) const = default;
};

CollectiveCache::CollectiveCache() = default;
CollectiveCache::~CollectiveCache() = default;

std::shared_ptr<CollectiveCache> makeCollectiveCache() { return std::make_shared<CollectiveCache>(); }

std::shared_ptr<const CollectiveReport> CollectiveCache::report(const Scenario& s)
{
    Needs now{s.coll, s.hw, s.prec};
    if (!m_needs || *m_needs != now) {
        m_report = std::make_shared<const CollectiveReport>(evaluateCollective(s));
        m_needs = std::make_unique<Needs>(std::move(now));
    }
    return m_report;
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
