// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a collective on all of its chips: what is moving, what links have carried, what chips hold.
#pragma once

#include "core/collectives/holdings.h"
#include "core/collectives/link_bytes.h"
#include "core/collectives/whole_torus.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ui
{

/// A message of the step under way.
struct ReelMessage {
    int from = 0; // chips and port of the whole torus
    int to = 0;
    int port = 0;
    int shard = 0; // owner of its first chunk, in the numbering of the part
    double bytes = 0;
    bool followed = false;
    QString label; // empty on large networks
};

/// A hop of the followed shard.
struct ReelHop {
    int step = 0;
    int from = 0;
    int port = 0;
};

/// Stands at a step, paused or with the next one under way. A step is the same however it is reached.
class Reel
{
public:
    explicit Reel(core::WholeCollective);

    const core::WholeCollective& collective() const { return m_collective; }
    const core::Topology& whole() const { return m_collective.whole; }
    int steps() const { return m_collective.study.schedule.steps; }
    int step() const { return m_step; }

    void moveTo(int step);
    /// Lights up one shard, by its owner in the part of the torus that takes part.
    void follow(std::optional<int> shard);
    std::optional<int> followed() const { return m_followed; }

    /// Links of a chip: ports of a torus; into the switch (0) and out of it (1).
    int portsOfChip() const { return m_ports; }
    const std::vector<double>& linkBytes() const { return m_bytes; }
    /// Bytes a link could have carried so far.
    double capacity() const;
    const std::vector<ReelMessage>& messages() const { return m_messages; }
    const std::vector<ReelHop>& trail() const { return m_trail; }
    /// How far each chip is: the share of what it ends with; negative where that is not followed.
    const std::vector<float>& shares() const { return m_shares; }
    /// Whether a chip holds any of the followed shard.
    bool holdsFollowed(int wholeChip) const;
    /// Nothing on networks where the replay would need too much memory.
    const core::Holdings* holdings() const { return m_holdings.get(); }

private:
    void countBytes();
    void listMessages();
    void listTrail();
    void measureShares();
    float shareOf(int partChip) const;
    bool carriesFollowed(std::span<const core::ChunkRun>) const;

    core::WholeCollective m_collective;
    core::LinkBytes m_counted;
    std::unique_ptr<core::Holdings> m_holdings;
    std::optional<int> m_followed;
    int m_ports = 6;
    int m_step = -1;
    std::vector<int> m_partOf; // chip of the part for every chip
    std::vector<double> m_bytes;
    std::vector<ReelMessage> m_messages;
    std::vector<ReelHop> m_trail;
    std::vector<float> m_shares;
};

} // namespace ui
