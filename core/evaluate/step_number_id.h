// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of the numbers of one step, chip, link or message of a collective: "coll.link_bytes@3,17,X+".
#pragma once

#include "core/collectives/schedule.h"

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// stepEnd@STEP: when it has ended. held@STEP,CHIP: bytes on the chip then. linkBytes@ and linkLoad@STEP,CHIP,LINK:
/// what the link out of the chip has carried by then, in bytes and of its capacity; linkCapacity@STEP.
/// message@STEP,FROM,TO: bytes of what is sent in the step. busiest@ and sent@STEP: most bytes over one link, and bytes
/// over all of them. chunks@STEP,CHIP,SHARD: how many of a shard (of blocks, of those for a chip; of pieces, of the
/// piece) lie on the chip. terms@STEP,CHIP,CHUNK: terms in its sum there. slideSum@STEP,CHIP,CHUNK: what the sum of the
/// slide's numbers amounts to there. blockBytes@, blockMean@, blockMost@ and blockLoad@STEP,BLOCK,LINK: what the links
/// from one block of chips to the next have carried, together, on average, and the busiest, that also of its capacity.
enum class StepNumber {
    stepEnd,
    held,
    linkBytes,
    linkLoad,
    linkCapacity,
    message,
    busiest,
    sent,
    chunks,
    terms,
    slideSum,
    blockBytes,
    blockMean,
    blockMost,
    blockLoad
};

/// Where such a number belongs. Chips are ranks of the whole torus; blocks are those of core/collectives/blocks.h.
struct StepPlace {
    StepNumber number = StepNumber::stepEnd;
    int step = 0; // steps that have ended; of a message the step it is sent in, from 1
    int chip = 0; // or block; of a message its sender
    int port = 0; // of a link; of a switch 0 leads into it and 1 out of it
    int to = 0;   // receiver of a message
    int part = 0; // shard or chunk of what the chip holds

    bool operator==(const StepPlace&) const = default;
};

/// Whether an id names a place at all, as those of core/evaluate/metrics.h do not.
bool hasPlace(std::string_view id);
std::string stepNumberId(const StepPlace&, const Topology& whole);
/// Which number an id with a place is of; nothing for others.
std::optional<StepNumber> numberIn(std::string_view id);
/// The same number at another step; other ids stay as they are.
std::string atStep(std::string_view id, int step);
/// The step in an id with a place; -1 in others.
int stepIn(std::string_view id);

/// The error names what is allowed instead.
tl::expected<StepPlace, std::string> readStepNumber(std::string_view id, const Topology& whole, const Schedule&);
/// The same without a collective: whether there is such a number in some collective.
tl::expected<void, std::string> checkStepNumber(std::string_view id);

} // namespace core
