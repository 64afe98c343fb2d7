// SPDX-License-Identifier: GPL-3.0-or-later
// Names of chips, shards, chunks and links.
#include "ui/torus/shard_names.h"

#include <QObject>

namespace ui
{

QString subscript(int number)
{
    QString digits = QString::number(number);
    for (QChar& digit : digits) {
        digit = QChar(0x2080 + digit.digitValue());
    }
    return digits;
}

QString chipName(const core::Topology& topology, int chip)
{
    if (topology.wiring == core::Wiring::throughSwitch) {
        return QObject::tr("GPU %1").arg(chip);
    }
    const auto at = topology.coordinates(chip);
    QStringList places;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis == 0 || topology.axes[axis].length > 1 || (axis == 1 && topology.axes[2].length > 1)) {
            places << QString::number(at[axis]);
        }
    }
    return u'(' + places.join(u',') + u')';
}

QString shardName(const core::Schedule& schedule, const core::ChunkName& name)
{
    switch (schedule.chunks.form().cut) {
    case core::Cut::owned:
        return u'A' + subscript(name.owner);
    case core::Cut::blocks:
        return QString::number(name.source) + u'→' + QString::number(name.owner);
    case core::Cut::pieces:
        return u'P' + subscript(name.part);
    }
    return {};
}

QString chunkName(const core::Schedule& schedule, core::ChunkNumber chunk)
{
    const auto& form = schedule.chunks.form();
    const auto name = schedule.chunks.name(chunk);
    QString text = shardName(schedule, name);
    if (form.parts > 1 && form.cut != core::Cut::pieces) {
        text += u'·' + QString::number(name.part + 1);
    }
    if (form.halves > 1) {
        text += form.halves == 2 ? QString(QChar(u'a' + name.half)) : u'/' + QString::number(name.half + 1);
    }
    return text;
}

QString runName(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    if (runs.empty()) {
        return {};
    }
    const QString first = shardName(schedule, schedule.chunks.name(runs.front().first));
    for (const auto& run : runs) {
        for (core::ChunkNumber i = 0; i < run.count; ++i) {
            if (shardName(schedule, schedule.chunks.name(run.first + i)) != first) {
                return first + u'+';
            }
        }
    }
    return first;
}

QString chunkNames(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    constexpr core::ChunkNumber mostNamed = 4;
    core::ChunkNumber count = 0;
    QStringList names;
    for (const auto& run : runs) {
        for (core::ChunkNumber i = 0; i < run.count && count + i < mostNamed; ++i) {
            names << chunkName(schedule, run.first + i);
        }
        count += run.count;
    }
    const QString text = names.join(u' ');
    return count > mostNamed ? text + QStringLiteral(" +%1").arg(count - mostNamed) : text;
}

QString portName(const core::Topology& topology, int port)
{
    if (topology.wiring == core::Wiring::throughSwitch) {
        return QObject::tr("switch");
    }
    return QString(QLatin1Char("XYZ"[core::axisOf(port)])) + (core::isForward(port) ? u'+' : u'−');
}

} // namespace ui
