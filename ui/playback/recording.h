// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a collective on all of its chips: what is moving, what links have carried, what chips hold.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/clocks/link_bytes.h"
#include "core/collectives/schedules/holdings.h"
#include "core/collectives/schedules/own_holdings.h"
#include "core/numbers/step_place.h"
#include "core/scenario/scenario.h"
#include "ui/playback/followed_shard.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ui
{

/// A message of the step under way.
struct RecordedMessage {
    int from = 0; // chips and port of the whole torus
    int to = 0;
    int port = 0;
    int shard = 0; // what colour and pattern its first chunk has, in the numbering of the part
    double bytes = 0;
    bool followed = false;
    int transfer = -1; // of the step; -1 on networks whose messages bear no names
};

/// A hop of the followed shard between chips of the whole torus.
using ShardHop = ShardHop;

/// The first chunks that a chip holds, and how many there are.
struct HeldChunks {
    struct Chunk {
        core::ChunkNumber number = 0;
        int terms = 1; // of a sum
    };
    std::vector<Chunk> whole;
    std::vector<Chunk> pending; // unfinished sums
    core::ChunkNumber wholes = 0;
    core::ChunkNumber pendings = 0;
    double bytes = 0;
};

/// Stands at a step, paused or with the next one under way. A step is the same however it is reached.
class Recording
{
public:
    explicit Recording(core::WholeCollective);
    /// Another one of the same collective, to stand at another step.
    Recording twin() const { return Recording(m_collective); }

    const core::WholeCollective& collective() const { return *m_collective; }
    /// For another thread.
    std::shared_ptr<const core::WholeCollective> shared() const { return m_collective; }
    const core::Schedule& schedule() const { return m_collective->analysis.schedule; }
    const core::Topology& whole() const { return m_collective->whole; }
    const core::Topology& subtorus() const { return m_collective->analysis.schedule.topology; }
    int steps() const { return m_collective->analysis.schedule.steps; }
    /// Of a number of it: "coll.held@3,2", "own.held@3,2".
    QString idOf(const core::StepPlace&) const;
    int step() const { return m_step; }

    void moveTo(int step);
    /// Lights up one shard of the part of the torus that takes part; none where there is no such shard.
    void follow(std::optional<int> shard);
    std::optional<int> followed() const { return m_followed ? std::optional(m_followed->shard()) : std::nullopt; }

    /// Links of a chip: ports of a torus; into the switch (0) and out of it (1).
    int portsOfChip() const { return m_ports; }
    /// By chip and port, as a row for each chip.
    const std::vector<double>& linkBytes() const;
    double bytesOn(int chip, int port) const;
    /// Most bytes on one link so far.
    double busiest() const;
    /// Bytes a link could have carried so far.
    double capacity() const;
    /// Of what the NICs of a domain could have carried so far, the share that they have.
    double nicLoad(int domain) const;
    const std::vector<RecordedMessage>& messages() const;
    /// What a message says of itself, where it bears a name.
    QString nameOf(const RecordedMessage&) const;
    const std::vector<ShardHop>& trail() const;
    /// How far each chip is: the share of what it ends with; negative where that is not followed.
    const std::vector<float>& shares() const;
    /// Whether a chip holds any of the followed shard.
    bool holdsFollowed(int wholeChip) const;
    /// Messages that leave or reach a chip.
    std::vector<const RecordedMessage*> messagesOf(int wholeChip) const;
    /// Nothing on networks where the replay would need too much memory, or where one chip's view tells as much.
    const core::Holdings* holdings() const;
    /// At most `most` of each sort are listed; nothing where that is not known.
    std::optional<HeldChunks> heldBy(int subtorusChip, std::size_t max) const;
    /// How much of each shard or piece a chip holds, of sums the share of all terms; empty where that is not known, and
    /// of blocks.
    std::vector<float> shardShares(int subtorusChip) const;

private:
    explicit Recording(std::shared_ptr<const core::WholeCollective>);
    bool isMoved() const;
    void countBytes() const;
    void listMessages() const;
    void listMovedMessages() const;
    void lightMessages() const;
    void fillTrail() const;
    ShardHop onCopy(const ShardHop&, int copy) const;
    void measureShares() const;
    float shareOf(int subtorusChip) const;
    const std::vector<int>& owners() const;
    core::OwnHoldings* own() const;
    const std::vector<float>& firstChipsShares() const;
    const HeldChunks& firstChipsHeld() const;

    std::shared_ptr<const core::WholeCollective> m_collective;
    int m_ports = 6;
    int m_step = 0;
    std::vector<int> m_subtorusChips; // chip of the part for every chip
    std::vector<int> m_copies;        // the chip of every copy that stands for chip 0 of the part
    std::vector<core::Coordinates> m_subtorusPlaces;

    // Everything below is found when asked for: half of it is never looked at. -1: of no step.
    mutable core::LinkBytes m_counted;
    mutable int m_bytesStep = -1;
    mutable std::vector<double> m_bytes;
    mutable int m_messagesStep = -1;
    mutable core::Step m_underWay; // on all chips, or on chip 0 where all do alike
    mutable std::vector<RecordedMessage> m_messages;
    mutable std::unique_ptr<FollowedShard> m_followed;
    mutable int m_trailStep = -1;
    mutable std::vector<ShardHop> m_trail;
    mutable int m_sharesStep = -1;
    mutable std::vector<float> m_shares;
    mutable std::unique_ptr<core::Holdings> m_holdings;
    mutable std::unique_ptr<core::OwnHoldings> m_own;
    mutable std::vector<int> m_owners;        // by chunk
    mutable std::vector<float> m_firstShares; // of chip 0 at m_firstSharesStep
    mutable int m_firstSharesStep = -1;
    mutable HeldChunks m_firstHeld; // of chip 0 at m_firstHeldStep, all of them
    mutable int m_firstHeldStep = -1;
};

/// Whether the same chips do the same in the same steps, with other bytes and times.
bool onlySizesDiffer(core::Collective, const core::Collective&);
/// Whether both scenarios have the same schedule and times.
bool isSameCollective(const core::Scenario&, const core::Scenario&);

} // namespace ui
