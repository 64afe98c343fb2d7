// SPDX-License-Identifier: GPL-3.0-or-later
// Lays mesh axes on the axes of a torus slice, or counts neighbours on a switched network.
#include "core/step/mesh_fit.h"

#include "core/scenario/wrapped_axes.h"
#include "core/step/context.h"
#include "core/step/domain_span.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace core
{

namespace
{

using AxisSizes = std::array<int, meshAxes>;
constexpr int largestAxis = 1 << 20; // longer products are not laid out

/// One way to lay the mesh on a slice: per hardware axis, the factor each mesh axis takes of it.
struct Layout {
    std::array<AxisSizes, 3> share{AxisSizes{1, 1, 1}, AxisSizes{1, 1, 1}, AxisSizes{1, 1, 1}};
    int score = -1; // whole axes before parts of axes, then links that work
};

struct Search {
    std::array<int, 3> torus;
    std::array<bool, 3> wraps;
    bool parts;   // a hardware axis may be split between mesh axes
    bool pretend; // conv.wrap = ring
    Layout best;

    bool ring(int axis, int share) const
    {
        const auto a = static_cast<std::size_t>(axis);
        return pretend || (share == torus[a] && wraps[a]);
    }

    int scoreOf(const std::array<AxisSizes, 3>& share) const
    {
        int links = 0;
        int whole = 0;
        for (int h = 0; h < 3; ++h)
            for (int part : share[static_cast<std::size_t>(h)])
                if (part > 1) {
                    links += ring(h, part) ? 2 : 1;
                    whole += part == torus[static_cast<std::size_t>(h)] ? 1 : 0;
                }
        return links + 64 * whole; // whole axes first: parts of axes never close
    }

    void place(int axis, const AxisSizes& rest, std::array<AxisSizes, 3>& share)
    {
        if (axis == 3) {
            if (rest == AxisSizes{1, 1, 1}) {
                const int score = scoreOf(share);
                if (score > best.score)
                    best = {share, score};
            }
            return;
        }
        const int length = torus[static_cast<std::size_t>(axis)];
        auto& here = share[static_cast<std::size_t>(axis)];
        if (parts && length > 1) {
            placeParts(axis, rest, share);
        } else {
            for (std::size_t mesh = 0; mesh < (length > 1 ? meshAxes : 1); ++mesh) {
                if (rest[mesh] % length != 0)
                    continue;
                here = {1, 1, 1};
                here[mesh] = length;
                AxisSizes left = rest;
                left[mesh] /= length;
                place(axis + 1, left, share);
            }
        }
        here = {1, 1, 1};
    }

    /// Splits one hardware axis between the mesh axes in every way that divides them.
    void placeParts(int axis, const AxisSizes& rest, std::array<AxisSizes, 3>& share)
    {
        const int length = torus[static_cast<std::size_t>(axis)];
        const int max = std::gcd(length, rest[0]);
        for (int x = max; x >= 1; --x) {
            if (max % x != 0)
                continue;
            const int next = std::gcd(length / x, rest[1]);
            for (int y = next; y >= 1; --y) {
                const int z = length / x / y;
                if (z < 1 || next % y != 0 || length / x % y != 0 || rest[2] % z != 0)
                    continue;
                share[static_cast<std::size_t>(axis)] = {x, y, z};
                place(axis + 1, {rest[0] / x, rest[1] / y, rest[2] / z}, share);
            }
        }
    }
};

Layout layOut(const Search& empty, const AxisSizes& sizes, bool parts)
{
    Search search = empty;
    search.parts = parts;
    std::array<AxisSizes, 3> share{AxisSizes{1, 1, 1}, AxisSizes{1, 1, 1}, AxisSizes{1, 1, 1}};
    search.place(0, sizes, share);
    return search.best;
}

/// Whole hardware axes if that can be, parts of them otherwise.
Layout layOut(const Search& empty, const AxisSizes& sizes)
{
    const auto whole = layOut(empty, sizes, false);
    return whole.score >= 0 ? whole : layOut(empty, sizes, true);
}

Search searchOn(const Hardware& hw, const std::array<int, 3>& torus, Wrap wrap)
{
    return {torus, wrappedAxes(hw, torus, wrap), true, wrap == Wrap::ring, {}};
}

bool withinLargest(const Hardware& hw, std::array<int, 3> torus)
{
    auto largest = hw.largestTorus;
    if (largest == std::array<int, 3>{0, 0, 0})
        return true; // the shape is free
    std::sort(torus.begin(), torus.end());
    std::sort(largest.begin(), largest.end());
    for (std::size_t i = 0; i < 3; ++i)
        if (torus[i] > std::max(1, largest[i]))
            return false;
    return true;
}

/// The slice of `chips` chips that carries the mesh with most links at work; the most cubic among equals.
std::array<int, 3> smallestTorus(const Hardware& hw, const AxisSizes& sizes, int chips, Wrap wrap, bool parts)
{
    std::array<int, 3> best{0, 0, 0};
    int bestScore = -1;
    for (int a = 1; a * a <= chips && (hw.axes >= 3 ? a * a * a <= chips : a <= 1); ++a) {
        if (chips % a != 0)
            continue;
        for (int b = a; b * b <= chips / a; ++b) {
            const std::array<int, 3> torus{chips / a / b, b, a};
            if (chips / a % b != 0 || !withinLargest(hw, torus))
                continue;
            const int score = layOut(searchOn(hw, torus, wrap), sizes, parts).score;
            if (score > bestScore || (score == bestScore && torus[0] < best[0])) {
                best = torus;
                bestScore = score;
            }
        }
    }
    return bestScore < 0 ? std::array<int, 3>{0, 0, 0} : best;
}

/// Of the slices that are offered, the one of `chips` chips that carries the mesh with most links at work; the most
/// cubic among equals.
std::array<int, 3> offeredTorus(const Hardware& hw, const AxisSizes& sizes, double chips, Wrap wrap, bool parts)
{
    std::array<int, 3> best{0, 0, 0};
    int bestScore = -1;
    for (const auto& slice : *hw.offered) {
        if (1.0 * slice[0] * slice[1] * slice[2] != chips)
            continue;
        const int score = layOut(searchOn(hw, slice, wrap), sizes, parts).score;
        if (score > bestScore || (score == bestScore && slice[0] < best[0])) {
            best = slice;
            bestScore = score;
        }
    }
    return bestScore < 0 ? std::array<int, 3>{0, 0, 0} : best;
}

/// Offered slices before others, whole axes before parts of them.
std::array<int, 3> chosenTorus(const Hardware& hw, const AxisSizes& sizes, double chips, Wrap wrap)
{
    constexpr std::array<int, 3> none{0, 0, 0};
    auto torus = chips == 1 ? std::array<int, 3>{1, 1, 1} : none;
    if (!(chips <= largestAxis)) // or no number, in a scenario with errors
        return torus;
    for (const bool parts : {false, true})
        if (torus == none && hw.offered)
            torus = offeredTorus(hw, sizes, chips, wrap, parts);
    for (const bool parts : {false, true})
        if (torus == none)
            torus = smallestTorus(hw, sizes, static_cast<int>(chips), wrap, parts);
    return torus;
}

AxisFit axisFit(const Search& search, std::size_t mesh)
{
    AxisFit fit;
    fit.ring = true;
    for (int h = 0; h < 3; ++h) {
        const int part = search.best.share[static_cast<std::size_t>(h)][mesh];
        if (part == 1)
            continue;
        const bool ring = search.ring(h, part);
        fit.part[static_cast<std::size_t>(h)] = part;
        fit.closed[static_cast<std::size_t>(h)] = ring;
        ++fit.hardwareAxes;
        fit.links += ring ? 2 : 1;
        fit.hops += ring ? part / 2 : part - 1;
        fit.ring = fit.ring && ring;
    }
    return fit;
}

int divisorBelowRoot(int n)
{
    int d = static_cast<int>(std::sqrt(static_cast<double>(n)));
    while (n % d != 0)
        --d;
    return d;
}

/// An axis whose hardware axes the user pinned: even parts on each of them, rings, but two chips share one link. What
/// does not split into as many parts counts the links of all as given.
AxisFit pinnedAxis(const MeshAxis& axis, Wrap wrap)
{
    AxisFit fit;
    fit.hardwareAxes = axis.axes;
    fit.ring = true;
    fit.part = evenParts(static_cast<int>(std::min(axis.size, static_cast<double>(largestAxis))), axis.axes);
    const bool spread = fit.part[static_cast<std::size_t>(axis.axes) - 1] > 1;
    for (std::size_t h = 0; h < static_cast<std::size_t>(axis.axes); ++h) {
        const int part = fit.part[h];
        const bool pair = part == 2 && spread && wrap != Wrap::ring;
        fit.closed[h] = !pair;
        fit.links += pair ? 1 : 2;
        fit.hops += part / 2;
        fit.ring = fit.ring && !pair;
    }
    return fit;
}

int nearness(Role role)
{
    switch (role) {
    case Role::tensor:
        return 0;
    case Role::context:
        return 1;
    case Role::expert:
        return 2;
    case Role::pipeline:
        return 4;
    case Role::replicate:
        return 5;
    default:
        return 3;
    }
}

MeshFit fitSwitched(const Scenario& s)
{
    MeshFit fit;
    std::array<std::size_t, meshAxes> order{0, 1, 2};
    const auto rank = [&s](std::size_t a) { return std::pair(nearness(s.mesh.axis[a].role), a); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    for (auto& axis : fit.axis)
        axis.hops = 1;
    for (std::size_t i = 1; i < meshAxes; ++i)
        fit.axis[order[i]].inner = fit.axis[order[i - 1]].inner * s.mesh.axis[order[i - 1]].size;
    for (std::size_t a = 0; a < meshAxes; ++a)
        for (const bool weights : {false, true}) {
            const auto members = membersOf(s.mesh, a, weights);
            std::array<LaidAxis, meshAxes> axes;
            std::size_t count = 0;
            for (const auto b : order)
                if (s.mesh.axis[b].size > 1)
                    axes[count++] = {s.mesh.axis[b].size, members[b]};
            fit.span[a][weights ? 1 : 0] = spanOf(std::span(axes).first(count), s.hw.domain);
        }
    return fit;
}

} // namespace

std::array<int, 3> evenParts(int size, int axes)
{
    std::array<int, 3> best{size, 1, 1};
    for (int a = 1; axes > 1 && a * a * a <= size && (axes > 2 || a == 1); ++a) {
        if (size % a != 0)
            continue;
        const int b = divisorBelowRoot(size / a);
        const bool noPair = a > 2; // of equally long ones: two chips share a link
        if (size / a / b < best[0] || (size / a / b == best[0] && noPair && b >= a))
            best = {size / a / b, b, a};
    }
    return best;
}

bool isOffered(const Hardware& hw, std::array<int, 3> torus)
{
    std::sort(torus.rbegin(), torus.rend());
    auto pod = hw.largestTorus;
    std::sort(pod.rbegin(), pod.rend());
    return !hw.offered || torus == pod || torus == std::array<int, 3>{1, 1, 1} ||
           std::find(hw.offered->begin(), hw.offered->end(), torus) != hw.offered->end();
}

MeshFit fitMesh(const Scenario& s)
{
    if (s.hw.kind == ChipKind::gpu)
        return fitSwitched(s);
    MeshFit fit;
    AxisSizes sizes{};
    const double chips = s.mesh.chips();
    bool pinned = true;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const double size = s.mesh.axis[a].size; // which may be no number in a scenario with errors
        sizes[a] = size >= 1 ? static_cast<int>(std::min(size, static_cast<double>(largestAxis))) : 0;
        pinned = pinned && (sizes[a] <= 1 || s.mesh.axis[a].axes > 0);
    }
    fit.torus = s.hw.torus;
    const bool given = fit.torus != std::array<int, 3>{0, 0, 0};
    if (!given && (chips == 1 || !pinned))
        fit.torus = chosenTorus(s.hw, sizes, chips, s.conv.wrap);
    if (!pinned) {
        const double slice = 1.0 * fit.torus[0] * fit.torus[1] * fit.torus[2];
        fit.product = !given || slice == chips;
        Search search = searchOn(s.hw, fit.torus, s.conv.wrap);
        fit.wraps = search.wraps;
        if (slice == chips)
            search.best = layOut(search, sizes);
        fit.fits = search.best.score >= 0;
        for (std::size_t a = 0; a < meshAxes && fit.fits; ++a)
            fit.axis[a] = axisFit(search, a);
    }
    if (pinned)
        fit.wraps = wrappedAxes(s.hw, fit.torus, s.conv.wrap);
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (sizes[a] > 1 && s.mesh.axis[a].axes > 0)
            fit.axis[a] = pinnedAxis(s.mesh.axis[a], s.conv.wrap);
    return fit;
}

} // namespace core
