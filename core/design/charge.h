// SPDX-License-Identifier: GPL-3.0-or-later
// What lies between the charge of the step for a collective and the time of its schedule; on doubles or on traced
// numbers.
#pragma once

#include "core/collectives/study.h"
#include "core/design/listing.h"
#include "core/formulas/collectives.h"

namespace core
{

/// charge + rates + wire + hops = time of the schedule.
template <class R> struct ChargeDifferencesOf {
    SecondsOf<R> rates; // exact ones against those of the step
    SecondsOf<R> wire;  // the bytes alone, as scheduled
    SecondsOf<R> hops;
};

/// The collective at `at` of the design's list.
template <class In>
DesignCollectiveOf<typename In::Rep> designCollectiveAt(const Scenario& s, const In& inputs, std::size_t at)
{
    const DesignNetwork<In> network(s, inputs);
    return DesignLister<In>(network).list()[at];
}

/// `s` has the collective open whose study this is.
template <class In> struct ChargePart {
    using R = typename In::Rep;
    using Seconds = SecondsOf<R>;

    const Scenario& s;
    const CollectiveStudy& study;
    const In& inputs;

    /// `scheduled`: coll.time.
    ChargeDifferencesOf<R> differences(std::size_t at, const Seconds& scheduled) const
    {
        const Reader<In> in(inputs, s);
        const auto one = designCollectiveAt(s, inputs, at);
        Scenario exactly = s;
        exactly.conv.rates = Rates::exact;
        const auto exact = designCollectiveAt(exactly, inputs, at).bandwidth;
        const auto wire = withoutHops(in);
        const bool waits = plain(one.seconds) != plain(one.bandwidth);
        const auto waited =
            waits ? formulas::chargedHops(one.seconds, one.bandwidth) : in.template constant<dim::second>(0);
        return {formulas::exactRates(exact, in(fact::callBytes, Quantity<dim::second>(plain(one.bandwidth)))),
                formulas::scheduledBytes(wire, exact), formulas::scheduledHops(scheduled, wire, waited)};
    }

private:
    /// What the bytes take when a hop takes nothing.
    Seconds withoutHops(const Reader<In>& in) const
    {
        const auto& rates = study.request.rates;
        if (s.coll.clock == CollectiveClock::async)
            return in(fact::coll::wireTime,
                      timeSchedule(study.schedule, {rates.bandwidth, Quantity<dim::second>(0)}).async);
        return formulas::bytesTime(in(fact::coll::criticalBytes, study.timing.criticalBytes), in(field::hw::linkRate));
    }
};

} // namespace core
