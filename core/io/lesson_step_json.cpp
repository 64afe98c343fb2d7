// SPDX-License-Identifier: GPL-3.0-or-later
// A table of forms says which keys a step may have; each form has its reader.
#include "core/io/lesson_step_json.h"

#include "core/io/field_json.h"
#include "core/lesson/stage.h"
#include "core/lesson/tolerance.h"
#include "core/numbers/numbers.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

/// The text under `key`; empty where the key is missing.
std::string optionalText(const Json& object, const JsonPlace& place, std::string_view key)
{
    return object.contains(key) ? textOf(object, place, key) : std::string();
}

/// Calls `read` for each object of the list under `key`.
template <class Read> void eachOf(const Json& object, const JsonPlace& place, std::string_view key, std::size_t least,
                                  std::size_t most, Read read)
{
    const auto found = object.find(key);
    if (found == object.end() && least == 0)
        return;
    const Json& list = memberOf(object, place, key);
    const auto here = place.at(key);
    if (!list.is_array() || list.size() < least)
        return here.refuse("FILE_VALUE", fmt::format("\"{}\" must be a list of {} objects or more, found {}.",
                                                     here.path, least, shown(list)));
    if (list.size() > most)
        return here.refuse("FILE_VALUE",
                           fmt::format("\"{}\" has {} objects: a class counts hands with one digit each, so "
                                       "give at most {}.",
                                       here.path, list.size(), most));
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto item = here.at(std::to_string(i + 1));
        if (!list[i].is_object())
            return item.refuse("FILE_VALUE",
                               fmt::format("\"{}\" must be an object in braces, found {}.", item.path, shown(list[i])));
        read(list[i], item);
    }
}

std::vector<std::string> textsOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    std::vector<std::string> texts;
    const auto found = object.find(key);
    if (found == object.end())
        return texts;
    const bool good = found->is_array() && std::ranges::all_of(*found, [](const Json& one) { return one.is_string(); });
    if (!good)
        place.at(key).refuse(
            "FILE_VALUE", fmt::format("\"{}\" must be a list of texts, found {}.", place.at(key).path, shown(*found)));
    else
        for (const auto& one : *found)
            texts.push_back(one.get<std::string>());
    return texts;
}

constexpr std::array<std::string_view, 3> otherKeys{"is", "with", "says"};

std::vector<OtherAnswer> othersOf(const Json& step, const JsonPlace& place, std::string_view key, const Scenario& s)
{
    std::vector<OtherAnswer> others;
    eachOf(step, place, key, 0, std::numeric_limits<std::size_t>::max(),
           [&](const Json& object, const JsonPlace& here) {
               checkKeys(object, here, otherKeys);
               if (object.contains("is") == object.contains("with"))
                   here.refuse("FILE_KEY", fmt::format("\"{}\" needs one of \"is\" and \"with\".", here.path));
               Scenario edited = s;
               others.push_back({optionalText(object, here, "is"), settingsOf(object, here, "with", edited),
                                 textOf(object, here, "says")});
           });
    return others;
}

std::string toleranceOf(const Json& step, const JsonPlace& place)
{
    auto text = optionalText(step, place, "tolerance");
    if (!text.empty() && !parseTolerance(text))
        place.at("tolerance")
            .refuse("FILE_VALUE", fmt::format("\"{}\" must be exact, ceiling, digit or a share such as 2%, found "
                                              "{}.",
                                              place.at("tolerance").path, inQuotes(text)));
    return text;
}

Question valueAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    return ValueAnswer{textOf(step, place, "value"), optionalText(step, place, "unit"), toleranceOf(step, place)};
}

Question bandAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    return BandAnswer{textOf(step, place, "from"), textOf(step, place, "to"), toleranceOf(step, place)};
}

/// Whether formulas can name it.
bool isSymbol(std::string_view name)
{
    constexpr std::array<std::string_view, 5> functions{"ceil", "floor", "sqrt", "min", "max"};
    return !name.empty() && isLetter(name.front()) && std::ranges::find(functions, name) == functions.end() &&
           std::ranges::all_of(name, [](char c) { return startsName(c) || isDigit(c); });
}

Question formulaAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    FormulaAnswer asked{textOf(step, place, "formula"), {}, textOf(step, place, "measures")};
    const auto& symbols = objectOf(step, place, "symbols");
    for (const auto& [name, is] : symbols.items()) {
        if (!isSymbol(name))
            place.at("symbols").at(name).refuse("FILE_KEY",
                                                fmt::format("a symbol is a letter with letters, digits and underscores "
                                                            "behind it, and not ceil, floor, sqrt, min or max, found "
                                                            "{}.",
                                                            inQuotes(name)));
        asked.symbols.push_back({name, textOf(symbols, place.at("symbols"), name)});
    }
    return asked;
}

constexpr std::array<std::string_view, 3> optionKeys{"text", "when", "says"};

Question choiceAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    ChoiceAnswer asked;
    eachOf(step, place, "options", 2, maxChoices, [&](const Json& object, const JsonPlace& here) {
        checkKeys(object, here, optionKeys);
        asked.options.push_back(
            {textOf(object, here, "text"), textOf(object, here, "when"), optionalText(object, here, "says")});
    });
    return asked;
}

Question untilAnswer(const Json& step, const JsonPlace& place, Scenario& s)
{
    Scenario edited = s;
    return UntilAnswer{textOf(step, place, "until"), settingsOf(step, place, "solution", edited)};
}

constexpr std::array<std::string_view, 2> itemKeys{"text", "by"};

Question rankingAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    RankingAnswer asked;
    eachOf(step, place, "items", 2, maxChoices, [&](const Json& object, const JsonPlace& here) {
        checkKeys(object, here, itemKeys);
        asked.items.push_back({textOf(object, here, "text"), textOf(object, here, "by")});
    });
    return asked;
}

Question scheduleAnswer(const Json& step, const JsonPlace& place, Scenario& s)
{
    const bool matmul = isMatmul(s.coll.kind);
    if (!switchOf(step, place, "schedule") || !matmul)
        place.at("schedule")
            .refuse("FILE_VALUE", "\"schedule\" must be true, and coll.kind matmul-gather or "
                                  "matmul-scatter. Set it in \"start\".");
    return ScheduleAnswer{};
}

constexpr std::array<std::string_view, 4> lineKeys{"text", "claim", "is", "says"};

Question errorAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    ErrorAnswer asked;
    eachOf(step, place, "lines", 2, maxChoices, [&](const Json& object, const JsonPlace& here) {
        checkKeys(object, here, lineKeys);
        if (object.contains("claim") != object.contains("is"))
            here.refuse("FILE_KEY", fmt::format("\"{}\" needs both of \"claim\" and \"is\", or neither.", here.path));
        asked.lines.push_back({textOf(object, here, "text"), optionalText(object, here, "claim"),
                               optionalText(object, here, "is"), optionalText(object, here, "says")});
    });
    return asked;
}

Question freeAnswer(const Json& step, const JsonPlace& place, Scenario&)
{
    return FreeAnswer{textOf(step, place, "model")};
}

Question nothingAsked(const Json&, const JsonPlace&, Scenario&) { return {}; }

StepKind kindOf(const Json& step, const JsonPlace& place)
{
    const auto name = textOf(step, place, "kind");
    const auto found = std::ranges::find(stepKindNames, name);
    if (found != stepKindNames.end())
        return static_cast<StepKind>(found - stepKindNames.begin());
    place.at("kind").refuse("FILE_VALUE", fmt::format("\"{}\" must be one of {}, found {}.", place.at("kind").path,
                                                      fmt::join(stepKindNames, ", "), inQuotes(name)));
    return StepKind::tell;
}

std::string tabOf(const Json& step, const JsonPlace& place)
{
    auto tab = textOf(step, place, "tab");
    if (std::ranges::find(lessonTabs, tab) == lessonTabs.end())
        place.at("tab").refuse("FILE_VALUE", fmt::format("\"{}\" must be one of {}, found {}.", place.at("tab").path,
                                                         fmt::join(lessonTabs, ", "), inQuotes(tab)));
    return tab;
}

std::string pointsOf(const Json& step, const JsonPlace& place, const Catalogue& catalogue)
{
    auto id = textOf(step, place, "points");
    if (!fieldRow(id) && !checkNumber(catalogue, id))
        place.at("points").refuse("FILE_VALUE", fmt::format("\"{}\" must be the id of a field or number, found {}. "
                                                            "'rooflight list fields' and 'list metrics' name them.",
                                                            place.at("points").path, inQuotes(id)));
    return id;
}

std::string promptOf(const Json& step, const JsonPlace& place)
{
    auto prompt = textOf(step, place, "prompt");
    if (const auto words = wordsIn(prompt); words > longestPrompt)
        place.at("prompt").refuse("FILE_VALUE", fmt::format("\"{}\" has {} words; at most {} are read aloud. Shorten "
                                                            "it.",
                                                            place.at("prompt").path, words, longestPrompt));
    return prompt;
}

// What a step of each form begins with.
constexpr std::string_view valueDraft = R"~({"points": "time.step", "prompt": "How long does a step take?",
    "value": "time.step"})~";
constexpr std::string_view bandDraft = R"~({"points": "time.step", "prompt": "Between which two times does a step lie?",
    "from": "time.lower", "to": "time.upper"})~";
constexpr std::string_view formulaDraft = R"~({"points": "work.batch",
    "prompt": "Write the batch per chip with the batch B and the number of chips N.", "formula": "B/N",
    "symbols": {"B": "work.batch", "N": "mesh.chips"}, "measures": "work.batch/mesh.chips"})~";
constexpr std::string_view choiceDraft = R"~({"points": "bound.verdict", "prompt": "What bounds the step?", "options": [
    {"text": "Math", "when": "bound.verdict='compute'", "says": "Math takes {time.math}."},
    {"text": "Reading HBM", "when": "bound.verdict='hbm'", "says": "HBM takes {time.hbm}."},
    {"text": "Communication", "when": "1-(bound.verdict='compute')-(bound.verdict='hbm')",
     "says": "Communication takes {time.comms}."}]})~";
constexpr std::string_view untilDraft = R"~({"points": "work.batch",
    "prompt": "Raise the batch until a step takes twice as long.", "until": "time.step>=NOW"})~";
constexpr std::string_view rankingDraft = R"~({"points": "time.step",
    "prompt": "Put these times in order, the shortest first.", "items": [{"text": "HBM", "by": "time.hbm"},
    {"text": "Communication", "by": "time.comms"}, {"text": "Math", "by": "time.math"}]})~";
constexpr std::string_view scheduleDraft = R"~({"tab": "collectives", "points": "coll.algorithm",
    "prompt": "In which order does chip 0 multiply the shards? \"0 1\" is two steps, \"1+3\" two shards in one step.",
    "set": {"coll.kind": "matmul-gather", "coll.torus": "4", "coll.wrap": "ring"}, "schedule": true})~";
constexpr std::string_view errorDraft = R"~({"points": "work.batch", "prompt": "Which line is wrong?", "lines": [
    {"text": "The mesh has {mesh.chips} chips"},
    {"text": "A chip gets {2*work.batch/mesh.chips} of the batch", "claim": "2*work.batch/mesh.chips",
     "is": "work.batch/mesh.chips", "says": "Batch over chips is {work.batch/mesh.chips}."}]})~";
constexpr std::string_view freeDraft = R"~({"points": "bound.verdict",
    "prompt": "What would you change first, and why?", "model": "What bounds the step: {bound.verdict}."})~";
constexpr std::string_view plainDraft = R"~({"points": "time.step", "prompt": "A step takes {time.step|4}."})~";

} // namespace

std::span<const LessonForm> lessonForms()
{
    using enum StepKind;
    static const std::vector<LessonForm> all{
        {"Number", {predict, answer}, {"value"}, {"unit", "tolerance", "accepted", "wrong"}, valueAnswer, valueDraft},
        {"Range", {predict, answer}, {"from", "to"}, {"tolerance", "wrong"}, bandAnswer, bandDraft},
        {"Formula",
         {predict, answer},
         {"formula", "symbols", "measures"},
         {"accepted", "wrong"},
         formulaAnswer,
         formulaDraft},
        {"Choice", {predict, answer}, {"options"}, {}, choiceAnswer, choiceDraft},
        {"Change the design", {until}, {"until"}, {"solution", "wrong"}, untilAnswer, untilDraft},
        {"Put in order", {order}, {"items"}, {"wrong"}, rankingAnswer, rankingDraft},
        {"Order of products", {order}, {"schedule"}, {"accepted", "wrong"}, scheduleAnswer, scheduleDraft},
        {"Find the error", {findError}, {"lines"}, {}, errorAnswer, errorDraft},
        {"Free text", {freeText}, {"model"}, {}, freeAnswer, freeDraft},
        {"Tell", {tell, reveal}, {}, {}, nothingAsked, plainDraft}};
    return all;
}

const LessonForm& formOf(const Json& step, StepKind kind)
{
    const LessonForm* found = nullptr;
    for (const auto& form : lessonForms()) {
        if (std::ranges::find(form.kinds, kind) == form.kinds.end())
            continue;
        if (form.required.empty() || step.contains(form.required.front()))
            return form;
        if (!found)
            found = &form;
    }
    return *found;
}

Settings settingsOf(const Json& object, const JsonPlace& place, std::string_view key, Scenario& s)
{
    Settings settings;
    if (!object.contains(key))
        return settings;
    const auto& given = objectOf(object, place, key);
    for (const bool presets : {true, false}) // which set whole groups
        for (const auto& [id, json] : given.items())
            if (namesPreset(id) == presets) {
                setFromJson(s, place.at(key).at(id), id, json);
                if (const auto value = fieldValue(s, id))
                    settings.push_back({id, *value});
            }
    return settings;
}

LessonStep lessonStepOf(const Json& object, const JsonPlace& place, Scenario& s)
{
    LessonStep step;
    step.kind = kindOf(object, place);
    const auto& form = formOf(object, step.kind);
    std::vector<std::string_view> known(stepKeys.begin(), stepKeys.end());
    known.insert(known.end(), form.required.begin(), form.required.end());
    known.insert(known.end(), form.optional.begin(), form.optional.end());
    checkKeys(object, place, known);
    step.tab = tabOf(object, place);
    step.points = pointsOf(object, place, *s.presets);
    step.prompt = promptOf(object, place);
    step.set = settingsOf(object, place, "set", s);
    step.hints = textsOf(object, place, "hints");
    step.says = optionalText(object, place, "says");
    step.question = form.read(object, place, s);
    step.accepted = othersOf(object, place, "accepted", s);
    step.wrong = othersOf(object, place, "wrong", s);
    return step;
}

} // namespace core
