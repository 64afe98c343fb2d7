// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis of a scenario's collective and its replay, kept while nothing they need changes.
#pragma once

#include <memory>

namespace core
{

class StepStage;
struct CollectiveReport;
struct CollectiveAnalysis;
struct Scenario;

/// Owned by a window's session or a command line. Not for two threads at once.
class CollectiveCache
{
public:
    CollectiveCache();
    ~CollectiveCache();
    CollectiveCache(const CollectiveCache&) = delete;
    CollectiveCache& operator=(const CollectiveCache&) = delete;

    /// evaluateCollective(scenario).
    std::shared_ptr<const CollectiveReport> report(const Scenario&);
    /// On every chip of the torus, with replays of who holds what; null where there is no collective.
    StepStage* stage(const Scenario&);

private:
    struct Needs;
    std::unique_ptr<Needs> m_needs; // of m_report
    std::shared_ptr<const CollectiveReport> m_report;
    std::shared_ptr<const CollectiveAnalysis> m_staged; // of m_stage
    std::unique_ptr<StepStage> m_stage;
};

} // namespace core
