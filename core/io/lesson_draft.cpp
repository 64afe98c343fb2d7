// SPDX-License-Identifier: GPL-3.0-or-later
// Writes fields as files of scenarios do.
#include "core/io/lesson_draft.h"

#include "core/design/following.h"
#include "core/io/field_json.h"
#include "core/io/json.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_step_json.h"
#include "core/lesson/stage.h"
#include "core/numbers/numbers.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

/// What the design is, in the numbers of the scenario.
constexpr const char* given = "{mesh.chips} chips of the kind {hw.chip} run {model.preset}, with D = {model.D}, "
                              "F = {model.F} and {model.L} layers. The batch is {work.batch}. A step takes as long as "
                              "its slowest part: the math, the reads of HBM, or the communication.";

} // namespace

void beginWith(Json& lesson, const Scenario& scenario)
{
    Json pins = Json::object();
    Json start = Json::object();
    Scenario s = defaultScenario(*scenario.presets);
    const auto take = [&](std::string_view field, Json& into) {
        const auto value = fieldValue(scenario, field);
        if (value && fieldValue(s, field) != value && setField(s, field, *value))
            into[std::string(field)] = jsonOf(*value);
    };
    for (const std::string_view preset : {"hw.chip", "hw.variant"}) // which set whole groups
        take(preset, pins);
    take("model.preset", start);
    start["work.batch"] = jsonOf(*fieldValue(scenario, "work.batch")); // which a lecture moves
    Scenario usual = scenario;
    usual.coll = s.coll;
    const bool follows = openedOnDesign(usual).coll == scenario.coll; // the collective in sight is that of the design
    for (const Field& field : fields())
        if (field.id != "layer" && !(follows && field.id.starts_with("coll.")))
            take(field.id, field.id.starts_with("conv.") ? pins : start);
    lesson["pins"] = std::move(pins);
    lesson["start"] = std::move(start);
}

Json stepDraft(const LessonForm& form, StepKind kind, const std::string& tab, const Scenario& s)
{
    std::string text(form.draft);
    constexpr std::string_view now = "NOW";
    if (const auto at = text.find(now); at != std::string::npos) {
        const auto step = numberIn(s, "time.step");
        const double twice = step && std::isfinite(step->si()) ? 2 * step->si() : 1;
        const double digit =
            std::pow(10, std::floor(std::log10(twice)) - 2); // the third: a batch of twice as many meets it
        text.replace(at, now.size(), fmt::format("{:.3g}", std::floor(twice / digit) * digit));
    }
    Json step{{"kind", stepKindNames[static_cast<std::size_t>(kind)]}, {"tab", tab}};
    step.update(Json::parse(text));
    if (step.contains("items")) { // not in the right order
        const auto smaller = [&](const Json& a, const Json& b) {
            const auto first = numberIn(s, a.at("by").get<std::string>()),
                       second = numberIn(s, b.at("by").get<std::string>());
            return first && second && first->si() < second->si();
        };
        if (std::ranges::is_sorted(step["items"], smaller))
            std::ranges::reverse(step["items"]);
    }
    return step;
}

std::string lessonDraft(const Scenario& scenario, std::string_view id, std::string_view title, std::string_view tab)
{
    Json lesson{{"format", lessonFormat}, {"version", 1},           {"id", id},        {"title", title},
                {"course", "own"},        {"topic", "Own lessons"}, {"source", "own"}, {"minutes", 5}};
    beginWith(lesson, scenario);
    const auto bound = std::ranges::find(lessonForms(), "options", [](const LessonForm& form) {
        return form.required.empty() ? std::string_view() : form.required.front();
    });
    Json question{{"kind", "answer"}, {"tab", tab}};
    question.update(Json::parse(bound->draft));
    lesson["steps"] = {Json{{"kind", "tell"}, {"tab", tab}, {"points", "work.batch"}, {"prompt", given}},
                       std::move(question)};
    return lesson.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace core
