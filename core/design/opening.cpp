// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of coll.* that open a collective of the design.
#include "core/design/opening.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/analysis.h"
#include "core/collectives/matmul/collective_matmul.h"
#include "core/design/place.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"
#include "core/scenario/dtype_bytes.h"
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
    return openingEdits(s, {one.name, one.kind, one.bytes.si()}, *place);
}

tl::expected<FieldEdits, std::string> openingEdits(const Scenario& s, const NamedCollective& one,
                                                   const DesignPlace& place)
{
    const double bytes = std::round(one.bytes);
    const Field& field = *findField("coll.bytes");
    if (!(bytes >= field.min && bytes <= field.max))
        return tl::unexpected(fmt::format("{} moves {}; schedules are shown of {} to {}", one.name,
                                          format(one.bytes, dim::byte), format(field.min, dim::byte),
                                          format(field.max, dim::byte)));
    const bool pair = one.kind == CollectiveKind::permute;
    const auto name = [](auto value) { return std::string(nameOf(value)); };
    FieldEdits edits{{"coll.kind", name(one.kind)},
                     {"coll.torus", place.torus},
                     {"coll.axes", place.axes},
                     {"coll.wrap", name(place.wrap)},
                     {"coll.direction", name(pair ? LinkDirection::one : LinkDirection::both)},
                     {"coll.algorithm", name(CollectiveAlgorithm::automatic)},
                     {"coll.bytes", bytes}};
    if (pair) {
        const bool switched = place.topology.wiring == Wiring::throughSwitch;
        const auto chipText = [&](const std::array<int, 3>& at) {
            return switched ? std::to_string(at[0]) : fmt::format("{},{},{}", at[0], at[1], at[2]);
        };
        edits.emplace_back("coll.from", chipText(place.first));
        edits.emplace_back("coll.to", chipText(place.second));
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

std::vector<MatmulOpening> matmulOpenings(const Scenario& s)
{
    struct Matmul {
        const char* name;
        double in, out; // width of its input and of its output, over all chips of the axis
    };
    const auto& m = s.model;
    const bool attends = m.attention;
    const bool dense = m.E <= 1;
    const Matmul qkv{"QKV", m.D, m.H * (m.N + 2 * m.K)}, o{"O", m.H * m.N, m.D};
    const Matmul in{m.nmat > 2 ? "MLP gate and in" : "MLP in", m.D, m.F * (m.nmat - 1)}, out{"MLP out", m.F, m.D};
    std::vector<MatmulOpening> found;
    for (const auto& one : designCollectives(s)) {
        const bool gathers = one.of == StepArray::in && one.kind == CollectiveKind::allGather;
        const bool scatters = one.of == StepArray::out && one.kind == CollectiveKind::reduceScatter;
        const auto place =
            gathers || scatters ? placeOfRanks(s, one) : tl::unexpected(std::string("no collective of a tensor axis"));
        if (one.when != Moment::forward || !place || !matmulObstacle(place->topology).empty())
            continue;
        auto edits = openingEdits(s, one);
        const double tokens = std::round(one.bytes.si() / (dtypeBytes(s.prec.comm).si() * m.D));
        if (!edits || !(tokens >= 1))
            continue;
        const auto add = [&](const Matmul& matmul) {
            auto opened = *edits;
            opened.front().second =
                std::string(nameOf(gathers ? CollectiveKind::matmulGather : CollectiveKind::matmulScatter));
            std::erase_if(opened, [](const auto& edit) { return edit.first == "coll.bytes"; });
            for (auto& [field, value] : opened)
                if (field == "coll.algorithm")
                    value = std::string(nameOf(CollectiveAlgorithm::automatic));
            opened.emplace_back("coll.B", tokens);
            opened.emplace_back("coll.D", matmul.in);
            opened.emplace_back("coll.F", matmul.out);
            Scenario tried = s;
            if (edited(tried, opened))
                found.push_back({matmul.name, std::move(opened)});
        };
        if (attends)
            add(gathers ? qkv : o);
        if (dense && m.nmat > 1)
            add(gathers ? in : out);
    }
    return found;
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

bool isOpened(const Scenario& s, const FieldEdits& edits)
{
    return std::all_of(edits.begin(), edits.end(), [&](const auto& edit) {
        return edit.first == "coll.clock" || fieldValue(s, edit.first) == edit.second;
    });
}

bool isOpened(const Scenario& s, const DesignCollective& one)
{
    if (s.coll.kind != one.kind || s.coll.bytes.si() != std::round(one.bytes.si()))
        return false; // most are told apart without looking for their place
    const auto edits = openingEdits(s, one);
    return edits && isOpened(s, *edits);
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
    const auto place = placeOfRanks(s, one);
    return place ? shapeText(*place) : place.error();
}

} // namespace core
