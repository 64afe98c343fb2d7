// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers what a chip's card says.
#include "ui/playback/chip_facts.h"

#include "core/collectives/schedules/holdings.h"
#include "core/quantity/format.h"
#include "ui/numbers/byte_text.h"
#include "ui/playback/shard_names.h"
#include "ui/playback/shards.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui
{

namespace
{

constexpr int mostNames = 10;
constexpr int mostNamedCells = 64;
constexpr int mostCells = 512;
constexpr int mostSide = 22;
constexpr int mostNamedSide = 6;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

/// Shards or pieces in their order; of very many, several in a cell, or those of one cell.
void addRow(ChipFacts& facts, const Reel& reel, int part, int opened)
{
    const std::vector<float> shares = reel.shardShares(part);
    const int shards = static_cast<int>(shares.size());
    const int perCell = std::max(1, (shards + mostCells - 1) / mostCells);
    const bool one = opened >= 0 && perCell > 1;
    const int begin = one ? opened : 0;
    const int end = one ? std::min(shards, opened + perCell) : shards;
    facts.shardsPerCell = one ? 1 : perCell;
    for (int first = begin; first < end; first += facts.shardsPerCell) {
        const int last = std::min(end, first + facts.shardsPerCell);
        ShardCell cell{first, first, 0, end - begin <= mostNamedCells ? shardText(reel.schedule(), first) : QString()};
        for (int shard = first; shard < last; ++shard) {
            cell.share += shares[place(shard)] / static_cast<float>(last - first);
        }
        facts.cells.push_back(cell);
    }
    if (one) {
        facts.range = QObject::tr("%1 to %2 of %3")
                          .arg(shardText(reel.schedule(), begin), shardText(reel.schedule(), end - 1))
                          .arg(shards);
    }
}

/// Blocks by source, downwards, and destination; of very many, squares of them, or those of one square.
void addSquare(ChipFacts& facts, const Reel& reel, const HeldChunks& held, int opened)
{
    const int chips = reel.part().chips();
    const int side = (chips + mostSide - 1) / mostSide; // blocks in a cell, each way
    const bool one = opened >= 0 && side > 1;
    const int top = one ? opened / chips : 0;
    const int left = one ? opened % chips : 0;
    const int each = one ? 1 : side;
    const int rows = ((one ? std::min(side, chips - top) : chips) + each - 1) / each;
    facts.columns = ((one ? std::min(side, chips - left) : chips) + each - 1) / each;
    facts.shardsPerCell = each * each;
    facts.form = QObject::tr("Blocks: sources down, destinations across");
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < facts.columns; ++column) {
            const int shard = (top + row * each) * chips + left + column * each;
            const bool named = facts.columns <= mostNamedSide;
            facts.cells.push_back({shard, shard % chips, 0, named ? shardText(reel.schedule(), shard) : QString()});
        }
    }
    const auto& form = reel.schedule().chunks.form();
    const float whole = static_cast<float>(form.parts * form.halves * each * each);
    for (const auto& chunk : held.whole) {
        const auto name = reel.schedule().chunks.name(chunk.number);
        const int row = (name.source - top) / each;
        const int column = (name.owner - left) / each;
        if (name.source >= top && name.owner >= left && row < rows && column < facts.columns) {
            facts.cells[place(row * facts.columns + column)].share += 1 / whole;
        }
    }
    if (one) {
        facts.range = QObject::tr("%1 to %2")
                          .arg(shardText(reel.schedule(), facts.cells.front().shard),
                               shardText(reel.schedule(), facts.cells.back().shard));
    }
}

void findFollowed(ChipFacts& facts, const Reel& reel)
{
    if (!reel.followed()) {
        return;
    }
    const int chips = reel.part().chips();
    const int side = facts.columns > 0 ? static_cast<int>(std::lround(std::sqrt(facts.shardsPerCell))) : 0;
    const auto found = std::ranges::find_if(facts.cells, [&](const ShardCell& cell) {
        const int on = *reel.followed();
        if (side == 0) {
            return on >= cell.shard && on < cell.shard + facts.shardsPerCell;
        }
        const int down = on / chips - cell.shard / chips;
        const int across = on % chips - cell.shard % chips;
        return down >= 0 && down < side && across >= 0 && across < side;
    });
    facts.followed = found == facts.cells.end() ? -1 : static_cast<int>(found - facts.cells.begin());
}

void addPending(PendingSums& pending, const Reel& reel, const HeldChunks& held, int wholeChip)
{
    const auto& schedule = reel.schedule();
    const bool derived = core::Holdings::areFew(schedule); // one chip's view has no derivations of sums
    const QString chip = chipName(reel.whole(), wholeChip);
    pending.terms = schedule.topology.chips();
    pending.count = static_cast<int>(held.pendings);
    for (const auto& chunk : held.pending) {
        if (pending.first.size() == place(mostNames)) {
            break;
        }
        const QString name = chunkName(schedule, chunk.number);
        const core::StepPlace sum{"terms", reel.step(), wholeChip, 0, 0, static_cast<int>(chunk.number)};
        pending.first.push_back({{},
                                 QStringLiteral("%1 %2").arg(name).arg(chunk.terms),
                                 {},
                                 derived ? reel.idOf(sum) : QString(),
                                 QObject::tr("Terms of %1 on %2, of %3").arg(name, chip).arg(pending.terms)});
    }
}

/// Unfinished sums, and bytes of all that the chip holds.
void addHoldings(ChipFacts& facts, const Reel& reel, const HeldChunks& held, int wholeChip)
{
    facts.sums = core::sums(reel.schedule().goal);
    addPending(facts.pending, reel, held, wholeChip);
    facts.held = {{},
                  bytesText(held.bytes, reel.collective().units),
                  QObject::tr("of this array on the chip"),
                  reel.idOf({"held", reel.step(), wholeChip}),
                  QObject::tr("Bytes on %1").arg(chipName(reel.whole(), wholeChip))};
}

} // namespace

QString whyNotReplayed(const Reel& reel)
{
    const auto number = [](double count) { return QString::fromStdString(core::grouped(count)); };
    return QObject::tr("What chips hold is not replayed: %1 chunks on %2 chips are too many.")
        .arg(number(static_cast<double>(reel.schedule().chunks.count())), number(reel.part().chips()));
}

ChipFacts chipFacts(const Reel& reel, int wholeChip, int opened)
{
    ChipFacts facts;
    const bool behindSwitch = reel.whole().wiring == core::Wiring::throughSwitch; // where chips are called GPUs
    facts.title = (behindSwitch ? QObject::tr("%1, rank %2") : QObject::tr("Chip %1, rank %2"))
                      .arg(chipName(reel.whole(), wholeChip))
                      .arg(wholeChip);
    const int part = reel.collective().chipOfPart(wholeChip);
    const bool blocks = reel.schedule().chunks.form().cut == core::Cut::blocks;
    const auto held = reel.heldBy(part, blocks ? std::numeric_limits<std::size_t>::max() : mostNames);
    if (held) {
        blocks ? addSquare(facts, reel, *held, opened) : addRow(facts, reel, part, opened);
        findFollowed(facts, reel);
        addHoldings(facts, reel, *held, wholeChip);
    } else {
        facts.whyNot = whyNotReplayed(reel);
    }
    facts.step = reel.step() < reel.steps() ? reel.step() + 1 : 0;
    for (const ReelMessage* message : reel.messagesOf(wholeChip)) {
        const bool sends = message->from == wholeChip;
        const QString way = sends ? QObject::tr("to %1").arg(chipName(reel.whole(), message->to))
                                  : QObject::tr("from %1").arg(chipName(reel.whole(), message->from));
        const core::StepPlace place{"message", facts.step, message->from, 0, message->to};
        (sends ? facts.sends : facts.receives)
            .push_back({message->shard,
                        {reel.nameOf(*message), bytesText(message->bytes, reel.collective().units), way,
                         reel.idOf(place), QObject::tr("Message %1").arg(way)}});
    }
    return facts;
}

} // namespace ui
