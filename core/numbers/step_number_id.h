// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of the numbers of one step, chip, link or message of a collective: "coll.link_bytes@3,17,X+".
#pragma once

#include "core/collectives/whole_torus.h"

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
/// from one block of chips to the next have carried, together, on average, and the busiest, the latter two also of
/// their capacity (blockMeanLoad@, blockLoad@). blockLinks@STEP,BLOCK,LINK: how many these links are;
/// blockChips@STEP,BLOCK: chips of a block, the same in every step. buffers@STEP: shards beside input and result while
/// a matmul multiplies beside the messages of a step. Of bars of the timeline: arrival@ and exposed@STEP,FROM,TO: when
/// a message is there, and how long it travels while its chip multiplies nothing; productEnd@STEP,CHIP,PRODUCT: when
/// the n-th product of a step is done. The same three once more where matmul and collective are done one after the
/// other.
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
    buffers,
    arrival,
    exposed,
    productEnd,
    naiveArrival,
    naiveExposed,
    naiveProductEnd,
    blockBytes,
    blockMean,
    blockMost,
    blockLoad,
    blockMeanLoad,
    blockLinks,
    blockChips
};

/// Where such a number belongs. Chips are ranks of the whole torus; blocks are those of core/collectives/blocks.h.
struct StepPlace {
    StepNumber number = StepNumber::stepEnd;
    int step = 0; // steps that have ended; of a message the step it is sent in, from 1; of buffers see bufferStep()
                  // and of products their step from 1
    int chip = 0; // or block; of a message its sender
    int port = 0; // of a link; of a switch 0 leads into it and 1 out of it
    int to = 0;   // receiver of a message
    int part = 0; // shard or chunk of what the chip holds; which product of the step, from 1

    bool operator==(const StepPlace&) const = default;
};

/// The step that a row of products is multiplied beside, from 1: of a gather the last row is one step behind all
/// messages, of a scatter the first is one ahead of them.
int bufferStep(MatmulForm, int row);
/// How far the step of a number is ahead of the steps that have ended, where it goes on with them: one bar stays.
std::optional<int> stepsAhead(StepNumber);
/// Of matmul and collective one after the other.
bool isInTurn(StepNumber);
/// Of a bar of the timeline, and of those the products.
bool isBar(StepNumber);
bool isProduct(StepNumber);
/// The steps that the number counts.
const Schedule& scheduleOf(const CollectiveStudy&, StepNumber);

/// Whether an id names a place at all, as those of core/numbers/metrics.h do not.
bool hasPlace(std::string_view id);
/// `ownOrder`: of an order of one's own that is played, "own.held@3,2".
std::string stepNumberId(const StepPlace&, const Topology& whole, bool ownOrder = false);
/// Which number an id with a place is of; nothing for others.
std::optional<StepNumber> numberIn(std::string_view id);
/// The same number at another step; other ids stay as they are.
std::string atStep(std::string_view id, int step);
/// The step in an id with a place; -1 in others.
int stepIn(std::string_view id);

/// The error names what is allowed instead.
tl::expected<StepPlace, std::string> readStepNumber(std::string_view id, const WholeCollective&);
/// The same without a collective: whether there is such a number in some collective that a scenario names.
tl::expected<void, std::string> checkStepNumber(std::string_view id);

} // namespace core
