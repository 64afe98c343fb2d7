// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for chunks on chips and messages on links, step by step.
#include "core/evaluate/step_facts.h"

#include "core/collectives/holdings.h"
#include "core/collectives/own_holdings.h"
#include "core/evaluate/collective.h"
#include "core/evaluate/step_links.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace core
{

namespace
{

/// A collective with replays of it, kept while numbers of the same one are asked for.
struct Stage {
    std::shared_ptr<const CollectiveStudy> of;
    WholeCollective collective;
    std::optional<OwnHoldings> own;
    std::optional<Holdings> all;
    std::optional<StepLinks> links; // of `collective`

    StepLinks& linksAt(int step)
    {
        if (!links)
            links.emplace(collective);
        links->moveTo(step);
        return *links;
    }
    const Schedule& schedule() const { return collective.study.schedule; }
};

Stage* stageOf(const Scenario& s)
{
    thread_local std::optional<Stage> latest;
    const auto& report = latestCollective(s);
    if (!report.study)
        return nullptr;
    if (!latest || latest->of != report.study) {
        auto collective = wholeCollective(s, *report.study);
        if (!collective)
            return nullptr;
        latest.emplace(Stage{report.study, *std::move(collective), {}, {}, {}});
    }
    return &*latest;
}

/// What one chip sends in a step, message by message.
template <class OnMessage> void eachSend(const Schedule& schedule, int step, int chip, OnMessage onMessage)
{
    if (!schedule.senders.empty() &&
        std::find(schedule.senders.begin(), schedule.senders.end(), chip) == schedule.senders.end())
        return;
    Step sent;
    addSends(schedule, step, chip, sent);
    for (const auto& transfer : sent.transfers) {
        ChunkNumber chunks = 0;
        for (const auto& run : sent.chunks(transfer))
            chunks += run.count;
        onMessage(transfer, chunks);
    }
}

Pieces carriedBy(const WholeCollective& collective, const StepPlace& place)
{
    const auto& schedule = collective.study.schedule;
    const bool switched = collective.whole.wiring == Wiring::throughSwitch;
    const int chip = collective.chipOfPart(place.chip);
    Pieces pieces;
    for (int step = 0; step < place.step; ++step) {
        const bool out = !switched || place.port == 0;
        for (int from = out ? chip : 0; from < (out ? chip + 1 : schedule.topology.chips()); ++from)
            eachSend(schedule, step, from, [&](const Transfer& t, ChunkNumber chunks) {
                if (switched ? out || t.to == chip : collective.portOfWhole(t.port) == place.port)
                    pieces.add(t.bytes, chunks);
            });
    }
    return pieces;
}

std::optional<Pieces> heldOn(Stage& stage, const StepPlace& place)
{
    const auto& schedule = stage.schedule();
    Pieces pieces;
    const auto take = [&](ChunkNumber chunk) {
        ++pieces.chunks;
        pieces.bytes += schedule.chunks.bytes({chunk, 1});
    };
    if (OwnHoldings::suffice(schedule)) { // all chips hold as much
        if (!stage.own)
            stage.own.emplace(schedule);
        stage.own->moveTo(place.step);
        for (ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk)
            if (stage.own->termsOnFirstChip(chunk) > 0)
                take(chunk);
        return pieces;
    }
    if (!Holdings::areFew(schedule))
        return std::nullopt;
    if (!stage.all)
        stage.all.emplace(schedule);
    stage.all->moveTo(place.step);
    for (ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk)
        if (stage.all->holds(stage.collective.chipOfPart(place.chip), chunk))
            take(chunk);
    return pieces;
}

/// All that has gone over links.
Pieces sentBy(Stage& stage, int step)
{
    const auto& chunks = stage.schedule().chunks;
    Pieces pieces;
    pieces.bytes = stage.linksAt(step).sent();
    const double each = chunks.bytes({0, 1});
    pieces.chunks = chunks.isUniform() && each > 0 ? std::llround(pieces.bytes / each) : 0;
    return pieces;
}

tl::expected<Pieces, std::string> messageAt(const WholeCollective& collective, const StepPlace& place,
                                            std::string_view id)
{
    Pieces pieces;
    std::string others;
    eachSend(collective.study.schedule, place.step - 1, collective.chipOfPart(place.chip),
             [&](const Transfer& t, ChunkNumber chunks) {
                 const int to = collective.chipOfWhole(t.to, place.chip);
                 others += (others.empty() ? "" : ", ") + std::to_string(to);
                 if (to == place.to)
                     pieces.add(t.bytes, chunks);
             });
    if (pieces.messages > 0)
        return pieces;
    return tl::unexpected(others.empty()
                              ? fmt::format("'{}': chip {} sends nothing in step {}", id, place.chip, place.step)
                              : fmt::format("'{}': chip {} sends nothing to chip {} in step {}; choose {}", id,
                                            place.chip, place.to, place.step, others));
}

} // namespace

tl::expected<StepFacts, std::string> stepFacts(const Scenario& s, std::string_view id)
{
    auto* stage = stageOf(s);
    if (!stage)
        return tl::unexpected(latestCollective(s).problem);
    const auto& collective = stage->collective;
    const auto place = readStepNumber(id, collective.whole, collective.study.schedule.steps);
    if (!place)
        return tl::unexpected(place.error());
    StepFacts facts{collective, *place, {}, std::to_string(place->step)};
    if (place->number == StepNumber::busiest) {
        const auto link = stage->linksAt(place->step).busiest();
        facts.place.chip = link.chip;
        facts.place.port = link.port;
        facts.pieces = carriedBy(collective, facts.place);
    }
    if (place->number == StepNumber::sent)
        facts.pieces = sentBy(*stage, place->step);
    if (place->number == StepNumber::linkBytes || place->number == StepNumber::linkLoad)
        facts.pieces = carriedBy(collective, *place);
    if (place->number == StepNumber::message) {
        auto message = messageAt(collective, *place, id);
        if (!message)
            return tl::unexpected(message.error());
        facts.pieces = *message;
    }
    if (place->number == StepNumber::held) {
        auto held = heldOn(*stage, *place);
        if (!held)
            return tl::unexpected(fmt::format("'{}': chunks are not followed on so many chips; choose fewer", id));
        facts.pieces = *held;
    }
    return facts;
}

} // namespace core
