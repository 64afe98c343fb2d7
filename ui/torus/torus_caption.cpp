// SPDX-License-Identifier: GPL-3.0-or-later
// Words for every level of detail, broken into lines.
#include "ui/torus/torus_caption.h"

#include "core/collectives/networks/blocks.h"
#include "core/quantity/format.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_scene.h"
#include "ui/torus/wire_reading.h"

#include <QFontMetricsF>
#include <QObject>
#include <QTextLayout>

#include <algorithm>

namespace ui
{

namespace
{

constexpr QPointF corner(16, 9);

QFont captionFont() { return uiFont(captionSize); }

SentencePart number(int value, const char* id, const QString& title)
{
    return {QString::fromStdString(core::grouped(value)), QString::fromLatin1(id), title};
}

SentencePart allChips(const core::Topology& whole)
{
    return number(whole.chips(), "coll.chips", QObject::tr("Chips of the torus"));
}

SentencePart allBlocks(const core::Topology& whole)
{
    return number(core::blocksOf(whole).chips(), "coll.blocks", QObject::tr("Blocks of the torus"));
}

SentencePart chipsOfBlock(const Recording& recording, const TorusGrid& grid, int block, int chips)
{
    const core::StepPlace place{"block_chips", recording.step(), block};
    return {QString::fromStdString(core::grouped(chips)), recording.idOf(place),
            QObject::tr("Chips of block %1").arg(chipName(grid.places, block))};
}

Sentence ofBlocks(const Recording& recording, const TorusGrid& grid, const SentencePart& name)
{
    const auto [min, max] = std::ranges::minmax_element(grid.chipsIn);
    const SentencePart largest = chipsOfBlock(recording, grid, static_cast<int>(max - grid.chipsIn.begin()), *max);
    return sentence(
        *min == *max
            ? QObject::tr("%1 · %2 blocks of %3 chips, %4 in all; a line stands for all links between two blocks")
            : QObject::tr(
                  "%1 · %2 blocks of up to %3 chips, %4 in all; a line stands for all links between two blocks"),
        {name, allBlocks(recording.whole()), largest, allChips(recording.whole())});
}

Sentence ofOneBlock(const Recording& recording, const TorusGrid& grid, const SentencePart& name, int block)
{
    const auto blocks = core::blocksOf(recording.whole());
    SentencePart chips = chipsOfBlock(recording, grid, block, grid.shownChips);
    chips.title = QObject::tr("Chips of this block");
    return sentence(QObject::tr("%1 › block %2 · %3 of %4 chips"),
                    {name, {chipName(blocks, block)}, chips, allChips(recording.whole())});
}

Sentence wordsOf(const Recording& recording, const TorusScene& scene)
{
    const TorusGrid& grid = scene.grid;
    const TorusLook& look = scene.look;
    const auto& whole = recording.whole();
    const SentencePart name{QString::fromStdString(core::topologyText(whole))};
    if (whole.wiring == core::Wiring::throughSwitch) {
        const SentencePart gpus = number(whole.chips(), "coll.chips", QObject::tr("GPUs"));
        if (whole.domain == 1) {
            return sentence(QObject::tr("%1 GPUs, each on the network through its own NIC"), {gpus});
        }
        if (whole.domain > 1) {
            return sentence(QObject::tr("%1 GPUs in %2 domains of %3, a NIC for each GPU between them"),
                            {gpus,
                             number(whole.domains(), "coll.domains", QObject::tr("Domains")),
                             {QString::number(whole.domain)}});
        }
        return sentence(QObject::tr("%1 GPUs behind a switch"), {gpus});
    }
    switch (look.detail) {
    case TorusDetail::chips:
        break;
    case TorusDetail::blocks:
        return scene.showsBlocks() ? ofBlocks(recording, grid, name) : ofOneBlock(recording, grid, name, look.block);
    case TorusDetail::faces:
        return sentence(QObject::tr("%1 · outer faces only · %2 of %3 chips"),
                        {name, number(grid.shownChips, "coll.face_chips", QObject::tr("Chips on the outer faces")),
                         allChips(whole)});
    case TorusDetail::slice:
        return sentence(QObject::tr("%1 · slice %2 = %3 · %4 of %5 chips"),
                        {name,
                         {QString(QLatin1Char("XYZ"[core::slicedAxis(whole)]))},
                         {QString::number(look.slice)},
                         number(grid.shownChips, "coll.slice_chips", QObject::tr("Chips of the slice")),
                         allChips(whole)});
    }
    return whole.activeAxes().size() < 2 ? sentence(QStringLiteral("%1"), {name})
                                         : sentence(QObject::tr("%1 · %2 chips"), {name, allChips(whole)});
}

} // namespace

TorusCaption torusCaption(const Recording& recording, const TorusScene& scene)
{
    const Sentence words = wordsOf(recording, scene);
    const QFont font = captionFont();
    const QFontMetricsF metrics(font);
    TorusCaption caption;
    QTextLayout layout(words.text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(scene.size.width() - 2 * corner.x());
        const qreal top = corner.y() + static_cast<qreal>(caption.lines.size()) * metrics.height();
        const Sentence part = words.mid(line.textStart(), line.textLength());
        for (ShownNumber& number : part.shownAt({corner.x(), top + metrics.ascent()}, font)) {
            caption.numbers.push_back(std::move(number));
        }
        caption.lines << part.text.trimmed();
    }
    layout.endLayout();
    return caption;
}

QRectF captionBox(const TorusCaption& caption)
{
    const QFont font = captionFont();
    qreal width = 0;
    for (const QString& line : caption.lines) {
        width = std::max(width, lineWidth(line, font));
    }
    return {corner, QSizeF(width, static_cast<qreal>(caption.lines.size()) * QFontMetricsF(font).height())};
}

void paintCaption(QPainter& painter, const TorusCaption& caption)
{
    const QFont font = captionFont();
    const qreal height = QFontMetricsF(font).height();
    QRectF room(corner, QSizeF(0, height));
    for (const QString& line : caption.lines) {
        drawLineIn(painter, room, line, font);
        room.translate(0, height);
    }
}

} // namespace ui
