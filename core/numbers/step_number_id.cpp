// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes ids with a place.
#include "core/numbers/step_number_id.h"

#include "core/collectives/networks/blocks.h"
#include "core/numbers/step_cells.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>

namespace core
{

namespace
{

struct Family {
    StepNumber number;
    std::string_view name;
    std::string_view places; // as people are told them
};

constexpr std::string_view ofScenario = "coll.";
constexpr std::string_view ofOwnOrder = "own.";

constexpr std::array families{Family{StepNumber::stepEnd, "step_end", "STEP"},
                              Family{StepNumber::held, "held", "STEP,CHIP"},
                              Family{StepNumber::linkBytes, "link_bytes", "STEP,CHIP,LINK"},
                              Family{StepNumber::linkLoad, "link_load", "STEP,CHIP,LINK"},
                              Family{StepNumber::linkCapacity, "link_capacity", "STEP"},
                              Family{StepNumber::message, "message", "STEP,CHIP,CHIP"},
                              Family{StepNumber::busiest, "busiest", "STEP"},
                              Family{StepNumber::sent, "sent", "STEP"},
                              Family{StepNumber::chunks, "chunks", "STEP,CHIP,SHARD"},
                              Family{StepNumber::terms, "terms", "STEP,CHIP,CHUNK"},
                              Family{StepNumber::slideSum, "slide_sum", "STEP,CHIP,CHUNK"},
                              Family{StepNumber::buffers, "buffers", "STEP"},
                              Family{StepNumber::arrival, "arrival", "STEP,CHIP,CHIP"},
                              Family{StepNumber::exposed, "exposed", "STEP,CHIP,CHIP"},
                              Family{StepNumber::productEnd, "product_end", "STEP,CHIP,PRODUCT"},
                              Family{StepNumber::naiveArrival, "naive_arrival", "STEP,CHIP,CHIP"},
                              Family{StepNumber::naiveExposed, "naive_exposed", "STEP,CHIP,CHIP"},
                              Family{StepNumber::naiveProductEnd, "naive_product_end", "STEP,CHIP,PRODUCT"},
                              Family{StepNumber::blockBytes, "block_bytes", "STEP,BLOCK,LINK"},
                              Family{StepNumber::blockMean, "block_mean", "STEP,BLOCK,LINK"},
                              Family{StepNumber::blockMost, "block_most", "STEP,BLOCK,LINK"},
                              Family{StepNumber::blockLoad, "block_load", "STEP,BLOCK,LINK"},
                              Family{StepNumber::blockMeanLoad, "block_mean_load", "STEP,BLOCK,LINK"},
                              Family{StepNumber::blockLinks, "block_links", "STEP,BLOCK,LINK"},
                              Family{StepNumber::blockChips, "block_chips", "STEP,BLOCK"}};

const Family& familyOf(StepNumber number) { return families[static_cast<std::size_t>(number)]; }

/// What the last place of a family is called.
std::string_view lastPlace(StepNumber number)
{
    const auto places = familyOf(number).places;
    const auto comma = places.rfind(',');
    return comma == std::string_view::npos ? "" : places.substr(comma + 1);
}

bool isLink(StepNumber number) { return lastPlace(number) == "LINK"; }
bool isOfPart(StepNumber number)
{
    return lastPlace(number) == "SHARD" || lastPlace(number) == "CHUNK" || isProduct(number);
}
bool isOfMessage(StepNumber number) { return familyOf(number).places == "STEP,CHIP,CHIP"; }
bool isOfBlock(StepNumber number) { return number >= StepNumber::blockBytes; }

struct Range {
    int least = 0;
    int most = 0;
};

/// Messages are sent in a step, and a load needs time that has passed.
Range stepsOf(StepNumber number, const CollectiveStudy& study)
{
    if (number == StepNumber::buffers && study.matmul)
        return {bufferStep(study.matmul->form, 0),
                bufferStep(study.matmul->form, static_cast<int>(study.matmul->products.size()) - 1)};
    if (isProduct(number) && study.matmul)
        return {1, isInTurn(number) ? study.request.topology.chips() : static_cast<int>(study.matmul->products.size())};
    using enum StepNumber;
    const bool later = isOfMessage(number) || number == linkLoad || number == blockLoad || number == blockMeanLoad;
    return {later ? 1 : 0, scheduleOf(study, number).steps};
}

struct Split {
    const Family* family = nullptr;
    std::vector<std::string_view> places;
};

std::string allFamilies()
{
    std::string names;
    for (const auto& family : families)
        names += fmt::format("{}{}{}@{}", names.empty() ? "" : ", ", ofScenario, family.name, family.places);
    return names;
}

tl::expected<Split, std::string> splitId(std::string_view id)
{
    const auto at = id.find('@');
    const auto prefix = id.starts_with(ofOwnOrder) ? ofOwnOrder : ofScenario;
    const auto name = id.starts_with(prefix) ? id.substr(0, at).substr(prefix.size()) : std::string_view();
    const auto family = std::find_if(families.begin(), families.end(), [&](const Family& f) { return f.name == name; });
    if (at == std::string_view::npos || family == families.end())
        return tl::unexpected(fmt::format("'{}' is no number of a step; choose one of {}", id, allFamilies()));
    Split split{&*family, parts(id.substr(at + 1), ',')};
    if (split.places.size() != parts(family->places, ',').size())
        return tl::unexpected(fmt::format("'{}' needs {} after the @", id, family->places));
    return split;
}

std::string linkWord(const Topology& whole, int port)
{
    if (whole.wiring == Wiring::throughSwitch)
        return port == 0 ? "sends" : "receives";
    return std::string(1, "XYZ"[axisOf(port)]) + (isForward(port) ? '+' : '-');
}

/// Ports of the links that leave a chip; of a switch, into it and out of it.
std::vector<int> linksOf(const Topology& whole, int chip)
{
    if (whole.wiring == Wiring::throughSwitch)
        return {0, 1};
    std::vector<int> ports;
    for (int port = 0; port < whole.ports(); ++port)
        if (whole.neighbour(chip, port) >= 0)
            ports.push_back(port);
    return ports;
}

tl::expected<int, std::string> within(std::string_view id, std::string_view what, std::string_view text, int least,
                                      int most)
{
    if (const auto number = wholeNumber(text, least, most))
        return *number;
    return tl::unexpected(
        most < least ? fmt::format("'{}': this collective has no such {}", id, what)
                     : fmt::format("'{}': there is no {} {} here; choose {} to {}", id, what, text, least, most));
}

tl::expected<int, std::string> portNamed(std::string_view id, std::string_view what, std::string_view text,
                                         const Topology& whole, int chip)
{
    std::string known;
    for (const int port : linksOf(whole, chip)) {
        if (linkWord(whole, port) == text)
            return port;
        known += (known.empty() ? "" : ", ") + linkWord(whole, port);
    }
    return tl::unexpected(known.empty()
                              ? fmt::format("'{}': {} {} has no links", id, what, chip)
                              : fmt::format("'{}': {} {} has no link {}; choose {}", id, what, chip, text, known));
}

/// Of one chip in one step.
int productsIn(const WholeCollective& collective, const StepPlace& place)
{
    const auto& plan = collective.study.matmul;
    const auto chip = static_cast<std::size_t>(collective.chipOfPart(place.chip));
    const auto step = static_cast<std::size_t>(place.step - 1);
    return isInTurn(place.number) || !plan ? 1 : static_cast<int>(plan->products[step][chip].size());
}

} // namespace

int bufferStep(MatmulForm form, int row) { return form == MatmulForm::gather ? row + 1 : row; }

std::optional<int> stepsAhead(StepNumber number)
{
    if (isBar(number))
        return std::nullopt;
    return number == StepNumber::message || number == StepNumber::buffers ? 1 : 0;
}

bool isInTurn(StepNumber number) { return number >= StepNumber::naiveArrival && number <= StepNumber::naiveProductEnd; }

bool isBar(StepNumber number) { return number >= StepNumber::arrival && number <= StepNumber::naiveProductEnd; }

bool isProduct(StepNumber number) { return number == StepNumber::productEnd || number == StepNumber::naiveProductEnd; }

const Schedule& scheduleOf(const CollectiveStudy& study, StepNumber number)
{
    return isInTurn(number) && study.matmul ? study.matmul->alone : study.schedule;
}

bool hasPlace(std::string_view id) { return id.find('@') != std::string_view::npos; }

std::string stepNumberId(const StepPlace& place, const Topology& whole, bool ownOrder)
{
    const auto id = fmt::format("{}{}@{}", ownOrder ? ofOwnOrder : ofScenario, familyOf(place.number).name, place.step);
    if (isLink(place.number))
        return fmt::format("{},{},{}", id, place.chip, linkWord(whole, place.port));
    if (isOfMessage(place.number))
        return fmt::format("{},{},{}", id, place.chip, place.to);
    if (isOfPart(place.number))
        return fmt::format("{},{},{}", id, place.chip, place.part);
    return familyOf(place.number).places == "STEP" ? id : fmt::format("{},{}", id, place.chip);
}

std::optional<StepNumber> numberIn(std::string_view id)
{
    const auto split = splitId(id);
    return split ? std::optional(split->family->number) : std::nullopt;
}

int stepIn(std::string_view id)
{
    if (!hasPlace(id))
        return -1;
    const auto step = parts(id.substr(id.find('@') + 1), ',').front();
    return wholeNumber(step, 0, std::numeric_limits<int>::max()).value_or(-1);
}

std::string atStep(std::string_view id, int step)
{
    if (!hasPlace(id))
        return std::string(id);
    const auto at = id.find('@');
    const auto rest = id.find(',', at);
    return fmt::format("{}@{}{}", id.substr(0, at), step, rest == std::string_view::npos ? "" : id.substr(rest));
}

tl::expected<StepPlace, std::string> readStepNumber(std::string_view id, const WholeCollective& collective)
{
    const auto& whole = collective.whole;
    const auto split = splitId(id);
    if (!split)
        return tl::unexpected(split.error());
    StepPlace place{split->family->number};
    const auto& schedule = scheduleOf(collective.study, place.number);
    const auto& at = split->places;
    const bool block = isOfBlock(place.number);
    if (block && whole.wiring == Wiring::throughSwitch)
        return tl::unexpected(fmt::format("'{}': a switch has no blocks of chips", id));
    const bool multiplies = place.number >= StepNumber::buffers && !block && place.number != StepNumber::arrival;
    if (multiplies && !collective.study.matmul)
        return tl::unexpected(
            fmt::format("'{}': nothing is multiplied here; choose coll.kind=matmul-gather or matmul-scatter", id));
    const Topology places = block ? blocksOf(whole) : whole;
    const std::string_view what = block ? "block" : "chip";
    std::string error;
    const auto take = [&](tl::expected<int, std::string> found, int& to) {
        to = found.value_or(0);
        if (!found && error.empty())
            error = found.error();
    };
    const auto steps = stepsOf(place.number, collective.study);
    take(within(id, "step", at[0], steps.least, steps.most), place.step);
    if (at.size() > 1)
        take(within(id, what, at[1], 0, places.chips() - 1), place.chip);
    if (isOfMessage(place.number))
        take(within(id, what, at[2], 0, places.chips() - 1), place.to);
    else if (isLink(place.number))
        take(portNamed(id, what, at[2], places, place.chip), place.port);
    else if (lastPlace(place.number) == "SHARD")
        take(within(id, "shard", at[2], 0, shardsOf(schedule) - 1), place.part);
    else if (isProduct(place.number) && error.empty())
        take(within(id, "product", at[2], 1, productsIn(collective, place)), place.part);
    else if (isOfPart(place.number))
        take(within(id, "chunk", at[2], 0, static_cast<int>(schedule.chunks.count()) - 1), place.part);
    if (!error.empty())
        return tl::unexpected(error);
    return place;
}

tl::expected<void, std::string> checkStepNumber(std::string_view id)
{
    const auto split = splitId(id);
    if (split && !id.starts_with(ofScenario))
        return tl::unexpected(fmt::format("'{}' is of an order of one's own, which no scenario names", id));
    return split ? tl::expected<void, std::string>{} : tl::unexpected(split.error());
}

} // namespace core
