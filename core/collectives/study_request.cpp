// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the coll.* fields of a scenario.
#include "core/collectives/analysis.h"

#include "core/collectives/algorithms/permute.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/inputs/inputs.h"
#include "core/quantity/format.h"
#include "core/scenario/dtype_bytes.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace core
{

namespace
{

/// "1,2" as a chip; empty is `otherwise`.
tl::expected<int, std::string> readChip(std::string_view field, std::string_view text, const Topology& topology,
                                        int otherwise)
{
    if (text.empty())
        return otherwise;
    Coordinates at{};
    std::size_t axis = 0;
    const char* next = text.data();
    const char* end = text.data() + text.size();
    const auto wrong = [&] {
        return tl::unexpected(
            fmt::format("{} is \"{}\"; write the coordinates of one of the chips, such as \"0,0\", or "
                        "nothing for a corner",
                        field, text));
    };
    while (next != end && axis < 3) {
        while (next != end && *next == ' ')
            ++next;
        const auto [after, error] = std::from_chars(next, end, at[axis]);
        if (error != std::errc() || at[axis] < 0 || at[axis] >= topology.axes[axis].length)
            return wrong();
        next = after;
        while (next != end && *next == ' ')
            ++next;
        if (next != end && *next != ',')
            return wrong();
        if (next != end)
            ++next;
        ++axis;
    }
    return next == end ? tl::expected<int, std::string>(topology.chip(at)) : wrong();
}

/// Whole elements of the format that is communicated; bytes where they do not divide.
void setElements(CollectiveRequest& request, const Scenario& s, std::vector<std::string>& notes)
{
    request.elementBytes = s.prec.comm == Dtype::none ? 1 : dtypeBytes(s.prec.comm).si();
    double elements = s.coll.bytes.si() / request.elementBytes;
    if (s.coll.kind == CollectiveKind::matmulGather)
        elements = s.coll.B * s.coll.D;
    else if (s.coll.kind == CollectiveKind::matmulScatter)
        elements = s.coll.B * s.coll.F;
    if (elements != std::floor(elements)) {
        request.elementBytes = 1;
        elements = s.coll.bytes.si();
        notes.push_back(fmt::format("coll.bytes is no whole number of elements of prec.comm; it is cut by bytes."));
    }
    request.elements = static_cast<std::int64_t>(elements);
}

/// "all" and "+1": every chip of a ring sends to the next.
tl::expected<void, std::string> setShift(CollectiveRequest& request, const Scenario& s)
{
    const auto places = readShift(s.coll.to);
    const int chips = request.topology.chips();
    if (s.coll.from != "all")
        return tl::unexpected(
            fmt::format("coll.to is \"{}\", so every chip sends; set coll.from to \"all\"", s.coll.to));
    if (!canShift(request.topology))
        return tl::unexpected(fmt::format("coll.to is \"{}\" and coll.from \"all\": every chip sends round one closed "
                                          "axis of at most {} chips in both directions; choose it by coll.axes, "
                                          "coll.wrap and coll.direction, or write a list such as \"0,0; 1,0\"",
                                          s.coll.to, longestShiftRing));
    if (!places || *places >= chips)
        return tl::unexpected(fmt::format("coll.to is \"{}\"; where all chips send, write how many places further, "
                                          "\"+1\" to \"+{}\"",
                                          s.coll.to, std::max(1, chips - 1)));
    request.shift = *places;
    request.to = *places; // of the first chip
    return {};
}

bool isList(std::string_view text) { return text.find(';') != std::string_view::npos; }

/// "0,0; 1,0" as chips, all of them different.
tl::expected<std::vector<int>, std::string> readChips(std::string_view field, std::string_view text,
                                                      const Topology& topology)
{
    std::vector<int> chips;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(';', begin), text.size());
        const auto chip = readChip(field, text.substr(begin, end - begin), topology, 0);
        if (!chip)
            return tl::unexpected(chip.error());
        if (std::find(chips.begin(), chips.end(), *chip) != chips.end())
            return tl::unexpected(
                fmt::format("{} names \"{}\" twice; name every chip once", field, text.substr(begin, end - begin)));
        chips.push_back(*chip);
        begin = end + 1;
    }
    return chips;
}

/// The first chip of coll.from sends to the first of coll.to, and so on; the others stay as they are.
tl::expected<void, std::string> setDestinations(CollectiveRequest& request, const Scenario& s)
{
    constexpr int maxChips = 16384;
    const auto& topology = request.topology;
    if (topology.chips() > maxChips)
        return tl::unexpected(fmt::format("coll.torus: {} are more chips than lists of them are followed on; choose at "
                                          "most {}",
                                          topology.chips(), maxChips));
    std::vector<int> everybody(static_cast<std::size_t>(topology.chips()));
    std::iota(everybody.begin(), everybody.end(), 0);
    const auto from = s.coll.from == "all" ? everybody : readChips("coll.from", s.coll.from, topology);
    const auto to = readChips("coll.to", s.coll.to, topology);
    if (!from || !to)
        return tl::unexpected(from ? to.error() : from.error());
    if (from->size() != to->size())
        return tl::unexpected(fmt::format("coll.to names {} chips for {} that send; name one for each, such as "
                                          "\"0,0; 1,0\"",
                                          to->size(), from->size()));
    request.destinations = everybody;
    request.from = request.to = from->front();
    for (std::size_t i = 0; i < from->size(); ++i) {
        request.destinations[static_cast<std::size_t>((*from)[i])] = (*to)[i];
        if (topology.distance((*from)[i], (*to)[i]) > topology.distance(request.from, request.to)) {
            request.from = (*from)[i];
            request.to = (*to)[i];
        }
    }
    return {};
}

tl::expected<CollectiveRequest, std::string> ofFields(const Scenario& s, std::vector<std::string>& notes)
{
    const auto whole = readTopology(s.coll.torus, s.hw, s.coll.wrap);
    if (!whole)
        return tl::unexpected(whole.error());
    const bool lists = isList(s.coll.from) || isList(s.coll.to);
    const bool shifts = !lists && (s.coll.from == "all" || readShift(s.coll.to));
    const bool pair = s.coll.kind == CollectiveKind::permute && !shifts; // two chips, whatever the axes between them
    const auto part = pair ? whole : spanned(*whole, s.coll.axes);
    if (!part)
        return tl::unexpected(part.error());
    if (s.hw.linkRate.si() <= 0)
        return tl::unexpected(
            std::string("hw.link.rate is 0: the chip has no links; choose a chip with links or set a rate"));
    CollectiveRequest request;
    request.topology = *part;
    if (auto note = idleAxes(s.coll, *whole); !pair && !note.empty())
        notes.push_back(std::move(note));
    if (pair && s.coll.axes != "all" && part->wiring == Wiring::torus)
        notes.push_back(
            fmt::format("coll.axes is \"{}\", but what chips send to one another goes along all axes.", s.coll.axes));
    request.topology.oneWay = s.coll.direction == LinkDirection::one && part->wiring == Wiring::torus;
    request.kind = s.coll.kind == CollectiveKind::matmulGather    ? CollectiveKind::allGather
                   : s.coll.kind == CollectiveKind::matmulScatter ? CollectiveKind::reduceScatter
                                                                  : s.coll.kind;
    request.algorithm = s.coll.algorithm;
    request.clock = s.coll.clock;
    request.rates = {s.hw.linkRate, s.hw.hop};
    setElements(request, s, notes);
    if (part->wiring == Wiring::torus && s.hw.kind == ChipKind::gpu)
        notes.emplace_back("GPUs form no torus; every link is given the rate of a whole port.");
    if (part->wiring == Wiring::throughSwitch && s.hw.kind == ChipKind::tpu && part->domain != 1)
        notes.emplace_back("TPUs sit behind no switch; a port is given the rate of one link.");
    if (request.topology.oneWay && !part->isSymmetric())
        notes.emplace_back("Open axes still send in both directions: one direction does not reach every chip.");
    if (s.coll.kind != CollectiveKind::permute)
        return request; // coll.from and coll.to say nothing about others
    if (shifts || lists) {
        const auto set = lists ? setDestinations(request, s) : setShift(request, s);
        return set ? tl::expected<CollectiveRequest, std::string>(request) : tl::unexpected(set.error());
    }
    const auto from = readChip("coll.from", s.coll.from, request.topology, 0);
    const auto to = readChip("coll.to", s.coll.to, request.topology, request.topology.chips() - 1);
    if (!from || !to)
        return tl::unexpected(from ? to.error() : from.error());
    request.from = *from;
    request.to = *to;
    return request;
}

/// Whether something goes from one domain to another.
bool leavesDomain(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (request.kind != CollectiveKind::permute)
        return topology.domains() > 1;
    bool leaves = topology.leavesDomain(request.from, request.to);
    for (std::size_t chip = 0; chip < request.destinations.size(); ++chip)
        leaves = leaves || topology.leavesDomain(static_cast<int>(chip), request.destinations[chip]);
    return leaves;
}

std::string rateText(Quantity<dim::bytePerSecond> rate) { return format(rate.si(), dim::bytePerSecond); }

/// The switch adds up what is reduced (NVLS, SHARP), as in the step.
void addInSwitch(CollectiveRequest& request, const Hardware& hw, std::vector<std::string>& notes)
{
    request.inSwitch = true;
    request.domains.inside = hw.linkRate;
    const Plain inputs;
    request.rates.bandwidth = portRate(request, Reader<Plain>(inputs));
    notes.push_back(
        fmt::format("The switch adds up: a GPU exchanges (n + 1)/n of its array with it, at the measured 0.68 "
                    "of {}, and bytes count so. The messages shown add without it, and take as long at {} a port.",
                    rateText(hw.linkRate), rateText(request.rates.bandwidth)));
}

/// Behind several switches NICs carry what goes from one to another, as in the step.
tl::expected<CollectiveRequest, std::string> splitOverDomains(CollectiveRequest request, const Hardware& hw,
                                                              std::vector<std::string>& notes)
{
    const auto& topology = request.topology;
    if (!leavesDomain(request)) {
        const bool switched = hw.kind == ChipKind::gpu && topology.wiring == Wiring::throughSwitch;
        if (switched && hw.inSwitch && request.kind == CollectiveKind::allReduce && topology.chips() > 1)
            addInSwitch(request, hw, notes);
        return request;
    }
    if (!(hw.dcnRate.si() > 0))
        return tl::unexpected(fmt::format("hw.dcn.rate is 0, but {} GPUs lie in domains of {}; set a rate or choose "
                                          "fewer GPUs",
                                          grouped(topology.chips()), grouped(topology.domain)));
    request.domains = {1.0 * topology.domain, hw.linkRate, hw.dcnRate};
    const Plain inputs;
    request.rates = {portRate(request, Reader<Plain>(inputs)), hw.hopAcross};
    if (hw.inSwitch && request.kind == CollectiveKind::allReduce)
        notes.emplace_back("A switch adds up inside one domain only (hw.in_switch), so this all-reduce does without.");
    if (topology.domain == 1)
        notes.push_back(fmt::format("Each of the {} has the network to itself at the rate of its NIC, {}; no switch "
                                    "connects two of them.",
                                    grouped(topology.chips()), rateText(hw.dcnRate)));
    else
        notes.push_back(fmt::format(
            "{}: NVLink of {} inside, a NIC of {} for each GPU between. The messages shown take as long as both need "
            "side by side: {} a port.",
            topologyText(topology), rateText(hw.linkRate), rateText(hw.dcnRate), rateText(request.rates.bandwidth)));
    return request;
}

} // namespace

std::string idleAxes(const Collective& coll, const Topology& whole)
{
    constexpr std::string_view all = "XYZ";
    std::string idle;
    bool active = false;
    for (std::size_t axis = 0; axis < all.size(); ++axis) {
        if (whole.axes[axis].length > 1)
            active = true;
        else if (coll.axes.find(all[axis]) != std::string::npos)
            idle += all[axis];
    }
    if (coll.axes == "all" || whole.wiring == Wiring::throughSwitch || idle.empty())
        return {};
    const std::string_view other = active ? "set coll.axes to \"all\", or " : "";
    return fmt::format("coll.axes is \"{}\", but along {} coll.torus \"{}\" has one chip, so nothing moves there; "
                       "{}make {} longer in coll.torus.",
                       coll.axes, idle, coll.torus, other, idle);
}

tl::expected<CollectiveRequest, std::string> collectiveRequest(const Scenario& s, std::vector<std::string>& notes)
{
    return ofFields(s, notes).and_then(
        [&](CollectiveRequest request) { return splitOverDomains(std::move(request), s.hw, notes); });
}

} // namespace core
