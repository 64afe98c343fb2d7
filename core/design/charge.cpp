// SPDX-License-Identifier: GPL-3.0-or-later
// Charges a collective once at the rates of the scenario and once at exact ones.
#include "core/design/charge.h"

#include "core/collectives/analysis.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/design/collectives.h"
#include "core/formulas/network.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"

namespace core
{

namespace
{

/// What the bytes take when a hop takes nothing.
template <class In>
SecondsOf<typename In::Rep> withoutHops(const Scenario& s, const CollectiveAnalysis& analysis, const Reader<In>& in)
{
    const auto& rates = analysis.request.rates;
    if (s.coll.clock == CollectiveClock::async)
        return in(fact::coll::wireTime,
                  timeSchedule(analysis.schedule, {rates.bandwidth, Quantity<dim::second>(0)}).async);
    return formulas::bytesTime(in(fact::coll::criticalBytes, analysis.timing.criticalBytes),
                               portRate(analysis.request, in));
}

} // namespace

template <class In>
ChargeDifferencesOf<typename In::Rep> chargeDifferences(const Scenario& s, const CollectiveAnalysis& analysis,
                                                        const In& inputs, std::size_t at,
                                                        const SecondsOf<typename In::Rep>& scheduled)
{
    const Reader<In> in(inputs, s);
    const auto one = listCollectives(s, inputs).all[at];
    Scenario exactly = s;
    exactly.conv.rates = Rates::exact;
    const auto exact = listCollectives(exactly, inputs).all[at].bandwidth;
    const auto wire = withoutHops(s, analysis, in);
    const bool waits = plain(one.seconds) != plain(one.bandwidth);
    const auto waited =
        waits ? formulas::chargedHops(one.seconds, one.bandwidth) : in.template constant<dim::second>(0);
    return {formulas::exactRates(exact, in(fact::callBytes, Quantity<dim::second>(plain(one.bandwidth)))),
            formulas::scheduledBytes(wire, exact), formulas::scheduledHops(scheduled, wire, waited)};
}

template ChargeDifferencesOf<double> chargeDifferences(const Scenario&, const CollectiveAnalysis&, const Plain&,
                                                       std::size_t, const SecondsOf<double>&);
template ChargeDifferencesOf<Traced> chargeDifferences(const Scenario&, const CollectiveAnalysis&, const Recording&,
                                                       std::size_t, const SecondsOf<Traced>&);

SecondsOf<double> timeOfBytes(const Scenario& s, const CollectiveAnalysis& analysis)
{
    const Plain plain;
    return withoutHops(s, analysis, Reader<Plain>(plain, s));
}

} // namespace core
