// SPDX-License-Identifier: GPL-3.0-or-later
// What the ranks of a collective have between them, for mesh axes of a step and of a sharded product alike (MODEL.md,
// sections e.4 and e.8).
#pragma once

#include "core/formulas/network.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/step/context.h"

#include <cmath>
#include <optional>

namespace core
{

/// Of the hardware axes an AllToAll crosses, the one whose links take longest (e.4).
inline std::size_t slowestPart(const AxisFit& fit)
{
    std::size_t slowest = 0;
    double max = -1;
    for (std::size_t h = 0; h < fit.part.size(); ++h) {
        const double length = fit.part[h];
        const double load = std::floor(length / 2) * std::ceil(length / 2) / length / (fit.closed[h] ? 2 : 1);
        if (load > max) {
            slowest = h;
            max = load;
        }
    }
    return slowest;
}

/// AllToAll share of `n` ranks that a hardware axis carries, `p` of them along it.
template <class R>
CountOf<R> exchangeShare(Rates rates, bool closed, const CountOf<R>& p, const CountOf<R>& n, std::string_view where)
{
    namespace f = formulas;
    return !closed                ? f::allToAllLine.as(where)(p, n)
           : rates == Rates::book ? f::allToAllBook.as(where)(p, n)
                                  : f::allToAllRing.as(where)(p, n);
}

/// GPUs of a group on their domains.
template <class In> struct DomainRanks {
    using Count = CountOf<typename In::Rep>;
    DomainSpan span;
    Count n, most, fewest, domains;          // ranks of the group: all, on the fullest and on the emptiest domain
    std::optional<Count> copies;             // an all-to-all: a token goes to so many of its ranks at most
    std::string_view where, inside, outside; // names of the group and of its shares

    bool isEven() const { return span.fewest == span.most; }
};

/// NVLink in the domains, NICs between them; where domains have different numbers of ranks, the one with fewest takes
/// in most through least.
template <class In> SwitchLevels<In> switchLevels(const Reader<In>& in, Rates rates, const DomainRanks<In>& g)
{
    namespace f = formulas;
    const bool book = rates == Rates::book;
    const auto inside = [&](const auto& n, std::string_view where) {
        if (g.copies)
            return book ? f::allToAllSwitchBook.as(where)(n) : f::allToAllSwitch.as(where)(n);
        return book || plain(n) <= 1 ? in.one() : f::ringShare.as(where)(n);
    };
    SwitchLevels<In> levels{in.none(), in.none(), in(field::hw::linkRate), in(field::hw::dcnRate)};
    if (g.span.domains <= 1) {
        if (g.span.most > 1)
            levels.inside = inside(g.n, g.where);
        return levels;
    }
    if (g.span.most > 1)
        levels.inside = inside(g.most, g.inside);
    const auto fewest = !g.isEven() ? g.fewest : g.span.most > 1 ? g.most : in.one();
    levels.scaleOut = f::groupEgress.as(g.where)(fewest, levels.scaleOut);
    levels.outside = book         ? in.one()
                     : g.isEven() ? f::ringShare.as(g.outside)(g.domains)
                                  : f::restShare.as(g.where)(g.n, fewest);
    if (!g.copies)
        return levels;
    levels.outside = f::exchangeAcross.as(g.where)(levels.outside, fewest, g.n, *g.copies);
    if (g.span.most > 1) // a domain holds its share of the array
        levels.inside = f::allToAllInside.as(g.where)(levels.inside, g.most, g.n);
    return levels;
}

} // namespace core
