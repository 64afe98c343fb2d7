// SPDX-License-Identifier: GPL-3.0-or-later
// Takes one collective from the list of the design, made once of plain and once of traced numbers.
#include "core/numbers/design_numbers.h"

#include "core/collectives/report.h"
#include "core/design/charge.h"
#include "core/design/opening.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

struct Kind {
    DesignNumber number;
    std::string_view prefix, words;
    Dim dim;
    std::string_view unit = {}; // of a count
};

constexpr std::array kinds{Kind{DesignNumber::total, "design.total/", "time of all calls", dim::second},
                           Kind{DesignNumber::calls, "design.calls/", "calls in a step", dim::count, "call"},
                           Kind{DesignNumber::call, "design.call/", "time of one call", dim::second},
                           Kind{DesignNumber::bytes, "design.bytes/", "bytes of one call", dim::byte},
                           Kind{DesignNumber::rates, "design.rates/", "added by exact rates", dim::second},
                           Kind{DesignNumber::wire, "design.wire/", "added by the schedule to the bytes", dim::second},
                           Kind{DesignNumber::hops, "design.hops/", "added by hops", dim::second},
                           Kind{DesignNumber::steps, "design.steps/", "steps of the schedule", dim::count, "step"}};

const Kind& kindOf(DesignNumber number)
{
    return *std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.number == number; });
}

const Kind* kindIn(std::string_view id)
{
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return id.starts_with(k.prefix); });
    return found == kinds.end() ? nullptr : &*found;
}

std::string_view nameOfMoment(Moment when)
{
    switch (when) {
    case Moment::forward:
        return "forward";
    case Moment::backward:
        return "backward";
    case Moment::optimizer:
        break;
    }
    return "update";
}

/// Calls in a layer and microbatch, layers, stages and microbatches, put into a formula.
template <class In, class Formula>
auto ofCalls(const DesignNetwork<In>& network, const CollectiveCalls& calls, const Formula& formula)
{
    const auto& in = network.in;
    const auto& s = network.context.s;
    const bool inLayers = calls.layers != 1;
    return formula(calls.each == 1 ? in.one() : in(fact::callsEach, calls.each),
                   inLayers ? in.count("model.L", s.model.L) : in.one(), inLayers ? network.d.pipeline : in.one(),
                   calls.microbatches == 1 ? in.one() : in.count("work.micro", calls.microbatches));
}

template <class In> SecondsOf<typename In::Rep> timeOfCalls(const DesignNetwork<In>& network,
                                                            const DesignCollectiveOf<typename In::Rep>& one)
{
    if (one.calls.all() == 1)
        return one.seconds;
    return ofCalls(network, one.calls, [&](const auto& n, const auto& L, const auto& Z, const auto& m) {
        return formulas::allCallsTime(n, L, Z, m, one.seconds);
    });
}

bool isOfSchedule(DesignNumber number)
{
    return number == DesignNumber::rates || number == DesignNumber::wire || number == DesignNumber::hops;
}

SecondsOf<double> scheduledTime(const Scenario& s, const Plain&) { return latestCollective(s).numbers.time; }
SecondsOf<Traced> scheduledTime(const Scenario& s, const Recording& in) { return tracedCollective(s, in).time; }

template <class In> typename In::Rep numberOf(DesignNumber number, const Scenario& s, const In& inputs, std::size_t at)
{
    if (isOfSchedule(number)) {
        const auto between =
            ChargePart<In>{s, *latestCollective(s).study, inputs}.differences(at, scheduledTime(s, inputs));
        return (number == DesignNumber::rates  ? between.rates
                : number == DesignNumber::wire ? between.wire
                                               : between.hops)
            .si();
    }
    if (number == DesignNumber::steps)
        return Reader<In>(inputs).count("coll.steps", latestCollective(s).study->timing.steps).si();
    const DesignNetwork<In> network(s, inputs);
    const auto one = DesignLister<In>(network).list()[at];
    return number == DesignNumber::total   ? timeOfCalls(network, one).si()
           : number == DesignNumber::calls ? ofCalls(network, one.calls, formulas::callCount.in("call")).si()
           : number == DesignNumber::call  ? one.seconds.si()
                                           : one.bytes.si();
}

} // namespace

std::string designNumberId(DesignNumber number, const DesignCollective& one)
{
    return fmt::format("{}{}/{}", kindOf(number).prefix, nameOfMoment(one.when), one.name);
}

std::string_view wordsOf(DesignNumber number) { return kindOf(number).words; }

bool isOfDesign(std::string_view id) { return kindIn(id) != nullptr; }

tl::expected<DerivedNumber, std::string> designNumber(const Scenario& s, std::string_view id)
{
    const Kind* kind = kindIn(id);
    if (!kind)
        return tl::unexpected(fmt::format("'{}' is no number of a collective of a design", id));
    const auto all = designCollectives(s);
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const DesignCollective& one) { return designNumberId(kind->number, one) == id; });
    if (found == all.end()) {
        const auto rest = id.substr(kind->prefix.size());
        const auto cut = std::min(rest.find('/'), rest.size());
        return tl::unexpected(fmt::format("The present design has no {} ({})",
                                          rest.substr(std::min(cut + 1, rest.size())), rest.substr(0, cut)));
    }
    if (isOfSchedule(kind->number) && !(isOpened(s, *found) && latestCollective(s).study))
        return tl::unexpected(fmt::format("{} ({}) is not open", found->name, nameOfMoment(found->when)));
    const auto opened = kind->number == DesignNumber::steps ? openedCollective(s, *found) : s;
    if (!opened)
        return tl::unexpected(opened.error());
    if (kind->number == DesignNumber::steps && !latestCollective(*opened).study)
        return tl::unexpected(latestCollective(*opened).problem);
    const auto at = static_cast<std::size_t>(found - all.begin());
    Tape tape;
    const Recording recording(tape, *opened);
    const auto traced = numberOf(kind->number, *opened, recording, at);
    return DerivedNumber{{std::string(id), fmt::format("{}, {}", found->name, kind->words), std::string(kind->unit),
                          kind->dim, numberOf(kind->number, *opened, Plain{}, at)},
                         derivationTree(std::string(id), traced, kind->dim)};
}

} // namespace core
