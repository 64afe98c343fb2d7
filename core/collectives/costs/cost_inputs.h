// SPDX-License-Identifier: GPL-3.0-or-later
// What every cost of a collective is computed from, on doubles or on traced numbers.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/inputs/inputs.h"

namespace core
{

/// `n` chips, `w` one link one way, or the port of a GPU; `array` is gathered, or what each chip starts with.
template <class In> struct CostInputs {
    using R = typename In::Rep;

    CostInputs(const CollectiveRequest&, const Reader<In>&);
    CostInputs(const CollectiveRequest&, const Reader<In>&, const BytesOf<R>& array);

    const Topology& topology() const { return request.topology; }
    bool isAlone() const { return topology().chips() == 1; }
    bool isSwitch() const { return topology().wiring == Wiring::throughSwitch; }
    /// An all-reduce passes twice: it reduces, then gathers.
    int passes() const { return request.kind == CollectiveKind::allReduce ? 2 : 1; }
    BytesOf<R> shard() const;
    /// Of a port as it is built; `w` is what several domains or a switch that adds make of it.
    ByteRateOf<R> linkRate() const;
    SecondsOf<R> nothing() const { return in.template constant<dim::second>(0); }

    const CollectiveRequest& request;
    const Reader<In>& in;
    CountOf<R> n;
    SecondsOf<R> hop;
    ByteRateOf<R> w;
    BytesOf<R> array;
};

/// Rate of a link or port. Of GPUs in several domains: at which their collective takes as long as e.8 says, where
/// NVLink inside of domains and NICs between them work at once; of a switch that adds, as long as m.6 says.
template <class In> ByteRateOf<typename In::Rep> portRate(const CollectiveRequest&, const Reader<In>&);

/// GPUs of the domain that has fewest, of several.
template <class In> CountOf<typename In::Rep> smallestDomain(const CollectiveRequest&, const Reader<In>&);

/// What the NICs of a domain carry, of what they could: so much more or less than ports, whose rate is portRate(), are
/// loaded. As e.8 counts it: a shard comes into a domain once, blocks of an all-to-all each by themselves.
double nicsOverPorts(const CollectiveRequest&, int domain);

/// A cost on doubles.
template <class Cost, class In = Plain> auto onDoubles(const CollectiveRequest& request, const Cost& cost)
{
    const In inputs;
    const Reader<In> in(inputs);
    return cost(CostInputs<In>(request, in));
}

} // namespace core
