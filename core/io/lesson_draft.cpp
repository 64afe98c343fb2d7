// SPDX-License-Identifier: GPL-3.0-or-later
// Writes fields as files of scenarios do.
#include "core/io/lesson_draft.h"

#include "core/design/following.h"
#include "core/io/json.h"
#include "core/io/lesson_json.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"

#include <nlohmann/json.hpp>

namespace core
{

namespace
{

Json jsonOf(const Value& value)
{
    return std::visit([](const auto& held) { return Json(held); }, value);
}

} // namespace

std::string lessonDraft(const Scenario& scenario, std::string_view id, std::string_view title, std::string_view tab)
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
    const auto step = [&](const char* kind, const char* prompt) {
        return Json{{"kind", kind}, {"tab", tab}, {"points", "time.step"}, {"prompt", prompt}};
    };
    Json question = step("answer", "How long does a step take?");
    question["value"] = "time.step";
    const Json lesson{{"format", lessonFormat},
                      {"version", 1},
                      {"id", id},
                      {"title", title},
                      {"course", "own"},
                      {"topic", "Own lessons"},
                      {"source", "own"},
                      {"minutes", 5},
                      {"pins", pins},
                      {"start", start},
                      {"steps",
                       {step("tell", "Say what is given, in at most 60 words."), question,
                        step("reveal", "It takes {time.step|4}.")}}};
    return lesson.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace core
