// SPDX-License-Identifier: GPL-3.0-or-later
// What numbers are read from: a scenario, its evaluation, and what stands on the pages beside it.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <memory>

namespace core
{

class CollectiveCache;
struct OwnMatmul;
struct WholeCollective;

/// An empty one, for owners that do not include its header.
std::shared_ptr<CollectiveCache> makeCollectiveCache();

/// Refers to its members, which outlive it.
struct Workspace {
    const Scenario& scenario;
    const Report& report; // of the scenario
    CollectiveCache& cache;
    const OwnMatmul* custom = nullptr;       // custom schedule that is being put together; null: none is valid
    const WholeCollective* played = nullptr; // custom schedule that is played
};

} // namespace core
