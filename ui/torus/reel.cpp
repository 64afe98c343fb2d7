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
    : m_collective(std::move(collective)), m_counted(m_collective.study.schedule)
{
    const bool behindSwitch = whole().wiring == core::Wiring::throughSwitch;
    m_ports = behindSwitch ? 2 : whole().ports();
    if (core::Holdings::areFew(m_collective.study.schedule)) {
        m_holdings = std::make_unique<core::Holdings>(m_collective.study.schedule);
    }
    m_partOf.resize(place(whole().chips()));
    for (int chip = 0; chip < whole().chips(); ++chip) {
        m_partOf[place(chip)] = m_collective.chipOfPart(chip);
    }
    moveTo(0);
}

void Reel::moveTo(int step)
{
    step = std::clamp(step, 0, steps());
    if (step == m_step) {
        return;
    }
    m_step = step;
    m_counted.moveTo(step);
    if (m_holdings) {
        m_holdings->moveTo(step);
    }
    countBytes();
    listMessages();
    listTrail();
    measureShares();
}

void Reel::follow(std::optional<int> shard)
{
    m_followed = m_holdings ? shard : std::nullopt;
    listMessages();
    listTrail();
}

double Reel::capacity() const
{
    return m_step == 0 ? 0 : m_collective.stepEnds[place(m_step - 1)] * m_collective.study.request.rates.bandwidth.si();
}

void Reel::countBytes()
{
    const auto& part = m_collective.study.request.topology;
    m_bytes.assign(place(whole().chips() * m_ports), 0);
    for (int chip = 0; chip < whole().chips(); ++chip) {
        const int own = m_partOf[place(chip)];
        for (int port = 0; port < part.ports(); ++port) {
            const double bytes = m_counted.at(own, port);
            if (whole().wiring == core::Wiring::throughSwitch) {
                m_bytes[place(chip * m_ports)] += bytes;
                m_bytes[place(part.neighbour(chip, port) * m_ports + 1)] += bytes;
            } else {
                m_bytes[place(chip * m_ports + m_collective.portOfWhole(port))] += bytes;
            }
        }
    }
}

bool Reel::carriesFollowed(std::span<const core::ChunkRun> runs) const
{
    if (!m_followed) {
        return false;
    }
    for (const auto& run : runs) {
        for (core::ChunkNumber i = 0; i < run.count; ++i) {
            if (m_collective.study.schedule.chunks.name(run.first + i).owner == *m_followed) {
                return true;
            }
        }
    }
    return false;
}

void Reel::listMessages()
{
    m_messages.clear();
    if (m_step >= steps()) {
        return;
    }
    core::Step step;
    core::fillStep(m_collective.study.schedule, m_step, step);
    const auto& schedule = m_collective.study.schedule;
    const bool labelled = schedule.topology.chips() <= mostLabelled;
    std::vector<std::vector<ReelMessage>> ofChip(place(schedule.topology.chips()));
    for (const auto& transfer : step.transfers) {
        const auto runs = step.chunks(transfer);
        const int shard = schedule.chunks.name(runs.front().first).owner;
        ofChip[place(transfer.from)].push_back({transfer.from, transfer.to, m_collective.portOfWhole(transfer.port),
                                                shard, transfer.bytes, carriesFollowed(runs),
                                                labelled ? runName(schedule, runs) : QString()});
    }
    for (int chip = 0; chip < whole().chips(); ++chip) {
        for (ReelMessage message : ofChip[place(m_partOf[place(chip)])]) {
            message.from = chip;
            message.to = m_collective.chipOfWhole(message.to, chip);
            m_messages.push_back(std::move(message));
        }
    }
}

void Reel::listTrail()
{
    m_trail.clear();
    if (!m_followed) {
        return;
    }
    core::Step step;
    for (int i = 0; i < m_step; ++i) {
        core::fillStep(m_collective.study.schedule, i, step);
        for (const auto& transfer : step.transfers) {
            if (!carriesFollowed(step.chunks(transfer))) {
                continue;
            }
            for (int chip = 0; chip < whole().chips(); ++chip) {
                if (m_partOf[place(chip)] == transfer.from) {
                    m_trail.push_back({i, chip, m_collective.portOfWhole(transfer.port)});
                }
            }
        }
    }
}

float Reel::shareOf(int chip) const
{
    const auto& schedule = m_collective.study.schedule;
    const auto& chunks = schedule.chunks;
    const int chips = schedule.topology.chips();
    double have = 0;
    double end = 0;
    for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        const bool own = schedule.goal == core::Goal::deliver
                             ? schedule.deliveries[static_cast<std::size_t>(chunk)].to == chip
                             : chunks.name(chunk).owner == chip;
        const bool counts = own || schedule.goal == core::Goal::gather || schedule.goal == core::Goal::allReduce;
        if (counts) {
            have += m_holdings->terms(chip, chunk);
            end += m_holdings->sums() ? chips : 1;
        }
    }
    if (end == 0) { // of a permute, chips in between
        return m_holdings->held(chip) > 0 ? 1.F : 0.F;
    }
    return static_cast<float>(have / end);
}

void Reel::measureShares()
{
    m_shares.assign(place(whole().chips()), -1.F);
    if (!m_holdings) {
        return;
    }
    std::vector<float> ofPart;
    for (int chip = 0; chip < m_collective.study.request.topology.chips(); ++chip) {
        ofPart.push_back(shareOf(chip));
    }
    for (std::size_t chip = 0; chip < m_shares.size(); ++chip) {
        m_shares[chip] = ofPart[place(m_partOf[chip])];
    }
}

bool Reel::holdsFollowed(int wholeChip) const
{
    if (!m_followed || !m_holdings) {
        return false;
    }
    const auto& chunks = m_collective.study.schedule.chunks;
    for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        if (chunks.name(chunk).owner == *m_followed && m_holdings->holds(m_partOf[place(wholeChip)], chunk)) {
            return true;
        }
    }
    return false;
}

} // namespace ui
