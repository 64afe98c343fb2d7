// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of both, and the rows of their table.
#include "ui/charts/trace_account.h"

#include "ui/charts/chart_picture.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>

namespace ui
{

namespace
{

/// The computed bar of an axis by what it moves: as core::classSeconds() counts them, a tensor axis as its gathers.
core::WorkClass tokensOf(core::Role role)
{
    return role == core::Role::tensor   ? core::WorkClass::gather
           : role == core::Role::expert ? core::WorkClass::exchange
                                        : core::WorkClass::send;
}

std::vector<const core::TraceStream*> streamsOf(const TraceAccount& account, const ShownTrace& shown)
{
    std::vector<std::pair<double, const core::TraceStream*>> busy;
    for (const auto& stream : account.trace->streams) {
        if (stream.process != shown.process || (!shown.stream.empty() && stream.name != shown.stream))
            continue;
        double sum = 0;
        for (const auto& event : stream.events)
            if (event.end > account.step.start && event.start < account.step.end)
                sum += event.end - event.start;
        if (sum > 0)
            busy.emplace_back(sum, &stream);
    }
    std::ranges::stable_sort(busy, std::greater<>(), &std::pair<double, const core::TraceStream*>::first);
    constexpr std::size_t most = 8;
    busy.resize(std::min(busy.size(), most));
    std::vector<const core::TraceStream*> streams;
    std::ranges::transform(busy, std::back_inserter(streams), &std::pair<double, const core::TraceStream*>::second);
    return streams;
}

/// Without streams and shares, which take a look at every event.
TraceAccount chosenStep(const Snapshot& snapshot)
{
    TraceAccount account;
    account.trace = snapshot.trace.trace;
    const auto steps = account.trace ? account.trace->stepsOf(snapshot.trace.process) : std::vector<core::TraceStep>();
    if (snapshot.trace.step >= steps.size())
        account.absence =
            tr("No trace yet. Open the trace of a profiler (Chrome trace JSON of PyTorch, XLA or Perfetto, "
               "also gzipped) to lay a measured step beside this one.");
    else
        account.reading = StepReading::of(snapshot);
    if (account.absence.isEmpty() && !account.reading.step)
        account.absence = account.reading.absence;
    if (!account.absence.isEmpty())
        return account;
    for (std::size_t a = 0; a < core::meshAxes; ++a)
        account.roles[a] = snapshot.scenario.mesh.axis[a].role;
    account.step = steps[snapshot.trace.step];
    account.step.process = snapshot.trace.process;
    return account;
}

std::vector<core::TracePattern> patternsOf(const Snapshot& snapshot)
{
    return core::readTracePatterns(snapshot.scenario.trace.patterns).value_or(std::vector<core::TracePattern>());
}

QString unmatchedOf(const TraceAccount& account, const Snapshot& snapshot)
{
    return toText(core::unmatchedKernels(*account.trace, patternsOf(snapshot), snapshot.trace.process, account.step,
                                         snapshot.trace.stream)
                      .remark());
}

} // namespace

QString TraceShare::verdict() const
{
    if (!(computed > 0))
        return tr("not in the computed step");
    return measured > 0 ? tr("%1 of measured").arg(percentText(computed / measured)) : tr("not in the trace");
}

QString TraceShare::sentence() const
{
    return tr("%1: computed %2, measured %3, %4.")
        .arg(toText(core::titleOf(what)), timeText(computed), timeText(measured), verdict());
}

TraceAccount TraceAccount::of(const Snapshot& snapshot)
{
    TraceAccount account = chosenStep(snapshot);
    if (!account.absence.isEmpty())
        return account;
    account.streams = streamsOf(account, snapshot.trace);
    account.classes = core::classesOf(*account.trace, patternsOf(snapshot));
    account.unmatched = unmatchedOf(account, snapshot);
    const auto computed = core::classSeconds(snapshot.scenario, *account.reading.step);
    const auto measured = core::classSeconds(*account.trace, account.classes, snapshot.trace.process, account.step,
                                             snapshot.trace.stream);
    for (std::size_t what = 0; what < core::workClasses; ++what)
        if (computed[what] + measured[what] > 0)
            account.shares.push_back({static_cast<core::WorkClass>(what), computed[what], measured[what]});
    std::ranges::stable_sort(account.shares, std::greater<>(),
                             [](const TraceShare& share) { return std::max(share.computed, share.measured); });
    return account;
}

QString TraceAccount::where() const { return toText(step.process) + QStringLiteral(", ") + toText(step.name); }

core::WorkClass TraceAccount::classOf(const core::StepPiece& piece) const
{
    using enum core::BarKind;
    const auto row = static_cast<std::size_t>(piece.row);
    const auto first = static_cast<std::size_t>(core::ClockRow::axisX);
    const bool axis = row >= first && row < first + core::meshAxes;
    switch (piece.kind) {
    case gather:
        return core::WorkClass::gather;
    case scatter:
        return core::WorkClass::scatter;
    case reduction:
        return axis && (roles[row - first] == core::Role::zero1 || roles[row - first] == core::Role::zero2)
                   ? core::WorkClass::scatter
                   : core::WorkClass::reduce;
    case tokens:
        return axis ? tokensOf(roles[row - first]) : core::WorkClass::send;
    case math:
    case hbm:
    case optimizer:
        break;
    }
    return core::WorkClass::math;
}

TableRows traceTable(const Snapshot& snapshot)
{
    TableRows rows{{"class", "computed_s", "measured_s", "computed_of_measured"}};
    const auto account = TraceAccount::of(snapshot);
    if (!account.absence.isEmpty())
        return rows;
    const auto add = [&rows](std::string_view name, double computed, double measured) {
        rows.push_back({std::string(name), tableCell(computed), tableCell(measured),
                        measured > 0 ? tableCell(computed / measured) : std::string()});
    };
    add("step", account.reading.step->end, account.measured());
    for (const auto& share : account.shares)
        add(core::titleOf(share.what), share.computed, share.measured);
    return rows;
}

QString traceParameters(const Snapshot& snapshot)
{
    const auto account = chosenStep(snapshot);
    if (!account.absence.isEmpty())
        return {};
    QStringList said{toText(account.trace->file), account.where()};
    if (const QString unmatched = unmatchedOf(account, snapshot); !unmatched.isEmpty())
        said << unmatched;
    return said.join(QStringLiteral(" · "));
}

} // namespace ui
