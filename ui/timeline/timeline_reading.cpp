// SPDX-License-Identifier: GPL-3.0-or-later
// Reads bars, names and formulas of a collective.
#include "ui/timeline/timeline_reading.h"

#include "core/derive/render.h"
#include "core/numbers/numbers.h"
#include "core/numbers/step_place.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_style.h"
#include "ui/numbers/byte_text.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"
#include "ui/theme/words.h"
#include "ui/timeline/order_model.h"

#include <QObject>

#include <algorithm>

namespace ui
{

namespace
{

/// `collective` may be a custom schedule, which the snapshot does not hold.
core::ExplainedOrWhy explained(const core::WholeCollective& collective, const Snapshot& snapshot, const char* id)
{
    core::Workspace workspace = snapshot.workspace();
    workspace.played = collective.ownOrder ? &collective : nullptr;
    return core::explain(workspace, id);
}

QString shownText(const core::DerivationStep& step)
{
    return step.dim == core::dim::second ? timeText(step.value, timelineDigits)
                                         : toText(core::format(step.value, step.dim, {.countUnit = step.unit}));
}

TimelineNumber numberOf(const core::WholeCollective& collective, const Snapshot& snapshot, const char* id)
{
    const auto found = explained(collective, snapshot, id);
    if (!found) {
        return {};
    }
    const auto& derivation = found->derivation;
    const auto& top = derivation.steps.front();
    const auto style = core::TextStyle::plain;
    const QString symbols = toText(core::expressionText(derivation, 0, style));
    TimelineNumber number{QString::fromLatin1(id), shownText(top), {}, {}};
    if (!symbols.isEmpty()) {
        number.symbols = toText(top.symbol) + QStringLiteral(" = ") + symbols;
        number.values = toText(core::substitutedText(derivation, 0, style, snapshot.scenario.conv.unit));
    }
    return number;
}

const core::Schedule& scheduleOf(const TimelineReading& reading, const TimelineSection& section)
{
    const auto& analysis = reading.collective.analysis;
    return section.serialized && analysis.matmul ? analysis.matmul->alone : analysis.schedule;
}

QString modeText(const core::CollectiveMatmul& plan)
{
    switch (plan.mode) {
    case core::CollectiveAlgorithm::uni:
        return QObject::tr("Pipelined, unidirectional");
    case core::CollectiveAlgorithm::halves:
        return QObject::tr("Pipelined, bidirectional half-shards");
    default:
        return QObject::tr("Pipelined, bidirectional whole shards");
    }
}

QString serializedText(const core::CollectiveMatmul& plan)
{
    return plan.form == core::MatmulForm::gather ? QObject::tr("Naive: gather, then multiply")
                                                 : QObject::tr("Naive: multiply, then reduce");
}

std::optional<int> onlyChip(const TimelineChips& chips)
{
    return chips.kind == TimelineChips::Kind::all ? std::nullopt : std::optional(chips.chip);
}

void readMatmul(TimelineReading& reading, const Snapshot& snapshot, const TimelineChips& chips)
{
    const auto& analysis = reading.collective.analysis;
    if (!analysis.matmul || !analysis.matmulTiming) {
        return;
    }
    const core::CollectiveMatmul& plan = *analysis.matmul;
    const auto clock = snapshot.scenario.coll.clock;
    const bool waits = clock != core::CollectiveClock::async;
    const auto chip = onlyChip(chips);
    const bool own = reading.collective.ownOrder;
    const auto number = [&](const char* ofOwn, const char* ofScenario) {
        return numberOf(reading.collective, snapshot, own ? ofOwn : ofScenario);
    };
    reading.sections.push_back({serializedText(plan), number("own.played.naive", "coll.naive"),
                                core::matmulGantt(analysis, core::MatmulMode::serialized, clock, chip), true});
    const QString title = own ? QObject::tr("Custom schedule") : modeText(plan);
    reading.sections.push_back({waits ? QObject::tr("%1, lockstep").arg(title) : title,
                                number("own.played.time", waits ? "coll.time" : "coll.pipelined"),
                                core::matmulGantt(analysis, core::MatmulMode::overlapped, clock, chip), false});
    reading.saved = number("own.played.saved", "coll.saved");
    reading.share = number("own.played.saved_share", "coll.saved_share");
    for (TimelineNumber* told : {&reading.saved, &reading.share}) {
        if (told->value.startsWith(u'−')) { // the words beside it say that it is lost
            told->value.remove(0, 1);
        }
    }
}

/// Why these rows are shown, where the chip was not chosen by the user.
QString whyUsual(const TimelineReading& reading)
{
    const auto& collective = reading.collective;
    const int chip = reading.chips.front();
    const int count = collective.analysis.schedule.topology.chips();
    if (count == 1) {
        return {};
    }
    if (reading.multiplies()) {
        return QObject::tr("%1 alone").arg(chipTitle(reading, chip));
    }
    const QString name = chipName(collective.whole, collective.chipOfWhole(chip, 0));
    const QString title = chipTitle(reading, chip);
    return QObject::tr("%1 sends the most").arg(name == title ? title : QObject::tr("%1 at %2").arg(title, name));
}

} // namespace

TimelineReading readTimeline(const core::WholeCollective& collective, const Snapshot& snapshot,
                             const TimelineChips& wanted)
{
    TimelineReading reading;
    reading.collective = collective;
    const auto& analysis = collective.analysis;
    const int count = analysis.schedule.topology.chips();
    TimelineChips chips = wanted;
    if (chips.kind == TimelineChips::Kind::usual) {
        chips.chip = analysis.matmul ? 0 : core::busiestChip(analysis);
    }
    if (analysis.matmul) {
        readMatmul(reading, snapshot, chips);
    } else {
        reading.sections.push_back(
            {toText(analysis.title), numberOf(collective, snapshot, "coll.time"),
             chips.links ? chips.links->gantt : core::linkGantt(analysis, snapshot.scenario.coll.clock, chips.chip),
             false});
    }
    if (chips.kind == TimelineChips::Kind::all) {
        for (int chip = 0; chip < count; ++chip) {
            reading.chips.push_back(chip);
        }
    } else {
        reading.chips = {chips.chip};
    }
    if (wanted.kind == TimelineChips::Kind::usual) {
        reading.whose = whyUsual(reading);
    }
    for (const auto& section : reading.sections) {
        reading.end = std::max(reading.end, section.gantt.end);
    }
    return reading;
}

void keepFirstChips(TimelineReading& reading, int count)
{
    reading.chips.resize(std::min(reading.chips.size(), nth(count)));
    for (auto& section : reading.sections) {
        std::erase_if(section.gantt.lanes, [&](const core::GanttLane& lane) {
            return std::ranges::find(reading.chips, lane.row.chip) == reading.chips.end();
        });
    }
    const int all = reading.collective.analysis.schedule.topology.chips();
    reading.whose = reading.chips.size() == 1
                        ? QObject::tr("%1 of the %2 chips").arg(chipTitle(reading, reading.chips.front())).arg(all)
                        : QObject::tr("The first %1 of %2 chips").arg(reading.chips.size()).arg(all);
}

QString chipTitle(const TimelineReading& reading, int chip)
{
    const auto& collective = reading.collective;
    const bool gpu = collective.whole.wiring == core::Wiring::throughSwitch;
    return (gpu ? QObject::tr("GPU %1") : QObject::tr("Chip %1")).arg(collective.chipOfWhole(chip, 0));
}

QString rowName(const TimelineReading& reading, const core::GanttRow& row)
{
    const auto& whole = reading.collective.whole;
    if (row.multiplies())
        return QObject::tr("math");
    if (whole.wiring == core::Wiring::throughSwitch) {
        return QStringLiteral("→ %1").arg(whole.neighbour(row.chip, row.port));
    }
    return portName(whole, row.chip, reading.collective.portOfWhole(row.port));
}

QString barName(const TimelineBar& b)
{
    const bool product = b.isProduct();
    if (const auto& plan = b.reading.collective.analysis.matmul; product && plan)
        return toText(core::productName(plan->form, b.bar.product)); // NOLINT(bugprone-unchecked-optional-access)
    return runName(scheduleOf(b.reading, b.section), b.bar.chunks);
}

int shardOf(const TimelineBar& b)
{
    if (b.isProduct()) {
        return b.bar.product.shard;
    }
    const auto& schedule = scheduleOf(b.reading, b.section);
    const auto name = b.bar.chunks.empty() ? core::ChunkName{} : schedule.chunks.name(b.bar.chunks.front().first);
    return schedule.chunks.form().cut == core::Cut::pieces ? name.part : name.owner;
}

int halfOf(const TimelineBar& b)
{
    return b.isProduct() ? b.bar.product.half : commonHalf(scheduleOf(b.reading, b.section), b.bar.chunks);
}

QStringList barCard(const TimelineBar& b)
{
    const auto& collective = b.reading.collective;
    const QString chip = chipName(collective.whole, collective.chipOfWhole(b.lane.row.chip, 0));
    QStringList lines;
    if (b.isProduct()) {
        lines << QObject::tr("Chip %1 multiplies %2").arg(chip, barName(b));
    } else {
        lines << QObject::tr("Chip %1 sends to %2")
                     .arg(chip, chipName(collective.whole, collective.chipOfWhole(b.bar.to, 0)));
        lines << chunkNames(scheduleOf(b.reading, b.section), b.bar.chunks);
    }
    QString step = QObject::tr("Step %1").arg(b.bar.step + 1);
    const bool told = b.isProduct() && !b.section.serialized;
    if (const auto& plan = collective.analysis.matmul; told && plan)
        step = OrderTableModel::stepTold(*plan, b.bar.step); // NOLINT(bugprone-unchecked-optional-access)
    lines << step;
    lines
        << QObject::tr("From %1 to %2").arg(timeText(b.bar.start, timelineDigits), timeText(b.bar.end, timelineDigits));
    if (b.isProduct()) {
        return lines;
    }
    lines << QObject::tr("Arrives at %1").arg(timeText(b.bar.arrival, timelineDigits))
          << bytesText(b.bar.bytes, collective.units);
    if (b.reading.multiplies()) {
        const double exposed = core::exposedSeconds(b.section.gantt, b.lane.row, b.bar);
        lines << (exposed > 0 ? QObject::tr("%1 of it exposed").arg(timeText(exposed, timelineDigits))
                              : QObject::tr("Hidden behind products"));
    }
    return lines;
}

std::vector<NumberToExplain> barNumbers(const TimelineBar& b)
{
    const auto& collective = b.reading.collective;
    core::StepPlace place{"product_end", b.bar.step + 1, collective.chipOfWhole(b.lane.row.chip, 0)};
    const auto id = [&](std::string_view number) {
        place.number = number;
        return toText(core::stepNumberId(place, collective.whole, collective.ownOrder));
    };
    if (b.isProduct()) {
        place.part = static_cast<int>(std::ranges::count_if(b.lane.bars, [&](const core::GanttBar& other) {
            return other.step == b.bar.step && other.start <= b.bar.start;
        }));
        return {{QObject::tr("Explain its end time"), id(b.section.serialized ? "naive_product_end" : "product_end")}};
    }
    place.to = collective.chipOfWhole(b.bar.to, 0);
    std::vector<NumberToExplain> numbers{
        {QObject::tr("Explain its arrival time"), id(b.section.serialized ? "naive_arrival" : "arrival")}};
    if (!b.section.serialized) { // steps of the other way are not those of the torus
        numbers.push_back({QObject::tr("Explain its bytes"), id("message")});
    }
    if (b.reading.multiplies() && core::exposedSeconds(b.section.gantt, b.lane.row, b.bar) > 0) {
        numbers.push_back(
            {QObject::tr("Explain the exposed time"), id(b.section.serialized ? "naive_exposed" : "exposed")});
    }
    return numbers;
}

NumberToExplain wholeTime(const TimelineSection& section)
{
    return {QObject::tr("Explain the time of: %1").arg(section.title), section.time.metric};
}

std::vector<NumberToExplain> timelineNumbers(const TimelineReading& reading)
{
    std::vector<NumberToExplain> numbers;
    for (const auto& section : reading.sections) {
        numbers.push_back(wholeTime(section));
    }
    if (reading.multiplies()) {
        numbers.push_back({QObject::tr("Explain the time that is saved"), reading.saved.metric});
        numbers.push_back({QObject::tr("Explain the share that is saved"), reading.share.metric});
    }
    return numbers;
}

QString describe(const TimelineReading& reading)
{
    if (reading.sections.empty()) {
        return {};
    }
    if (reading.multiplies()) {
        return QObject::tr("%1 takes %2. %3 takes %4 and saves %5 (%6).")
            .arg(reading.sections[0].title, reading.sections[0].time.value, reading.sections[1].title,
                 reading.sections[1].time.value, reading.saved.value, reading.share.value);
    }
    const auto& gantt = reading.sections[0].gantt;
    qsizetype messages = 0;
    for (const auto& lane : gantt.lanes) {
        messages += static_cast<qsizetype>(lane.bars.size());
    }
    const auto& collective = reading.collective;
    return QObject::tr("%1 takes %2. Chip %3 sends %4 messages over %5 links.")
        .arg(reading.sections[0].title, reading.sections[0].time.value,
             chipName(collective.whole, collective.chipOfWhole(reading.chips.front(), 0)))
        .arg(messages)
        .arg(gantt.lanes.size());
}

} // namespace ui
