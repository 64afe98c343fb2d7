// SPDX-License-Identifier: GPL-3.0-or-later
// One evaluated state of the document: what every view shows.
#pragma once

#include "core/check/check.h"
#include "core/numbers/workspace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core
{
struct MeasuredFile;
struct Trace;
} // namespace core

namespace ui
{

/// One step of one chip of a measured trace, to be laid beside the step; or none.
struct ShownTrace {
    std::shared_ptr<const core::Trace> trace = nullptr;
    std::string process;
    std::size_t step = 0; // its place among those of the process
    std::string stream;   // the only one that counts; empty: all

    bool operator==(const ShownTrace&) const = default;
};

/// A scenario to compare with, and its evaluation.
struct Baseline {
    core::Scenario scenario;
    core::Report report;
    std::size_t look = 0; // baselineLook(), by its letter
};

struct Snapshot {
    core::Scenario scenario;
    core::Report report;
    std::vector<core::Issue> issues;
    std::uint64_t number = 0;   // evaluation that gave it
    std::uint64_t document = 0; // of its session: another one each time a scenario is opened
    bool dragging = false;      // a gesture is under way: axes hold still
    bool stepped = false;       // a control was moved by keys or the wheel: likewise
    std::shared_ptr<core::CollectiveCache> cache = core::makeCollectiveCache(); // of its session
    std::shared_ptr<const core::MeasuredFile> measured = nullptr; // points on the roofline of operations; or none
    ShownTrace trace = {};
    std::vector<Baseline> baselines = {}; // those of the scenario, unless they are hidden

    core::Workspace workspace() const { return {scenario, report, *cache}; }
};

/// Evaluates a scenario once; for exports and tests without a session.
Snapshot snapshotOf(const core::Scenario&, std::uint64_t number = 0);

} // namespace ui
