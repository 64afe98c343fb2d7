// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what costs have in common.
#include "core/collectives/costs/cost_inputs.h"

#include "core/formulas/collectives.h"
#include "core/formulas/network.h"
#include "core/inputs/collective_facts.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_hardware.h"

#include <algorithm>
#include <cmath>

namespace core
{

template <class In> CostInputs<In>::CostInputs(const CollectiveRequest& asked, const Reader<In>& reader)
    : CostInputs(asked, reader, reader(field::coll::bytes, Bytes(asked.bytes())))
{
}

template <class In>
CostInputs<In>::CostInputs(const CollectiveRequest& asked, const Reader<In>& reader, const BytesOf<R>& bytes)
    : request(asked), in(reader), n(reader(fact::coll::chips, asked.topology.chips())),
      hop(asked.domains.size > 0 ? reader(field::hw::hopAcross, asked.rates.hop)
                                 : reader(field::hw::hop, asked.rates.hop)),
      w(portRate(asked, reader)), array(bytes)
{
}

template <class In> CountOf<typename In::Rep> smallestDomain(const CollectiveRequest& request, const Reader<In>& in)
{
    const double size = request.domains.size;
    const double rest = std::fmod(request.topology.chips(), size);
    return rest > 0 ? in(fact::coll::smallestDomain, rest) : in(fact::coll::behindEach, size);
}

template <class In> ByteRateOf<typename In::Rep> portRate(const CollectiveRequest& request, const Reader<In>& in)
{
    const auto& domains = request.domains;
    if (request.inSwitch)
        return formulas::switchPort(in(fact::coll::chips, request.topology.chips()),
                                    in(field::hw::linkRate, domains.inside));
    if (!(domains.size > 0))
        return in(field::hw::linkRate, request.rates.bandwidth);
    const auto nic = in(field::hw::dcnRate, domains.nic);
    if (request.kind == CollectiveKind::permute)
        return nic;
    const auto smallest = smallestDomain(request, in);
    const auto d = in(fact::coll::behindEach, domains.size);
    const bool blocks = request.kind == CollectiveKind::allToAll; // those of a GPU leave through its own NIC
    return formulas::domainsPort(in(fact::coll::chips, request.topology.chips()), d, smallest,
                                 in(field::hw::linkRate, domains.inside),
                                 blocks ? nic : formulas::groupEgress(smallest, nic));
}

double nicsOverPorts(const CollectiveRequest& request, int domain)
{
    if (request.kind == CollectiveKind::permute)
        return 1; // ports have the rate of their NICs
    const double chips = request.topology.chips();
    const double inside = std::min(request.domains.size, chips - domain * request.domains.size);
    const double nics = request.kind == CollectiveKind::allToAll ? 1 : inside;
    const double needed = (chips - inside) / ((chips - 1) * nics); // for a byte of a port
    return needed * (request.rates.bandwidth / request.domains.nic).si();
}

template <class In> BytesOf<typename In::Rep> CostInputs<In>::shard() const { return formulas::shardBytes(array, n); }

template <class In> ByteRateOf<typename In::Rep> CostInputs<In>::linkRate() const
{
    return request.inSwitch ? in(field::hw::linkRate, request.domains.inside) : w;
}

template CountOf<double> smallestDomain(const CollectiveRequest&, const Reader<Plain>&);
template CountOf<Traced> smallestDomain(const CollectiveRequest&, const Reader<Recording>&);
template ByteRateOf<double> portRate(const CollectiveRequest&, const Reader<Plain>&);
template ByteRateOf<Traced> portRate(const CollectiveRequest&, const Reader<Recording>&);
template struct CostInputs<Plain>;
template struct CostInputs<Recording>;

} // namespace core
