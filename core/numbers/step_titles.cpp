// SPDX-License-Identifier: GPL-3.0-or-later
// Names chips, links, blocks and chunks of numbers with a place.
#include "core/numbers/step_titles.h"

#include "core/collectives/networks/blocks.h"
#include "core/collectives/schedules/names.h"

#include <fmt/format.h>

namespace core
{

namespace
{

/// "(1,0) to (2,0)"; of a switch "GPU 3 into the switch".
std::string linkName(const Topology& whole, int chip, int port)
{
    const auto name = chipName(whole, chip);
    if (whole.wiring == Wiring::throughSwitch)
        return port == 0 ? name + " into the switch" : "the switch to " + name;
    return fmt::format("{} to {}", name, chipName(whole, whole.neighbour(chip, port)));
}

std::string titleOfLinks(const StepFacts& facts)
{
    const auto& whole = facts.collective.whole;
    const auto& place = facts.place;
    if (place.number == StepNumber::linkBytes || place.number == StepNumber::linkLoad)
        return fmt::format("{} from {} up to step {}", place.number == StepNumber::linkBytes ? "Bytes" : "Load",
                           linkName(whole, place.chip, place.port), place.step);
    const auto busiest = [&] { return linkName(whole, facts.busiest.chip, facts.busiest.port); };
    if (place.number == StepNumber::busiest)
        return whole.chips() == 1 ? "Bytes over the busiest link"
                                  : fmt::format("Busiest link up to step {}, {}", place.step, busiest());
    const auto blocks = blocksOf(whole);
    const auto blocksNamed = fmt::format("block {} to {}", chipName(blocks, place.chip),
                                         chipName(blocks, blocks.neighbour(place.chip, place.port)));
    const auto between = fmt::format("{} up to step {}", blocksNamed, place.step);
    switch (place.number) {
    case StepNumber::blockLinks:
        return "Links from " + blocksNamed;
    case StepNumber::blockBytes:
        return "Bytes from " + between;
    case StepNumber::blockMean:
        return "Mean over links from " + between;
    case StepNumber::blockMeanLoad:
        return "Mean load of links from " + between;
    case StepNumber::blockMost:
        return fmt::format("Busiest link from {}, {}", between, busiest());
    default:
        return fmt::format("Load of the busiest link from {}, {}", between, busiest());
    }
}

/// As the rows of the order are called, with a space before it; `step` as of bufferStep().
std::string besideStep(const StepFacts& facts, int step)
{
    const int steps = facts.collective.study.schedule.steps;
    return steps == 0     ? ""
           : step == 0    ? " before step 1"
           : step > steps ? fmt::format(" after step {}", steps)
                          : fmt::format(" beside step {}", step);
}

std::string titleOfBar(const StepFacts& facts)
{
    const auto& whole = facts.collective.whole;
    const auto& place = facts.place;
    const bool inTurn = isInTurn(place.number);
    const std::string when = fmt::format(" in step {}{}", place.step, inTurn ? ", one after the other" : "");
    const auto from = chipName(whole, place.chip);
    if (const auto& plan = facts.collective.study.matmul; plan && isProduct(place.number))
        return fmt::format("End of product {} on {}{}", productName(plan->form, facts.bar.bar.product), from,
                           inTurn ? when : besideStep(facts, bufferStep(plan->form, place.step - 1)));
    const bool arrives = place.number == StepNumber::arrival || place.number == StepNumber::naiveArrival;
    return fmt::format("{} of the message from {} to {}{}", arrives ? "Arrival" : "Time beside no product,", from,
                       chipName(whole, place.to), when);
}

std::string titleOfBuffers(const StepFacts& facts)
{
    const auto chip = chipName(facts.collective.whole, facts.collective.chipOfWhole(facts.buffers.chip, 0));
    return fmt::format("Buffers{}, in shards, on {}", besideStep(facts, facts.place.step), chip);
}

} // namespace

std::string titleOf(const StepFacts& facts)
{
    if (isBar(facts.place.number))
        return titleOfBar(facts);
    const auto& whole = facts.collective.whole;
    const auto& place = facts.place;
    const auto chip = [&] { return chipName(whole, place.chip); };
    const auto chunk = [&] { return chunkName(facts.collective.study.schedule, place.part); };
    switch (place.number) {
    case StepNumber::blockChips:
        return fmt::format("Chips of block {}", chipName(blocksOf(whole), place.chip));
    case StepNumber::stepEnd:
        return fmt::format("End of step {}", place.step);
    case StepNumber::held:
        return fmt::format("Bytes on {} after step {}", chip(), place.step);
    case StepNumber::linkCapacity:
        return fmt::format("Bytes a link could have carried up to step {}", place.step);
    case StepNumber::message:
        return fmt::format("Bytes from {} to {} in step {}", chip(), chipName(whole, place.to), place.step);
    case StepNumber::sent:
        return fmt::format("Bytes over all links up to step {}", place.step);
    case StepNumber::chunks:
        return fmt::format("{} on {} after step {}", facts.shard.name, chip(), place.step);
    case StepNumber::terms:
        return fmt::format("Terms in {} on {} after step {}", chunk(), chip(), place.step);
    case StepNumber::buffers:
        return titleOfBuffers(facts);
    case StepNumber::slideSum:
        return fmt::format("Sum {} on {} after step {}", chunk(), chip(), place.step);
    default:
        return titleOfLinks(facts);
    }
}

} // namespace core
