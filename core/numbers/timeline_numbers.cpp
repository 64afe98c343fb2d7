// SPDX-License-Identifier: GPL-3.0-or-later
// step.*: the step as operations on one clock. Counted on the timeline, so that sentences explain them.
#include "core/numbers/metric_sentences.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/scenario/text_forms.h"
#include "core/timeline/fill_parts.h"
#include "core/timeline/held_activations.h"
#include "core/timeline/step_timeline.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::array<std::string_view, clockRows> resources{"math", "hbm", "X", "Y", "Z", "dcn"};
constexpr std::array<std::string_view, clockRows> resourceWords{"math",   "HBM",    "axis X",
                                                                "axis Y", "axis Z", "the network between slices"};

/// Seconds of the stage that ends last before its first slot and behind its last one.
struct Ends {
    double before = 0, behind = 0;
};

Ends endsOf(const StepTimeline& step)
{
    const auto& line = step.stages[step.lastStage()];
    return {line.passes.empty() ? 0 : line.passes.front().start, line.end - line.slotsEnd};
}

std::string stageWords(const StepTimeline& step)
{
    return step.stages.size() > 1 ? fmt::format("stage {}, which ends last", step.lastStage() + 1)
                                  : std::string("a chip");
}

std::string simulatedSaid(const StepTimeline& step)
{
    const auto [before, behind] = endsOf(step);
    return fmt::format("Counted on the timeline of {}: {} before its first layer starts, {} of layers and of waiting "
                       "for other stages, {} of reductions behind the last one.",
                       stageWords(step), preciseSeconds(before), preciseSeconds(step.end - before - behind),
                       preciseSeconds(behind));
}

std::string fillSaid(const StepTimeline& step)
{
    std::string text = fmt::format("The timeline ends at {}, time.step is {}.", preciseSeconds(step.end),
                                   preciseSeconds(step.parts.charged));
    std::string_view before = " Between them: ";
    for (const FillPart& part : fillParts(step)) {
        text += fmt::format("{}{}{} {}, as {}", before, part.seconds < 0 ? "−" : "+",
                            preciseSeconds(std::abs(part.seconds)), part.name, part.reason);
        before = "; ";
    }
    return text + (before == "; " ? "." : "");
}

/// `value`, `said`: of the timeline.
template <class Value, class Said> NumberRow timelineRow(std::string id, std::string title, Value value, Said said)
{
    return {id,
            title,
            {},
            dim::second,
            [title, value, said](const Workspace& w, std::string_view asked, Depth depth) -> ExplainedOrWhy {
                const auto step = stepTimeline(w.scenario);
                if (!step)
                    return tl::unexpected(step.error());
                auto number = numberOf(w, asked, title, {}, dim::second, value(*step));
                if (depth == Depth::explained)
                    say(number, asked, said(*step));
                return number;
            }};
}

/// Gradients of a layer are reduced while the next one of the backward pass runs: two layers' are there at once.
bool defers(const StepTimeline& step)
{
    const auto& scatter = step.parts.layer[static_cast<std::size_t>(step.gradients())].scatter;
    return step.parts.comms != Overlap::none && lengthOfEnds(step.parts, scatter) > 0;
}

NumberRow peakMemoryRow()
{
    const std::string title = "Memory at the fullest moment of the timeline";
    return {"step.peak_memory",
            title,
            {},
            dim::byte,
            [title](const Workspace& w, std::string_view asked, Depth depth) -> ExplainedOrWhy {
                const auto step = stepTimeline(w.scenario);
                if (!step)
                    return tl::unexpected(step.error());
                const auto& memory = w.report.memory;
                const double more = defers(*step) ? memory.gradientBuffer.si() : 0;
                auto number = numberOf(w, asked, title, {}, dim::byte, memory.total.si() + more);
                if (depth == Depth::explained) {
                    const auto bytes = [&](double n) {
                        return format(n, dim::byte, {.digits = 4, .bytes = w.scenario.conv.unit});
                    };
                    say(number, asked,
                        more > 0
                            ? fmt::format("mem.total counts {}, with the unreduced gradients of one layer. On the "
                                          "timeline they are reduced while the next layer of the backward pass "
                                          "runs, whose own gradients are {} more; between two microbatches they "
                                          "stay through the forward pass of the second one.",
                                          bytes(memory.total.si()), bytes(more))
                            : fmt::format("What mem.total counts, {}: no unreduced gradients wait for a later slot.",
                                          bytes(memory.total.si())));
                }
                return number;
            }};
}

std::string heldSaid(const Workspace& w, const StepTimeline& step, const HeldAt& most, double each)
{
    const auto bytes = [&](double n) { return format(n, dim::byte, {.digits = 4, .bytes = w.scenario.conv.unit}); };
    const auto all = w.report.memory.activations.si();
    const std::string_view ofChunks = step.parts.chunks > 1 ? "chunks of microbatches"
                                      : most.held > 1       ? "microbatches"
                                                            : "microbatch";
    return fmt::format("Counted on the timeline: from {} on the stage holds what the forward passes of {} {} saved, {} "
                       "each, until their backward passes have used it. mem.activations counts {} on the stage with "
                       "most memory.",
                       preciseSeconds(most.at), most.held, ofChunks, bytes(each), bytes(all));
}

NumberRow heldRow()
{
    const std::string title = "Saved activations that stage {stage} holds at most";
    return {"step.held@{stage}",
            title,
            {},
            dim::byte,
            [](const Workspace& w, std::string_view asked, Depth depth) -> ExplainedOrWhy {
                const auto step = stepTimeline(w.scenario);
                if (!step)
                    return tl::unexpected(step.error());
                if (!step->parts.backward)
                    return tl::unexpected(
                        fmt::format("'{}': a step without a backward pass saves no activations", asked));
                const auto text = asked.substr(asked.find('@') + 1);
                const int stages = step->parts.stages;
                const auto stage = wholeNumber(text, 1, stages).value_or(0); // 0: there is none
                if (stage == 0)
                    return tl::unexpected(fmt::format("'{}': the step has {} stage{}, without stage {}", asked, stages,
                                                      stages == 1 ? "" : "s", text));
                const auto most = maxHeld(heldActivations(*step, static_cast<std::size_t>(stage - 1)));
                const double each = heldBytes(w.scenario, *step, w.report.memory);
                auto number = numberOf(w, asked, fmt::format("Saved activations that stage {} holds at most", stage),
                                       {}, dim::byte, most.held * each);
                if (depth == Depth::explained)
                    say(number, asked, heldSaid(w, *step, most, each));
                return number;
            }};
}

} // namespace

std::vector<NumberRow> timelineNumberRows()
{
    std::vector<NumberRow> rows{timelineRow(
                                    "step.simulated", "Time of the step, operation by operation",
                                    [](const StepTimeline& step) { return step.end; }, simulatedSaid),
                                timelineRow(
                                    "step.fill", "What the simulated step takes beyond time.step",
                                    [](const StepTimeline& step) { return step.fill(); }, fillSaid)};
    for (std::size_t row = 0; row < clockRows; ++row) {
        const std::string words(resourceWords[row]);
        rows.push_back(timelineRow(
            fmt::format("step.busy.{}", resources[row]), fmt::format("Time in which {} is busy", words),
            [row](const StepTimeline& step) { return step.busy[row]; },
            [words, row](const StepTimeline& step) -> std::string {
                if (static_cast<ClockRow>(row) == ClockRow::hbm && step.busy[row] == 0)
                    return "HBM time is left out (conv.hbm = off).";
                return fmt::format("The bars of {} on the timeline of {}, added.", words, stageWords(step));
            }));
        if (!isNetwork(static_cast<ClockRow>(row)))
            continue;
        rows.push_back(timelineRow(
            fmt::format("step.exposed.{}", resources[row]), fmt::format("Time in which math waits for {}", words),
            [row](const StepTimeline& step) { return step.exposed[row]; },
            [words](const StepTimeline& step) {
                return fmt::format("The bars of {} on the timeline of {}, where no math overlaps them, added.", words,
                                   stageWords(step));
            }));
    }
    rows.push_back(peakMemoryRow());
    rows.push_back(heldRow());
    return rows;
}

} // namespace core
