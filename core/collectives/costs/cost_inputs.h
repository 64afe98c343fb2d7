// SPDX-License-Identifier: GPL-3.0-or-later
// What every cost of a collective is computed from, on doubles or on traced numbers.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"
#include "core/scenario/fields_hardware.h"

namespace core
{

/// `n` chips, `w` one link one way, or the port of a GPU; `array` is gathered, or what each chip starts with.
template <class In> struct CostInputs {
    using R = typename In::Rep;

    CostInputs(const CollectiveRequest& asked, const Reader<In>& reader)
        : CostInputs(asked, reader, reader(field::coll::bytes, Bytes(asked.bytes())))
    {
    }
    CostInputs(const CollectiveRequest& asked, const Reader<In>& reader, const BytesOf<R>& bytes)
        : request(asked), in(reader), n(reader(fact::coll::chips, asked.topology.chips())),
          hop(reader(field::hw::hop, asked.rates.hop)), w(reader(field::hw::linkRate, asked.rates.bandwidth)),
          array(bytes)
    {
    }

    const Topology& topology() const { return request.topology; }
    bool isAlone() const { return topology().chips() == 1; }
    bool isSwitch() const { return topology().wiring == Wiring::throughSwitch; }
    /// An all-reduce passes twice: it reduces, then gathers.
    int passes() const { return request.kind == CollectiveKind::allReduce ? 2 : 1; }
    BytesOf<R> shard() const { return formulas::shardBytes(array, n); }
    SecondsOf<R> nothing() const { return in.template constant<dim::second>(0); }

    const CollectiveRequest& request;
    const Reader<In>& in;
    CountOf<R> n;
    SecondsOf<R> hop;
    ByteRateOf<R> w;
    BytesOf<R> array;
};

/// A cost on doubles.
template <class Cost> auto onDoubles(const CollectiveRequest& request, const Cost& cost)
{
    const Plain inputs;
    const Reader<Plain> in(inputs);
    return cost(CostInputs<Plain>(request, in));
}

} // namespace core
