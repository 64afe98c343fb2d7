// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the places of numbers of a collective, one function for each kind of place.
#include "core/numbers/step_place.h"

#include "core/collectives/analysis.h"
#include "core/collectives/networks/blocks.h"
#include "core/numbers/id_pattern.h"
#include "core/numbers/step_cells.h"
#include "core/numbers/step_row.h"
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

/// A place that is being read.
struct Reading {
    std::string_view id;
    const StepRow& row;
    const WholeCollective& collective;
    Topology places; // its chips or blocks
    StepPlace place;

    const Schedule& schedule() const { return scheduleOf(collective.analysis, row); }
    std::string_view what() const { return row.isOfBlock() ? "block" : "chip"; }
};

using Found = tl::expected<int, std::string>;

Found within(const Reading& r, std::string_view what, std::string_view text, int min, int max)
{
    if (const auto number = wholeNumber(text, min, max))
        return *number;
    return tl::unexpected(
        max < min ? fmt::format("'{}': this collective has no such {}", r.id, what)
                  : fmt::format("'{}': there is no {} {} here; choose {} to {}", r.id, what, text, min, max));
}

Found readStep(const Reading& r, std::string_view text)
{
    const auto steps = r.row.steps(r.row, r.collective.analysis);
    return within(r, "step", text, steps.first, steps.last);
}

Found readChip(const Reading& r, std::string_view text) { return within(r, r.what(), text, 0, r.places.chips() - 1); }

Found readLink(const Reading& r, std::string_view text)
{
    std::string known;
    for (const int port : linksOf(r.places, r.place.chip)) {
        if (linkWord(r.places, port) == text)
            return port;
        known += (known.empty() ? "" : ", ") + linkWord(r.places, port);
    }
    const auto chip = fmt::format("'{}': {} {}", r.id, r.what(), r.place.chip);
    return tl::unexpected(known.empty() ? chip + " has no links"
                                        : fmt::format("{} has no link {}; choose {}", chip, text, known));
}

Found readShard(const Reading& r, std::string_view text)
{
    return within(r, "shard", text, 0, shardsOf(r.schedule()) - 1);
}

Found readChunk(const Reading& r, std::string_view text)
{
    return within(r, "chunk", text, 0, static_cast<int>(r.schedule().chunks.count()) - 1);
}

/// Of one chip in one step.
Found readProduct(const Reading& r, std::string_view text)
{
    const auto& plan = r.collective.analysis.matmul;
    const auto chip = static_cast<std::size_t>(r.collective.chipOfPart(r.place.chip));
    const auto step = static_cast<std::size_t>(r.place.step - 1);
    return within(r, "product", text, 1,
                  r.row.naive || !plan ? 1 : static_cast<int>(plan->products[step][chip].size()));
}

/// What may stand between the braces of a pattern, and where it is kept.
struct PlaceKind {
    std::string_view name;
    int StepPlace::*at;
    Found (*read)(const Reading&, std::string_view text);
};

constexpr std::array placeKinds{
    PlaceKind{"step", &StepPlace::step, readStep},       PlaceKind{"chip", &StepPlace::chip, readChip},
    PlaceKind{"block", &StepPlace::chip, readChip},      PlaceKind{"from", &StepPlace::chip, readChip},
    PlaceKind{"to", &StepPlace::to, readChip},           PlaceKind{"link", &StepPlace::port, readLink},
    PlaceKind{"shard", &StepPlace::part, readShard},     PlaceKind{"chunk", &StepPlace::part, readChunk},
    PlaceKind{"product", &StepPlace::part, readProduct},
};

const PlaceKind& kindNamed(std::string_view name)
{
    return *std::find_if(placeKinds.begin(), placeKinds.end(), [&](const PlaceKind& k) { return k.name == name; });
}

} // namespace

int bufferStep(MatmulForm form, int row) { return form == MatmulForm::gather ? row + 1 : row; }

const Schedule& scheduleOf(const CollectiveAnalysis& analysis, const StepRow& row)
{
    return row.naive && analysis.matmul ? analysis.matmul->alone : analysis.schedule;
}

std::string stepNumberId(const StepPlace& place, const Topology& whole, bool custom)
{
    std::string id = fmt::format("{}.{}@", custom ? "own" : "coll", place.number);
    for (const auto& name : placesOf(findStepRow(place.number)->places)) {
        const auto& kind = kindNamed(name);
        id += id.back() == '@' ? "" : ",";
        id += name == "link" ? linkWord(whole, place.port) : std::to_string(place.*kind.at);
    }
    return id;
}

const StepRow* stepRowOf(std::string_view id)
{
    const auto dot = id.find('.');
    const auto at = id.find('@');
    const auto scope = id.substr(0, dot);
    if (at == std::string_view::npos || dot > at || (scope != "coll" && scope != "own"))
        return nullptr;
    return findStepRow(id.substr(dot + 1, at - dot - 1));
}

std::optional<int> stepsAhead(std::string_view id)
{
    const auto* row = stepRowOf(id);
    return row ? row->ahead : std::nullopt;
}

int stepIn(std::string_view id)
{
    const auto at = id.find('@');
    if (at == std::string_view::npos)
        return -1;
    const auto step = parts(id.substr(at + 1), ',').front();
    return wholeNumber(step, 0, std::numeric_limits<int>::max()).value_or(-1);
}

std::string atStep(std::string_view id, int step)
{
    const auto at = id.find('@');
    if (at == std::string_view::npos)
        return std::string(id);
    const auto rest = id.find(',', at);
    return fmt::format("{}@{}{}", id.substr(0, at), step, rest == std::string_view::npos ? "" : id.substr(rest));
}

tl::expected<StepPlace, std::string> readStepPlace(const StepRow& row, std::string_view id,
                                                   const WholeCollective& collective)
{
    const auto& whole = collective.whole;
    const auto head = id.substr(0, id.find('@') + 1);
    const auto texts = placesIn(std::string(head) + std::string(row.places), id);
    if (!texts)
        return tl::unexpected(texts.error());
    if (row.isOfBlock() && whole.wiring == Wiring::throughSwitch)
        return tl::unexpected(fmt::format("'{}': a switch has no blocks of chips", id));
    if (row.multiplies && !collective.analysis.matmul)
        return tl::unexpected(
            fmt::format("'{}': nothing is multiplied here; choose coll.kind=matmul-gather or matmul-scatter", id));
    Reading reading{id, row, collective, row.isOfBlock() ? blocksOf(whole) : whole, {row.name}};
    const auto names = placesOf(row.places);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& kind = kindNamed(names[i]);
        const auto found = kind.read(reading, (*texts)[i]);
        if (!found)
            return tl::unexpected(found.error());
        reading.place.*kind.at = *found;
    }
    return reading.place;
}

} // namespace core
