// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up what the steps of a schedule move, for both ways of timing it.
#pragma once

#include "core/collectives/clocks/arrivals.h"
#include "core/collectives/clocks/clocks.h"
#include "core/scenario/scenario.h"

namespace core
{

class StepSums
{
public:
    explicit StepSums(const LinkRates& rates) : m_rates(rates) {}

    /// `largest`: bytes of the busiest link in this step.
    void addStep(double largest)
    {
        m_lockstep += stepSeconds(CollectiveClock::lockstep, m_rates, largest);
        m_book += stepSeconds(CollectiveClock::book, m_rates, largest);
        m_critical += largest;
        m_timing.stepBytes.push_back(largest);
    }

    /// `last`: when all messages so far are there.
    void endStep(const AsyncMoment& last) { m_timing.asyncEnds.push_back(last.time); }

    void addMessages(double bytes, std::int64_t count)
    {
        m_total += bytes * static_cast<double>(count);
        m_timing.messages += count;
    }

    CollectiveTiming finished(const AsyncMoment& last, double busiestLink)
    {
        m_timing.async = Quantity<dim::second>(last.time);
        m_timing.hops = last.hops;
        m_timing.lockstep = Quantity<dim::second>(m_lockstep);
        m_timing.book = Quantity<dim::second>(m_book);
        m_timing.steps = static_cast<int>(m_timing.stepBytes.size());
        m_timing.criticalBytes = Quantity<dim::byte>(m_critical);
        m_timing.busiestLinkBytes = Quantity<dim::byte>(busiestLink);
        m_timing.totalBytes = Quantity<dim::byte>(m_total);
        return std::move(m_timing);
    }

private:
    LinkRates m_rates;
    CollectiveTiming m_timing;
    double m_lockstep = 0;
    double m_book = 0;
    double m_critical = 0;
    double m_total = 0;
};

} // namespace core
