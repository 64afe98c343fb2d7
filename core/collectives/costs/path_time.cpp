// SPDX-License-Identifier: GPL-3.0-or-later
// Shortens a critical path for its reader, and adds its terms up.
#include "core/collectives/costs/path_time.h"

#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collective_steps.h"
#include "core/inputs/collective_facts.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::size_t maxTerms = 12; // that are told one by one

bool areAlike(const PathTerm& a, const PathTerm& b)
{
    const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-12 * std::max(std::abs(x), std::abs(y)); };
    return a.kind == b.kind && near(a.bytes / a.count, b.bytes / b.count) && near(a.share / a.count, b.share / b.count);
}

/// `later` follows, or comes later still.
void join(PathTerm& term, const PathTerm& later)
{
    term.to = later.to;
    term.bytes += later.bytes;
    term.share += later.share;
    term.end = later.end;
    term.count += later.count;
    term.lastStep = later.lastStep;
}

std::vector<PathTerm> runsOf(const std::vector<PathTerm>& path)
{
    std::vector<PathTerm> runs;
    for (const auto& term : path)
        if (!runs.empty() && areAlike(runs.back(), term))
            join(runs.back(), term);
        else
            runs.push_back(term);
    return runs;
}

/// Of each of the messages, the mean where they differ.
BytesOf<Traced> bytesOfEach(const CostInputs<Recording>& c, const PathTerm& term, std::string_view place)
{
    return c.in.placed(fact::coll::pathBytes, term.bytes / term.count, place);
}

CountOf<Traced> sendsOf(const CostInputs<Recording>& c, const PathTerm& term, std::string_view place)
{
    return term.count > 1 ? c.in.placed(fact::coll::pathSends, term.count, place) : c.in.one();
}

/// Rounded as it was found: sums of alike terms round another way.
template <Dim D> Quantity<D, Traced> settled(const Quantity<D, Traced>& sum, double found)
{
    assert(std::abs(plain(sum) - found) <= 1e-9 * std::abs(found));
    return Quantity<D, Traced>(sum.si().settled(found));
}

} // namespace

std::vector<PathTerm> condensed(const std::vector<PathTerm>& path)
{
    auto runs = runsOf(path);
    if (runs.size() <= maxTerms)
        return runs;
    std::vector<PathTerm> terms{runs.front()};
    for (auto run = runs.begin() + 1; run + 1 != runs.end(); ++run) {
        const auto same =
            std::find_if(terms.begin() + 1, terms.end(), [&](const PathTerm& term) { return term.kind == run->kind; });
        if (same == terms.end())
            terms.push_back(*run);
        else
            join(*same, *run);
    }
    terms.push_back(runs.back());
    return terms;
}

std::string placeOf(const PathTerm& term)
{
    const bool several = term.lastStep > term.step;
    std::string text = several ? fmt::format("steps {} to {}", term.step + 1, term.lastStep + 1)
                               : fmt::format("step {}", term.step + 1);
    if (term.count == 1 && term.kind == PathKind::product)
        text += fmt::format(", chip {}", term.from);
    else if (term.count == 1 && term.to >= 0)
        text += fmt::format(", {} to {}", term.from, term.to);
    return term.kind == PathKind::wire ? text + ", link" : term.kind == PathKind::hop ? text + ", hop" : text;
}

SecondsOf<Traced> sumOf(const CostInputs<Recording>& c, const std::vector<PathTerm>& path, const SecondsOf<Traced>& tc,
                        double found, std::string_view where)
{
    const std::string prefix = where.empty() ? std::string() : fmt::format("{}, ", where);
    auto time = c.nothing();
    for (const auto& term : condensed(path)) {
        const auto place = c.in.lasting(prefix + placeOf(term));
        const auto bytes = [&] { return bytesOfEach(c, term, place); };
        const auto sends = sendsOf(c, term, place);
        switch (term.kind) {
        case PathKind::message:
            time = formulas::pathMessages.as(place)(time, sends, bytes(), c.w, c.hop);
            break;
        case PathKind::wire:
            time = formulas::pathWire.as(place)(time, sends, bytes(), c.w);
            break;
        case PathKind::hop:
            time = formulas::pathHops.as(place)(time, sends, c.hop);
            break;
        case PathKind::product:
            time = formulas::pathProducts.as(place)(
                time, term.share == 1 ? c.in.one() : c.in.placed(fact::coll::pathShares, term.share, place), tc);
            break;
        }
    }
    return settled(time, found);
}

BytesOf<Traced> bytesOf(const CostInputs<Recording>& c, const std::vector<PathTerm>& steps, double found)
{
    BytesOf<Traced> sum{Traced(0)};
    for (const auto& term : condensed(steps)) {
        const auto place = c.in.lasting(placeOf(term));
        sum = formulas::largestMessages.as(place)(sum, sendsOf(c, term, place), bytesOfEach(c, term, place));
    }
    return settled(sum, found);
}

} // namespace core
