// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the schedule of the part over to every copy of it on the torus.
#include "ui/playback/recording.h"

#include "core/collectives/costs/cost_inputs.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

constexpr int maxLabelled = 128; // chips whose messages bear names

} // namespace

Recording::Recording(core::WholeCollective collective)
    : Recording(std::make_shared<const core::WholeCollective>(std::move(collective)))
{
}

Recording::Recording(std::shared_ptr<const core::WholeCollective> collective)
    : m_collective(std::move(collective)), m_counted(schedule())
{
    const bool behindSwitch = whole().wiring == core::Wiring::throughSwitch;
    m_ports = behindSwitch ? 2 : whole().ports();
    m_subtorusChips.resize(nth(whole().chips()));
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const int own = m_collective->chipOfPart(chip);
        m_subtorusChips[nth(chip)] = own;
        m_subtorusPlaces.push_back(subtorus().coordinates(own));
        if (own == 0) {
            m_copies.push_back(chip);
        }
    }
}

/// Large networks on which every chip does the same are known from chip 0.
bool Recording::isMoved() const { return schedule().symmetric && subtorus().chips() > maxLabelled; }

const core::Holdings* Recording::holdings() const
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

QString Recording::idOf(const core::StepPlace& place) const
{
    return QString::fromStdString(core::stepNumberId(place, whole(), m_collective->ownOrder));
}

void Recording::moveTo(int step) { m_step = std::clamp(step, 0, steps()); }

const std::vector<double>& Recording::linkBytes() const
{
    if (std::exchange(m_bytesStep, m_step) != m_step) {
        m_counted.moveTo(m_step);
        countBytes();
    }
    return m_bytes;
}

double Recording::bytesOn(int chip, int port) const { return linkBytes()[nth(chip * m_ports + port)]; }

double Recording::busiest() const
{
    if (whole().wiring == core::Wiring::torus) {
        m_counted.moveTo(m_step);
        return m_counted.busiest();
    }
    return linkBytes().empty() ? 0 : *std::ranges::max_element(linkBytes());
}

const std::vector<RecordedMessage>& Recording::messages() const
{
    if (std::exchange(m_messagesStep, m_step) != m_step) {
        listMessages();
        lightMessages();
    }
    return m_messages;
}

const std::vector<ShardHop>& Recording::trail() const
{
    if (std::exchange(m_trailStep, m_step) != m_step) {
        fillTrail();
    }
    return m_trail;
}

const std::vector<float>& Recording::shares() const
{
    if (std::exchange(m_sharesStep, m_step) != m_step) {
        measureShares();
    }
    return m_shares;
}

void Recording::follow(std::optional<int> shard)
{
    const bool is = shard && *shard >= 0 && *shard < shardCount(schedule());
    m_followed = is ? std::make_unique<FollowedShard>(schedule(), *shard, isMoved()) : nullptr;
    m_trailStep = -1;
    m_messagesStep = -1;
}

ShardHop Recording::onCopy(const ShardHop& hop, int copy) const
{
    return {hop.step, m_collective->chipOfWhole(hop.from, copy), m_collective->chipOfWhole(hop.to, copy),
            m_collective->portOfWhole(hop.port)};
}

void Recording::fillTrail() const
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

/// Marks the messages that carry the followed shard.
void Recording::lightMessages() const
{
    if (!m_followed) {
        return;
    }
    m_followed->moveTo(m_step);
    std::vector<char> lit(nth(whole().chips() * whole().ports()), 0);
    for (const int copy : m_copies) {
        for (const ShardHop& hop : m_followed->underWay()) {
            const ShardHop moved = onCopy(hop, copy);
            lit[nth(moved.from * whole().ports() + moved.port)] = 1;
        }
    }
    for (RecordedMessage& message : m_messages) {
        message.followed = lit[nth(message.from * whole().ports() + message.port)] != 0;
    }
}

double Recording::capacity() const
{
    if (m_step == 0)
        return 0;
    const core::SecondsOf<double> end(m_collective->stepEnds[nth(m_step - 1)]);
    return core::capacityOfLink(m_collective->analysis.request.rates.bandwidth, end).si();
}

double Recording::nicLoad(int domain) const
{
    const core::CollectiveRequest& request = m_collective->analysis.request;
    const double could = capacity();
    if (!(could > 0) || !(request.domains.size > 0))
        return 0;
    const bool permutes = request.kind == core::CollectiveKind::permute;
    double most = 0;
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const int to = !permutes ? chip : request.destinations.empty() ? request.to : request.destinations[nth(chip)];
        const bool across = permutes && whole().leavesDomain(chip, to);
        if ((!permutes || across) && (whole().domainOf(chip) == domain || whole().domainOf(to) == domain))
            most = std::max({most, bytesOn(chip, 0), permutes ? 0 : bytesOn(chip, 1)});
    }
    return std::min(1.0, most / could * core::nicsOverPorts(request, domain));
}

void Recording::countBytes() const
{
    const bool behindSwitch = whole().wiring == core::Wiring::throughSwitch;
    m_bytes.assign(nth(whole().chips() * m_ports), 0);
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const int own = m_subtorusChips[nth(chip)];
        for (int port = 0; port < subtorus().ports(); ++port) {
            const double bytes = m_counted.at(own, port);
            if (behindSwitch) {
                m_bytes[nth(chip * m_ports)] += bytes;
                m_bytes[nth(subtorus().neighbour(chip, port) * m_ports + 1)] += bytes;
            } else {
                m_bytes[nth(chip * m_ports + m_collective->portOfWhole(port))] += bytes;
            }
        }
    }
}

QString Recording::nameOf(const RecordedMessage& message) const
{
    if (message.transfer < 0) {
        return {};
    }
    return runName(schedule(), m_underWay.chunks(m_underWay.transfers[nth(message.transfer)]));
}

void Recording::listMessages() const
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
    const bool labelled = subtorus().chips() <= maxLabelled;
    std::vector<std::vector<RecordedMessage>> ofChip(nth(subtorus().chips()));
    for (std::size_t i = 0; i < m_underWay.transfers.size(); ++i) {
        const auto& transfer = m_underWay.transfers[i];
        const auto runs = m_underWay.chunks(transfer);
        const int shard = markOfChunk(schedule(), runs.front().first);
        ofChip[nth(transfer.from)].push_back({transfer.from, transfer.to, m_collective->portOfWhole(transfer.port),
                                              shard, transfer.bytes, false, labelled ? static_cast<int>(i) : -1});
    }
    for (int chip = 0; chip < whole().chips(); ++chip) {
        for (RecordedMessage message : ofChip[nth(m_subtorusChips[nth(chip)])]) {
            message.from = chip;
            message.to = m_collective->chipOfWhole(message.to, chip);
            m_messages.push_back(message);
        }
    }
}

/// Every chip sends what chip 0 sends.
void Recording::listMovedMessages() const
{
    const auto& lengths = subtorus().axes;
    m_messages.reserve(m_underWay.transfers.size() * m_subtorusChips.size());
    std::vector<core::Coordinates> owners;
    for (const auto& transfer : m_underWay.transfers) {
        const auto runs = m_underWay.chunks(transfer);
        owners.push_back(subtorus().coordinates(schedule().chunks.name(runs.front().first).owner));
    }
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const auto& by = m_subtorusPlaces[nth(chip)];
        for (std::size_t i = 0; i < m_underWay.transfers.size(); ++i) {
            const auto& transfer = m_underWay.transfers[i];
            core::Coordinates owner{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const int at = owners[i][axis] + by[axis];
                owner[axis] = at >= lengths[axis].length ? at - lengths[axis].length : at;
            }
            const int port = m_collective->portOfWhole(transfer.port);
            m_messages.push_back(
                {chip, whole().neighbour(chip, port), port, subtorus().chip(owner), transfer.bytes, false, -1});
        }
    }
}

std::vector<const RecordedMessage*> Recording::messagesOf(int wholeChip) const
{
    std::vector<const RecordedMessage*> found;
    const auto look = [&](int from) { // messages lie in the order of their senders
        const auto sent = std::ranges::equal_range(messages(), from, {}, &RecordedMessage::from);
        for (const RecordedMessage& message : sent) {
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

bool isSameCollective(const core::Scenario& a, const core::Scenario& b)
{
    return a.coll == b.coll && a.hw == b.hw && a.prec == b.prec;
}

} // namespace ui
