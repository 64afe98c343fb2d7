// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what costs have in common.
#include "core/collectives/costs/cost_inputs.h"

#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_hardware.h"

namespace core
{

template <class In> CostInputs<In>::CostInputs(const CollectiveRequest& asked, const Reader<In>& reader)
    : CostInputs(asked, reader, reader(field::coll::bytes, Bytes(asked.bytes())))
{
}

template <class In>
CostInputs<In>::CostInputs(const CollectiveRequest& asked, const Reader<In>& reader, const BytesOf<R>& bytes)
    : request(asked), in(reader), n(reader(fact::coll::chips, asked.topology.chips())),
      hop(reader(field::hw::hop, asked.rates.hop)), w(reader(field::hw::linkRate, asked.rates.bandwidth)), array(bytes)
{
}

template <class In> BytesOf<typename In::Rep> CostInputs<In>::shard() const { return formulas::shardBytes(array, n); }

template struct CostInputs<Plain>;
template struct CostInputs<Recording>;

} // namespace core
