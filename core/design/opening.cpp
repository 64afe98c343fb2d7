// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of coll.* that open a collective of the design.
#include "core/design/opening.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/analysis.h"
#include "core/design/place.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

bool isLongAxis(const Topology& topology)
{
    const auto active = topology.activeAxes();
    const auto& axis = topology.axes[active.empty() ? 0 : static_cast<std::size_t>(active.front())];
    return topology.wiring == Wiring::torus && active.size() == 1 && axis.length > 2;
}

/// A reduction is charged as scatter and gather, which is not what `auto` takes on a line, nor for few bytes.
CollectiveAlgorithm algorithmOf(const Scenario& opened)
{
    std::vector<std::string> notes;
    auto request = collectiveRequest(opened, notes);
    if (!request || request->kind != CollectiveKind::allReduce || request->topology.wiring != Wiring::torus)
        return CollectiveAlgorithm::automatic;
    if (isLongAxis(request->topology))
        return CollectiveAlgorithm::ring;
    request->kind = CollectiveKind::allGather;
    return request->topology.activeAxes().size() > 1 ? chosenAlgorithm(*request).algorithm
                                                     : CollectiveAlgorithm::automatic;
}

/// The book's clock, as the step's: a hop counts where it takes longer than its bytes. It lets all chips wait for the
/// largest message of a step, so schedules whose axes are at different steps of their own need the other one.
CollectiveClock clockOf(const Scenario& opened)
{
    std::vector<std::string> notes;
    auto request = collectiveRequest(opened, notes);
    if (!request || request->kind == CollectiveKind::permute || hasEqualAxes(request->topology))
        return CollectiveClock::book;
    request->clock = CollectiveClock::book;
    if (request->kind == CollectiveKind::allReduce)
        request->kind = CollectiveKind::allGather; // passed twice
    const auto algorithm = chosenAlgorithm(*request).algorithm;
    return algorithm == CollectiveAlgorithm::offsets ? CollectiveClock::book : CollectiveClock::async;
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
    const auto place = placeOfRanks(s, one);
    if (!place)
        return tl::unexpected(place.error());
    const double bytes = std::round(one.bytes.si());
    const Field& field = *findField("coll.bytes");
    if (!(bytes >= field.min && bytes <= field.max))
        return tl::unexpected(fmt::format("{} moves {}; schedules are shown of {} to {}", one.name,
                                          format(one.bytes.si(), dim::byte), format(field.min, dim::byte),
                                          format(field.max, dim::byte)));
    const bool pair = one.kind == CollectiveKind::permute;
    const auto name = [](auto value) { return std::string(nameOf(value)); };
    FieldEdits edits{{"coll.kind", name(one.kind)},
                     {"coll.torus", place->torus},
                     {"coll.axes", place->axes},
                     {"coll.wrap", name(place->wrap)},
                     {"coll.direction", name(pair ? LinkDirection::one : LinkDirection::both)},
                     {"coll.algorithm", name(CollectiveAlgorithm::automatic)},
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
    if (const auto done = edited(opened, {edits.back()}); !done)
        return tl::unexpected(done.error());
    std::find_if(edits.begin(), edits.end(), [](const auto& edit) { return edit.first == "coll.algorithm"; })->second =
        name(algorithmOf(opened));
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
    if (s.coll.kind != one.kind || s.coll.bytes.si() != std::round(one.bytes.si()))
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

std::string placeOf(const Scenario& s, const DesignCollective& one)
{
    if (one.axis == slicesAxis)
        return fmt::format("{} over DCN", countText(s.mesh.slices, "slice"));
    if (isScaledOut(s, one))
        return fmt::format("{} in several domains of {}", countText(ranksOf(s, one), "GPU"), grouped(s.hw.domain));
    const auto place = placeOfRanks(s, one);
    return place ? shapeText(*place) : place.error();
}

} // namespace core
