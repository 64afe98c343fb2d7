// SPDX-License-Identifier: GPL-3.0-or-later
// What a number of a step, chip, link or message rests on, counted on the schedule.
#pragma once

#include "core/collectives/gantt.h"
#include "core/collectives/matmul/own_order.h"
#include "core/numbers/step_cells.h"
#include "core/numbers/step_links.h"
#include "core/numbers/step_place.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

class StepStage;
struct Scenario;

/// What a bar begins with: atOnce: the clock. link: its link is free. data: what it carries or multiplies is there.
/// barrier: the step before has ended. product: the one before has. collective, products: all of the other has, where
/// they are done one after the other.
enum class BarStart { atOnce, link, data, barrier, product, collective, products };

struct BarFacts {
    GanttBar bar;
    BarStart start = BarStart::atOnce;
    double hidden = 0;  // seconds of a message beside products of its chip
    double exposed = 0; // the others
};

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
    const StepRow& row;
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

/// `id` is of the row. The error says why there is no such number and what to choose.
tl::expected<StepFacts, std::string> stepFacts(StepStage&, const StepRow&, const Scenario&, std::string_view id);

/// The one at the place of the facts. The error says that there is none.
tl::expected<BarFacts, std::string> barAt(const StepFacts&, const Gantt&, CollectiveClock, std::string_view id);

/// What rows look for. The error says why there is no such number.
using Looked = tl::expected<void, std::string>;
Looked lookNowhere(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForHeld(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForShard(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForTerms(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForSlide(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForMessage(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForBar(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForExposed(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForSent(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForLink(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForBusiest(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForBlockLinks(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForBlock(StepFacts&, StepStage&, const Scenario&, std::string_view id);
Looked lookForBuffers(StepFacts&, StepStage&, const Scenario&, std::string_view id);

} // namespace core
