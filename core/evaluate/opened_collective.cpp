// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of coll.*, and the sums that lead from the charge of the step to the time of the schedule.
#include "core/evaluate/opened_collective.h"

#include "core/evaluate/charge_part.h"
#include "core/evaluate/design_place.h"
#include "core/evaluate/mesh_fit.h"
#include "core/quantity/format.h"
#include "core/scenario/names.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

using Seconds = Quantity<dim::second>;

constexpr double leastDifference = 1e-6; // of the times; cutting into whole elements makes smaller ones

bool isLongAxis(const Topology& topology)
{
    const auto active = topology.activeAxes();
    const auto& axis = topology.axes[active.empty() ? 0 : static_cast<std::size_t>(active.front())];
    return topology.wiring == Wiring::torus && active.size() == 1 && axis.length > 2;
}

/// A reduction on one axis is charged as scatter and gather, which is not what `auto` takes on a line, nor on a ring
/// for few bytes.
CollectiveAlgorithm algorithmOf(const DesignCollective& one, const Topology& topology)
{
    const bool asCharged = one.kind == CollectiveKind::allReduce && isLongAxis(topology);
    return asCharged ? CollectiveAlgorithm::ring : CollectiveAlgorithm::automatic;
}

bool hasEqualAxes(const Topology& topology)
{
    const auto active = topology.activeAxes();
    return std::all_of(active.begin(), active.end(), [&](int axis) {
        return topology.axes[static_cast<std::size_t>(axis)] == topology.axes[static_cast<std::size_t>(active.front())];
    });
}

/// The book's clock, as the step's: a hop counts where it takes longer than its bytes. It lets all chips wait for the
/// largest message of a step, so schedules whose axes are at different steps of their own need the other one.
CollectiveClock clockOf(const Scenario& opened)
{
    std::vector<std::string> notes;
    const auto request = collectiveRequest(opened, notes);
    if (!request || request->kind == CollectiveKind::permute || hasEqualAxes(request->topology))
        return CollectiveClock::book;
    const auto algorithm = chosenAlgorithm(*request).algorithm;
    return algorithm == CollectiveAlgorithm::offsets ? CollectiveClock::book : CollectiveClock::async;
}

/// Members of the axis that a switch does not connect: over nodes, or over DCN.
bool isScaledOut(const Scenario& s, std::size_t axis)
{
    if (axis == slicesAxis)
        return true;
    const auto fit = fitMesh(s);
    return s.hw.kind == ChipKind::gpu && s.mesh.axis[axis].size * fit.axis[axis].inner > s.hw.domain;
}

int linksOf(const CollectiveRequest& request)
{
    if (request.kind == CollectiveKind::permute)
        return 1;
    int links = 0;
    for (const auto& axis : request.topology.axes)
        links += axis.length > 1 ? (axis.wraps ? 2 : 1) : 0;
    return links;
}

std::string sidesText(std::string torus)
{
    for (std::size_t at = 0; (at = torus.find('x', at)) != std::string::npos;)
        torus.replace(at, 1, "×");
    return torus;
}

/// "ring of 4 in 4×4×4", "8×4 mesh".
std::string shapeText(const DesignPlace& place)
{
    const auto& topology = place.topology;
    const auto active = topology.activeAxes();
    if (topology.wiring == Wiring::throughSwitch || active.empty())
        return topologyText(topology);
    const auto& axes = topology.axes;
    std::string sides;
    for (const int axis : active)
        sides += fmt::format("{}{}", sides.empty() ? "" : "×", axes[static_cast<std::size_t>(axis)].length);
    const auto isOpen = [](const TorusAxis& axis) { return !axis.wraps; };
    std::string text;
    if (std::all_of(axes.begin(), axes.end(), isOpen))
        text = active.size() > 1 ? sides + " mesh" : "line of " + sides;
    else if (std::none_of(axes.begin(), axes.end(),
                          [](const TorusAxis& axis) { return axis.length > 2 && !axis.wraps; }))
        text = active.size() > 1 ? sides + " torus" : "ring of " + sides;
    else
        text = topologyText(topology);
    return place.axes == "all" || place.torus == sides ? text : text + " in " + sidesText(place.torus);
}

struct Words {
    std::string name, why;
};

/// Why the bytes alone take another time on the chips that are drawn.
Words ofBytes(const Scenario& s, const DesignCollective& one, const CollectiveStudy& study)
{
    if (one.axis == slicesAxis)
        return {"Another network", "The step sends these over DCN; the picture gives every slice a link of the chip"};
    const auto fit = fitMesh(s);
    const auto& axis = fit.axis[one.axis];
    if (isScaledOut(s, one.axis))
        return {"Another network",
                fmt::format("The axis leaves the domain of {}; the picture puts all behind one switch",
                            countText(s.hw.domain, "GPU"))};
    const auto& topology = study.request.topology;
    const bool pipeline = s.mesh.axis[one.axis].role == Role::pipeline;
    const double charged = pipeline ? axis.hardwareAxes : axis.links;
    const int drawn = linksOf(study.request);
    if (topology.wiring == Wiring::torus && charged != drawn)
        return {"Links", fmt::format("The step lets a chip send over {} links at once than there are in the picture",
                                     charged > drawn ? "more" : "fewer")};
    if (!hasEqualAxes(topology))
        return {"Unequal axes",
                "The step keeps every link busy to the end; this schedule does not, as its axes differ"};
    return {"Whole pieces", "The array does not divide into equal pieces of whole elements"};
}

Words ofHops(const Scenario& s, const CollectiveStudy& study)
{
    return {"Hops",
            fmt::format("A hop takes {}; the step {}", format(study.request.rates.hop.si(), dim::second),
                        s.conv.latency ? "counts the hops of a layer once, where they outlast the bytes of the pass"
                                       : "leaves hops out, since latency is off")};
}

tl::expected<void, std::string> edited(Scenario& s, const FieldEdits& edits)
{
    for (const auto& [field, value] : edits)
        if (auto done = setField(s, field, value); !done)
            return done;
    return {};
}

} // namespace

tl::expected<FieldEdits, std::string> openingEdits(const Scenario& s, const DesignCollective& one)
{
    const auto place = placeOfAxis(s, one.axis);
    if (!place)
        return tl::unexpected(place.error());
    const double bytes = std::round(one.bytes.si());
    const Field& field = *findField("coll.bytes");
    if (!(bytes >= field.least && bytes <= field.most))
        return tl::unexpected(fmt::format("{} moves {}; schedules are shown of {} to {}", one.name,
                                          format(one.bytes.si(), dim::byte), format(field.least, dim::byte),
                                          format(field.most, dim::byte)));
    const bool pair = one.kind == CollectiveKind::permute;
    const auto name = [](auto value) { return std::string(nameOf(value)); };
    FieldEdits edits{{"coll.kind", name(one.kind)},
                     {"coll.torus", place->torus},
                     {"coll.axes", place->axes},
                     {"coll.wrap", name(place->wrap)},
                     {"coll.direction", name(pair ? LinkDirection::one : LinkDirection::both)},
                     {"coll.algorithm", name(algorithmOf(one, place->topology))},
                     {"coll.bytes", bytes}};
    if (pair) {
        const auto& to = place->second;
        const bool switched = place->topology.wiring == Wiring::throughSwitch;
        edits.emplace_back("coll.from", std::string(switched ? "0" : "0,0,0"));
        edits.emplace_back("coll.to", switched ? std::string("1") : fmt::format("{},{},{}", to[0], to[1], to[2]));
    }
    Scenario opened = s;
    if (const auto done = edited(opened, edits); !done)
        return tl::unexpected(done.error());
    edits.emplace_back("coll.clock", name(clockOf(opened)));
    return edits;
}

tl::expected<Scenario, std::string> openedCollective(const Scenario& s, const DesignCollective& one)
{
    const auto edits = openingEdits(s, one);
    if (!edits)
        return tl::unexpected(edits.error());
    Scenario opened = s;
    if (const auto done = edited(opened, *edits); !done)
        return tl::unexpected(done.error());
    return opened;
}

bool isOpened(const Scenario& s, const DesignCollective& one)
{
    if (s.coll.kind != one.kind || s.coll.bytes != std::round(one.bytes.si()))
        return false; // most are told apart without looking for their place
    const auto edits = openingEdits(s, one);
    return edits && std::all_of(edits->begin(), edits->end(), [&](const auto& edit) {
               return edit.first == "coll.clock" || fieldValue(s, edit.first) == edit.second;
           });
}

std::optional<std::size_t> openedAmong(const Scenario& s, const std::vector<DesignCollective>& all)
{
    for (std::size_t i = 0; i < all.size(); ++i)
        if (isOpened(s, all[i]))
            return i;
    return std::nullopt;
}

ChargeOfSchedule compareWithSchedule(const Scenario& s, const DesignCollective& one, const CollectiveStudy& study)
{
    ChargeOfSchedule result{one.seconds, study.time, {}};
    const auto all = designCollectives(s);
    const auto at = std::find_if(all.begin(), all.end(), [&](const DesignCollective& other) {
        return other.name == one.name && other.when == one.when;
    });
    if (at == all.end())
        return result;
    const Plain inputs;
    const auto between =
        ChargePart<Plain>{s, study, inputs}.differences(static_cast<std::size_t>(at - all.begin()), study.time);
    const auto add = [&](DesignNumber number, Words words, Seconds time) {
        if (std::abs(time.si()) > leastDifference * std::max(one.seconds.si(), study.time.si()))
            result.differences.push_back({number, std::move(words.name), std::move(words.why), time});
    };
    add(DesignNumber::rates, {"Book rates", "Book rates take the axis to be endlessly long"}, between.rates);
    add(DesignNumber::wire, ofBytes(s, one, study), between.wire);
    add(DesignNumber::hops, ofHops(s, study), between.hops);
    return result;
}

std::string placeOf(const Scenario& s, const DesignCollective& one)
{
    if (one.axis == slicesAxis)
        return fmt::format("{} over DCN", countText(s.mesh.slices, "slice"));
    if (isScaledOut(s, one.axis))
        return fmt::format("{} in several domains of {}", countText(s.mesh.axis[one.axis].size, "GPU"),
                           grouped(s.hw.domain));
    const auto place = placeOfAxis(s, one.axis);
    return place ? shapeText(*place) : place.error();
}

} // namespace core
