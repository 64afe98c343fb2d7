// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a chip's card.
#include "ui/torus/chip_card.h"

#include "core/quantity/format.h"
#include "ui/torus/shard_names.h"

#include <QObject>

namespace ui
{

namespace
{

constexpr int mostNames = 10;

QString bytesText(double bytes) { return QString::fromStdString(core::format(bytes, core::dim::byte)); }

QString listed(const QStringList& names)
{
    const QString text = names.mid(0, mostNames).join(QStringLiteral(", "));
    return names.size() > mostNames ? QObject::tr("%1 and %2 more").arg(text).arg(names.size() - mostNames) : text;
}

void addHoldings(QStringList& lines, const Reel& reel, int part)
{
    const auto& holdings = *reel.holdings();
    const auto& schedule = reel.collective().study.schedule;
    const int chips = schedule.topology.chips();
    QStringList whole;
    QStringList pending;
    double bytes = 0;
    for (core::ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk) {
        const int terms = holdings.terms(part, chunk);
        if (terms == 0) {
            continue;
        }
        bytes += schedule.chunks.bytes({chunk, 1});
        const QString name = chunkName(schedule, chunk);
        if (holdings.sums() && terms < chips) {
            pending << QStringLiteral("%1 %2/%3").arg(name).arg(terms).arg(chips);
        } else {
            whole << name;
        }
    }
    if (!whole.isEmpty() || !holdings.sums()) {
        lines << QObject::tr("Holds %1").arg(whole.isEmpty() ? QObject::tr("nothing") : listed(whole));
    }
    if (!pending.isEmpty()) {
        lines << QObject::tr("Pending sums %1").arg(listed(pending));
    }
    lines << QObject::tr("%1 of this array on the chip").arg(bytesText(bytes));
}

} // namespace

QStringList chipLines(const Reel& reel, int wholeChip)
{
    const auto& whole = reel.whole();
    QStringList lines{QObject::tr("Chip %1, rank %2").arg(chipName(whole, wholeChip)).arg(wholeChip)};
    if (reel.holdings()) {
        addHoldings(lines, reel, reel.collective().chipOfPart(wholeChip));
    } else {
        lines << QObject::tr("Shards are not followed on so many chips");
    }
    QStringList sends;
    QStringList receives;
    for (const ReelMessage& message : reel.messages()) {
        const QString what =
            message.label.isEmpty() ? bytesText(message.bytes) : message.label + u' ' + bytesText(message.bytes);
        if (message.from == wholeChip) {
            sends << QObject::tr("%1 to %2").arg(what, chipName(whole, message.to));
        } else if (message.to == wholeChip) {
            receives << QObject::tr("%1 from %2").arg(what, chipName(whole, message.from));
        }
    }
    if (reel.step() < reel.steps()) {
        const QString nothing = QObject::tr("nothing");
        lines << QObject::tr("Step %1 sends %2").arg(reel.step() + 1).arg(sends.isEmpty() ? nothing : listed(sends));
        lines << QObject::tr("Step %1 receives %2")
                     .arg(reel.step() + 1)
                     .arg(receives.isEmpty() ? nothing : listed(receives));
    }
    return lines;
}

} // namespace ui
