// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms of a collective from its inputs, on doubles or on traced numbers: what its schedule takes where the
// pieces are all alike.
#pragma once

#include "core/collectives/algorithms/permute.h"
#include "core/collectives/algorithms/phases.h"
#include "core/collectives/costs/context.h"

#include <array>
#include <optional>

namespace core
{

template <class In> class CollectiveForms
{
public:
    using R = typename In::Rep;
    using Count = CountOf<R>;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;

    explicit CollectiveForms(const CollectiveContext<In>& context) : m_c(context), m_request(context.study.request) {}

    /// Of a collective that nothing runs beside; none where there is no formula.
    std::optional<Seconds> closedTime() const
    {
        if (!m_c.study.closedForm)
            return std::nullopt;
        if (m_c.isAlone())
            return m_c.in.template constant<dim::second>(0);
        if (m_request.kind == Kind::permute)
            return m_request.shift > 0 ? shiftTime() : pathTime();
        if (m_c.isSwitch())
            return portTime();
        if (m_c.study.algorithm == Algorithm::middle)
            return formulas::middleReduce(m_c.in.count("coll.pieces", m_c.study.schedule.chunks.form().parts), m_c.n,
                                          m_c.hop, m_c.array, m_c.w);
        if (m_request.kind == Kind::allToAll)
            return exchangeTime();
        const auto one = gatherTime();
        return m_request.kind == Kind::allReduce && !m_c.isOneShot() ? formulas::reduceThenGatherTime(one) : one;
    }

    /// One pass along the axes.
    Seconds gatherTime() const
    {
        const auto active = m_request.topology.activeAxes();
        if (m_c.study.algorithm == Algorithm::offsets)
            return formulas::offsetsGather(closedSteps() / stepsOver(), m_c.hop, m_c.n, m_c.shard(),
                                           m_c.in.count("coll.degree", m_request.topology.degree(0)), m_c.w);
        if (active.size() > 1)
            return overPhases(true);
        const auto axis = side(active.front());
        return axis.bothWays ? formulas::ringGather(axis.hops, m_c.hop, m_c.n, m_c.shard(), m_c.w)
                             : formulas::lineGather(m_c.n, m_c.hop, m_c.shard(), m_c.w);
    }

private:
    using Algorithm = CollectiveAlgorithm;
    using Kind = CollectiveKind;

    Count closedSteps() const
    {
        const auto& form = m_c.study.closedForm;
        return m_c.in.count("coll.steps", form ? form->steps : m_c.study.timing.steps);
    }

    Seconds shiftTime() const
    {
        const int chips = m_request.topology.chips();
        const auto bytes = formulas::shiftBytes(m_c.in.count("coll.places", m_request.shift), m_c.n, m_c.array);
        const auto hops = m_c.in.count("coll.steps", std::max(m_request.shift, chips - m_request.shift));
        return formulas::barrierTime(hops, m_c.hop, bytes, m_c.w);
    }

    Seconds portTime() const
    {
        const bool blocks = m_request.kind == Kind::allToAll;
        const auto piece = blocks ? formulas::blockBytes(m_c.array, m_c.n) : m_c.shard();
        const auto once = (m_c.n - 1) * piece;
        return formulas::portTime(closedSteps(), m_c.hop, m_request.kind == Kind::allReduce ? 2 * once : once, m_c.w);
    }

    Seconds pathTime() const
    {
        const auto route = slowestRoute(m_request);
        if (route.hops == 0)
            return m_c.in.template constant<dim::second>(0);
        const auto pieces = m_c.in.count("coll.pieces", route.pieces);
        return formulas::pathTime(m_c.in.count("coll.way", route.hops), m_c.hop, pieces,
                                  m_c.array * pieces / m_c.in.count("coll.pieces.all", route.allPieces), m_c.w);
    }

    struct Side {
        Count length, hops;
        bool bothWays;
    };

    Side side(int axis) const
    {
        static constexpr std::array lengths{"coll.length.0", "coll.length.1", "coll.length.2"};
        static constexpr std::array hops{"coll.hops.0", "coll.hops.1", "coll.hops.2"};
        const auto a = static_cast<std::size_t>(axis);
        const auto& side = m_request.topology.axes[a];
        const bool oneWay = m_request.topology.oneWay && side.wraps;
        return {m_c.in.count(lengths[a], side.length), m_c.in.count(hops[a], longestHops(side, oneWay)),
                side.wraps && !oneWay};
    }

    /// An all-reduce gathers in half its steps.
    Count stepsOver() const { return m_c.in.template constant<dim::count>(m_request.kind == Kind::allReduce ? 2 : 1); }

    Seconds exchangeTime() const
    {
        const auto active = m_request.topology.activeAxes();
        if (active.size() > 1)
            return overPhases(false);
        const auto axis = side(active.front());
        const auto block = formulas::blockBytes(m_c.array, m_c.n);
        if (axis.bothWays)
            return formulas::ringExchange(axis.hops, m_c.hop, m_c.n, block, m_c.w);
        return m_c.study.algorithm == Algorithm::timeSlots ? formulas::slotExchange(m_c.n, m_c.hop, block, m_c.w)
                                                           : formulas::bundledExchange(m_c.n, m_c.hop, block, m_c.w);
    }

    Bytes phaseBytes(const Side& axis, const Bytes& held, bool gathers, std::string_view place) const
    {
        if (gathers)
            return axis.bothWays ? formulas::ringPhaseBytes.as(place)(axis.length, held)
                                 : formulas::linePhaseBytes.as(place)(axis.length, held);
        return axis.bothWays ? formulas::exchangePhaseBytes.as(place)(axis.length, held)
                             : formulas::ringPhaseBytes.as(place)(axis.length, held);
    }

    /// Every part follows its own order of axes; an axis serves the parts one after the other.
    Seconds overPhases(bool gathers) const
    {
        static constexpr std::array<std::array<std::string_view, 3>, 3> places{
            {{"part 1, axis 1", "part 1, axis 2", "part 1, axis 3"},
             {"part 2, axis 1", "part 2, axis 2", "part 2, axis 3"},
             {"part 3, axis 1", "part 3, axis 2", "part 3, axis 3"}}};
        const auto& topology = m_request.topology;
        const bool rotates = m_c.study.algorithm != Algorithm::axisByAxis;
        const int parts = rotates ? static_cast<int>(topology.activeAxes().size()) : 1;
        const Phases phases(topology, parts, [](const TorusAxis&) { return 1; });
        const auto none = m_c.in.template constant<dim::second>(0);
        std::array<Seconds, 3> done{none, none, none};
        std::array<Seconds, 3> free = done;
        std::array<Bytes, 3> held;
        held.fill(rotates ? m_c.shard() / m_c.in.count("coll.parts", parts) : m_c.shard());
        for (int phase = 0; phase < phases.count(); ++phase) {
            for (int part = 0; part < parts; ++part) {
                const auto p = static_cast<std::size_t>(part);
                const auto a = static_cast<std::size_t>(phases.axis(part, phase));
                const auto axis = side(static_cast<int>(a));
                done[p] = formulas::phaseEnd.as(places[p][a])(done[p], free[a], axis.hops, m_c.hop,
                                                              phaseBytes(axis, held[p], gathers, places[p][a]), m_c.w);
                free[a] = done[p] - m_c.hop;
                if (gathers)
                    held[p] = held[p] * axis.length;
            }
        }
        return max(max(done[0], done[1]), done[2]);
    }

    const CollectiveContext<In>& m_c;
    const CollectiveRequest& m_request;
};

} // namespace core
