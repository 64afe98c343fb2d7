// SPDX-License-Identifier: GPL-3.0-or-later
// How many chips the torus of a collective has, and how many of them each picture of a large one shows.
#pragma once

#include "core/collectives/networks/blocks.h"
#include "core/formulas/collective_steps.h"
#include "core/inputs/collective_facts.h"

#include <limits>

namespace core
{

/// Behind switches nothing but these and their GPUs are counted; all else is NaN there.
template <class In> class TorusPart
{
public:
    using Count = CountOf<typename In::Rep>;

    TorusPart(const Topology& whole, const Reader<In>& in) : m_whole(whole), m_in(in) {}

    Count chips() const
    {
        return isSwitch() ? m_in(fact::coll::chips, m_whole.chips())
                          : formulas::torusChips(along(0), along(1), along(2));
    }
    /// Of GPUs behind switches.
    Count domains() const { return isSwitch() ? m_in(fact::coll::domains, m_whole.domains()) : nothing(); }
    /// Of 4×4×4 chips, or what is left at the end of an axis.
    Count blocks() const { return isSwitch() ? nothing() : formulas::torusBlocks(along(0), along(1), along(2)); }
    /// At one place of the last axis.
    Count sliceChips() const
    {
        return isSwitch() ? nothing()
                          : formulas::sliceChips(chips(), along(static_cast<std::size_t>(slicedAxis(m_whole))));
    }
    Count faceChips() const
    {
        return isSwitch() ? nothing()
                          : formulas::faceChips(chips(), formulas::innerChips(inside(0), inside(1), inside(2)));
    }

private:
    bool isSwitch() const { return m_whole.wiring == Wiring::throughSwitch; }
    Count nothing() const { return m_in.template constant<dim::count>(std::numeric_limits<double>::quiet_NaN()); }
    bool isFlat(std::size_t axis) const { return m_whole.axes[axis].length == 1; }

    Count along(std::size_t axis) const
    {
        return isFlat(axis) ? m_in.one() : m_in(fact::coll::torusSide[axis], m_whole.axes[axis].length);
    }
    /// Places of an axis that are not its ends.
    Count inside(std::size_t axis) const { return isFlat(axis) ? m_in.one() : along(axis) - 2; }

    const Topology& m_whole;
    const Reader<In>& m_in;
};

} // namespace core
