// SPDX-License-Identifier: GPL-3.0-or-later
// Collective matmuls whose times collectives.md gives, read as timelines, for tests.
#pragma once

#include "recording_stage.h"
#include "ui/timeline/timeline_reading.h"

#include <string>
#include <vector>

namespace tests
{

/// B = 4096, E = 16384, square, 4 chips, bf16, 275e12 FLOP/s, 50e9 B/s a link, 1 µs a hop.
inline Edits squareLayer(const std::string& kind, const std::string& mode)
{
    return {{"hw.chip", "tpu-v4"}, {"hw.flops.bf16", "275e12"}, {"hw.link.rate", "50e9"}, {"hw.hop", "1e-6"},
            {"coll.kind", kind},   {"coll.torus", "4"},         {"coll.wrap", "ring"},    {"coll.B", "4096"},
            {"coll.D", "16384"},   {"coll.F", "16384"},         {"coll.algorithm", mode}};
}

/// With some fields changed again; each may be given once.
inline Edits with(Edits edits, const Edits& more)
{
    for (const auto& [field, value] : more) {
        std::erase_if(edits, [&field = field](const auto& edit) { return edit.first == field; });
        edits.emplace_back(field, value);
    }
    return edits;
}

struct TimelineStage {
    explicit TimelineStage(const Edits& edits)
        : scenario(scenarioWith(edits)), collective(*core::wholeCollective(scenario))
    {
    }

    ui::TimelineReading reading(ui::TimelineChips::Kind kind = ui::TimelineChips::Kind::usual) const
    {
        return ui::readTimeline(collective, ui::snapshotOf(scenario), {kind, 0});
    }

    core::Scenario scenario;
    core::WholeCollective collective;
};

} // namespace tests
