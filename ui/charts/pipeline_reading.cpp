// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline may have a million passes: each is laid out, taken together and let go before the next one.
#include "ui/charts/pipeline_reading.h"

#include "core/evaluate/evaluate.h"
#include "core/scenario/scenario.h"
#include "ui/charts/chart_style.h"
#include "ui/theme/words.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double moments = 8192; // of a step that are told apart; more than a picture has pixels

PipelineLane laneOf(const core::StepTimeline& step, std::size_t stage)
{
    std::vector<PassPiece> all;
    for (const auto& pass : step.stages[stage].passes) {
        PassPiece piece{pass};
        piece.busy[static_cast<std::size_t>(pass.kind)] = pass.end - pass.start;
        all.push_back(piece);
    }
    const double least = step.end / moments;
    return {passPieces(all, least), core::thinned(core::heldActivations(step, stage), least)};
}

} // namespace

std::vector<PassPiece> passPieces(const std::vector<PassPiece>& all, double least)
{
    std::vector<PassPiece> out;
    double bucket = -1;
    for (const auto& piece : all) {
        const double begins = std::floor(piece.pass.start / least);
        const bool small = piece.pass.end - piece.pass.start < least;
        if (small && begins == bucket) {
            auto& whole = out.back();
            whole.pass.end = piece.pass.end;
            whole.passes += piece.passes;
            for (std::size_t kind = 0; kind < core::slotKinds; ++kind)
                whole.busy[kind] += piece.busy[kind];
            continue;
        }
        bucket = small ? begins : -1;
        out.push_back(piece);
    }
    return out;
}

double PipelinePanel::maxHeld() const
{
    return core::maxHeld(stages.front().held).held / static_cast<double>(parts.chunks);
}

tl::expected<void, QString>
eachSchedule(const core::Scenario& present,
             const std::function<void(const QString& name, const core::Scenario&, const core::StepTimeline&)>& take)
{
    if (!present.presets)
        return tl::unexpected(tr("No pipeline to show."));
    for (const auto& [schedule, name] : {std::pair(core::PipeSchedule::gpipe, "GPipe"),
                                         {core::PipeSchedule::oneForwardOneBackward, "1F1B"},
                                         {core::PipeSchedule::interleaved, "Interleaved, %1 chunks a stage"},
                                         {core::PipeSchedule::zeroBubble, "ZB-H1"}}) {
        core::Scenario s = present;
        s.pipe.schedule = schedule;
        const bool isPresent = present.pipe.schedule == schedule;
        if (schedule == core::PipeSchedule::interleaved && !isPresent) // with one chunk it would be 1F1B again
            s.pipe.chunks = std::max(2.0, s.pipe.chunks);
        const auto step = core::stepTimeline(s);
        if (!step)
            return tl::unexpected(toText(step.error()) + u'.');
        if (step->stages.size() < 2)
            return tl::unexpected(
                tr("There is one stage. Give an axis of the mesh the role pipeline to see its schedules."));
        if (!step->parts.backward)
            return tl::unexpected(tr("Schedules differ where a backward pass follows: choose training with both "
                                     "passes."));
        const bool cut = schedule == core::PipeSchedule::interleaved;
        const QString words = cut && step->parts.chunks == 1 ? tr("Interleaved, 1 chunk a stage, which is 1F1B")
                              : cut                          ? tr(name).arg(step->parts.chunks)
                                                             : tr(name);
        take(words, s, *step);
    }
    return {};
}

tl::expected<std::vector<PipelinePanel>, QString> pipelinePanels(const core::Scenario& present)
{
    std::vector<PipelinePanel> panels;
    const auto done =
        eachSchedule(present, [&](const QString& name, const core::Scenario& s, const core::StepTimeline& step) {
            PipelinePanel panel{name, step.parts, {}, s.pipe.schedule == present.pipe.schedule, step.end, 0, 0};
            panel.idle = step.idleShare();
            panel.heldBytes = core::heldBytes(s, step, core::evaluate(s).memory);
            for (std::size_t stage = 0; stage < step.stages.size(); ++stage)
                panel.stages.push_back(laneOf(step, stage));
            panels.push_back(std::move(panel));
        });
    if (!done)
        return tl::unexpected(done.error());
    return panels;
}

} // namespace ui
