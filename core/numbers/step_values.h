// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a collective's steps from what was found on its schedule, on doubles or on traced numbers.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/context.h"
#include "core/collectives/costs/matmul.h"
#include "core/collectives/critical_path.h"
#include "core/formulas/collective_steps.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/numbers/step_facts.h"
#include "core/numbers/step_row.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace core
{

/// When the message or product of a bar is done, from when it began and how long it takes.
template <class In> class BarValues
{
public:
    using R = typename In::Rep;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;

    BarValues(const CollectiveContext<In>& context, const BarFacts& facts) : m_c(context), m_facts(facts) {}

    /// `message`: its bytes.
    Seconds arrival(const Bytes& message) const
    {
        const auto sent = formulas::messageSent(start(), carried(message), m_c.w);
        return m_c.s.coll.clock == CollectiveClock::book ? formulas::messageThereBook(start(), m_c.hop, sent)
                                                         : formulas::messageThere(sent, m_c.hop);
    }

    Seconds exposed(const Bytes& message) const
    {
        return formulas::exposedTime(
            carried(message), m_c.w,
            m_facts.hidden > 0 ? m_c.in(fact::coll::hiddenTime, Quantity<dim::second>(m_facts.hidden)) : none());
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
        namespace f = fact::coll;
        constexpr std::array before{f::linkFree,      f::dataThere,     f::stepBefore, // from BarStart::link on
                                    f::productBefore, f::collectiveEnd, f::productsEnd};
        const auto at = static_cast<std::size_t>(m_facts.start);
        return at == 0 ? none() : m_c.in(before[at - 1], Quantity<dim::second>(m_facts.bar.start));
    }

    /// Messages of a step share the port of a switch.
    Bytes carried(const Bytes& message) const
    {
        const double through = (m_facts.bar.end - m_facts.bar.start) * plain(m_c.w);
        return std::abs(through - plain(message)) <= 1e-9 * through
                   ? message
                   : m_c.in(fact::coll::portBytes, Quantity<dim::byte>(through));
    }

    const CollectiveContext<In>& m_c;
    const BarFacts& m_facts;
};

template <class In> class StepValues
{
public:
    using R = typename In::Rep;

    StepValues(const Scenario& s, const StepFacts& facts, const Reader<In>& in)
        : m_facts(facts), m_in(in), m_c(s, facts.collective.analysis, in)
    {
    }

    SecondsOf<R> end() const
    {
        const int step = m_facts.place.step;
        return endOfSteps(m_c, m_c.s.coll.clock, step, step == 0 ? 0 : m_facts.collective.stepEnds[at(step - 1)],
                          m_facts.context);
    }

    BytesOf<R> held() const { return pieces(formulas::heldBytes, fact::coll::heldChunks); }
    BytesOf<R> message() const { return pieces(formulas::messageBytes, fact::coll::messageChunks); }
    BytesOf<R> sent() const { return pieces(formulas::sentBytes, fact::coll::sentChunks); }

    SecondsOf<R> arrival() const { return BarValues<In>(m_c, m_facts.bar).arrival(message()); }
    SecondsOf<R> exposed() const { return BarValues<In>(m_c, m_facts.bar).exposed(message()); }
    SecondsOf<R> productEnd() const { return BarValues<In>(m_c, m_facts.bar).productEnd(); }

    /// Over a link, or over the busiest one; messages by their bytes where they are alike.
    BytesOf<R> carried() const
    {
        const auto& p = m_facts.pieces;
        if (!chunks().isUniform() || !p.areAlike())
            return pieces(formulas::carriedBytes, fact::coll::linkChunks);
        const double each = static_cast<double>(p.chunks) / p.messages;
        return formulas::messagesBytes(m_in(fact::coll::messages, p.messages),
                                       formulas::messageBytes(m_in(fact::coll::messageChunks, each), chunk()));
    }

    BytesOf<R> capacity() const { return formulas::linkCapacity.as(m_facts.context)(m_c.w, end()); }
    CountOf<R> load(const BytesOf<R>& bytes) const { return formulas::linkLoad(bytes, capacity()); }

    BytesOf<R> blockMean() const { return formulas::linksMean(blockBytes(), blockLinks()); }
    BytesOf<R> blockBytes() const
    {
        return m_facts.alike ? formulas::linksBytes(blockLinks(), carried())
                             : pieces(formulas::linksChunkBytes, fact::coll::blockChunks, m_facts.together);
    }
    /// Through the face of the block.
    CountOf<R> blockLinks() const
    {
        const auto across = at(axisOf(m_facts.place.port));
        return formulas::blockLinks(ofBlock(across == 0 ? 1 : 0), ofBlock(across == 2 ? 1 : 2));
    }
    CountOf<R> blockChips() const { return formulas::blockChips(ofBlock(0), ofBlock(1), ofBlock(2)); }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// Of a flat torus no chips lie behind each other.
    CountOf<R> ofBlock(std::size_t axis) const
    {
        return m_facts.collective.whole.axes[axis].length > 1 ? m_in(fact::coll::blockSide[axis], m_facts.sides[axis])
                                                              : m_in.one();
    }

    const ChunkSpace& chunks() const { return scheduleOf(m_facts.collective.analysis, m_facts.row).chunks; }

    BytesOf<R> chunk() const
    {
        return formulas::chunkBytes(cutBytes(), m_in(fact::coll::chunks, static_cast<double>(chunks().count())));
    }

    /// What the chunks are cut from: the array, or the arrays of all chips.
    BytesOf<R> cutBytes() const
    {
        const double cut = chunks().totalBytes();
        const auto is = [&](const BytesOf<R>& bytes) { return std::abs(plain(bytes) - cut) <= 1e-9 * cut; };
        if (is(m_c.array))
            return m_c.array;
        const auto all = m_c.n * m_c.array;
        return is(all) ? all : m_in(fact::coll::cutBytes, Bytes(cut));
    }

    template <class F> BytesOf<R> pieces(const F& ofChunks, const fact::Count& fact) const
    {
        return pieces(ofChunks, fact, m_facts.pieces);
    }

    template <class F> BytesOf<R> pieces(const F& ofChunks, const fact::Count& fact, const Pieces& counted) const
    {
        return chunks().isUniform() ? ofChunks(m_in(fact, static_cast<double>(counted.chunks)), chunk())
                                    : elements(counted);
    }

    BytesOf<R> elements(const Pieces& counted) const
    {
        const double each = m_c.analysis.request.elementBytes;
        return formulas::elementBytes(m_in(fact::coll::elements, std::round(counted.bytes / each)),
                                      m_in(fact::coll::elementBytes, Bytes(each)));
    }

    const StepFacts& m_facts;
    const Reader<In>& m_in;
    CollectiveContext<In> m_c;
};

} // namespace core
