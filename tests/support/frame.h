// SPDX-License-Identifier: GPL-3.0-or-later
// What is moving at a moment of a collective, and how far each message has come.
#pragma once

#include "core/collectives/clocks/clocks.h"

#include <vector>

namespace tests
{

/// One message on its way.
struct Moving {
    int from = 0;
    int to = 0;
    int port = 0;
    int step = 0;
    core::TransferOp op = core::TransferOp::copy;
    double bytes = 0;
    double progress = 0; // 0: it leaves, 1: its last byte is there
};

struct Frame {
    double seconds = 0;
    double end = 0;     // of the collective
    int firstStep = -1; // steps under way; -1 when nothing moves
    int lastStep = -1;
    std::vector<Moving> moving; // by step, then chip, then port
};

/// When every message of a schedule is under way, by one clock; made once, asked for every frame. Symmetric schedules
/// keep one chip's messages and no more.
class Timeline
{
public:
    Timeline(const core::Schedule&, const core::LinkRates&, core::CollectiveClock);

    double end() const { return m_end; }
    /// When the first message of a step leaves.
    const std::vector<double>& stepStarts() const { return m_stepStarts; }
    /// When the last message of a step is there. By the asynchronous clock steps overlap: one may end after a later
    /// one.
    const std::vector<double>& stepEnds() const { return m_stepEnds; }
    /// All chips.
    Frame at(double seconds) const;
    /// Only messages out of these chips, for a view that shows a part.
    Frame at(double seconds, std::span<const int> chips) const;

private:
    struct Message {
        int from;
        int to;
        int port;
        core::TransferOp op;
        double bytes;
        double start;
        double arrival;
    };

    void moveToBarriers(const core::CollectiveTiming&, const core::LinkRates&, core::CollectiveClock);
    void findSteps();
    std::span<const Message> messagesOf(std::size_t step, int chip) const;
    void add(const Message&, std::size_t step, int chip, Frame&) const;
    template <class Chips> Frame frame(double seconds, const Chips& chips) const;

    core::Topology m_topology;
    bool m_symmetric = false;
    double m_end = 0;
    std::vector<Message> m_messages; // by step, then chip, then port; of chip 0 only where all do the same
    std::vector<std::size_t> m_firstOfStep;
    std::vector<double> m_stepStarts; // of the first message to leave
    std::vector<double> m_stepEnds;   // of the last to arrive
};

/// The frame of a moment.
Frame frameAt(const Timeline&, core::Quantity<core::dim::second>);

} // namespace tests
