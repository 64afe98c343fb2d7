// SPDX-License-Identifier: GPL-3.0-or-later
// A step as it was computed against one that was measured, class of work by class of work.
#pragma once

#include "core/io/trace.h"
#include "ui/charts/step_words.h"

#include <QString>

#include <memory>
#include <vector>

namespace ui
{

struct TraceShare {
    core::WorkClass what = core::WorkClass::math;
    double computed = 0, measured = 0; // seconds

    /// "77 % of measured", or why there is no share.
    QString verdict() const;
    /// "AllGather: computed 71.6 ms, measured 93.2 ms, 77 % of measured."
    QString sentence() const;
};

struct TraceAccount {
    QString absence; // why there is nothing to compare; then all else stands for nothing
    StepReading reading;
    std::shared_ptr<const core::Trace> trace;
    std::vector<core::WorkClass> classes; // of its names
    core::TraceStep step;
    std::vector<const core::TraceStream*> streams; // of the chip, with events in the step
    std::vector<TraceShare> shares;                // the longest first
    QString unmatched;                             // kernels that count as math for want of a pattern; empty: none
    std::array<core::Role, core::meshAxes> roles{};

    static TraceAccount of(const Snapshot&);
    double measured() const { return step.end - step.start; }
    /// "GPU 0, ProfilerStep#12".
    QString where() const;
    /// Of a bar of the computed step.
    core::WorkClass classOf(const core::StepPiece&) const;
};

} // namespace ui
