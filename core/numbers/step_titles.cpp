// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the names of chips, links, blocks and chunks into the titles of numbers.
#include "core/numbers/step_row.h"

#include "core/collectives/analysis.h"
#include "core/collectives/networks/blocks.h"
#include "core/collectives/schedules/names.h"
#include "core/numbers/step_facts.h"

#include <algorithm>
#include <array>

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

std::string chipAt(const StepFacts& facts) { return chipName(facts.collective.whole, facts.place.chip); }
std::string blockAt(const StepFacts& facts) { return chipName(blocksOf(facts.collective.whole), facts.place.chip); }

/// "(1,0) to (2,0)", or "block (0) to (1)".
std::string linkAt(const StepFacts& facts)
{
    const auto& whole = facts.collective.whole;
    return facts.row.isOfBlock() ? "block " + linkName(blocksOf(whole), facts.place.chip, facts.place.port)
                                 : linkName(whole, facts.place.chip, facts.place.port);
}

std::string busiestLink(const StepFacts& facts)
{
    const auto& whole = facts.collective.whole;
    return whole.chips() == 1 ? "none" : linkName(whole, facts.busiest.chip, facts.busiest.port);
}

/// As the rows of the order are called, with a space before it.
std::string besideStep(const StepFacts& facts)
{
    const auto& analysis = facts.collective.analysis;
    const int steps = analysis.schedule.steps;
    const int step =
        facts.row.isOfProduct() ? bufferStep(analysis.matmul->form, facts.place.step - 1) : facts.place.step;
    return steps == 0     ? ""
           : step == 0    ? " before step 1"
           : step > steps ? fmt::format(" after step {}", steps)
                          : fmt::format(" during step {}", step);
}

std::string productAt(const StepFacts& facts)
{
    return productName(facts.collective.analysis.matmul->form, facts.bar.bar.product);
}

/// What may stand between the braces of a title.
struct TitleWord {
    std::string_view name;
    std::string (*text)(const StepFacts&);
};

constexpr std::array titleWords{
    TitleWord{"step", [](const StepFacts& f) { return std::to_string(f.place.step); }},
    TitleWord{"chip", chipAt},
    TitleWord{"to", [](const StepFacts& f) { return chipName(f.collective.whole, f.place.to); }},
    TitleWord{"block", blockAt},
    TitleWord{"link", linkAt},
    TitleWord{"busiest", busiestLink},
    TitleWord{"shard", [](const StepFacts& f) { return f.shard.name; }},
    TitleWord{"chunk", [](const StepFacts& f) { return chunkName(f.collective.analysis.schedule, f.place.part); }},
    TitleWord{"product", productAt},
    TitleWord{"beside", besideStep},
    TitleWord{
        "fullest",
        [](const StepFacts& f) { return chipName(f.collective.whole, f.collective.chipOfWhole(f.buffers.chip, 0)); }},
};

} // namespace

std::string titleOf(const StepFacts& facts)
{
    std::string title;
    for (std::string_view rest = facts.row.title; !rest.empty();) {
        const auto open = std::min(rest.find('{'), rest.size());
        title += rest.substr(0, open);
        rest.remove_prefix(open);
        if (rest.empty())
            break;
        const auto name = rest.substr(1, rest.find('}') - 1);
        const auto* word =
            std::find_if(titleWords.begin(), titleWords.end(), [&](const TitleWord& w) { return w.name == name; });
        title += word->text(facts);
        rest.remove_prefix(name.size() + 2);
    }
    return title;
}

} // namespace core
