// SPDX-License-Identifier: GPL-3.0-or-later
// Shards of a schedule by number and by name.
#include "ui/playback/shards.h"

#include "core/collectives/schedules/names.h"
#include "core/quantity/format.h"

#include <QObject>
#include <QRegularExpression>

#include <algorithm>

namespace ui
{

namespace
{

core::Cut cutOf(const core::Schedule& schedule) { return schedule.chunks.form().cut; }

QString counted(int number) { return QString::fromStdString(core::grouped(number)); }

/// Replaces subscript digits by usual ones.
QString plainDigits(QString text)
{
    for (QChar& c : text) {
        if (c.unicode() >= 0x2080 && c.unicode() <= 0x2089) {
            c = QChar(u'0' + (c.unicode() - 0x2080));
        }
    }
    return text;
}

QString refusal(const core::Schedule& schedule, const QString& typed)
{
    const int chips = schedule.topology.chips();
    const int count = shardCount(schedule);
    switch (cutOf(schedule)) {
    case core::Cut::owned:
        return QObject::tr("Follow: “%1” is no shard; type a number from 0 to %2, %3 to %4 or a chip such as %5")
            .arg(typed, counted(count - 1), shardLetter(schedule) + QStringLiteral("0"),
                 shardLetter(schedule) + QString::number(count - 1), ui::chipName(schedule.topology, count - 1));
    case core::Cut::blocks:
        return QObject::tr("Follow: “%1” is no block; type source and destination from 0 to %2, such as 0→%2")
            .arg(typed, counted(chips - 1));
    case core::Cut::pieces:
        return QObject::tr("Follow: “%1” is no piece; type a number from 0 to %2 or P0 to P%2")
            .arg(typed, counted(count - 1));
    }
    return {};
}

/// Numbers in a text of numbers, the letter and separators only; empty for other texts and numbers out of range.
std::vector<int> numbersIn(const QString& text, QChar letter)
{
    static const QRegularExpression number(QStringLiteral("\\d+"));
    QString rest = text;
    rest.remove(number);
    const QString allowed = QStringLiteral(" ,()→->") + letter + letter.toLower();
    const bool plain = std::ranges::all_of(rest, [&](QChar c) { return allowed.contains(c); });
    std::vector<int> numbers;
    for (auto found = number.globalMatch(text); plain && found.hasNext();) {
        bool fits = false;
        numbers.push_back(found.next().captured().toInt(&fits));
        if (!fits) {
            return {};
        }
    }
    return numbers;
}

/// The chip at coordinates as chipName writes them; -1 where there is none.
int chipAt(const core::Topology& topology, const std::vector<int>& numbers)
{
    core::Coordinates at{};
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
        if (axis >= at.size() || numbers[axis] >= topology.axes[axis].length) {
            return -1;
        }
        at[axis] = numbers[axis];
    }
    return topology.chip(at);
}

} // namespace

int shardCount(const core::Schedule& schedule)
{
    const int chips = schedule.topology.chips();
    switch (cutOf(schedule)) {
    case core::Cut::owned:
        return chips;
    case core::Cut::blocks:
        return chips * chips;
    case core::Cut::pieces:
        return static_cast<int>(schedule.chunks.count());
    }
    return 0;
}

std::vector<core::ChunkNumber> chunksOfShard(const core::Schedule& schedule, int shard)
{
    if (cutOf(schedule) == core::Cut::pieces) {
        return {shard};
    }
    const bool blocks = cutOf(schedule) == core::Cut::blocks;
    const int chips = schedule.topology.chips();
    const auto& form = schedule.chunks.form();
    std::vector<core::ChunkNumber> chunks;
    for (int part = 0; part < form.parts; ++part) {
        for (int half = 0; half < form.halves; ++half) {
            chunks.push_back(schedule.chunks.number(
                {.owner = shard % chips, .source = blocks ? shard / chips : 0, .part = part, .half = half}));
        }
    }
    std::ranges::sort(chunks);
    return chunks;
}

int markOfChunk(const core::Schedule& schedule, core::ChunkNumber chunk)
{
    return cutOf(schedule) == core::Cut::pieces ? static_cast<int>(chunk) : schedule.chunks.name(chunk).owner;
}

QString shardText(const core::Schedule& schedule, int shard)
{
    const int chips = schedule.topology.chips();
    return ui::shardName(schedule, {.owner = shard % chips, .source = shard / chips, .part = shard});
}

tl::expected<int, QString> shardFromText(const core::Schedule& schedule, const QString& typed)
{
    const QString text = plainDigits(typed.trimmed());
    const bool blocks = cutOf(schedule) == core::Cut::blocks;
    const int chips = schedule.topology.chips();
    const auto numbers = numbersIn(text, cutOf(schedule) == core::Cut::pieces ? u'P' : shardLetter(schedule));
    int shard = -1;
    if (blocks && numbers.size() == 2 && numbers[0] < chips && numbers[1] < chips) {
        shard = numbers[0] * chips + numbers[1];
    } else if (!blocks && numbers.size() == 1) {
        shard = numbers.front();
    } else if (cutOf(schedule) == core::Cut::owned && numbers.size() > 1) {
        shard = chipAt(schedule.topology, numbers);
    }
    if (shard < 0 || shard >= shardCount(schedule)) {
        return tl::unexpected(refusal(schedule, typed.trimmed()));
    }
    return shard;
}

QString chipName(const core::Topology& topology, int chip)
{
    return QString::fromStdString(core::chipName(topology, chip));
}

QChar shardLetter(const core::Schedule& schedule) { return QLatin1Char(core::shardLetter(schedule.goal)); }

QString shardName(const core::Schedule& schedule, const core::ChunkName& name)
{
    return QString::fromStdString(core::shardName(schedule, name));
}

QString chunkName(const core::Schedule& schedule, core::ChunkNumber chunk)
{
    return QString::fromStdString(core::chunkName(schedule, chunk));
}

int commonHalf(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    if (schedule.chunks.form().halves != 2 || runs.empty()) {
        return -1;
    }
    const int half = schedule.chunks.name(runs.front().first).half;
    for (const auto& run : runs) {
        for (core::ChunkNumber i = 0; i < run.count; ++i) {
            if (schedule.chunks.name(run.first + i).half != half) {
                return -1;
            }
        }
    }
    return half;
}

QString runName(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    if (runs.empty()) {
        return {};
    }
    if (runs.size() == 1 && runs.front().count == 1) {
        return ui::chunkName(schedule, runs.front().first);
    }
    const QString first = ui::shardName(schedule, schedule.chunks.name(runs.front().first));
    for (const auto& run : runs) {
        for (core::ChunkNumber i = 0; i < run.count; ++i) {
            if (ui::shardName(schedule, schedule.chunks.name(run.first + i)) != first) {
                return first + u'+';
            }
        }
    }
    const int half = commonHalf(schedule, runs);
    return half < 0 ? first : first + QChar(u'a' + half);
}

QString chunkNames(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    constexpr core::ChunkNumber maxNamed = 4;
    return QString::fromStdString(core::chunkNames(schedule, runs, maxNamed));
}

QString portName(const core::Topology& topology, int from, int port)
{
    return QString::fromStdString(core::portName(topology, from, port));
}

} // namespace ui
