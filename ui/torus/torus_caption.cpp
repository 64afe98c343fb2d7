// SPDX-License-Identifier: GPL-3.0-or-later
// Words for every level of detail, broken into lines.
#include "ui/torus/torus_caption.h"

#include "core/quantity/format.h"
#include "ui/playback/shard_names.h"
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

/// A word or a number of the caption; without an id it explains nothing.
struct Part {
    QString text;
    QString id = {};
    QString title = {};
};

Part number(int value, const char* id, const QString& title)
{
    return {QString::fromStdString(core::grouped(value)), QString::fromLatin1(id), title};
}

Part allChips(const core::Topology& whole)
{
    return number(whole.chips(), "coll.chips", QObject::tr("Chips of the torus"));
}

Part allBlocks(const core::Topology& whole)
{
    return number(blocksOf(whole).chips(), "coll.blocks", QObject::tr("Blocks of the torus"));
}

Part chipsOfBlock(const Reel& reel, const TorusGrid& grid, int block, int chips)
{
    const core::StepPlace place{core::StepNumber::blockChips, reel.step(), block};
    return {QString::fromStdString(core::grouped(chips)), reel.idOf(place),
            QObject::tr("Chips of block %1").arg(chipName(grid.places, block))};
}

/// A caption in one line.
struct Words {
    QString pattern;
    std::vector<Part> parts;
};

Words ofBlocks(const Reel& reel, const TorusGrid& grid, const Part& name)
{
    const auto [least, most] = std::ranges::minmax_element(grid.chipsIn);
    const Part largest = chipsOfBlock(reel, grid, static_cast<int>(most - grid.chipsIn.begin()), *most);
    return {*least == *most
                ? QObject::tr("%1 · %2 blocks of %3 chips, %4 in all; a line stands for all links between two blocks")
                : QObject::tr(
                      "%1 · %2 blocks of up to %3 chips, %4 in all; a line stands for all links between two blocks"),
            {name, allBlocks(reel.whole()), largest, allChips(reel.whole())}};
}

Words ofOneBlock(const Reel& reel, const TorusGrid& grid, const Part& name, int block)
{
    const auto blocks = blocksOf(reel.whole());
    Part chips = chipsOfBlock(reel, grid, block, grid.shownChips);
    chips.title = QObject::tr("Chips of this block");
    return {QObject::tr("%1 › block %2 · %3 of %4 chips"),
            {name, {chipName(blocks, block)}, chips, allChips(reel.whole())}};
}

Words wordsOf(const Reel& reel, const TorusScene& scene)
{
    const TorusGrid& grid = scene.grid;
    const TorusLook& look = scene.look;
    const auto& whole = reel.whole();
    const Part name{QString::fromStdString(core::topologyText(whole))};
    if (whole.wiring == core::Wiring::throughSwitch) {
        return {QObject::tr("%1 GPUs behind a switch"), {number(whole.chips(), "coll.chips", QObject::tr("GPUs"))}};
    }
    switch (look.detail) {
    case TorusDetail::chips:
        break;
    case TorusDetail::blocks:
        return scene.showsBlocks() ? ofBlocks(reel, grid, name) : ofOneBlock(reel, grid, name, look.block);
    case TorusDetail::faces:
        return {QObject::tr("%1 · outer faces only · %2 of %3 chips"),
                {name, number(grid.shownChips, "coll.face_chips", QObject::tr("Chips on the outer faces")),
                 allChips(whole)}};
    case TorusDetail::slice:
        return {QObject::tr("%1 · slice %2 = %3 · %4 of %5 chips"),
                {name,
                 {QString(QLatin1Char("XYZ"[slicedAxis(whole)]))},
                 {QString::number(look.slice)},
                 number(grid.shownChips, "coll.slice_chips", QObject::tr("Chips of the slice")),
                 allChips(whole)}};
    }
    return whole.activeAxes().size() < 2 ? Words{QStringLiteral("%1"), {name}}
                                         : Words{QObject::tr("%1 · %2 chips"), {name, allChips(whole)}};
}

TorusCaption broken(const QString& text, const std::vector<CaptionNumber>& numbers, qreal width)
{
    TorusCaption caption;
    QTextLayout layout(text, captionFont());
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const qsizetype start = line.textStart();
        const qsizetype end = start + line.textLength();
        for (CaptionNumber number : numbers) {
            if (number.from >= start && number.from < end) {
                number.from -= start;
                number.line = caption.lines.size();
                caption.numbers.push_back(std::move(number));
            }
        }
        caption.lines << text.mid(start, end - start).trimmed();
    }
    layout.endLayout();
    return caption;
}

} // namespace

TorusCaption torusCaption(const Reel& reel, const TorusScene& scene)
{
    const Words words = wordsOf(reel, scene);
    std::vector<QString> texts;
    for (const Part& part : words.parts) {
        texts.push_back(part.text);
    }
    std::vector<CaptionNumber> numbers;
    const QString text = filled(words.pattern, texts, [&](std::size_t i, qsizetype from) {
        if (const Part& part = words.parts[i]; !part.id.isEmpty()) {
            numbers.push_back({0, from, part.text.size(), part.id, part.title});
        }
    });
    return broken(text, numbers, scene.size.width() - 2 * corner.x());
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

QRectF areaOf(const TorusCaption& caption, const CaptionNumber& number)
{
    const QFont font = captionFont();
    const QFontMetricsF metrics(font);
    const QString before = caption.lines[number.line].left(number.from);
    return {corner.x() + lineWidth(before, font), corner.y() + static_cast<qreal>(number.line) * metrics.height(),
            lineWidth(caption.textOf(number), font), metrics.ascent()};
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
