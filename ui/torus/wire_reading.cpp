// SPDX-License-Identifier: GPL-3.0-or-later
// Puts bytes and loads of links into sentences.
#include "ui/torus/wire_reading.h"

#include "ui/numbers/byte_text.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"
#include "ui/theme/text_line.h"
#include "ui/torus/torus_scene.h"

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
Sentence carried(double bytes, const Recording& recording, const core::StepPlace& sum, const core::StepPlace& load)
{
    const SentencePart carriedBytes = numberPart(recording, bytesText(bytes, recording.collective().units), sum);
    return recording.step() == 0
               ? sentence(QObject::tr("%1 so far"), {carriedBytes})
               : sentence(QObject::tr("%1 so far, load %2"),
                          {carriedBytes, numberPart(recording, loadText(bytes, recording.capacity()), load)});
}

WireReading readBundle(const TorusWire& wire, const TorusGrid& grid, const Recording& recording)
{
    const QString path = QObject::tr("%1 to %2").arg(placeName(grid, wire.from), placeName(grid, wire.to));
    const auto at = [&](std::string_view number) {
        return core::StepPlace{number, recording.step(), wire.from, wire.port};
    };
    if (wire.links == 1) {
        return {path, carried(wire.sum, recording, at("block_bytes"), at("block_load"))};
    }
    const auto bytes = [&](double b, std::string_view number) {
        return numberPart(recording, bytesText(b, recording.collective().units), at(number));
    };
    const auto load = [&](double b, std::string_view number) {
        return numberPart(recording, loadText(b, recording.capacity()), at(number));
    };
    std::vector<SentencePart> parts{numberPart(recording, QString::number(wire.links), at("block_links")),
                                    bytes(wire.sum, "block_bytes")};
    if (recording.step() == 0) {
        return {path, sentence(QObject::tr("%1 links, %2 together so far"), parts)};
    }
    parts.insert(parts.end(), {bytes(wire.max, "block_most"), load(wire.max, "block_load"),
                               bytes(wire.mean(), "block_mean"), load(wire.mean(), "block_mean_load")});
    return {path, sentence(QObject::tr("%1 links, %2 together; busiest %3 (%4), mean %5 (%6)"), parts)};
}

WireReading reading(int wire, const TorusScene& scene, const Recording& recording)
{
    const TorusWire& read = scene.grid.wires[nth(wire)];
    return scene.showsBlocks() ? readBundle(read, scene.grid, recording)
                               : readLink(recording, scene.grid.lowest[nth(read.from)], read.port);
}

} // namespace

SentencePart numberPart(const Recording& recording, const QString& text, const core::StepPlace& place)
{
    return {text, recording.idOf(place), nameOfNumber(place.number)};
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
        const SentencePart& part = parts[nth(pattern[++i].digitValue() - 1)];
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

WireReading readLink(const Recording& recording, int chip, int port)
{
    const auto& whole = recording.whole();
    Sentence load = carried(recording.bytesOn(chip, port), recording, {"link_bytes", recording.step(), chip, port},
                            {"link_load", recording.step(), chip, port});
    if (whole.wiring == core::Wiring::throughSwitch) {
        const QString gpu = chipName(whole, chip);
        const QString to = whole.domain == 1   ? QObject::tr("%1 into the network")
                           : whole.domain == 0 ? QObject::tr("%1 into the switch")
                                               : QObject::tr("%1 to its switch and NIC");
        const QString from = whole.domain == 1   ? QObject::tr("Network to %1")
                             : whole.domain == 0 ? QObject::tr("Switch to %1")
                                                 : QObject::tr("Switch and NIC to %1");
        return {(port == 0 ? to : from).arg(gpu), std::move(load)};
    }
    return {QObject::tr("%1 to %2").arg(chipName(whole, chip), chipName(whole, whole.neighbour(chip, port))),
            std::move(load)};
}

std::vector<WireReading> readWire(const SceneWire& wire, const TorusScene& scene, const Recording& recording)
{
    std::vector<WireReading> readings{reading(wire.there, scene, recording)};
    if (wire.back >= 0) {
        readings.push_back(reading(wire.back, scene, recording));
    }
    return readings;
}

core::StepPlace numberOfWire(const SceneWire& wire, const TorusScene& scene, const Recording& recording)
{
    const TorusGrid& grid = scene.grid;
    const TorusWire& there = grid.wires[nth(wire.there)];
    const TorusWire& other = grid.wires[nth(wire.back < 0 ? wire.there : wire.back)];
    const TorusWire& link = other.max > there.max ? other : there;
    const bool begun = recording.step() > 0;
    return scene.showsBlocks()
               ? core::StepPlace{begun ? "block_load" : "block_bytes", recording.step(), link.from, link.port}
               : core::StepPlace{begun ? "link_load" : "link_bytes", recording.step(), grid.lowest[nth(link.from)],
                                 link.port};
}

} // namespace ui
