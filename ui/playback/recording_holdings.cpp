// SPDX-License-Identifier: GPL-3.0-or-later
// What chips hold at the step of a recording: from a replay of all of them, from one chip's view, or by counting
// arrivals.
#include "ui/playback/recording.h"
#include "ui/theme/nth.h"

#include <algorithm>
#include <numeric>

namespace ui
{

core::OwnHoldings* Recording::own() const
{
    if (!m_own) {
        if (!isMoved() || !core::OwnHoldings::suffice(schedule())) {
            return nullptr;
        }
        m_own = std::make_unique<core::OwnHoldings>(schedule());
    }
    m_own->moveTo(m_step);
    return m_own.get();
}

const std::vector<int>& Recording::owners() const
{
    if (m_owners.empty()) {
        m_owners.reserve(nth(schedule().chunks.count()));
        for (core::ChunkNumber chunk = 0; chunk < schedule().chunks.count(); ++chunk) {
            m_owners.push_back(schedule().chunks.name(chunk).owner);
        }
    }
    return m_owners;
}

const std::vector<float>& Recording::firstChipsShares() const
{
    if (m_firstSharesStep != m_step) {
        m_firstSharesStep = m_step;
        m_firstShares.assign(nth(subtorus().chips()), 0);
        const auto& chunks = schedule().chunks;
        const auto& view = *own();
        const float each =
            static_cast<float>(view.sums() ? 1 : subtorus().chips()) / static_cast<float>(chunks.count());
        for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
            m_firstShares[nth(owners()[nth(chunk)])] += each * static_cast<float>(view.termsOnFirstChip(chunk));
        }
    }
    return m_firstShares;
}

std::vector<float> Recording::shardShares(int subtorusChip) const
{
    const auto& chunks = schedule().chunks;
    const auto cut = chunks.form().cut;
    if (cut == core::Cut::blocks) {
        return {};
    }
    const int count = cut == core::Cut::owned ? subtorus().chips() : static_cast<int>(chunks.count());
    std::vector<float> shares(nth(count), 0);
    if (own()) {
        const auto by = subtorus().coordinates(subtorusChip);
        for (int owner = 0; owner < subtorus().chips(); ++owner) {
            shares[nth(core::movedChip(subtorus(), owner, by))] = firstChipsShares()[nth(owner)];
        }
        return shares;
    }
    const auto* all = holdings();
    if (!all) {
        return {};
    }
    const double full = static_cast<double>(chunks.count()) / count * (all->sums() ? subtorus().chips() : 1);
    for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        const auto i = nth(chunk);
        shares[cut == core::Cut::owned ? nth(owners()[i]) : i] +=
            static_cast<float>(all->terms(subtorusChip, chunk) / full);
    }
    return shares;
}

namespace
{

void add(HeldChunks& held, const core::Schedule& schedule, HeldChunks::Chunk chunk, bool sums, std::size_t max)
{
    const bool whole = !sums || chunk.terms == schedule.topology.chips();
    auto& list = whole ? held.whole : held.pending;
    ++(whole ? held.wholes : held.pendings);
    held.bytes += schedule.chunks.bytes({chunk.number, 1});
    if (list.size() < max) {
        list.push_back(chunk);
    }
}

} // namespace

const HeldChunks& Recording::firstChipsHeld() const
{
    if (m_firstHeldStep != m_step) {
        m_firstHeldStep = m_step;
        m_firstHeld = {};
        const auto& view = *own();
        for (core::ChunkNumber chunk = 0; chunk < schedule().chunks.count(); ++chunk) {
            if (const int terms = view.termsOnFirstChip(chunk); terms > 0) {
                add(m_firstHeld, schedule(), {chunk, terms}, view.sums(), nth(subtorus().chips()) * 8);
            }
        }
    }
    return m_firstHeld;
}

std::optional<HeldChunks> Recording::heldBy(int subtorusChip, std::size_t max) const
{
    if (own()) {
        HeldChunks held = firstChipsHeld();
        for (auto* list : {&held.whole, &held.pending}) {
            list->resize(std::min(list->size(), max));
            for (auto& chunk : *list) {
                chunk.number = core::movedChunk(schedule(), chunk.number, subtorus().coordinates(subtorusChip));
            }
            std::ranges::sort(*list, {}, &HeldChunks::Chunk::number);
        }
        return held;
    }
    const auto* all = holdings();
    if (!all) {
        return std::nullopt;
    }
    HeldChunks held;
    for (core::ChunkNumber chunk = 0; chunk < schedule().chunks.count(); ++chunk) {
        if (const int terms = all->terms(subtorusChip, chunk); terms > 0) {
            add(held, schedule(), {chunk, terms}, all->sums(), max);
        }
    }
    return held;
}

float Recording::shareOf(int chip) const
{
    const auto& chunks = schedule().chunks;
    const int chips = subtorus().chips();
    double have = 0;
    double end = 0;
    for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        const auto i = nth(chunk);
        const bool own =
            schedule().goal == core::Goal::deliver ? schedule().deliveries[i].to == chip : owners()[i] == chip;
        if (own || schedule().goal == core::Goal::allReduce) {
            have += m_holdings->terms(chip, chunk);
            end += m_holdings->sums() ? chips : 1;
        }
    }
    if (end == 0) { // of a permute, chips in between
        return m_holdings->held(chip) > 0 ? 1.F : 0.F;
    }
    return static_cast<float>(have / end);
}

void Recording::measureShares() const
{
    const auto chips = nth(whole().chips());
    const double all = static_cast<double>(schedule().chunks.count());
    m_shares.assign(chips, -1.F);
    if (own() && own()->sums()) {
        const auto& ofShards = firstChipsShares();
        const float sum = std::accumulate(ofShards.begin(), ofShards.end(), 0.F);
        const bool everywhere = schedule().goal == core::Goal::allReduce;
        m_shares.assign(chips, everywhere ? sum / static_cast<float>(ofShards.size()) : ofShards.front());
    } else if (schedule().goal == core::Goal::gather && own()) {
        m_shares.assign(chips, static_cast<float>(static_cast<double>(own()->held()) / all));
    } else if (schedule().goal == core::Goal::gather) {
        m_counted.moveTo(m_step); // chunks only ever come, each once: no need to replay who holds what
        const auto received = m_counted.received();
        for (std::size_t chip = 0; chip < chips; ++chip) {
            const auto came = static_cast<double>(received[nth(m_subtorusChips[chip])]);
            m_shares[chip] = static_cast<float>(came / all + 1.0 / subtorus().chips());
        }
    } else if (holdings() && schedule().symmetric) {
        m_shares.assign(chips, shareOf(0));
    } else if (holdings()) {
        std::vector<float> ofSubtorus;
        for (int chip = 0; chip < subtorus().chips(); ++chip) {
            ofSubtorus.push_back(shareOf(chip));
        }
        for (std::size_t chip = 0; chip < chips; ++chip) {
            m_shares[chip] = ofSubtorus[nth(m_subtorusChips[chip])];
        }
    }
}

bool Recording::holdsFollowed(int wholeChip) const
{
    if (m_followed) {
        m_followed->moveTo(m_step);
    }
    return m_followed && m_followed->isOn(m_subtorusChips[nth(wholeChip)]);
}

} // namespace ui
