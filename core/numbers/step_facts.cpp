// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for chunks on chips and messages on links, step by step.
#include "core/numbers/step_facts.h"

#include "core/collectives/networks/blocks.h"
#include "core/collectives/report.h"
#include "core/collectives/schedules/slide.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace core
{

namespace
{

std::string tooMany(std::string_view id)
{
    return fmt::format("'{}': chunks are not followed on so many chips; choose fewer", id);
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

/// Whether a chip of the part holds a chunk; nothing where chunks are not followed.
using Holds = std::function<bool(ChunkNumber)>;
Holds holdsAt(StepStage& stage, const StepPlace& place)
{
    const int chip = stage.collective.chipOfPart(place.chip);
    if (const auto* own = stage.ownAt(place.step))
        return [own, chip](ChunkNumber chunk) { return own->holds(chip, chunk); };
    if (const auto* all = stage.allAt(place.step))
        return [all, chip](ChunkNumber chunk) { return all->holds(chip, chunk); };
    return {};
}

/// Chips of a symmetric schedule hold as much as the first one, which is quicker to look at.
Pieces heldOn(StepStage& stage, const StepPlace& place, const Holds& holds)
{
    const auto* own = stage.ownAt(place.step);
    const auto& chunks = stage.schedule().chunks;
    Pieces pieces;
    for (ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk)
        if (own ? own->termsOnFirstChip(chunk) > 0 : holds(chunk)) {
            ++pieces.chunks;
            pieces.bytes += chunks.bytes({chunk, 1});
        }
    return pieces;
}

/// So many bytes of chunks.
Pieces piecesOf(const Schedule& schedule, double bytes)
{
    const auto& chunks = schedule.chunks;
    const double each = chunks.bytes({0, 1});
    Pieces pieces;
    pieces.bytes = bytes;
    pieces.chunks = chunks.isUniform() && each > 0 ? std::llround(bytes / each) : 0;
    return pieces;
}

void countBlock(StepFacts& facts, const StepLinks& links)
{
    const auto chips = chipsAtPort(facts.collective.whole, facts.place.chip, facts.place.port);
    double least = std::numeric_limits<double>::infinity();
    double sum = 0;
    facts.sides = sidesOfBlock(facts.collective.whole, facts.place.chip);
    facts.busiest = {chips.front(), facts.place.port, 0};
    for (const int chip : chips) {
        const double bytes = links.at(chip, facts.place.port);
        if (bytes > facts.busiest.bytes)
            facts.busiest = {chip, facts.place.port, bytes};
        least = std::min(least, bytes);
        sum += bytes;
    }
    facts.alike = facts.busiest.bytes - least <= 1e-9 * facts.busiest.bytes;
    facts.together = piecesOf(facts.collective.study.schedule, sum);
}

tl::expected<Pieces, std::string> messageAt(const WholeCollective& collective, const StepPlace& place,
                                            std::string_view id)
{
    Pieces pieces;
    std::string others;
    eachSend(scheduleOf(collective.study, place.number), place.step - 1, collective.chipOfPart(place.chip),
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

/// Terms of sums, and numbers of the slide.
tl::expected<void, std::string> countTerms(StepFacts& facts, StepStage& stage, std::string_view id)
{
    const auto& place = facts.place;
    const int chip = stage.collective.chipOfPart(place.chip);
    const bool ofSlide = place.number == StepNumber::slideSum;
    if (!sums(stage.schedule().goal))
        return tl::unexpected(fmt::format("'{}': nothing is added up here; choose coll.chunks@STEP,CHIP,SHARD", id));
    if (ofSlide && !isSlide(stage.schedule()))
        return tl::unexpected(fmt::format(
            "'{}': only a reduction one way round a ring of 4 has numbers; choose coll.terms@STEP,CHIP,CHUNK", id));
    const auto* all = stage.allAt(place.step);
    if (!all)
        return tl::unexpected(tooMany(id));
    if (ofSlide)
        facts.slide = slideTerms(*all, chip, place.part);
    else
        facts.terms = termsIn(*all, chip, place.part);
    return {};
}

tl::expected<void, std::string> countHeld(StepFacts& facts, StepStage& stage, std::string_view id)
{
    const auto holds = holdsAt(stage, facts.place);
    if (!holds)
        return tl::unexpected(tooMany(id));
    const int chip = stage.collective.chipOfPart(facts.place.chip);
    if (facts.place.number == StepNumber::held)
        facts.pieces = heldOn(stage, facts.place, holds);
    else
        facts.shard = countShard(stage.schedule(), chip, facts.place.part, holds);
    return {};
}

/// What a number of links rests on.
void countLinks(StepFacts& facts, StepStage& stage)
{
    const auto& place = facts.place;
    StepPlace link = place;
    if (place.number == StepNumber::busiest) {
        facts.busiest = stage.linksAt(place.step).busiest();
        link = {StepNumber::linkBytes, place.step, facts.busiest.chip, facts.busiest.port};
    } else if (place.number >= StepNumber::blockBytes) {
        countBlock(facts, stage.linksAt(place.step));
        link = {StepNumber::linkBytes, place.step, facts.busiest.chip, facts.busiest.port};
    }
    facts.pieces = carriedBy(facts.collective, link);
}

tl::expected<void, std::string> countBar(StepFacts& facts, StepStage& stage, const Scenario& s, std::string_view id)
{
    const auto& place = facts.place;
    if (!isProduct(place.number)) {
        auto found = messageAt(facts.collective, place, id);
        if (!found)
            return tl::unexpected(found.error());
        facts.pieces = *found;
    }
    const auto& gantt = stage.barsOfChip(s.coll.clock, place.number, facts.collective.chipOfPart(place.chip));
    auto bar = barAt(facts.collective, gantt, place, s.coll.clock, id);
    if (!bar)
        return tl::unexpected(bar.error());
    const bool ofExposed = place.number == StepNumber::exposed || place.number == StepNumber::naiveExposed;
    if (ofExposed && bar->exposed <= 0)
        return tl::unexpected(fmt::format("'{}': all of it is hidden behind products", id));
    facts.bar = *std::move(bar);
    return {};
}

/// All that the number of an id needs.
tl::expected<void, std::string> count(StepFacts& facts, StepStage& stage, const Scenario& s, std::string_view id)
{
    using enum StepNumber;
    const auto& place = facts.place;
    if (isBar(place.number))
        return countBar(facts, stage, s, id);
    switch (place.number) {
    case stepEnd:
    case linkCapacity:
        return {};
    case sent:
        facts.pieces = piecesOf(stage.schedule(), stage.linksAt(place.step).sent());
        return {};
    case message: {
        auto found = messageAt(facts.collective, place, id);
        if (!found)
            return tl::unexpected(found.error());
        facts.pieces = *found;
        return {};
    }
    case held:
    case chunks:
        return countHeld(facts, stage, id);
    case terms:
    case slideSum:
        return countTerms(facts, stage, id);
    case buffers:
        if (const auto& plan = facts.collective.study.matmul)
            facts.buffers = buffersByStep(*plan)[static_cast<std::size_t>(place.step - bufferStep(plan->form, 0))];
        return {};
    case blockChips:
        facts.sides = sidesOfBlock(facts.collective.whole, place.chip);
        return {};
    default:
        countLinks(facts, stage);
        return {};
    }
}

} // namespace

StepStage* latestStage(const Scenario& s)
{
    thread_local std::shared_ptr<const CollectiveStudy> of;
    thread_local std::optional<StepStage> latest;
    const auto& report = latestCollective(s);
    if (!report.study)
        return nullptr;
    if (!latest || of != report.study) {
        auto collective = wholeCollective(s, *report.study);
        if (!collective)
            return nullptr;
        of = report.study;
        latest.emplace(*std::move(collective));
    }
    return &*latest;
}

tl::expected<StepFacts, std::string> stepFacts(StepStage& stage, const Scenario& s, std::string_view id)
{
    const auto& collective = stage.collective;
    const auto place = readStepNumber(id, collective);
    if (!place)
        return tl::unexpected(place.error());
    StepFacts facts{.collective = collective, .place = *place, .pieces = {}, .context = std::to_string(place->step)};
    if (const auto counted = count(facts, stage, s, id); !counted)
        return tl::unexpected(counted.error());
    return facts;
}

} // namespace core
