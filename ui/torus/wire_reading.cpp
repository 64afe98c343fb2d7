// SPDX-License-Identifier: GPL-3.0-or-later
// Puts bytes and loads of links into sentences.
#include "ui/torus/wire_reading.h"

#include "ui/numbers/byte_text.h"
#include "ui/playback/shard_names.h"
#include "ui/theme/text_line.h"

#include <QFontMetricsF>
#include <QObject>

namespace ui
{

namespace
{

using enum core::StepNumber;

QString placeName(const TorusGrid& grid, int block)
{
    return QObject::tr("block %1").arg(chipName(grid.places, block));
}

/// For screen readers.
QString nameOfNumber(core::StepNumber number)
{
    switch (number) {
    case linkBytes:
        return QObject::tr("What the link has carried");
    case linkLoad:
        return QObject::tr("Load of the link");
    case blockLinks:
        return QObject::tr("Links between the blocks");
    case blockBytes:
        return QObject::tr("What these links have carried");
    case blockMean:
        return QObject::tr("What a link has carried on average");
    case blockMost:
        return QObject::tr("What the busiest link has carried");
    case blockMeanLoad:
        return QObject::tr("Load of a link on average");
    default:
        return QObject::tr("Load of the busiest link");
    }
}

/// Of one link; no load before any time has passed.
Sentence carried(double bytes, const Reel& reel, const core::StepPlace& sum, const core::StepPlace& load)
{
    const SentencePart carriedBytes = numberPart(reel, bytesText(bytes, reel.collective().units), sum);
    return reel.step() == 0 ? sentence(QObject::tr("%1 so far"), {carriedBytes})
                            : sentence(QObject::tr("%1 so far, %2 of what the link could carry"),
                                       {carriedBytes, numberPart(reel, loadText(bytes, reel.capacity()), load)});
}

WireReading readBundle(const TorusWire& wire, const TorusGrid& grid, const Reel& reel)
{
    const QString path = QObject::tr("%1 to %2").arg(placeName(grid, wire.from), placeName(grid, wire.to));
    const auto at = [&](core::StepNumber number) { return core::StepPlace{number, reel.step(), wire.from, wire.port}; };
    if (wire.links == 1) {
        return {path, carried(wire.sum, reel, at(blockBytes), at(blockLoad))};
    }
    const auto bytes = [&](double b, core::StepNumber number) {
        return numberPart(reel, bytesText(b, reel.collective().units), at(number));
    };
    const auto load = [&](double b, core::StepNumber number) {
        return numberPart(reel, loadText(b, reel.capacity()), at(number));
    };
    std::vector<SentencePart> parts{numberPart(reel, QString::number(wire.links), at(blockLinks)),
                                    bytes(wire.sum, blockBytes)};
    if (reel.step() == 0) {
        return {path, sentence(QObject::tr("%1 links, %2 together so far"), parts)};
    }
    parts.insert(parts.end(), {bytes(wire.most, blockMost), load(wire.most, blockLoad), bytes(wire.mean(), blockMean),
                               load(wire.mean(), blockMeanLoad)});
    return {path, sentence(QObject::tr("%1 links, %2 together; busiest %3 (%4), mean %5 (%6)"), parts)};
}

WireReading reading(int wire, const TorusScene& scene, const Reel& reel)
{
    const TorusWire& read = scene.grid.wires[static_cast<std::size_t>(wire)];
    return scene.showsBlocks() ? readBundle(read, scene.grid, reel)
                               : readLink(reel, scene.grid.lowest[static_cast<std::size_t>(read.from)], read.port);
}

} // namespace

SentencePart numberPart(const Reel& reel, const QString& text, const core::StepPlace& place)
{
    return {text, reel.idOf(place), nameOfNumber(place.number)};
}

Sentence sentence(const QString& pattern, const std::vector<SentencePart>& parts)
{
    Sentence made;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool hole = pattern[i] == u'%' && i + 1 < pattern.size() && pattern[i + 1].isDigit();
        if (!hole) {
            made.text += pattern[i];
            continue;
        }
        const SentencePart& part = parts[static_cast<std::size_t>(pattern[++i].digitValue() - 1)];
        if (!part.id.isEmpty()) {
            made.numbers.push_back({made.text.size(), part});
        }
        made.text += part.text;
    }
    return made;
}

Sentence Sentence::mid(qsizetype from, qsizetype length) const
{
    Sentence line{text.mid(from, length)};
    for (const Number& number : numbers) {
        if (number.from >= from && number.from < from + length) {
            line.numbers.push_back({number.from - from, number.part});
        }
    }
    return line;
}

std::vector<ShownNumber> Sentence::shownAt(const QPointF& start, const QFont& font) const
{
    const qreal height = QFontMetricsF(font).ascent();
    std::vector<ShownNumber> shown;
    for (const auto& [from, part] : numbers) {
        const qreal left = start.x() + lineWidth(text.left(from), font);
        shown.push_back(
            {part.id, part.title, part.text, {left, start.y() - height, lineWidth(part.text, font), height}});
    }
    return shown;
}

WireReading readLink(const Reel& reel, int chip, int port)
{
    const auto& whole = reel.whole();
    Sentence load = carried(reel.bytesOn(chip, port), reel, {linkBytes, reel.step(), chip, port},
                            {linkLoad, reel.step(), chip, port});
    if (whole.wiring == core::Wiring::throughSwitch) {
        const QString gpu = chipName(whole, chip);
        return {port == 0 ? QObject::tr("%1 into the switch").arg(gpu) : QObject::tr("Switch to %1").arg(gpu),
                std::move(load)};
    }
    return {QObject::tr("%1 to %2").arg(chipName(whole, chip), chipName(whole, whole.neighbour(chip, port))),
            std::move(load)};
}

std::vector<WireReading> readWire(const SceneWire& wire, const TorusScene& scene, const Reel& reel)
{
    std::vector<WireReading> readings{reading(wire.there, scene, reel)};
    if (wire.back >= 0) {
        readings.push_back(reading(wire.back, scene, reel));
    }
    return readings;
}

core::StepPlace numberOfWire(const SceneWire& wire, const TorusScene& scene, const Reel& reel)
{
    const TorusGrid& grid = scene.grid;
    const TorusWire& there = grid.wires[static_cast<std::size_t>(wire.there)];
    const TorusWire& other = grid.wires[static_cast<std::size_t>(wire.back < 0 ? wire.there : wire.back)];
    const TorusWire& link = other.most > there.most ? other : there;
    const bool begun = reel.step() > 0;
    return scene.showsBlocks() ? core::StepPlace{begun ? blockLoad : blockBytes, reel.step(), link.from, link.port}
                               : core::StepPlace{begun ? linkLoad : linkBytes, reel.step(),
                                                 grid.lowest[static_cast<std::size_t>(link.from)], link.port};
}

} // namespace ui
