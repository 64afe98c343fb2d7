// SPDX-License-Identifier: GPL-3.0-or-later
// When the message or product of a bar is done, from when it began and how long it takes.
#pragma once

#include "core/collectives/context.h"
#include "core/formulas/collective_steps.h"
#include "core/numbers/bar_facts.h"

namespace core
{

template <class In> class BarPart
{
public:
    using R = typename In::Rep;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;

    BarPart(const CollectiveContext<In>& context, const BarFacts& facts) : m_c(context), m_facts(facts) {}

    /// `message`: its bytes.
    Seconds arrival(const Bytes& message) const
    {
        const auto sent = formulas::messageSent(start(), carried(message), m_c.w);
        return m_c.s.coll.clock == CollectiveClock::book ? formulas::messageThereBook(start(), m_c.hop, sent)
                                                         : formulas::messageThere(sent, m_c.hop);
    }

    Seconds exposed(const Bytes& message) const
    {
        return formulas::exposedTime(carried(message), m_c.w,
                                     m_facts.hidden > 0 ? m_c.in.time("coll.bar.hidden", m_facts.hidden) : none());
    }

    Seconds productEnd() const
    {
        const auto product = shardProduct(m_c.in, m_c.s, m_c.n);
        return m_facts.bar.product.half == ShardProduct::wholeShard ? formulas::productEnd(start(), product)
                                                                    : formulas::halfProductEnd(start(), product);
    }

private:
    Seconds none() const { return m_c.in.template constant<dim::second>(0); }

    Seconds start() const
    {
        const double at = m_facts.bar.start;
        switch (m_facts.start) {
        case BarStart::atOnce:
            return none();
        case BarStart::link:
            return m_c.in.time("coll.bar.link", at);
        case BarStart::data:
            return m_c.in.time("coll.bar.data", at);
        case BarStart::barrier:
            return m_c.in.time("coll.bar.barrier", at);
        case BarStart::product:
            return m_c.in.time("coll.bar.product", at);
        case BarStart::collective:
            return m_c.in.time("coll.bar.collective", at);
        case BarStart::products:
            return m_c.in.time("coll.bar.products", at);
        }
        return none();
    }

    /// Messages of a step share the port of a switch.
    Bytes carried(const Bytes& message) const
    {
        const double through = (m_facts.bar.end - m_facts.bar.start) * plain(m_c.w);
        return std::abs(through - plain(message)) <= 1e-9 * through ? message : m_c.in.bytes("coll.bar.port", through);
    }

    const CollectiveContext<In>& m_c;
    const BarFacts& m_facts;
};

} // namespace core
