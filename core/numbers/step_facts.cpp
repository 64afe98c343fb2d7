// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for chunks on chips and messages on links, step by step.
#include "core/numbers/step_facts.h"

#include "core/collectives/analysis.h"
#include "core/collectives/networks/blocks.h"
#include "core/collectives/report.h"
#include "core/collectives/schedules/slide.h"
#include "core/numbers/step_row.h"
#include "core/numbers/step_stage.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

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
    const auto& schedule = collective.analysis.schedule;
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
    double min = std::numeric_limits<double>::infinity();
    double sum = 0;
    facts.sides = sidesOfBlock(facts.collective.whole, facts.place.chip);
    facts.busiest = {chips.front(), facts.place.port, 0};
    for (const int chip : chips) {
        const double bytes = links.at(chip, facts.place.port);
        if (bytes > facts.busiest.bytes)
            facts.busiest = {chip, facts.place.port, bytes};
        min = std::min(min, bytes);
        sum += bytes;
    }
    facts.alike = facts.busiest.bytes - min <= 1e-9 * facts.busiest.bytes;
    facts.together = piecesOf(facts.collective.analysis.schedule, sum);
}

tl::expected<Pieces, std::string> messageAt(const StepFacts& facts, std::string_view id)
{
    const auto& collective = facts.collective;
    const auto& place = facts.place;
    Pieces pieces;
    std::string others;
    eachSend(scheduleOf(collective.analysis, facts.row), place.step - 1, collective.chipOfPart(place.chip),
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

int chipOf(const StepFacts& facts) { return facts.collective.chipOfPart(facts.place.chip); }

/// Where sums are followed term by term.
tl::expected<const Holdings*, std::string> sumsAt(const StepFacts& facts, StepStage& stage, std::string_view id)
{
    if (!sums(stage.schedule().goal))
        return tl::unexpected(fmt::format("'{}': nothing is added up here; choose coll.chunks@STEP,CHIP,SHARD", id));
    const auto* all = stage.allAt(facts.place.step);
    if (!all)
        return tl::unexpected(tooMany(id));
    return all;
}

/// The busiest link is known: what it has carried.
void countBusiest(StepFacts& facts)
{
    facts.pieces =
        carriedBy(facts.collective,
                  {.number = {}, .step = facts.place.step, .chip = facts.busiest.chip, .port = facts.busiest.port});
}

} // namespace

Looked lookNowhere(StepFacts&, StepStage&, const Scenario&, std::string_view) { return {}; }

Looked lookForHeld(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view id)
{
    const auto holds = holdsAt(stage, facts.place);
    if (!holds)
        return tl::unexpected(tooMany(id));
    facts.pieces = heldOn(stage, facts.place, holds);
    return {};
}

Looked lookForShard(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view id)
{
    const auto holds = holdsAt(stage, facts.place);
    if (!holds)
        return tl::unexpected(tooMany(id));
    facts.shard = countShard(stage.schedule(), chipOf(facts), facts.place.part, holds);
    return {};
}

Looked lookForTerms(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view id)
{
    return sumsAt(facts, stage, id).map([&](const Holdings* all) {
        facts.terms = termsIn(*all, chipOf(facts), facts.place.part);
    });
}

Looked lookForSlide(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view id)
{
    const auto all = sumsAt(facts, stage, id);
    if (!all)
        return tl::unexpected(all.error());
    if (!isSlide(stage.schedule()))
        return tl::unexpected(fmt::format(
            "'{}': only a reduction one way round a ring of 4 has numbers; choose coll.terms@STEP,CHIP,CHUNK", id));
    facts.slide = slideTerms(**all, chipOf(facts), facts.place.part);
    return {};
}

Looked lookForMessage(StepFacts& facts, StepStage&, const Scenario&, std::string_view id)
{
    return messageAt(facts, id).map([&](const Pieces& pieces) { facts.pieces = pieces; });
}

Looked lookForBar(StepFacts& facts, StepStage& stage, const Scenario& s, std::string_view id)
{
    if (!facts.row.isOfProduct())
        if (auto message = lookForMessage(facts, stage, s, id); !message)
            return message;
    const auto& gantt = stage.barsOfChip(s.coll.clock, facts.row.naive, chipOf(facts));
    return barAt(facts, gantt, s.coll.clock, id).map([&](BarFacts bar) { facts.bar = std::move(bar); });
}

Looked lookForExposed(StepFacts& facts, StepStage& stage, const Scenario& s, std::string_view id)
{
    if (auto bar = lookForBar(facts, stage, s, id); !bar)
        return bar;
    if (facts.bar.exposed <= 0)
        return tl::unexpected(fmt::format("'{}': all of it is hidden behind products", id));
    return {};
}

Looked lookForSent(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view)
{
    facts.pieces = piecesOf(stage.schedule(), stage.linksAt(facts.place.step).sent());
    return {};
}

Looked lookForLink(StepFacts& facts, StepStage&, const Scenario&, std::string_view)
{
    facts.pieces = carriedBy(facts.collective, facts.place);
    return {};
}

Looked lookForBusiest(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view)
{
    facts.busiest = stage.linksAt(facts.place.step).busiest();
    countBusiest(facts);
    return {};
}

Looked lookForBlockLinks(StepFacts& facts, StepStage& stage, const Scenario&, std::string_view)
{
    countBlock(facts, stage.linksAt(facts.place.step));
    countBusiest(facts);
    return {};
}

Looked lookForBlock(StepFacts& facts, StepStage&, const Scenario&, std::string_view)
{
    facts.sides = sidesOfBlock(facts.collective.whole, facts.place.chip);
    return {};
}

Looked lookForBuffers(StepFacts& facts, StepStage&, const Scenario&, std::string_view)
{
    const auto& plan = *facts.collective.analysis.matmul;
    facts.buffers = buffersByStep(plan)[static_cast<std::size_t>(facts.place.step - bufferStep(plan.form, 0))];
    return {};
}

tl::expected<StepFacts, std::string> stepFacts(StepStage& stage, const StepRow& row, const Scenario& s,
                                               std::string_view id)
{
    const auto& collective = stage.collective;
    const auto place = readStepPlace(row, id, collective);
    if (!place)
        return tl::unexpected(place.error());
    StepFacts facts{
        .collective = collective, .row = row, .place = *place, .pieces = {}, .context = std::to_string(place->step)};
    if (const auto found = row.look(facts, stage, s, id); !found)
        return tl::unexpected(found.error());
    return facts;
}

} // namespace core
