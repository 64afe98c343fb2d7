// SPDX-License-Identifier: GPL-3.0-or-later
// Tries the ways to write an axis down until one closes where the axis closes.
#include "core/design/place.h"

#include "core/design/collectives.h"
#include "core/scenario/text_forms.h"
#include "core/step/context.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace core
{

namespace
{

using Sides = std::vector<TorusAxis>; // with more than one chip; the cost model closes pairs too where it is told to

constexpr std::string_view letters = "XYZ";

/// Sides of a mesh axis on its hardware axes.
Sides sidesOf(const Scenario& s, const MeshFit& fit, std::size_t axis)
{
    const auto& mesh = s.mesh.axis[axis];
    const auto& on = fit.axis[axis];
    auto parts = on.part;
    const bool recorded = 1.0 * parts[0] * parts[1] * parts[2] == mesh.size; // pinned axes are not laid out
    if (!recorded)
        parts = evenParts(static_cast<int>(mesh.size), std::max(1, on.hardwareAxes));
    Sides sides;
    for (std::size_t h = 0; h < parts.size(); ++h)
        if (parts[h] > 1)
            sides.push_back({parts[h], recorded ? on.closed[h] : on.ring});
    return sides;
}

/// Whether a topology has these sides; a pair has nothing to close.
bool carries(const Topology& topology, const Sides& sides)
{
    const auto active = topology.activeAxes();
    if (active.size() != sides.size())
        return false;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto& axis = topology.axes[static_cast<std::size_t>(active[i])];
        if (axis.length != sides[i].length || (axis.length > 2 && axis.wraps != sides[i].wraps))
            return false;
    }
    return true;
}

std::string textOf(const Sides& sides)
{
    std::string text;
    for (const auto& side : sides)
        text += fmt::format("{}{}", text.empty() ? "" : "x", side.length);
    return text.empty() ? "1" : text;
}

/// One way to write it, if it can be read. `first`: the first side of the mesh axis.
tl::expected<DesignPlace, std::string> place(const Scenario& s, std::string torus, std::string axes, Wrap wrap,
                                             std::size_t first)
{
    const auto whole = readTopology(torus, s.hw, wrap);
    if (!whole)
        return tl::unexpected(whole.error());
    const auto part = spanned(*whole, axes);
    if (!part)
        return tl::unexpected(part.error());
    DesignPlace found{std::move(torus), std::move(axes), wrap, *part, {}, {}};
    found.first[first] = std::max(0, part->domain - 1);
    found.second[first] = found.first[first] + 1;
    return found;
}

using Members = std::array<bool, meshAxes>; // mesh axes whose ranks take part

/// The slice, where the ranks fill some of its axes.
tl::expected<DesignPlace, std::string> onSlice(const Scenario& s, const MeshFit& fit, const Members& members)
{
    std::string axes;
    for (std::size_t h = 0; h < fit.torus.size(); ++h) {
        int part = 1;
        for (std::size_t a = 0; a < meshAxes; ++a)
            part *= members[a] ? fit.axis[a].part[h] : 1;
        if (part > 1 && part == fit.torus[h])
            axes += letters[h];
        else if (part > 1)
            return tl::unexpected(std::string("the axis fills no whole hardware axis"));
    }
    if (axes.empty())
        return tl::unexpected(std::string("the axis is pinned"));
    return place(s, torusText(fit.torus), axes, s.conv.wrap, letters.find(axes.front()));
}

/// All mesh axes side by side, where they were told how many hardware axes they span.
tl::expected<DesignPlace, std::string> onMesh(const Scenario& s, const MeshFit& fit, const Members& members, Wrap wrap)
{
    Sides sides;
    std::string axes;
    std::size_t first = 0;
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        if (s.mesh.axis[a].size <= 1)
            continue;
        for (const auto& side : sidesOf(s, fit, a)) {
            if (sides.size() == 3)
                return tl::unexpected(std::string("more than three hardware axes"));
            if (members[a]) {
                first = axes.empty() ? sides.size() : first;
                axes += letters[sides.size()];
            }
            sides.push_back(side);
        }
    }
    return place(s, textOf(sides), axes, wrap, first);
}

int linksOf(const Sides& sides)
{
    int links = 0;
    for (const auto& side : sides)
        links += side.wraps ? 2 : 1;
    return links;
}

int linksOf(const Topology& topology)
{
    int links = 0;
    for (const auto& axis : topology.axes)
        links += axis.length > 1 ? (axis.wraps ? 2 : 1) : 0;
    return links;
}

/// Ranks that share a domain, at most, as the step counts them; slices lie apart from each other.
double ranksOfDomain(const Scenario& s, const DesignCollective& one)
{
    if (one.axis == slicesAxis)
        return 1;
    const auto span = fitMesh(s).span[one.axis][one.weights ? 1 : 0];
    return span.domains > 1 ? span.most : ranksOf(s, one);
}

} // namespace

tl::expected<DesignPlace, std::string> placeOfAxes(const Scenario& s, const Members& members)
{
    const auto fit = fitMesh(s);
    Sides sides;
    bool pinned = false;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        if (!members[a] || s.mesh.axis[a].size <= 1)
            continue;
        std::ranges::copy(sidesOf(s, fit, a), std::back_inserter(sides));
        pinned = pinned || s.mesh.axis[a].axes > 0;
    }
    constexpr std::array wraps{Wrap::hardware, Wrap::ring, Wrap::line};
    if (auto slice = onSlice(s, fit, members); !pinned && slice && carries(slice->topology, sides))
        return slice;
    for (const Wrap wrap : wraps)
        if (auto mesh = onMesh(s, fit, members, wrap); pinned && mesh && carries(mesh->topology, sides))
            return mesh;
    tl::expected<DesignPlace, std::string> nearest = tl::unexpected(std::string());
    for (const Wrap wrap : wraps) {
        auto alone = place(s, textOf(sides), "all", wrap, 0);
        if (alone && carries(alone->topology, sides))
            return alone;
        const auto off = [&](const auto& p) { return std::abs(linksOf(p->topology) - linksOf(sides)); };
        if (!nearest || (alone && off(alone) < off(nearest)))
            nearest = std::move(alone);
    }
    return nearest;
}

double ranksOf(const Scenario& s, const DesignCollective& one)
{
    if (one.axis == slicesAxis)
        return s.mesh.slices;
    const auto members = membersOf(s.mesh, one.axis, one.weights);
    double ranks = 1;
    for (std::size_t a = 0; a < meshAxes; ++a)
        ranks *= members[a] ? s.mesh.axis[a].size : 1;
    return ranks;
}

tl::expected<DesignPlace, std::string> placeOfRanks(const Scenario& s, const DesignCollective& one)
{
    if (one.axis < slicesAxis && s.hw.kind == ChipKind::tpu)
        return placeOfAxes(s, membersOf(s.mesh, one.axis, one.weights));
    const double chips = ranksOf(s, one);
    if (chips > longestSide)
        return tl::unexpected(
            fmt::format("The axis has {:.0f} members; a switch is drawn with at most {}", chips, longestSide));
    const double within = ranksOfDomain(s, one);
    const bool asTheChip = s.hw.kind == ChipKind::gpu && within == s.hw.domain && within > 1;
    const auto behindEach = within < chips && !asTheChip ? fmt::format("/{:.0f}", within) : std::string();
    return place(s, fmt::format("switch{:.0f}{}", chips, behindEach), "all", Wrap::hardware, 0);
}

bool hasEqualAxes(const Topology& topology)
{
    const auto active = topology.activeAxes();
    return std::all_of(active.begin(), active.end(), [&](int axis) {
        return topology.axes[static_cast<std::size_t>(axis)] == topology.axes[static_cast<std::size_t>(active.front())];
    });
}

} // namespace core
