// SPDX-License-Identifier: GPL-3.0-or-later
// Ways through the JSON of a lesson.
#include "core/io/lesson_text.h"

#include "core/io/field_json.h"
#include "core/io/json.h"
#include "core/io/lesson_draft.h"
#include "core/io/lesson_keys.h"
#include "core/io/lesson_step_json.h"
#include "core/lesson/stage.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

/// Lines that hold something.
std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (const auto line = trimmed(text.substr(0, end), " \t\r"); !line.empty())
            lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::pair<std::string, std::string> splitLast(std::string_view path)
{
    const auto dot = path.rfind('.');
    return dot == std::string_view::npos
               ? std::pair(std::string(), std::string(path))
               : std::pair(std::string(path.substr(0, dot)), std::string(path.substr(dot + 1)));
}

/// A row of a list, from 1; 0 of other parts of a path.
std::size_t rowOf(std::string_view part)
{
    std::size_t row = 0;
    std::from_chars(part.data(), part.data() + part.size(), row);
    return row;
}

/// "64", "true", "added".
std::string plain(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

using ValueOrWhy = tl::expected<Json, std::string>;

/// Each line a field; several only where none has a semicolon in its value.
ValueOrWhy settingsJson(std::string_view text, const Scenario& s)
{
    Json object = Json::object();
    Scenario read = s;
    for (const auto line : linesOf(text)) {
        const auto equals = line.find('=');
        const auto field = trimmed(line.substr(0, equals));
        if (equals != std::string_view::npos && fieldRow(field) &&
            setFieldFromText(read, field, trimmed(line.substr(equals + 1)))) {
            if (const auto value = fieldValue(read, field))
                object[std::string(field)] = jsonOf(*value);
            continue;
        }
        const auto settings = parseSettings(read, line);
        if (!settings)
            return tl::unexpected(settings.error());
        for (const auto& [id, value] : *settings)
            object[id] = jsonOf(value);
    }
    return object;
}

ValueOrWhy pairsJson(std::string_view text)
{
    Json object = Json::object();
    for (const auto line : linesOf(text)) {
        const auto equals = line.find('=');
        if (equals == std::string_view::npos || trimmed(line.substr(0, equals)).empty())
            return tl::unexpected(fmt::format("\"{}\" is not SYMBOL = number, as in B = work.batch.", line));
        object[std::string(trimmed(line.substr(0, equals)))] = trimmed(line.substr(equals + 1));
    }
    return object;
}

ValueOrWhy numberJson(std::string_view text)
{
    double number = 0;
    text = trimmed(text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return tl::unexpected(fmt::format("\"{}\" is not a number.", text));
    return jsonOf(number);
}

ValueOrWhy valueOf(KeyShape shape, std::string_view text, const Scenario& s)
{
    switch (shape) {
    case KeyShape::settings:
        return settingsJson(text, s);
    case KeyShape::pairs:
        return pairsJson(text);
    case KeyShape::number:
        return numberJson(text);
    case KeyShape::lines: {
        Json list = Json::array();
        for (const auto line : linesOf(text))
            list.push_back(line);
        return list;
    }
    default:
        return Json(text);
    }
}

/// Those that every form has, and that a draft changes.
constexpr std::array<std::string_view, 3> drafted{"prompt", "points", "set"};

std::map<std::string, std::string> draftedKeys(const Json& step)
{
    std::map<std::string, std::string> all;
    for (const auto key : drafted)
        if (step.contains(key))
            all[std::string(key)] = step.at(std::string(key)).dump();
    return all;
}

/// Its keys go, but for those that both have; and what its draft changed, where nobody changed it again.
void leaveForm(Json& step, const LessonForm& before, const LessonForm& form, LeftForms& left)
{
    const auto has = [](const LessonForm& one, std::string_view key) {
        return std::ranges::find(one.required, key) != one.required.end() ||
               std::ranges::find(one.optional, key) != one.optional.end();
    };
    for (const auto* keys : {&before.required, &before.optional})
        for (const auto key : *keys)
            if (step.contains(key) && !has(form, key)) {
                left.keys[std::string(key)] = step.at(std::string(key)).dump();
                step.erase(std::string(key));
            }
    auto& drafts = left.drafts[&before];
    drafts.clear();
    if (left.now != &before)
        return;
    const auto now = draftedKeys(step);
    const auto of = [](const auto& all, const std::string& key) {
        const auto found = all.find(key);
        return found == all.end() ? std::string() : found->second;
    };
    for (const auto name : drafted) {
        const std::string key(name), was = of(left.before, key);
        if (of(now, key) != of(left.after, key) || of(now, key) == was)
            continue;
        drafts[key] = of(now, key);
        if (was.empty())
            step.erase(key);
        else
            step[key] = Json::parse(was);
    }
}

/// A prompt that nobody wrote is that of the draft; so is what a design has to be changed by, or be, to be asked.
void takeDraft(Json& step, const Json& draft, const LessonForm& form)
{
    const auto isDrafted = [&](const LessonForm& one) { return Json::parse(one.draft).at("prompt") == step["prompt"]; };
    if (step.contains("prompt") && std::ranges::any_of(lessonForms(), isDrafted))
        step["prompt"] = draft.at("prompt");
    if (form.required.size() == 1 && (form.required[0] == "until" || form.required[0] == "schedule")) // it is changed
        step["points"] = draft.at("points");
    if (draft.contains("set") && !step["set"].is_object()) // without which it cannot be asked
        step["set"] = Json::object();
    if (draft.contains("set"))
        for (const auto& [field, value] : draft["set"].items())
            step["set"][field] = value;
}

} // namespace

LessonText::LessonText(Json json) : m_json(std::make_unique<Json>(std::move(json))) {}
LessonText::LessonText(LessonText&&) noexcept = default;
LessonText& LessonText::operator=(LessonText&&) noexcept = default;
LessonText::~LessonText() = default;

tl::expected<LessonText, Error> LessonText::of(std::string_view text, std::string_view name)
{
    return parseJson(text, name).and_then([&](Json json) -> tl::expected<LessonText, Error> {
        const auto steps = json.find("steps");
        const bool good = steps != json.end() && steps->is_array() &&
                          std::ranges::all_of(*steps, [](const Json& one) { return one.is_object(); });
        if (!good)
            return tl::unexpected(Error{"FILE_VALUE", fmt::format("{}: \"steps\" must be a list of objects.", name)});
        return LessonText(std::move(json));
    });
}

std::string LessonText::text() const { return m_json->dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json* LessonText::find(std::string_view path) const
{
    Json* at = m_json.get();
    while (at && !path.empty()) {
        const auto part = cutFirst(path);
        const auto row = rowOf(part);
        if (at->is_array())
            at = row >= 1 && row <= at->size() ? &(*at)[row - 1] : nullptr;
        else
            at = at->is_object() && at->contains(part) ? &(*at)[std::string(part)] : nullptr;
    }
    return at;
}

std::string LessonText::at(std::string_view path) const
{
    const Json* value = find(path);
    if (!value)
        return {};
    const LessonKey* key = lessonKeyAt(path);
    std::string text;
    const std::string_view between = key && key->shape == KeyShape::settings && path.ends_with(".with") ? "; " : "\n";
    if (value->is_object())
        for (const auto& [name, one] : value->items())
            text += fmt::format("{}{} = {}", text.empty() ? "" : between, name, plain(one));
    else if (value->is_array())
        for (const Json& one : *value)
            text += fmt::format("{}{}", text.empty() ? "" : between, plain(one));
    else
        text = plain(*value);
    return text;
}

tl::expected<void, std::string> LessonText::set(std::string_view path, std::string_view value, const Scenario& s)
{
    const auto [around, name] = splitLast(path);
    const LessonKey* key = lessonKeyAt(path);
    Json* object = find(around);
    if (!key || !object || !object->is_object())
        return tl::unexpected(fmt::format("There is no place for {}.", path));
    const auto json = valueOf(key->shape, value, s);
    if (!json)
        return tl::unexpected(json.error());
    if (const auto before = object->find(name); before != object->end() && *before == *json)
        return {};
    const bool isEmpty =
        (json->is_string() && json->get_ref<const std::string&>().empty()) || (json->is_structured() && json->empty());
    if (isEmpty && !key->isNeeded)
        object->erase(name);
    else
        (*object)[name] = *json;
    return {};
}

std::size_t LessonText::rows(std::string_view path) const
{
    const Json* list = find(path);
    return list && list->is_array() ? list->size() : 0;
}

void LessonText::addRow(std::string_view path)
{
    const auto [around, name] = splitLast(path);
    Json* object = find(around);
    const LessonKey* key = lessonKeyAt(path);
    if (!object || !object->is_object() || !key || key->columns.empty())
        return;
    Json row = Json::object();
    const auto& first = key->columns.front();
    const bool isText = first.key == "text";
    row[std::string(first.key)] = isText ? fmt::format("{} {}", first.title, rows(path) + 1) : "0";
    for (const LessonKey& column : key->columns)
        if (column.key == "when" || column.key == "by")
            row[std::string(column.key)] = column.key == "when" ? "0" : "time.step";
        else if (column.key == "says" && !isText)
            row["says"] = "No.";
    Json& list = (*object)[name];
    if (!list.is_array())
        list = Json::array();
    list.push_back(std::move(row));
}

void LessonText::removeRow(std::string_view path)
{
    const auto [around, name] = splitLast(path);
    const auto row = rowOf(name);
    Json* list = find(around);
    if (!list || !list->is_array() || row < 1 || row > list->size())
        return;
    list->erase(row - 1);
    if (const auto [object, key] = splitLast(around); list->empty() && (key == "wrong" || key == "accepted"))
        find(object)->erase(key);
}

Json& LessonText::step(std::size_t step) const { return (*m_json)["steps"][step - 1]; }

StepKind LessonText::kind(std::size_t at) const
{
    const auto found = std::ranges::find(stepKindNames, this->at(fmt::format("steps.{}.kind", at)));
    return found == stepKindNames.end() ? StepKind::tell : static_cast<StepKind>(found - stepKindNames.begin());
}

const LessonForm& LessonText::form(std::size_t at) const { return formOf(step(at), kind(at)); }

std::vector<const LessonKey*> LessonText::keys(std::size_t at) const
{
    const LessonForm& own = form(at);
    std::vector<const LessonKey*> keys;
    for (const LessonKey& key : lessonStepKeys()) {
        const auto has = [&](const auto& list) { return std::ranges::find(list, key.key) != list.end(); };
        const bool isPlain = own.required.empty(); // which asks nothing
        if (has(own.required) || has(own.optional) ||
            (has(stepKeys) && (!isPlain || (key.key != "hints" && key.key != "says"))))
            keys.push_back(&key);
    }
    return keys;
}

void LessonText::addStep(std::size_t behind, const LessonForm& form, StepKind kind, const Scenario& s,
                         const std::string& tab)
{
    Json& list = (*m_json)["steps"];
    behind = std::min(behind, list.size());
    const auto neighbour = tab.empty() ? at(fmt::format("steps.{}.tab", std::max<std::size_t>(behind, 1))) : tab;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(behind),
                stepDraft(form, kind, neighbour.empty() ? "explore" : neighbour, s));
}

void LessonText::changeForm(std::size_t at, const LessonForm& form, StepKind kind, const Scenario& s, LeftForms& left)
{
    const LessonForm& before = this->form(at);
    Json& changed = step(at);
    changed["kind"] = stepKindNames[static_cast<std::size_t>(kind)];
    if (&before == &form)
        return;
    leaveForm(changed, before, form, left);
    left.now = &form;
    left.before = draftedKeys(changed);
    const Json draft = stepDraft(form, kind, {}, s);
    for (const auto* keys : {&form.required, &form.optional})
        for (const auto key : *keys)
            if (const auto kept = left.keys.find(std::string(key)); kept != left.keys.end() && !changed.contains(key))
                changed[std::string(key)] = Json::parse(kept->second);
            else if (keys == &form.required && !changed.contains(key))
                changed[std::string(key)] = draft.at(std::string(key));
    if (const auto again = left.drafts.find(&form); again != left.drafts.end())
        for (const auto& [key, value] : again->second)
            changed[key] = Json::parse(value);
    else
        takeDraft(changed, draft, form);
    left.after = draftedKeys(changed);
}

void LessonText::removeStep(std::size_t at) { removeRow(fmt::format("steps.{}", at)); }

void LessonText::duplicateStep(std::size_t at)
{
    Json& list = (*m_json)["steps"];
    const Json copy = step(at);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), copy);
}

void LessonText::moveStep(std::size_t from, std::size_t to)
{
    Json& list = (*m_json)["steps"];
    if (from < 1 || to < 1 || from > list.size() || to > list.size())
        return;
    const Json moved = step(from);
    list.erase(from - 1);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(to - 1), moved);
}

void LessonText::beginWith(const Scenario& scenario) { core::beginWith(*m_json, scenario); }

void LessonText::change(std::size_t at, const Scenario& before, const Scenario& after)
{
    Json set = Json::object();
    for (const Field& field : fields())
        if (const auto value = fieldValue(after, field.id); value && value != fieldValue(before, field.id))
            set[std::string(field.id)] = jsonOf(*value);
    if (set.empty())
        step(at).erase("set");
    else
        step(at)["set"] = std::move(set);
}

} // namespace core
