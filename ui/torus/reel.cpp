// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the schedule of the part over to every copy of it on the torus.
#include "ui/torus/reel.h"

#include "ui/torus/shard_names.h"

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

constexpr int mostLabelled = 128; // chips whose messages bear names

std::size_t place(int i) { return static_cast<std::size_t>(i); }

} // namespace

Reel::Reel(core::WholeCollective collective)
    : Reel(std::make_shared<const core::WholeCollective>(std::move(collective)))
{
}

Reel::Reel(std::shared_ptr<const core::WholeCollective> collective)
    : m_collective(std::move(collective)), m_counted(schedule())
{
    const bool behindSwitch = whole().wiring == core::Wiring::throughSwitch;
    m_ports = behindSwitch ? 2 : whole().ports();
    m_partOf.resize(place(whole().chips()));
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const int own = m_collective->chipOfPart(chip);
        m_partOf[place(chip)] = own;
        m_placeInPart.push_back(part().coordinates(own));
        if (own == 0) {
            m_copies.push_back(chip);
        }
    }
}

/// Large networks on which every chip does the same are known from chip 0.
bool Reel::isMoved() const { return schedule().symmetric && part().chips() > mostLabelled; }

const core::Holdings* Reel::holdings() const
{
    if (!m_holdings) {
        if (!core::Holdings::areFew(schedule()) || (schedule().goal == core::Goal::gather && own())) {
            return nullptr;
        }
        m_holdings = std::make_unique<core::Holdings>(schedule());
    }
    m_holdings->moveTo(m_step);
    return m_holdings.get();
}

void Reel::moveTo(int step) { m_step = std::clamp(step, 0, steps()); }

const std::vector<double>& Reel::linkBytes() const
{
    if (std::exchange(m_bytesStep, m_step) != m_step) {
        m_counted.moveTo(m_step);
        countBytes();
    }
    return m_bytes;
}

double Reel::busiest() const
{
    if (whole().wiring == core::Wiring::torus) {
        m_counted.moveTo(m_step);
        return m_counted.busiest();
    }
    return linkBytes().empty() ? 0 : *std::ranges::max_element(linkBytes());
}

const std::vector<ReelMessage>& Reel::messages() const
{
    if (std::exchange(m_messagesStep, m_step) != m_step) {
        listMessages();
    }
    return m_messages;
}

const std::vector<ReelHop>& Reel::trail() const
{
    extendTrail();
    return m_trail;
}

const std::vector<float>& Reel::shares() const
{
    if (std::exchange(m_sharesStep, m_step) != m_step) {
        measureShares();
    }
    return m_shares;
}

bool Reel::canFollow() const
{
    return schedule().goal != core::Goal::deliver && schedule().chunks.form().cut != core::Cut::pieces &&
           (core::Holdings::areFew(schedule()) || (isMoved() && core::OwnHoldings::suffice(schedule())));
}

void Reel::follow(std::optional<int> shard)
{
    m_followed = canFollow() ? shard : std::nullopt;
    m_followedChunks.clear();
    for (core::ChunkNumber chunk = 0; m_followed && chunk < schedule().chunks.count(); ++chunk) {
        if (owners()[static_cast<std::size_t>(chunk)] == *m_followed) {
            m_followedChunks.push_back(chunk);
        }
    }
    m_trail.clear();
    m_trailSteps = 0;
    m_messagesStep = -1;
}

double Reel::capacity() const
{
    return m_step == 0 ? 0
                       : m_collective->stepEnds[place(m_step - 1)] * m_collective->study.request.rates.bandwidth.si();
}

void Reel::countBytes() const
{
    const bool behindSwitch = whole().wiring == core::Wiring::throughSwitch;
    m_bytes.assign(place(whole().chips() * m_ports), 0);
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const int own = m_partOf[place(chip)];
        for (int port = 0; port < part().ports(); ++port) {
            const double bytes = m_counted.at(own, port);
            if (behindSwitch) {
                m_bytes[place(chip * m_ports)] += bytes;
                m_bytes[place(part().neighbour(chip, port) * m_ports + 1)] += bytes;
            } else {
                m_bytes[place(chip * m_ports + m_collective->portOfWhole(port))] += bytes;
            }
        }
    }
}

bool Reel::carriesFollowed(std::span<const core::ChunkRun> runs) const
{
    if (!m_followed) {
        return false;
    }
    return std::ranges::any_of(runs, [&](const core::ChunkRun& run) {
        const auto first = std::ranges::lower_bound(m_followedChunks, run.first);
        return first != m_followedChunks.end() && *first < run.first + run.count;
    });
}

QString Reel::nameOf(const ReelMessage& message) const
{
    if (message.transfer < 0) {
        return {};
    }
    return runName(schedule(), m_underWay.chunks(m_underWay.transfers[place(message.transfer)]));
}

void Reel::listMessages() const
{
    m_messages.clear();
    m_underWay.clear();
    if (m_step >= steps()) {
        return;
    }
    if (isMoved()) {
        core::addSends(schedule(), m_step, 0, m_underWay);
        listMovedMessages();
        return;
    }
    core::fillStep(schedule(), m_step, m_underWay);
    const bool labelled = part().chips() <= mostLabelled;
    std::vector<std::vector<ReelMessage>> ofChip(place(part().chips()));
    for (std::size_t i = 0; i < m_underWay.transfers.size(); ++i) {
        const auto& transfer = m_underWay.transfers[i];
        const auto runs = m_underWay.chunks(transfer);
        const int shard = schedule().chunks.name(runs.front().first).owner;
        ofChip[place(transfer.from)].push_back({transfer.from, transfer.to, m_collective->portOfWhole(transfer.port),
                                                shard, transfer.bytes, carriesFollowed(runs),
                                                labelled ? static_cast<int>(i) : -1});
    }
    for (int chip = 0; chip < whole().chips(); ++chip) {
        for (ReelMessage message : ofChip[place(m_partOf[place(chip)])]) {
            message.from = chip;
            message.to = m_collective->chipOfWhole(message.to, chip);
            m_messages.push_back(message);
        }
    }
}

/// What chip 0 sends, sent by everybody.
void Reel::listMovedMessages() const
{
    const auto& lengths = part().axes;
    m_messages.reserve(m_underWay.transfers.size() * m_partOf.size());
    std::vector<core::Coordinates> owners;
    std::vector<std::vector<char>> carried; // per transfer, by owner as chip 0 sees it
    for (const auto& transfer : m_underWay.transfers) {
        const auto runs = m_underWay.chunks(transfer);
        owners.push_back(part().coordinates(schedule().chunks.name(runs.front().first).owner));
        carried.emplace_back(m_followed ? place(part().chips()) : 0, 0);
        for (const auto& run : runs) {
            for (core::ChunkNumber i = 0; m_followed && i < run.count; ++i) {
                carried.back()[place(schedule().chunks.name(run.first + i).owner)] = 1;
            }
        }
    }
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const auto& by = m_placeInPart[place(chip)];
        const int followed =
            m_followed ? core::movedChip(part(), *m_followed, {-by[0], -by[1], -by[2]}) : -1; // as chip 0 sees it
        for (std::size_t i = 0; i < m_underWay.transfers.size(); ++i) {
            const auto& transfer = m_underWay.transfers[i];
            core::Coordinates owner{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const int at = owners[i][axis] + by[axis];
                owner[axis] = at >= lengths[axis].length ? at - lengths[axis].length : at;
            }
            const int port = m_collective->portOfWhole(transfer.port);
            m_messages.push_back({chip, whole().neighbour(chip, port), port, part().chip(owner), transfer.bytes,
                                  followed >= 0 && carried[i][place(followed)] != 0, -1});
        }
    }
}

void Reel::addHop(int step, int partChip, int partPort) const
{
    for (const int copy : m_copies) {
        m_trail.push_back({step, m_collective->chipOfWhole(partChip, copy), m_collective->portOfWhole(partPort)});
    }
}

void Reel::extendTrail() const
{
    if (!m_followed) {
        return;
    }
    if (m_trailSteps > m_step) {
        std::erase_if(m_trail, [&](const ReelHop& hop) { return hop.step >= m_step; });
        m_trailSteps = m_step;
    }
    core::Step step;
    for (; m_trailSteps < m_step; ++m_trailSteps) {
        if (!isMoved()) {
            core::fillStep(schedule(), m_trailSteps, step);
            for (const auto& transfer : step.transfers) {
                if (carriesFollowed(step.chunks(transfer))) {
                    addHop(m_trailSteps, transfer.from, transfer.port);
                }
            }
            continue;
        }
        step.clear();
        core::addSends(schedule(), m_trailSteps, 0, step);
        for (const auto& transfer : step.transfers) {
            std::vector<int> senders;
            for (const auto& run : step.chunks(transfer)) {
                for (core::ChunkNumber i = 0; i < run.count; ++i) {
                    // Who sees the followed shard where chip 0 sees this owner.
                    const auto seen = part().coordinates(schedule().chunks.name(run.first + i).owner);
                    senders.push_back(core::movedChip(part(), *m_followed, {-seen[0], -seen[1], -seen[2]}));
                }
            }
            std::ranges::sort(senders);
            senders.erase(std::unique(senders.begin(), senders.end()), senders.end());
            for (const int sender : senders) {
                addHop(m_trailSteps, sender, transfer.port);
            }
        }
    }
}

std::vector<const ReelMessage*> Reel::messagesOf(int wholeChip) const
{
    std::vector<const ReelMessage*> found;
    const auto look = [&](int from) { // messages lie in the order of their senders
        const auto sent = std::ranges::equal_range(messages(), from, {}, &ReelMessage::from);
        for (const ReelMessage& message : sent) {
            if (from == wholeChip || message.to == wholeChip) {
                found.push_back(&message);
            }
        }
    };
    look(wholeChip);
    std::vector<int> neighbours;
    for (int port = 0; port < whole().ports(); ++port) {
        core::Coordinates by{};
        const bool behindSwitch = whole().wiring == core::Wiring::throughSwitch;
        by[behindSwitch ? 0 : place(core::axisOf(port))] = behindSwitch ? port + 1 : core::isForward(port) ? 1 : -1;
        neighbours.push_back(core::movedChip(whole(), wholeChip, by)); // also against a one-way ring
    }
    std::erase(neighbours, wholeChip);
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    std::ranges::for_each(neighbours, look);
    return found;
}

} // namespace ui
