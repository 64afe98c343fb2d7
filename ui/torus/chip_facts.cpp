// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers what a chip's card says.
#include "ui/torus/chip_facts.h"

#include "core/quantity/format.h"
#include "ui/torus/shard_names.h"

#include <QObject>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int mostNames = 10;
constexpr int mostNamedCells = 64;
constexpr int mostCells = 512;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

QString bytesText(double bytes) { return QString::fromStdString(core::format(bytes, core::dim::byte)); }

QString listed(const Named& named)
{
    const QString text = named.names.join(QStringLiteral(", "));
    const int more = named.count - static_cast<int>(named.names.size());
    return more > 0 ? QObject::tr("%1 and %2 more").arg(text).arg(more) : text;
}

/// Only the first are named: there may be thousands.
template <class Name> void add(Named& named, Name name)
{
    if (named.count++ < mostNames) {
        named.names << name();
    }
}

QString shortName(int shard) { return u'A' + subscript(shard); }

void addCells(ChipFacts& facts, const Reel& reel, int part)
{
    const std::vector<float> shares = reel.shardShares(part);
    const int shards = static_cast<int>(shares.size());
    facts.shardsPerCell = std::max(1, (shards + mostCells - 1) / mostCells);
    for (int first = 0; first < shards; first += facts.shardsPerCell) {
        const int end = std::min(shards, first + facts.shardsPerCell);
        ShardCell cell{first, 0, shards <= mostNamedCells ? shortName(first) : QString()};
        for (int shard = first; shard < end; ++shard) {
            cell.share += shares[place(shard)] / static_cast<float>(end - first);
        }
        facts.cells.push_back(cell);
    }
}

/// Names of whole chunks and of unfinished sums, and bytes of both.
void addHoldings(ChipFacts& facts, Named& whole, const core::Holdings& holdings, int part)
{
    const auto& schedule = holdings.schedule();
    const int chips = schedule.topology.chips();
    facts.sums = holdings.sums();
    double bytes = 0;
    for (core::ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk) {
        const int terms = holdings.terms(part, chunk);
        if (terms == 0) {
            continue;
        }
        bytes += schedule.chunks.bytes({chunk, 1});
        if (facts.sums && terms < chips) {
            add(facts.pending,
                [&] { return QStringLiteral("%1 %2/%3").arg(chunkName(schedule, chunk)).arg(terms).arg(chips); });
        } else {
            add(whole, [&] { return chunkName(schedule, chunk); });
        }
    }
    facts.bytes = QObject::tr("%1 of this array on the chip").arg(bytesText(bytes));
}

ChipFacts gather(const Reel& reel, int wholeChip, Named& whole)
{
    ChipFacts facts;
    facts.title = QObject::tr("Chip %1, rank %2").arg(chipName(reel.whole(), wholeChip)).arg(wholeChip);
    const int part = reel.collective().chipOfPart(wholeChip);
    addCells(facts, reel, part);
    if (reel.holdings()) {
        addHoldings(facts, whole, *reel.holdings(), part);
    } else if (!facts.cells.empty()) {
        float shards = 0;
        for (const ShardCell& cell : facts.cells) {
            shards += cell.share * static_cast<float>(facts.shardsPerCell);
        }
        facts.bytes = QObject::tr("%1 of %2 shards on the chip")
                          .arg(QString::fromStdString(core::format(shards, core::dim::count)))
                          .arg(reel.part().chips());
    }
    facts.step = reel.step() < reel.steps() ? reel.step() + 1 : 0;
    for (const ReelMessage* found : reel.messagesOf(wholeChip)) {
        const ReelMessage& message = *found;
        const QString name = reel.nameOf(message);
        const QString what = name.isEmpty() ? bytesText(message.bytes) : name + u' ' + bytesText(message.bytes);
        if (message.from == wholeChip) {
            facts.sends.push_back(
                {message.shard, QObject::tr("%1 to %2").arg(what, chipName(reel.whole(), message.to))});
        } else {
            facts.receives.push_back(
                {message.shard, QObject::tr("%1 from %2").arg(what, chipName(reel.whole(), message.from))});
        }
    }
    return facts;
}

QString movedText(const std::vector<MovedShard>& moved)
{
    Named texts;
    for (const MovedShard& shard : moved) {
        add(texts, [&] { return shard.text; });
    }
    return moved.empty() ? QObject::tr("nothing") : listed(texts);
}

} // namespace

ChipFacts chipFacts(const Reel& reel, int wholeChip)
{
    Named whole;
    return gather(reel, wholeChip, whole);
}

QStringList chipLines(const Reel& reel, int wholeChip)
{
    Named whole;
    const ChipFacts facts = gather(reel, wholeChip, whole);
    QStringList lines{facts.title};
    if (reel.holdings()) {
        if (whole.count > 0 || !facts.sums) {
            lines << QObject::tr("Holds %1").arg(whole.count == 0 ? QObject::tr("nothing") : listed(whole));
        }
        if (facts.pending.count > 0) {
            lines << QObject::tr("Pending sums %1").arg(listed(facts.pending));
        }
    }
    lines << (facts.bytes.isEmpty() ? QObject::tr("Shards are not followed on so many chips") : facts.bytes);
    if (facts.step > 0) {
        lines << QObject::tr("Step %1 sends %2").arg(facts.step).arg(movedText(facts.sends));
        lines << QObject::tr("Step %1 receives %2").arg(facts.step).arg(movedText(facts.receives));
    }
    return lines;
}

} // namespace ui
