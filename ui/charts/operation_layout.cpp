// SPDX-License-Identifier: GPL-3.0-or-later
// Each roof once, however many operations lie under it.
#include "ui/charts/operation_layout.h"

#include "core/io/measured_csv.h"
#include "core/operation/operation_name.h"
#include "core/quantity/format.h"
#include "core/scenario/further_operation.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <algorithm>

namespace ui
{

namespace
{

bool isDrawable(const OperationRow& row)
{
    return positive(row.numbers.intensity.si()) && positive(row.numbers.rate.si());
}

void addRoof(std::vector<OperationRoof>& roofs, const OperationRoof& roof)
{
    const auto known = std::ranges::find_if(roofs, [&](const OperationRoof& other) {
        return other.math == roof.math && other.name == roof.name && other.rate == roof.rate;
    });
    if (known == roofs.end())
        roofs.push_back(roof);
    else
        known->binds = known->binds || roof.binds;
}

void addRoofs(OperationScene& scene, const OperationRow& row, const core::Scenario& own)
{
    const auto& n = row.numbers;
    const bool math = n.math.si() >= n.memory.si();
    addRoof(scene.roofs,
            {toText(core::unitOf(row.operation, own)), core::peakOfUnit(n), true, math, {}, row.idOf("op.peak")});
    for (const auto& [channel, rate] : core::channelRates(own)) {
        const bool slowest = channel == n.channel;
        addRoof(scene.roofs, {toText(core::nameOf(channel, own)), rate, false, slowest && !math, channel,
                              slowest ? row.idOf("op.bandwidth") : QString()});
    }
    scene.peak = std::max(scene.peak, core::peakOfUnit(n));
}

void addTwins(OperationScene& scene, const core::Scenario& own)
{
    if (own.op.kind != core::OpKind::moe)
        return;
    const std::array names{tr("token by token"), tr("expert by expert"), tr("grouped")};
    core::Scenario other = own;
    for (std::size_t i = 0; i < names.size(); ++i) {
        other.op.moe = static_cast<core::MoeExecution>(i);
        const auto n = core::operationNumbers(other);
        if (other.op.moe != own.op.moe && positive(n.rate.si()))
            scene.twins.push_back({scene.rows.size() - 1, names[i], n.intensity.si(), n.rate.si()});
    }
}

void addCompared(OperationScene& scene, const Snapshot& snapshot)
{
    if (scene.rows.empty())
        return;
    const OperationRow& row = scene.rows.front();
    for (const Baseline& baseline : snapshot.baselines) {
        const auto own = core::withOperation(baseline.scenario, row.operation);
        const auto n = core::operationNumbers(own);
        const double peak = core::peakOfUnit(n), rate = n.channelRate.si();
        const bool same = peak == core::peakOfUnit(row.numbers) && rate == row.numbers.channelRate.si();
        if (same || !positive(peak) || !positive(rate))
            continue;
        const auto said = [](std::string_view what, double value, core::Dim dim) {
            return toText(what) + u' ' + toText(core::format(value, dim));
        };
        scene.compared.push_back(
            {baselineName(baseline), said(core::unitOf(row.operation, own), peak, core::dim::flopPerSecond),
             said(core::nameOf(n.channel, own), rate, core::dim::bytePerSecond), baseline.look, peak, peak / rate});
    }
}

/// Under the roof of its operation, or of the first; where an operation went, points of it have no place.
void addMeasured(OperationScene& scene, const std::vector<OperationRow>& rows, const Snapshot& snapshot)
{
    for (const core::MeasuredPoint& point : snapshot.measured->points) {
        if (point.operation > rows.size())
            continue;
        const OperationRow& row = rows[std::max<std::size_t>(1, point.operation) - 1];
        const auto& n = row.numbers;
        OperationMeasured one{point.name.empty() ? row.title : toText(point.name), point.intensity, point.rate, 0,
                              point.operation};
        if (point.operation > 0 && one.intensity == 0)
            one.intensity = n.intensity.si();
        if (point.operation > 0 && one.rate == 0)
            one.rate = n.flops.si() / point.seconds;
        const auto under = core::roofShare(n, one.intensity, one.rate);
        one.share = under.share;
        one.roof = under.math ? toText(core::unitOf(row.operation, snapshot.scenario))
                              : toText(core::nameOf(n.channel, snapshot.scenario));
        one.of = row.title;
        if (positive(one.intensity) && positive(one.rate))
            scene.measured.push_back(std::move(one));
    }
}

} // namespace

OperationScene operationScene(const Snapshot& snapshot)
{
    OperationScene scene;
    core::Scenario own = core::withOperation(snapshot.scenario, snapshot.scenario.op);
    auto rows = operationRows(snapshot);
    if (snapshot.measured)
        addMeasured(scene, rows, snapshot);
    for (OperationRow& row : rows) {
        if (!row.operation.visible)
            continue;
        own.op = row.operation;
        if (!isDrawable(row)) {
            auto problem = toText(core::problemOf(own.op));
            problem.chop(1);
            scene.lacksRate = scene.lacksRate || problem.isEmpty();
            scene.missing.append(problem.isEmpty() ? tr("%1: no rate of the %2 is stated for this chip")
                                                         .arg(row.title, toText(core::unstatedOf(row.numbers, own)))
                                                   : tr("%1: %2").arg(row.title, problem));
            continue;
        }
        const auto size = core::nameOf(row.operation.sweep);
        scene.rows.push_back(std::move(row));
        addRoofs(scene, scene.rows.back(), own);
        addTwins(scene, own);
        if (auto points = core::operationCurve(own, size); !points.empty())
            scene.paths.push_back({scene.rows.size() - 1, toText(size), core::sweptSize(own.op, size),
                                   std::move(points), core::intensityLimit(own, size),
                                   tr("%1 over %2")
                                       .arg(toText(core::unitOf(own.op, own)),
                                            toText(core::nameOf(scene.rows.back().numbers.channel, own)))});
    }
    addCompared(scene, snapshot);
    return scene;
}

QString absenceOf(const OperationScene& scene)
{
    return scene.missing.isEmpty()
               ? tr("No operation is visible. Tick one in the list, or add one.")
               : scene.missing.join(QStringLiteral("; ")) +
                     (scene.lacksRate ? tr(". Enter it under Hardware, or choose another chip.") : QStringLiteral("."));
}

AxisRanges rangesOf(const OperationScene& scene)
{
    if (scene.rows.empty())
        return {};
    double left = std::numeric_limits<double>::infinity();
    double right = 0;
    double low = scene.peak / 100;
    const auto see = [&](double intensity, double rate) {
        left = std::min(left, intensity);
        right = std::max(right, intensity);
        low = std::min(low, rate);
    };
    for (const OperationRow& row : scene.rows)
        see(row.numbers.intensity.si(), row.numbers.rate.si());
    for (const OperationTwin& twin : scene.twins)
        see(twin.intensity, twin.rate);
    for (const OperationMeasured& point : scene.measured)
        see(point.intensity, point.rate);
    for (const OperationRoof& roof : scene.roofs)
        if (!roof.math)
            right = std::max(right, scene.ridgeOf(roof));
    for (const OperationPath& path : scene.paths) {
        see(path.points.front().intensity, path.points.front().rate);
        right = std::max(right, path.points.back().intensity);
    }
    double peak = scene.peak;
    for (const OperationCompared& baseline : scene.compared) {
        right = std::max(right, baseline.ridge);
        peak = std::max(peak, baseline.peak);
    }
    return {tickBelow(left / 2.5), tickAbove(right * 6), tickBelow(low / 4), peak * 8};
}

QColor colourOf(const OperationRoof& roof, const Theme& theme)
{
    if (roof.math)
        return theme.compute;
    switch (roof.channel) {
    case core::Channel::vmem:
        return theme.muted;
    case core::Channel::hbm:
        return theme.hbm;
    case core::Channel::pcie:
        return theme.axisZ;
    case core::Channel::ici:
        return theme.axisX;
    case core::Channel::dcn:
        break;
    }
    return theme.dcn;
}

QString limitWords(const OperationPath& path, const OperationRow& row)
{
    const double limit = path.limit ? path.limit->value() : 0;
    if (!std::isfinite(limit) || limit <= 0)
        return {};
    const double machine = row.numbers.machine.si(), now = row.numbers.intensity.si();
    if (std::abs(limit - now) <= 1e-9 * now) // attention does all of a further sequence anew
        return tr("%1 at any %2").arg(toText(core::format(limit, core::dim::flopPerByte)), path.size);
    return limit < machine
               ? tr("tends to %1 as %2 grows: never compute-bound")
                     .arg(toText(core::format(limit, core::dim::flopPerByte)), path.size)
               : tr("tends to %1 as %2 grows").arg(toText(core::format(limit, core::dim::flopPerByte)), path.size);
}

} // namespace ui
