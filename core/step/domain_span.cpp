// SPDX-License-Identifier: GPL-3.0-or-later
// Counts by division where every axis fills domains or divides them, and one GPU after the other elsewhere.
#include "core/step/domain_span.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace core
{

namespace
{

using Axes = std::span<const LaidAxis>;

constexpr double maxCounted = 1 << 22; // GPUs

/// The last axis may leave a rest.
bool isEven(Axes axes, double domain)
{
    double span = 1;
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
        span *= axes[i].size;
        if (std::fmod(span, domain) != 0 && std::fmod(domain, span) != 0)
            return false;
    }
    return true;
}

DomainSpan divided(Axes axes, double domain)
{
    DomainSpan out;
    double stride = 1;
    for (const auto& [size, member] : axes) {
        const double here = std::clamp(std::floor(domain / stride), 1.0, size);
        const double rest = std::fmod(size, here);
        if (member) {
            out.most *= here;
            out.fewest *= rest > 0 ? rest : here;
            out.domains *= std::ceil(size / here);
        }
        stride *= size;
    }
    return out;
}

/// Where an axis begins in a domain comes back after some ranks: as many of them are left out, but for the first and
/// the last ones.
std::vector<LaidAxis> shortened(Axes longer, double domain)
{
    std::vector<LaidAxis> axes(longer.begin(), longer.end());
    const auto whole = static_cast<long>(domain);
    long stride = 1; // in a domain
    for (auto& axis : axes) {
        const long ranks = whole / std::gcd(stride, whole);
        const auto period = static_cast<double>(ranks);
        if (axis.size >= 3 * period)
            axis.size = 2 * period + std::fmod(axis.size, period);
        stride = stride * static_cast<long>(std::fmod(axis.size, domain)) % whole;
    }
    return axes;
}

/// The GPU of the group with place 0 along its axes.
long groupOf(Axes axes, long gpu)
{
    long group = 0;
    long stride = 1;
    for (const auto& [size, member] : axes) {
        const auto n = static_cast<long>(size);
        group += member ? 0 : gpu / stride % n * stride;
        stride *= n;
    }
    return group;
}

DomainSpan counted(Axes axes, long gpus, long domain)
{
    DomainSpan out{0, static_cast<double>(domain), 0};
    std::vector<double> domains(static_cast<std::size_t>(gpus)), ranks(domains.size());
    std::vector<std::size_t> touched;
    for (long first = 0; first < gpus; first += domain) {
        for (long gpu = first; gpu < std::min(first + domain, gpus); ++gpu) {
            const auto group = static_cast<std::size_t>(groupOf(axes, gpu));
            if (ranks[group]++ == 0)
                touched.push_back(group);
        }
        for (const auto group : touched) {
            out.most = std::max(out.most, ranks[group]);
            out.fewest = std::min(out.fewest, ranks[group]);
            out.domains = std::max(out.domains, ++domains[group]);
            ranks[group] = 0;
        }
        touched.clear();
    }
    return out;
}

} // namespace

DomainSpan spanOf(Axes axes, double domain)
{
    constexpr double most = 1e15; // beyond, sizes are no whole numbers
    const bool countable = domain >= 1 && domain < most &&
                           std::all_of(axes.begin(), axes.end(), [](const LaidAxis& a) { return a.size < most; });
    if (!countable || isEven(axes, domain))
        return divided(axes, domain);
    const auto fewer = shortened(axes, domain);
    double gpus = 1;
    for (const auto& axis : fewer)
        gpus *= axis.size;
    if (gpus > maxCounted)
        return divided(axes, domain);
    auto out = counted(fewer, static_cast<long>(gpus), static_cast<long>(domain));
    double ranks = 1;
    for (const auto& axis : axes)
        ranks *= axis.member ? axis.size : 1;
    if (out.domains > 1)
        out.domains = std::max(out.domains, std::ceil(ranks / out.most));
    return out;
}

} // namespace core
