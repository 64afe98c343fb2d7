// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the fit of the step for the mesh of the design.
#include "core/sharding/mesh_on_chips.h"

#include "core/scenario/wrapped_axes.h"
#include "core/step/context.h"
#include "core/step/domain_span.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::size_t elsewhere = meshAxes;

/// The axis of the design with that letter.
std::size_t placeInDesign(char name)
{
    const auto found = std::ranges::find(axisNames, std::string_view(&name, 1));
    return static_cast<std::size_t>(found - axisNames.begin());
}

/// Axes of one chip count on neither side.
bool isDesigns(const Mesh& design, const NamedMesh& mesh)
{
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (mesh.size(axisNames[a].front()) != design.axis[a].size)
            return false;
    return std::ranges::all_of(mesh.axes,
                               [](const auto& axis) { return axis.size == 1 || placeInDesign(axis.name) < elsewhere; });
}

/// Of a mesh of its own, whose sizes are the sides of a torus.
AxisFit onItsOwn(std::size_t h, int size, bool closed)
{
    AxisFit fit;
    fit.hardwareAxes = 1;
    fit.part[h] = size;
    fit.closed[h] = fit.ring = closed;
    fit.links = closed ? 2 : 1;
    fit.hops = closed ? size / 2 : size - 1;
    return fit;
}

} // namespace

MeshOnChips::MeshOnChips(const Scenario& s, const NamedMesh& mesh) : axis(mesh.axes.size()), order(mesh.axes.size())
{
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    if (isDesigns(s.mesh, mesh)) {
        const auto fit = fitMesh(s);
        ofDesign = fit.fits;
        for (std::size_t i = 0; ofDesign && i < axis.size(); ++i)
            if (const auto a = placeInDesign(mesh.axes[i].name); a < elsewhere)
                axis[i] = fit.axis[a];
        std::ranges::stable_sort(order, {}, [this](std::size_t i) { return axis[i].inner; });
    }
    if (ofDesign || s.hw.kind == ChipKind::gpu)
        return;
    std::array<int, 3> torus{1, 1, 1};
    for (std::size_t i = 0; i < axis.size() && i < torus.size(); ++i)
        torus[i] = mesh.axes[i].size;
    const auto wrapped = wrappedAxes(s.hw, torus, s.conv.wrap);
    for (std::size_t i = 0; i < axis.size() && i < torus.size(); ++i)
        axis[i] = onItsOwn(i, torus[i], wrapped[i] && (torus[i] > 2 || s.conv.wrap == Wrap::ring));
}

DomainSpan MeshOnChips::span(const NamedMesh& mesh, std::string_view axes, double domain) const
{
    std::vector<LaidAxis> laid;
    for (const auto i : order)
        if (const auto& [name, size] = mesh.axes[i]; size > 1)
            laid.push_back({double(size), axes.find(name) != std::string_view::npos});
    return spanOf(laid, domain);
}

std::string MeshOnChips::sentence(const NamedMesh& mesh, char name) const
{
    const auto found = std::ranges::find(mesh.axes, name, &NamedMesh::Axis::name);
    const auto& fit = axis[static_cast<std::size_t>(found - mesh.axes.begin())];
    if (fit.links == 0) // through switches, or one chip
        return ofDesign ? fmt::format("{} lies as in the design.", name) : std::string();
    const auto where = ofDesign ? fmt::format("{} lies as in the design", name)
                                : fmt::format("{} is not that of the design and lies by itself", name);
    return fmt::format("{}: {} hardware ax{}, {:.0f} one-way link{}.", where, fit.hardwareAxes,
                       fit.hardwareAxes == 1 ? "is" : "es", fit.links, fit.links == 1 ? "" : "s");
}

} // namespace core
