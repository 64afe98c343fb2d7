// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the schedule of the part over to every copy of it on the torus.
#include "ui/playback/reel.h"

#include "ui/playback/shard_names.h"
#include "ui/playback/shards.h"

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

QString Reel::idOf(const core::StepPlace& place) const
{
    return QString::fromStdString(core::stepNumberId(place, whole(), m_collective->ownOrder));
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

double Reel::bytesOn(int chip, int port) const { return linkBytes()[place(chip * m_ports + port)]; }

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
        lightMessages();
    }
    return m_messages;
}

const std::vector<ReelHop>& Reel::trail() const
{
    if (std::exchange(m_trailStep, m_step) != m_step) {
        fillTrail();
    }
    return m_trail;
}

const std::vector<float>& Reel::shares() const
{
    if (std::exchange(m_sharesStep, m_step) != m_step) {
        measureShares();
    }
    return m_shares;
}

void Reel::follow(std::optional<int> shard)
{
    const bool is = shard && *shard >= 0 && *shard < shardCount(schedule());
    m_followed = is ? std::make_unique<FollowedShard>(schedule(), *shard, isMoved()) : nullptr;
    m_trailStep = -1;
    m_messagesStep = -1;
}

ReelHop Reel::onCopy(const ShardHop& hop, int copy) const
{
    return {hop.step, m_collective->chipOfWhole(hop.from, copy), m_collective->chipOfWhole(hop.to, copy),
            m_collective->portOfWhole(hop.port)};
}

void Reel::fillTrail() const
{
    m_trail.clear();
    if (!m_followed) {
        return;
    }
    m_followed->moveTo(m_step);
    for (const int copy : m_copies) {
        for (const ShardHop& hop : m_followed->trail()) {
            m_trail.push_back(onCopy(hop, copy));
        }
    }
}

/// Those that carry the followed shard.
void Reel::lightMessages() const
{
    if (!m_followed) {
        return;
    }
    m_followed->moveTo(m_step);
    std::vector<char> lit(place(whole().chips() * whole().ports()), 0);
    for (const int copy : m_copies) {
        for (const ShardHop& hop : m_followed->underWay()) {
            const ReelHop way = onCopy(hop, copy);
            lit[place(way.from * whole().ports() + way.port)] = 1;
        }
    }
    for (ReelMessage& message : m_messages) {
        message.followed = lit[place(message.from * whole().ports() + message.port)] != 0;
    }
}

double Reel::capacity() const
{
    if (m_step == 0)
        return 0;
    const core::SecondsOf<double> end(m_collective->stepEnds[place(m_step - 1)]);
    return core::capacityOfLink(m_collective->study.request.rates.bandwidth, end).si();
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
        const int shard = markOfChunk(schedule(), runs.front().first);
        ofChip[place(transfer.from)].push_back({transfer.from, transfer.to, m_collective->portOfWhole(transfer.port),
                                                shard, transfer.bytes, false, labelled ? static_cast<int>(i) : -1});
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
    for (const auto& transfer : m_underWay.transfers) {
        const auto runs = m_underWay.chunks(transfer);
        owners.push_back(part().coordinates(schedule().chunks.name(runs.front().first).owner));
    }
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const auto& by = m_placeInPart[place(chip)];
        for (std::size_t i = 0; i < m_underWay.transfers.size(); ++i) {
            const auto& transfer = m_underWay.transfers[i];
            core::Coordinates owner{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const int at = owners[i][axis] + by[axis];
                owner[axis] = at >= lengths[axis].length ? at - lengths[axis].length : at;
            }
            const int port = m_collective->portOfWhole(transfer.port);
            m_messages.push_back(
                {chip, whole().neighbour(chip, port), port, part().chip(owner), transfer.bytes, false, -1});
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
        const auto by = core::reachOf(whole(), port); // also against a one-way ring
        neighbours.push_back(core::movedChip(whole(), wholeChip, by));
    }
    std::erase(neighbours, wholeChip);
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    std::ranges::for_each(neighbours, look);
    return found;
}

bool onlySizesDiffer(core::Collective a, const core::Collective& b)
{
    a.bytes = b.bytes;
    a.B = b.B;
    a.D = b.D;
    a.F = b.F;
    a.clock = b.clock;
    return a == b;
}

} // namespace ui
