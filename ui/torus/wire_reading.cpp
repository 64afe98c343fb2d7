// SPDX-License-Identifier: GPL-3.0-or-later
// Puts bytes and loads of links into sentences.
#include "ui/torus/wire_reading.h"

#include "ui/numbers/byte_text.h"
#include "ui/playback/shard_names.h"
#include "ui/theme/text_line.h"

#include <QFontMetricsF>
#include <QObject>

#include <map>

namespace ui
{

namespace
{

QString placeName(const TorusGrid& grid, int block)
{
    return QObject::tr("block %1").arg(chipName(grid.places, block));
}

/// For screen readers.
QString nameOfNumber(std::string_view number)
{
    static const std::map<std::string_view, QString> names{
        {"link_bytes", QObject::tr("What the link has carried")},
        {"link_load", QObject::tr("Load of the link")},
        {"block_links", QObject::tr("Links between the blocks")},
        {"block_bytes", QObject::tr("What these links have carried")},
        {"block_mean", QObject::tr("What a link has carried on average")},
        {"block_most", QObject::tr("What the busiest link has carried")},
        {"block_mean_load", QObject::tr("Load of a link on average")},
        {"block_load", QObject::tr("Load of the busiest link")},
    };
    return names.at(number);
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
    const auto at = [&](std::string_view number) { return core::StepPlace{number, reel.step(), wire.from, wire.port}; };
    if (wire.links == 1) {
        return {path, carried(wire.sum, reel, at("block_bytes"), at("block_load"))};
    }
    const auto bytes = [&](double b, std::string_view number) {
        return numberPart(reel, bytesText(b, reel.collective().units), at(number));
    };
    const auto load = [&](double b, std::string_view number) {
        return numberPart(reel, loadText(b, reel.capacity()), at(number));
    };
    std::vector<SentencePart> parts{numberPart(reel, QString::number(wire.links), at("block_links")),
                                    bytes(wire.sum, "block_bytes")};
    if (reel.step() == 0) {
        return {path, sentence(QObject::tr("%1 links, %2 together so far"), parts)};
    }
    parts.insert(parts.end(), {bytes(wire.most, "block_most"), load(wire.most, "block_load"),
                               bytes(wire.mean(), "block_mean"), load(wire.mean(), "block_mean_load")});
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
    Sentence load = carried(reel.bytesOn(chip, port), reel, {"link_bytes", reel.step(), chip, port},
                            {"link_load", reel.step(), chip, port});
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
    return scene.showsBlocks()
               ? core::StepPlace{begun ? "block_load" : "block_bytes", reel.step(), link.from, link.port}
               : core::StepPlace{begun ? "link_load" : "link_bytes", reel.step(),
                                 grid.lowest[static_cast<std::size_t>(link.from)], link.port};
}

} // namespace ui
