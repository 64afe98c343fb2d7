// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of plans from the report of the expression, and their file.
#include "ui/charts/sharding_plans.h"

#include "core/numbers/collective_cache.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choices.h"
#include "core/sharding/report.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

namespace ui
{

namespace
{

void sayWhyItLoses(PlanRow& row, const core::ShardingPlan& plan, const core::ShardingPlan& best)
{
    constexpr double alike = 1 + 1e-9;
    const bool waits = plan.comms > plan.math;
    if (plan.time() > best.time() * alike) {
        const QString more = timeText(plan.time() - best.time());
        row.brief = (waits ? tr("+ %1: collectives") : tr("+ %1: more math")).arg(more);
        row.why = waits ? tr("%1 slower: its collectives take longer than the math").arg(more)
                        : tr("%1 slower: each device multiplies more").arg(more);
    } else if (plan.comms > best.comms * alike) {
        row.brief = tr("same time, sends more");
        row.why = tr("as fast where math hides %1 more of collectives").arg(timeText(plan.comms - best.comms));
    } else {
        row.brief = tr("same time, more steps");
        row.why = tr("as fast, in more steps");
    }
}

PlanRow rowOf(const Snapshot& snapshot, const core::ShardingReport& report, const core::ShardingPlan& plan)
{
    const auto numbers = core::planNumbers(snapshot.scenario, report, plan);
    PlanRow row;
    row.steps = toText(plan.text());
    row.bytes = numbers.payload.si();
    row.comms = numbers.comms.si();
    row.math = numbers.math.si();
    row.time = numbers.time.si();
    return row;
}

/// Ids that differ in one word.
void setIds(PlanRow& row, const QString& id)
{
    row.bytesId = id.arg(QStringLiteral("bytes"));
    row.commsId = id.arg(QStringLiteral("comms"));
    row.mathId = id.arg(QStringLiteral("math"));
    row.timeId = id.arg(QStringLiteral("time"));
}

} // namespace

std::vector<PlanRow> planRows(const Snapshot& snapshot)
{
    const auto report = snapshot.cache->sharding(snapshot.scenario);
    std::vector<PlanRow> rows;
    if (report->error)
        return rows;
    for (std::size_t i = 0; i < report->plans.size(); ++i) {
        PlanRow row = rowOf(snapshot, *report, report->plans[i]);
        row.pass = tr("forward");
        row.chosen = i == report->chosen;
        row.why = row.brief = tr("cheapest");
        if (i > 0)
            sayWhyItLoses(row, report->plans[i], report->plans.front());
        if (row.chosen && i > 0) {
            row.why = tr("chosen; %1").arg(row.why);
            row.brief = tr("chosen, %1").arg(row.brief);
        }
        setIds(row, QStringLiteral("shard.plan.%1@") + QString::number(i + 1));
        rows.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < report->back.size(); ++i) {
        if (report->back[i].empty())
            continue;
        const QString operand = toText(report->expression.operands[i].name);
        PlanRow row = rowOf(snapshot, *report, report->back[i].front());
        row.pass = tr("gradient of %1").arg(operand);
        row.chosen = row.gradient = true;
        row.why = row.brief = tr("cheapest of %1").arg(report->back[i].size());
        setIds(row, QStringLiteral("shard.back.%1.") + operand);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<Phrase> stepPhrases(const core::ShardingReport& report, const core::ShardingOf<double>& numbers)
{
    const core::ShardingPlan& plan = report.plan();
    const auto all = plan.steps();
    if (all.empty())
        return {{tr("Nothing to do: it lies as it is asked for.")}};
    std::vector<Phrase> line;
    std::size_t taken = 0; // of the reshardings
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0)
            line.push_back({QStringLiteral("→")});
        if (plan.operands.size() > 1 && i == plan.before.size()) {
            line.push_back({tr("local matmul %1").arg(toText(all[i])), {}, true});
            line.push_back({timeText(numbers.math.si()), QStringLiteral("shard.math")});
            continue;
        }
        line.push_back({toText(all[i]), {}, true});
        const double time = numbers.steps[taken++].seconds.si();
        if (time > 0)
            line.push_back({timeText(time), QStringLiteral("shard.step.time@%1,%2").arg(report.chosen + 1).arg(taken)});
        else
            line.push_back({tr("free")});
    }
    return line;
}

std::vector<Phrase> sumPhrases(const core::ShardingOf<double>& numbers)
{
    std::vector<Phrase> line{{tr("Time")},
                             {timeText(numbers.time.si()), QStringLiteral("shard.time"), true},
                             {tr("with math and collectives overlapped,")},
                             {timeText((numbers.math + numbers.comms).si()), QStringLiteral("shard.time.serial")},
                             {tr("one after the other")}};
    if (numbers.flops.si() > 0) {
        line.push_back({QStringLiteral("·")});
        line.push_back({toText(core::format(numbers.flops.si(), core::dim::flop)), QStringLiteral("shard.flops")});
        line.push_back({tr("a device")});
    }
    return line;
}

/// "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y] · X=4, Y=4 · I 8,192 · bf16 · TPU v5p".
QString shardingParameters(const Snapshot& snapshot)
{
    const core::Scenario& s = snapshot.scenario;
    const core::ChipPreset* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    QStringList parts{toText(s.shard.expression), toText(s.shard.mesh)};
    for (const auto& [dim, size] : snapshot.cache->sharding(s)->sizes)
        parts.append(toText(dim) + u' ' + toText(core::grouped(static_cast<double>(size))));
    parts.append(toText(core::nameOf(s.shard.dtype)));
    parts.append(toText(chip ? chip->name : s.hw.chip));
    return parts.join(QStringLiteral(" · "));
}

TableRows shardingTable(const Snapshot& snapshot)
{
    TableRows rows{{"pass", "plan", "chosen", "bytes_B", "collectives_s", "math_s", "time_s", "why"}};
    for (const PlanRow& row : planRows(snapshot))
        rows.push_back({row.pass.toStdString(), row.steps.toStdString(), row.chosen ? "yes" : "no",
                        tableCell(row.bytes), tableCell(row.comms), tableCell(row.math), tableCell(row.time),
                        row.why.toStdString()});
    return rows;
}

} // namespace ui
