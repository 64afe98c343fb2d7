// SPDX-License-Identifier: GPL-3.0-or-later
// Names of chips, shards, chunks and links, as all tables have them.
#include "ui/playback/shard_names.h"

#include "core/collectives/schedules/names.h"

namespace ui
{

QString subscript(int number) { return QString::fromStdString(core::subscript(number)); }

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

QString portName(const core::Topology& topology, int port)
{
    return QString::fromStdString(core::portName(topology, port));
}

} // namespace ui
