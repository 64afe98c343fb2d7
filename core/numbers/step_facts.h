// SPDX-License-Identifier: GPL-3.0-or-later
// What a number of a step, chip, link or message rests on, counted on the schedule.
#pragma once

#include "core/collectives/whole_torus.h"
#include "core/numbers/bar_facts.h"
#include "core/numbers/step_cells.h"
#include "core/numbers/step_number_id.h"
#include "core/numbers/step_stage.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// Chunks that lie on a chip or went over a link, and the messages that brought them.
struct Pieces {
    double bytes = 0;
    ChunkNumber chunks = 0;
    int messages = 0;
    double largest = 0; // of the messages
    double smallest = std::numeric_limits<double>::infinity();

    bool areAlike() const { return messages > 0 && largest - smallest <= 1e-9 * largest; }

    void add(double messageBytes, ChunkNumber messageChunks)
    {
        bytes += messageBytes;
        chunks += messageChunks;
        ++messages;
        largest = std::max(largest, messageBytes);
        smallest = std::min(smallest, messageBytes);
    }
};

/// All that a number rests on.
struct StepFacts {
    const WholeCollective& collective; // of the stage
    StepPlace place;
    Pieces pieces = {};
    std::string context = {}; // the step, which tells times of several from each other
    StepLink busiest = {};    // of all links, or of those between two blocks; then `pieces` are what it carried
    Coordinates sides{};      // of the block
    Pieces together = {};     // what these have carried
    bool alike = false;       // each of them as much
    ShardCount shard = {};
    SumTerms terms = {};
    SlideTerms slide = {};
    StepBuffers buffers = {};
    BarFacts bar = {};
};

/// That of a scenario, kept for the next number of the same collective; null where there is none.
StepStage* latestStage(const Scenario&);

/// The error says why there is no such number and what to choose.
tl::expected<StepFacts, std::string> stepFacts(StepStage&, const Scenario&, std::string_view id);

} // namespace core
