// SPDX-License-Identifier: GPL-3.0-or-later
// Looks the names of expressions up in a scenario.
#include "core/lesson/stage.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/explore/sweep.h"
#include "core/lesson/answer_terms.h"
#include "core/lesson/evaluation_count.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choice_words.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"
#include "core/scenario/presets.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Parts between separators, trimmed; none of an empty text.
std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (!trimmed(text).empty()) {
        const auto end = text.find(separator);
        parts.push_back(trimmed(text.substr(0, end)));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return parts;
}

/// What stands before and behind a word; the second part is empty where the word does not occur.
std::pair<std::string_view, std::string_view> around(std::string_view text, std::string_view word)
{
    const auto at = text.find(word);
    return at == std::string_view::npos
               ? std::pair(trimmed(text), std::string_view())
               : std::pair(trimmed(text.substr(0, at)), trimmed(text.substr(at + word.size())));
}

Term termOf(const Scenario& s, const NumberValue& number)
{
    if (const auto* value = std::get_if<double>(&number.value))
        return {.number = *value, .dim = number.dim, .unit = number.unit};
    if (const auto* truth = std::get_if<bool>(&number.value))
        return {*truth ? 1. : 0.};
    Term term;
    term.word = number.text();
    term.shown = wordText(*term.word);
    if (const auto metric = findMetric(*s.presets, number.id))
        term.words = valuesOf(*metric);
    return term;
}

Term termOf(const Scenario& s, const Field& field, const Value& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return {.number = *number, .dim = field.dim, .unit = std::string(field.unit)};
    if (const auto* truth = std::get_if<bool>(&value))
        return {*truth ? 1. : 0.};
    Term term;
    term.word = std::get<std::string>(value);
    term.shown = choiceWords(field, *term.word, s);
    term.words = choicesOf(s, field);
    return term;
}

/// The field that a mistyped id is nearest to; empty where a metric is nearer, or the id is one.
std::string_view fieldMeant(const Scenario& s, std::string_view id)
{
    if (fieldRow(id) || checkNumber(*s.presets, id))
        return {};
    const auto all = metrics(*s.presets);
    std::vector<std::string_view> ids;
    for (const Metric& metric : all)
        ids.emplace_back(metric.id);
    for (const Field& field : fields())
        ids.push_back(field.id);
    const auto meant = nearest(id, ids);
    const auto found = std::ranges::find(fields(), meant, &Field::id);
    return found == fields().end() ? std::string_view() : found->id;
}

TermOrWhy fieldOrNumber(const Scenario& s, std::string_view id)
{
    if (auto why = noSuchDimension(s.shard, id);
        !why.empty() && unreadSize(s.shard, id).empty()) // else it was set for this
        return tl::unexpected(std::move(why));
    if (const auto row = fieldRow(id))
        if (const auto value = fieldValue(s, id))
            return termOf(s, **row, *value);
    constexpr std::string_view ofChip = "chip.";
    if (id.starts_with(ofChip)) {
        const auto* given = givenOf(s, fmt::format("hw.{}", id.substr(ofChip.size())));
        if (!given)
            return tl::unexpected(
                fmt::format("the preset of {} has no number {}", s.hw.chip, id.substr(ofChip.size())));
        return Term{given->value, dimOfUnit(given->unit).value_or(dim::count)};
    }
    EvaluationCount::add(1, id, s);
    const auto number = numberIn(s, id);
    if (number)
        return termOf(s, *number);
    const auto meant = fieldMeant(s, id);
    return tl::unexpected(meant.empty()
                              ? number.error()
                              : fmt::format("There is no field or number '{}'; the nearest is '{}'", id, meant));
}

/// "FIELD until CONDITION".
TermOrWhy leastOf(const Scenario& s, std::string_view text)
{
    const auto [field, condition] = around(text, " until ");
    const auto parsed = parseCondition(condition);
    if (!parsed)
        return tl::unexpected(parsed.error());
    SolveCount count;
    const auto found = solve(s, field, *parsed, &count);
    EvaluationCount::add(count.evaluated, parsed->metric, s);
    if (!found)
        return tl::unexpected(found.error());
    const auto row = fieldRow(field);
    return Term{found->value_or(std::numeric_limits<double>::infinity()), row ? (*row)->dim : dim::count};
}

TermOrWhy named(const Lesson& lesson, const Scenario& s, std::string_view name)
{
    name = trimmed(name);
    if (const auto given = std::ranges::find(lesson.given, name, &GivenNumber::name); given != lesson.given.end())
        return Term{given->value, given->dim};
    if (EvaluationCount::isOver())
        return refused(tooMuchEvaluated(lesson));
    const auto there = elsewhere(s, name);
    if (!there)
        return tl::unexpected(there.error());
    if (there->id == "least")
        return refused("\"least\" stands within braces of its own, in a text within two pairs: {{least op.B until "
                       "op.intensity>=240}}");
    constexpr std::string_view least = "least ";
    const std::string_view id = there->id;
    return id.starts_with(least) ? leastOf(there->scenario, id.substr(least.size()))
                                 : fieldOrNumber(there->scenario, id);
}

/// A part of what is typed for fields: "work.batch=64k", "Batch = 64k", "Batch 65,536"; without a field "64k".
struct TypedSetting {
    std::string_view field, value;
};

TypedSetting typedSetting(std::string_view part)
{
    const auto equals = part.find('=');
    if (equals != std::string_view::npos)
        if (const auto id = trimmed(part.substr(0, equals)); fieldRow(id))
            return {id, part.substr(equals + 1)};
    TypedSetting named{{}, part};
    std::size_t longest = 0;
    for (const Field& field : fields()) {
        const auto rest = part.starts_with(field.title) ? part.substr(field.title.size()) : std::string_view();
        if (field.title.size() <= longest || (!rest.starts_with(' ') && !rest.starts_with('=')))
            continue;
        longest = field.title.size();
        const auto value = trimmed(rest);
        named = {field.id, value.starts_with('=') ? value.substr(1) : value};
    }
    return named;
}

/// The end of the placeholder that begins at `at`, behind its brace; npos where it is not closed.
std::size_t endOfPlaceholder(std::string_view text, std::size_t at)
{
    int depth = 0;
    for (; at < text.size(); ++at) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return std::string_view::npos;
}

tl::expected<std::string, std::string> filled(const Lesson& lesson, const Scenario& s, std::string_view inside)
{
    auto parts = split(inside, '|');
    if (trimmed(inside).ends_with('|'))
        parts.emplace_back();
    if (parts.empty() || parts.front().empty())
        return tl::unexpected(std::string("{} is empty"));
    auto term = valueIn(lesson, s, parts.front());
    if (!term)
        return tl::unexpected(fmt::format("{{{}}}: {}", inside, term.error()));
    const auto format = parts.size() > 1 ? parts[1] : "3";
    if (parts.size() > 3 || parts.back().empty() || format.size() != 1 || format < "1" || format > "9")
        return tl::unexpected(
            fmt::format("{{{}}}: behind | stand the digits, 1 to 9, and behind another | the unit, as "
                        "{{{}|3}} or {{{}|3|B}}. Units are share, what is counted, {}",
                        inside, parts.front(), parts.front(), unitNames));
    const auto unit = parts.size() > 2 ? parts[2] : std::string_view();
    term = inUnit(*std::move(term), unit);
    if (!term)
        return tl::unexpected(fmt::format("{{{}}}: it {}", inside, term.error()));
    return termText(*term, s, format.front() - '0', unit);
}

/// "12000" of "F = 12000", where coll.F is pointed at.
std::string_view behindName(std::string_view text, std::string_view pointed)
{
    const auto name = pointed.substr(pointed.find('.') + 1);
    const auto equals = text.find('=');
    if (name.empty() || equals == std::string_view::npos)
        return text;
    return trimmed(text.substr(0, equals)) == name ? text.substr(equals + 1) : text;
}

} // namespace

tl::expected<NamedElsewhere, std::string> elsewhere(const Scenario& s, std::string_view name)
{
    const auto [id, edits] = around(name, " with ");
    NamedElsewhere there{std::string(id), s, {}};
    if (edits.empty())
        return there;
    auto settings = parseSettings(s, edits);
    if (!settings)
        return tl::unexpected(settings.error());
    there.changed = *std::move(settings);
    return applySettings(there.scenario, there.changed)
        .and_then([&] { return checkRead(there.scenario, there.changed); })
        .map([&] { return std::move(there); });
}

tl::expected<void, std::string> applySettings(Scenario& s, const Settings& settings)
{
    for (const bool presets : {true, false})
        for (const auto& [field, value] : settings)
            if (namesPreset(field) == presets)
                if (auto done = setField(s, field, value); !done)
                    return done;
    return {};
}

tl::expected<void, std::string> checkRead(const Scenario& s, const Settings& settings)
{
    for (const auto& setting : settings) {
        if (auto why = unreadSize(s.shard, setting.field); !why.empty())
            return tl::unexpected(std::move(why));
        if (setting.field == "layer.arrays")
            for (const Issue& issue : check(s, evaluate(s)))
                if (issue.field == setting.field)
                    return tl::unexpected(fmt::format("{}: {}", issue.field, issue.text));
    }
    return {};
}

tl::expected<Settings, std::string> parseSettings(const Scenario& s, std::string_view text, std::string_view pointed)
{
    Settings settings;
    Scenario read = s;
    for (const auto part : split(text, ';')) {
        const auto [named, whole] = typedSetting(part);
        const auto field = named.empty() ? pointed : named;
        const auto typed = named.empty() ? behindName(whole, pointed) : whole;
        if (const auto id = trimmed(part.substr(0, part.find('='))); field.empty() && id.size() < part.size())
            return tl::unexpected(fmt::format("There is no field \"{}\".", id));
        if (field.empty())
            return tl::unexpected(fmt::format("\"{}\" is not FIELD=VALUE.", part));
        if (std::ranges::find(settings, field, &Setting::field) != settings.end())
            return tl::unexpected(fmt::format("{} is given twice: keep one value.", field));
        if (const auto done = setFieldFromText(read, field, typed); !done)
            return tl::unexpected(done.error());
        if (const auto value = fieldValue(read, field))
            settings.push_back({std::string(field), *value});
    }
    if (settings.empty())
        return tl::unexpected(std::string("Nothing was typed; write FIELD=VALUE."));
    return settings;
}

tl::expected<Scenario, std::string> scenarioAt(const Lesson& lesson, std::size_t step, const Catalogue& catalogue)
{
    Scenario s = defaultScenario(catalogue);
    s.title = lesson.title;
    Settings all = lesson.pins;
    all.insert(all.end(), lesson.start.begin(), lesson.start.end());
    auto done = applySettings(s, all);
    for (std::size_t i = 0; done && i <= step && i < lesson.steps.size(); ++i)
        done = applySettings(s, lesson.steps[i].set);
    return done.map([&] { return s; });
}

TermOrWhy valueIn(const Lesson& lesson, const Scenario& s, std::string_view expression)
{
    return evaluateExpression(expression, [&](std::string_view name) { return named(lesson, s, name); });
}

std::string wordText(std::string_view word)
{
    constexpr std::string_view axis = "comms:";
    using Words = std::pair<std::string_view, std::string_view>;
    constexpr std::array words{Words("compute", "math"), Words("comms", "communication"), Words("hbm", "HBM"),
                               Words("dcn", "DCN")};
    if (word.starts_with(axis))
        return fmt::format("communication over {}", word.substr(axis.size()));
    const auto found = std::ranges::find(words, word, [](const auto& one) { return one.first; });
    return std::string(found == words.end() ? word : found->second);
}

std::string termText(const Term& term, const Scenario& s, int digits, std::string_view unit)
{
    const auto counts = countedBy(unit);
    if (term.word)
        return term.shown.empty() ? *term.word : term.shown;
    return format(term.number, term.dim, {.digits = digits, .bytes = s.conv.unit, .countUnit = counts});
}

std::string tooMuchEvaluated(const Lesson& lesson)
{
    return fmt::format("the lesson {} has more evaluated than the {} scenarios that a lesson may: ask for less, above "
                       "all with \"least\"",
                       lesson.id, grouped(static_cast<double>(mostEvaluations)));
}

tl::expected<std::string, std::string> filledText(const Lesson& lesson, const Scenario& s, std::string_view text)
{
    std::string whole;
    for (std::size_t at = 0; at < text.size();) {
        const auto brace = text.find('{', at);
        const auto plain = text.substr(at, brace == std::string_view::npos ? brace : brace - at);
        if (const auto stray = plain.find('}'); stray != std::string_view::npos)
            return tl::unexpected(fmt::format("the brace behind \"{}\" is not opened: leave it out, or open it with {{",
                                              text.substr(0, at + stray)));
        whole += plain;
        if (brace == std::string_view::npos)
            break;
        const auto end = endOfPlaceholder(text, brace);
        if (end == std::string_view::npos)
            return tl::unexpected(fmt::format("the brace of \"{}\" is not closed", text.substr(brace)));
        auto value = filled(lesson, s, text.substr(brace + 1, end - brace - 2));
        if (!value)
            return value;
        whole += *value;
        at = end;
    }
    return whole;
}

std::vector<std::string> choiceTexts(const Question& question)
{
    std::vector<std::string> texts;
    const auto add = [&](const auto& rows) {
        for (const auto& row : rows)
            texts.push_back(row.text);
    };
    if (const auto* choice = std::get_if<ChoiceAnswer>(&question))
        add(choice->options);
    if (const auto* ranking = std::get_if<RankingAnswer>(&question))
        add(ranking->items);
    if (const auto* errors = std::get_if<ErrorAnswer>(&question))
        add(errors->lines);
    return texts;
}

std::size_t wordsIn(std::string_view text)
{
    std::size_t words = 0;
    bool inside = false;
    int depth = 0;
    for (const char c : text) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        const bool blank = depth == 0 && (c == ' ' || c == '\n' || c == '\t');
        words += !blank && !inside ? 1 : 0;
        inside = !blank;
    }
    return words;
}

tl::expected<NumberValue, std::string> numberIn(const Scenario& s, std::string_view id)
{
    const Report report = evaluate(s);
    CollectiveCache cache;
    return value({s, report, cache}, id);
}

} // namespace core
