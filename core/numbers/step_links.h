// SPDX-License-Identifier: GPL-3.0-or-later
// What every link of a torus has carried when some steps of its collective are done: one, the busiest, all together.
#pragma once

#include "core/collectives/clocks/link_bytes.h"

#include <array>

namespace core
{

struct WholeCollective;

/// A link out of a chip of the whole torus; of a switch port 0 leads into it and 1 out of it.
struct StepLink {
    int chip = 0;
    int port = 0;
    double bytes = 0;
};

class StepLinks
{
public:
    explicit StepLinks(const WholeCollective&); // which must outlive it

    void moveTo(int step) { m_counted.moveTo(step); }
    /// Of a torus.
    double at(int chip, int port) const;
    /// The first of those with most bytes.
    StepLink busiest() const;
    /// Over all links; what goes through a switch is counted once.
    double sent() const;

private:
    const Topology& part() const;
    StepLink busiestOfSwitch() const;

    const WholeCollective* m_collective;
    std::array<int, 6> m_partPorts{}; // by port of the whole; -1 where its axis takes no part
    LinkBytes m_counted;
};

} // namespace core
