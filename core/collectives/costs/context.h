// SPDX-License-Identifier: GPL-3.0-or-later
// What every number of a collective starts from: its network, its bytes, and what was found on its schedule.
#pragma once

#include "core/collectives/costs/collective.h"
#include "core/formulas/collectives.h"

#include <cmath>

namespace core
{

template <class In> struct CollectiveContext {
    using R = typename In::Rep;

    CollectiveContext(const Scenario& scenario, const CollectiveStudy& found, const Reader<In>& inputs)
        : s(scenario), study(found), in(inputs), n(in.count("coll.chips", study.request.topology.chips())),
          hop(in.time("hw.hop", study.request.rates.hop.si())),
          w(in.byteRate("hw.link.rate", study.request.rates.bandwidth.si())), array(wholeBytes())
    {
    }

    bool isAlone() const { return study.request.topology.chips() == 1; }
    bool isSwitch() const { return study.request.topology.wiring == Wiring::throughSwitch; }
    /// Every chip's array is a shard.
    bool isOneShot() const { return study.algorithm == CollectiveAlgorithm::oneShot; }
    BytesOf<R> shard() const { return isOneShot() ? array : formulas::shardBytes(array, n); }

    /// A closed form counts where it gives what was found.
    static bool gives(const SecondsOf<R>& closed, double found)
    {
        return std::abs(plain(closed) - found) <= 1e-9 * std::abs(found);
    }

    const Scenario& s;
    const CollectiveStudy& study;
    const Reader<In>& in;
    CountOf<R> n;
    SecondsOf<R> hop;
    ByteRateOf<R> w;
    BytesOf<R> array;

private:
    BytesOf<R> wholeBytes() const
    {
        if (!study.matmul)
            return in.bytes("coll.bytes", study.request.bytes());
        const bool gathers = study.request.kind == CollectiveKind::allGather;
        return formulas::movingBytes(in.bytes("coll.element", study.request.elementBytes), in.count("coll.B", s.coll.B),
                                     gathers ? in.count("coll.D", s.coll.D) : in.count("coll.F", s.coll.F));
    }
};

} // namespace core
