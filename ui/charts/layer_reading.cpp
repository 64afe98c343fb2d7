// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of a layer, and its words.
#include "ui/charts/layer_reading.h"

#include "core/layer/collective_reason.h"
#include "core/numbers/design_numbers.h"
#include "core/numbers/layer_numbers.h"
#include "core/quantity/format.h"
#include "core/step/context.h"
#include "ui/charts/chart_style.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

using Layer = LayerReading::Layer;

const core::DesignCollective& designOf(const Layer& layer, const core::LayerCollective& one)
{
    return layer.numbers.design.all[one.at];
}

/// In the pass, all microbatches.
double secondsOf(const core::DesignCollective& design, double each)
{
    return design.seconds.si() * design.calls.inLayer(each);
}

void addChip(std::vector<LayerChip>& chips, const Layer& layer, const core::LayerCollective& one)
{
    const auto& design = designOf(layer, one);
    const auto same = std::ranges::find_if(chips, [&](const LayerChip& chip) {
        return chip.found.empty() && chip.kind == design.kind && chip.axis == design.axis &&
               chip.weights == design.weights && designOf(layer, *chip.members.front()).when == design.when;
    });
    auto& chip = same == chips.end()
                     ? chips.emplace_back(LayerChip{design.kind, design.axis, design.weights, 0, {}, {}, {}})
                     : *same;
    chip.seconds += secondsOf(design, one.each);
    chip.members.push_back(&one);
}

/// Collectives of an edited box, alike ones together.
void addFound(LayerRow& row, const core::EditedBox& box)
{
    for (const auto& one : box.found) {
        auto& chips = one.when == core::Moment::forward ? row.forward : row.backward;
        const auto kind = kindOf(one.step.op);
        const auto same = std::ranges::find_if(chips, [&](const LayerChip& chip) {
            return !chip.found.empty() && chip.kind == kind && chip.found.front()->when == one.when &&
                   chip.found.front()->step.axes == one.step.axes;
        });
        auto& chip = same == chips.end() ? chips.emplace_back() : *same;
        chip.kind = kind;
        chip.axis = static_cast<std::size_t>(one.step.axes.front() - 'X');
        chip.seconds += one.total();
        chip.found.push_back(&one);
        chip.place = QStringLiteral("found %1 %2").arg(&one - box.found.data()).arg(toText(core::idOf(box.part)));
    }
}

void readRows(Layer& layer)
{
    const auto read = [&layer](const auto& boxes, const std::vector<core::LayerCollective>& collectives,
                               std::vector<LayerRow>& rows) {
        for (const auto& box : boxes) {
            const auto* edited = layer.edited ? layer.edited->of(box.part) : nullptr;
            LayerRow row{box.part, &box.numbers, &layer.arrays.of(box.part), edited, {}, {}};
            if (edited)
                addFound(row, *edited);
            for (const auto& one : edited ? edited->designs : collectives)
                if (one.part == box.part)
                    addChip(designOf(layer, one).when == core::Moment::forward ? row.forward : row.backward, layer,
                            one);
            rows.push_back(std::move(row));
        }
    };
    const auto& numbers = layer.numbers;
    read(numbers.boxes, numbers.collectives, layer.rows);
    read(numbers.ends, numbers.endCollectives, layer.ends);
    for (std::size_t at = 0; at < numbers.design.all.size(); ++at)
        if (const auto& one = numbers.design.all[at];
            !one.inLayer &&
            std::ranges::find(numbers.endCollectives, at, &core::LayerCollective::at) == numbers.endCollectives.end())
            layer.outside.push_back({.at = at, .each = one.calls.each});
    for (const auto& one : layer.outside)
        addChip(designOf(layer, one).when == core::Moment::forward ? layer.outsideForward : layer.outsideBackward,
                layer, one);
}

QString boxOf(const LayerChip& chip, const Layer& layer) { return boxOf(*chip.members.front(), layer); }

/// "AllGather_X of W_in, W_gate"; found ones as "AllReduce_X(Hid), AllReduce_X(Gate)".
QString chipName(const LayerChip& chip, const Layer& layer)
{
    if (!chip.found.empty()) {
        QStringList names;
        for (const auto* one : chip.found)
            names.append(toText(one->step.text()));
        return names.join(QStringLiteral(", "));
    }
    QString name = toText(designOf(layer, *chip.members.front()).name);
    for (std::size_t i = 1; i < chip.members.size(); ++i) {
        const QString next = toText(designOf(layer, *chip.members[i]).name);
        name += QStringLiteral(", ") + next.mid(next.indexOf(QLatin1String(" of ")) + 4);
    }
    return name;
}

core::Moment momentOf(const LayerChip& chip, const Layer& layer)
{
    return chip.found.empty() ? designOf(layer, *chip.members.front()).when : chip.found.front()->when;
}

} // namespace

QString boxOf(const core::LayerCollective& one, const Layer& layer)
{
    const bool end = std::ranges::find(layer.ends, one.part, &LayerRow::part) != layer.ends.end();
    return end || designOf(layer, one).inLayer ? toText(core::idOf(one.part)) : QStringLiteral("outside");
}

QString momentName(core::Moment when)
{
    constexpr std::array names{"forward pass", "backward pass", "update"};
    return tr(names[static_cast<std::size_t>(when)]);
}

LayerReading LayerReading::of(const Snapshot& snapshot)
{
    LayerReading reading;
    if (!snapshot.scenario.presets) {
        reading.absence = tr("No layer to show.");
        return reading;
    }
    for (const auto& issue : snapshot.issues)
        if (issue.severity == core::Severity::error)
            reading.absence = toText(issue.text);
    if (!reading.absence.isEmpty())
        return reading;
    auto layer = std::make_shared<Layer>();
    layer->scenario = snapshot.scenario;
    layer->backward =
        snapshot.scenario.work.mode == core::Mode::training && snapshot.scenario.work.pass == core::Pass::step;
    layer->numbers = core::layerOf(snapshot.scenario);
    layer->arrays = core::layerArrays(snapshot.scenario);
    layer->edited = core::editedLayer(snapshot.scenario, layer->numbers);
    readRows(*layer);
    reading.layer = std::move(layer);
    return reading;
}

QString shortKind(const LayerChip& chip, const Layer& layer)
{
    if (!chip.found.empty()) {
        constexpr std::array names{"AG", "RS", "AR", "A2A"};
        return QLatin1String(names[static_cast<std::size_t>(chip.kind)]);
    }
    switch (designOf(layer, *chip.members.front()).payload) {
    case core::PayloadKind::allGather:
        return QStringLiteral("AG");
    case core::PayloadKind::reduceScatter:
        return QStringLiteral("RS");
    case core::PayloadKind::allReduce:
        return QStringLiteral("AR");
    case core::PayloadKind::allToAll:
        return QStringLiteral("A2A");
    case core::PayloadKind::ring:
        return tr("ring");
    case core::PayloadKind::p2p:
        break;
    }
    return tr("send");
}

QString axesOf(const LayerChip& chip, const Layer& layer)
{
    if (!chip.found.empty())
        return toText(chip.found.front()->step.axes);
    const QString name = toText(designOf(layer, *chip.members.front()).name);
    const auto from = name.indexOf(u'_') + 1;
    return name.mid(from, name.indexOf(u' ', from) - from);
}

QString shortCount(double n)
{
    if (!(n > 0))
        return {};
    QString text = toText(core::format(n, core::dim::flop));
    const auto unit = text.indexOf(QLatin1String("FLOP"));
    return (unit < 0 ? text : text.left(unit)).trimmed();
}

QString byteText(double bytes, const Layer& layer)
{
    return bytes > 0 ? toText(core::format(bytes, core::dim::byte, {.bytes = layer.scenario.conv.unit})) : QString();
}

QString timeOrEmpty(double seconds) { return seconds > 0 ? timeText(seconds) : QString(); }

QString passesName(bool backward) { return backward ? tr("both passes") : tr("forward pass"); }

QString scopeOf(std::string_view number, bool backward)
{
    const auto has = [number](std::string_view part) { return number.find(part) != std::string_view::npos; };
    const QString passes = passesName(backward);
    if (has("params"))
        return tr("parameters, all chips");
    if (has(".logits.") || has("mem.logits"))
        return tr("logits in memory, per chip");
    if (has("flops"))
        return tr("FLOPs, all chips, forward pass");
    if (has("saved") || has("mem.activations"))
        return tr("kept for the backward pass, per chip");
    if (has(".kv"))
        return tr("KV cache, per chip");
    if (has("comms"))
        return tr("collectives, per chip, %1; added, however they overlap").arg(passes);
    return tr("math, per chip, %1").arg(passes);
}

Mark boxMark(const LayerRow& row)
{
    return {.number = toText(core::layerNumberId("flops", core::idOf(row.part))),
            .place = QStringLiteral("box ") + toText(core::idOf(row.part))};
}

Mark arraysMark(const LayerRow& row)
{
    const bool opens = !row.arrays->expression().empty();
    return {.number = toText(core::layerNumberId(opens ? "bytes" : "saved", core::idOf(row.part))),
            .place = (opens ? QStringLiteral("product ") : QStringLiteral("arrays ")) + toText(core::idOf(row.part))};
}

Mark chipMark(const LayerChip& chip, const Layer& layer)
{
    if (!chip.found.empty())
        return {.place = chip.place};
    return {.number = toText(core::designNumberId("call", designOf(layer, *chip.members.front()))),
            .place = QStringLiteral("collective %1 %2").arg(chip.members.front()->at).arg(boxOf(chip, layer))};
}

namespace
{

void completeBox(Mark& mark, const LayerRow& row, const Layer& layer)
{
    mark.heading = toText(core::titleOf(row.part));
    const auto add = [&](const QString& role, const std::vector<core::ShardedArray>& arrays) {
        for (const auto& array : arrays)
            mark.lines.append(tr("%1 %2: %3, on a chip %4")
                                  .arg(role, toText(array.text()), toText(layer.arrays.shape(array, false)),
                                       toText(layer.arrays.shape(array, true))));
    };
    add(tr("in"), row.arrays->in);
    add(tr("weights"), row.arrays->weights);
    add(tr("out"), row.arrays->out);
    if (const auto& numbers = *row.numbers; numbers.forward.si() > 0)
        mark.lines.append(
            {tr("%1 forward, all chips").arg(toText(core::format(numbers.forward.si(), core::dim::flop))),
             tr("%1 of math on a chip, %2").arg(timeOrEmpty(numbers.math.si()), passesName(layer.backward)),
             tr("A click opens it in Operation: all tokens on one chip, forward.")});
}

/// Of an edited box.
void completeFound(Mark& mark, const LayerChip& chip, const Layer& layer)
{
    mark.heading = chipName(chip, layer);
    for (const auto* one : chip.found)
        mark.lines.append(tr("%1 to %2: %3, %4 a call%5")
                              .arg(toText(one->step.before.text()), toText(one->step.after.text()),
                                   byteText(one->bytes, layer), timeOrEmpty(one->seconds),
                                   one->calls > 1 ? tr(", %1 calls").arg(one->calls) : QString()));
    mark.lines.append(momentName(chip.found.front()->when));
    mark.lines.append(tr("What if: found from the edited arrays; the design has others."));
}

void completeChip(Mark& mark, const LayerChip& chip, const Layer& layer)
{
    if (!chip.found.empty())
        return completeFound(mark, chip, layer);
    const auto& first = designOf(layer, *chip.members.front());
    mark.heading = chipName(chip, layer);
    for (const auto* one : chip.members) {
        const auto& design = designOf(layer, *one);
        const double calls = design.calls.inLayer(one->each);
        mark.lines.append(tr("%1: %2, %3 a call%4")
                              .arg(toText(design.array), byteText(design.bytes.si(), layer),
                                   timeOrEmpty(design.seconds.si()),
                                   calls > 1 ? tr(", %1 calls").arg(calls) : QString()));
    }
    mark.lines.append(momentName(first.when));
    mark.lines.append(toText(core::reasonOf(layer.scenario, first)));
    mark.lines.append(toText(core::waitingOf(first)));
}

} // namespace

void completeMark(Mark& mark, const Layer& layer)
{
    const QString kind = mark.place.section(u' ', 0, 0), name = mark.place.section(u' ', -1);
    if (!mark.heading.isEmpty())
        return;
    const auto fill = [&](const std::vector<LayerChip>& chips) {
        for (const auto& chip : chips)
            if (chipMark(chip, layer).place == mark.place)
                completeChip(mark, chip, layer);
    };
    fill(layer.outsideForward);
    fill(layer.outsideBackward);
    const auto isIt = [&](const LayerRow& one) { return name == toText(core::idOf(one.part)); };
    const auto end = std::ranges::find_if(layer.ends, isIt);
    const auto row = end != layer.ends.end() ? end : std::ranges::find_if(layer.rows, isIt);
    if (row == layer.rows.end())
        return;
    if (kind == QLatin1String("box"))
        return completeBox(mark, *row, layer);
    if (kind == QLatin1String("product") || kind == QLatin1String("arrays")) {
        mark.heading = toText(row->arrays->text());
        if (kind == QLatin1String("product"))
            mark.lines.append(tr("A click opens it in Sharding: the forward product on this mesh."));
        return;
    }
    fill(row->forward);
    fill(row->backward);
}

namespace
{

std::vector<LayerChip> chipsOf(const LayerRow& row)
{
    auto all = row.forward;
    all.insert(all.end(), row.backward.begin(), row.backward.end());
    return all;
}

} // namespace

QString editedSentence(const Layer& layer)
{
    if (!layer.edited)
        return {};
    const auto& edited = *layer.edited;
    if (const auto absence = edited.absence(); !absence.empty())
        return toText(absence);
    const auto& design = layer.numbers.total;
    return tr("What if: a layer takes %1 of math and %2 of collectives on a chip; as the roles shard it %3 and %4.")
        .arg(timeOrEmpty(edited.numbers.math), edited.numbers.comms > 0 ? timeOrEmpty(edited.numbers.comms) : tr("0 s"),
             timeOrEmpty(design.math.si()), design.comms.si() > 0 ? timeOrEmpty(design.comms.si()) : tr("0 s"));
}

QString layerSentence(const Layer& layer)
{
    const auto& all = layer.numbers.total;
    QString text = tr("One of %1 layers: %2 parameters, %3 forward; on a chip %4 of math and %5 of collectives.")
                       .arg(layer.numbers.layers.si())
                       .arg(shortCount(all.parameters.si()), toText(core::format(all.forward.si(), core::dim::flop)),
                            timeText(all.math.si()), timeText(all.comms.si()));
    if (layer.edited)
        text += u' ' + editedSentence(layer);
    for (const auto* rows : {&layer.rows, &layer.ends})
        for (const auto& row : *rows)
            for (const auto& chip : chipsOf(row))
                text += u' ' + tr("%1, %2, %3: %4.")
                                   .arg(toText(core::titleOf(row.part)), momentName(momentOf(chip, layer)),
                                        chipName(chip, layer), timeOrEmpty(chip.seconds));
    return text;
}

} // namespace ui
