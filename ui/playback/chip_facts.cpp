// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers what a chip's card says.
#include "ui/playback/chip_facts.h"

#include "core/collectives/schedules/holdings.h"
#include "core/quantity/format.h"
#include "ui/numbers/byte_text.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui
{

namespace
{

constexpr int maxNames = 10;
constexpr int maxNamedCells = 64;
constexpr int maxCells = 512;
constexpr int maxSide = 22;
constexpr int maxNamedSide = 6;

/// Shards or pieces in order; where there are many, several share a cell, or the shards of one cell are shown.
void addRow(ChipFacts& facts, const Recording& recording, int chip, int opened)
{
    const std::vector<float> shares = recording.shardShares(chip);
    const int shards = static_cast<int>(shares.size());
    const int perCell = std::max(1, (shards + maxCells - 1) / maxCells);
    const bool one = opened >= 0 && perCell > 1;
    const int begin = one ? opened : 0;
    const int end = one ? std::min(shards, opened + perCell) : shards;
    facts.shardsPerCell = one ? 1 : perCell;
    for (int first = begin; first < end; first += facts.shardsPerCell) {
        const int last = std::min(end, first + facts.shardsPerCell);
        ShardCell cell{first, first, 0,
                       end - begin <= maxNamedCells ? shardText(recording.schedule(), first) : QString()};
        for (int shard = first; shard < last; ++shard) {
            cell.share += shares[nth(shard)] / static_cast<float>(last - first);
        }
        facts.cells.push_back(cell);
    }
    if (one) {
        facts.range = QObject::tr("%1 to %2 of %3")
                          .arg(shardText(recording.schedule(), begin), shardText(recording.schedule(), end - 1))
                          .arg(shards);
    }
}

/// Blocks with sources down and destinations across; where there are many, squares of them share a cell.
void addSquare(ChipFacts& facts, const Recording& recording, const HeldChunks& held, int opened)
{
    const int chips = recording.subtorus().chips();
    const int side = (chips + maxSide - 1) / maxSide; // blocks in a cell, each way
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
            const bool named = facts.columns <= maxNamedSide;
            facts.cells.push_back(
                {shard, shard % chips, 0, named ? shardText(recording.schedule(), shard) : QString()});
        }
    }
    const auto& form = recording.schedule().chunks.form();
    const float whole = static_cast<float>(form.parts * form.halves * each * each);
    for (const auto& chunk : held.whole) {
        const auto name = recording.schedule().chunks.name(chunk.number);
        const int row = (name.source - top) / each;
        const int column = (name.owner - left) / each;
        if (name.source >= top && name.owner >= left && row < rows && column < facts.columns) {
            facts.cells[nth(row * facts.columns + column)].share += 1 / whole;
        }
    }
    if (one) {
        facts.range = QObject::tr("%1 to %2")
                          .arg(shardText(recording.schedule(), facts.cells.front().shard),
                               shardText(recording.schedule(), facts.cells.back().shard));
    }
}

void findFollowed(ChipFacts& facts, const Recording& recording)
{
    if (!recording.followed()) {
        return;
    }
    const int chips = recording.subtorus().chips();
    const int side = facts.columns > 0 ? static_cast<int>(std::lround(std::sqrt(facts.shardsPerCell))) : 0;
    const auto found = std::ranges::find_if(facts.cells, [&](const ShardCell& cell) {
        const int on = *recording.followed();
        if (side == 0) {
            return on >= cell.shard && on < cell.shard + facts.shardsPerCell;
        }
        const int down = on / chips - cell.shard / chips;
        const int across = on % chips - cell.shard % chips;
        return down >= 0 && down < side && across >= 0 && across < side;
    });
    facts.followed = found == facts.cells.end() ? -1 : static_cast<int>(found - facts.cells.begin());
}

void addPending(PendingSums& pending, const Recording& recording, const HeldChunks& held, int wholeChip)
{
    const auto& schedule = recording.schedule();
    const bool derived = core::Holdings::areFew(schedule); // one chip's view has no derivations of sums
    const QString chip = chipName(recording.whole(), wholeChip);
    pending.terms = schedule.topology.chips();
    pending.count = static_cast<int>(held.pendings);
    for (const auto& chunk : held.pending) {
        if (pending.first.size() == nth(maxNames)) {
            break;
        }
        const QString name = chunkName(schedule, chunk.number);
        const core::StepPlace sum{"terms", recording.step(), wholeChip, 0, 0, static_cast<int>(chunk.number)};
        pending.first.push_back({{},
                                 QStringLiteral("%1 %2").arg(name).arg(chunk.terms),
                                 {},
                                 derived ? recording.idOf(sum) : QString(),
                                 QObject::tr("Terms of %1 on %2, of %3").arg(name, chip).arg(pending.terms)});
    }
}

void addHoldings(ChipFacts& facts, const Recording& recording, const HeldChunks& held, int wholeChip)
{
    facts.sums = core::sums(recording.schedule().goal);
    addPending(facts.pending, recording, held, wholeChip);
    facts.held = {{},
                  bytesText(held.bytes, recording.collective().units),
                  QObject::tr("of this array on the chip"),
                  recording.idOf({"held", recording.step(), wholeChip}),
                  QObject::tr("Bytes on %1").arg(chipName(recording.whole(), wholeChip))};
}

} // namespace

QString whyNotReplayed(const Recording& recording)
{
    const auto number = [](double count) { return QString::fromStdString(core::grouped(count)); };
    return QObject::tr("Holdings are not replayed: %1 chunks on %2 chips are too many.")
        .arg(number(static_cast<double>(recording.schedule().chunks.count())), number(recording.subtorus().chips()));
}

ChipFacts chipFacts(const Recording& recording, int wholeChip, int opened)
{
    ChipFacts facts;
    const bool behindSwitch = recording.whole().wiring == core::Wiring::throughSwitch; // where chips are called GPUs
    facts.title = (behindSwitch ? QObject::tr("%1, rank %2") : QObject::tr("Chip %1, rank %2"))
                      .arg(chipName(recording.whole(), wholeChip))
                      .arg(wholeChip);
    const int chip = recording.collective().chipOfPart(wholeChip);
    const bool blocks = recording.schedule().chunks.form().cut == core::Cut::blocks;
    const auto held = recording.heldBy(chip, blocks ? std::numeric_limits<std::size_t>::max() : maxNames);
    if (held) {
        blocks ? addSquare(facts, recording, *held, opened) : addRow(facts, recording, chip, opened);
        findFollowed(facts, recording);
        addHoldings(facts, recording, *held, wholeChip);
    } else {
        facts.whyNot = whyNotReplayed(recording);
    }
    facts.step = recording.step() < recording.steps() ? recording.step() + 1 : 0;
    for (const RecordedMessage* message : recording.messagesOf(wholeChip)) {
        const bool sends = message->from == wholeChip;
        const QString direction = sends ? QObject::tr("to %1").arg(chipName(recording.whole(), message->to))
                                        : QObject::tr("from %1").arg(chipName(recording.whole(), message->from));
        const core::StepPlace place{"message", facts.step, message->from, 0, message->to};
        (sends ? facts.sends : facts.receives)
            .push_back({message->shard,
                        {recording.nameOf(*message), bytesText(message->bytes, recording.collective().units), direction,
                         recording.idOf(place), QObject::tr("Message %1").arg(direction)}});
    }
    return facts;
}

} // namespace ui
