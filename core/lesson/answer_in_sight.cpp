// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios are compared first, then numbers.
#include "core/lesson/answer_in_sight.h"

#include "core/evaluate/evaluate.h"
#include "core/lesson/check_answer.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/numbers/metrics.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view elsewhereWord = " with ";

/// With fields changed, or solved for.
bool isElsewhere(std::string_view name) { return name.find(elsewhereWord) != name.npos || name.starts_with("least "); }

std::string_view withoutEdits(std::string_view name) { return trimmed(name.substr(0, name.find(elsewhereWord))); }

/// That a picture shows as its result: calculated, for the scenario alone.
bool isResult(const Lesson& lesson, std::string_view name)
{
    return !isElsewhere(name) && !fieldRow(name) && !name.starts_with("chip.") &&
           std::ranges::find(lesson.given, name, &GivenNumber::name) == lesson.given.end();
}

bool readsPicture(const Lesson& lesson, std::string_view expression)
{
    const auto names = namesIn(expression);
    return std::ranges::none_of(names, isElsewhere) &&
           std::ranges::any_of(names, [&](auto name) { return isResult(lesson, name); });
}

/// What is compared to answer; other questions ask for nothing that a picture shows.
std::vector<std::string> expressionsOf(const Question& question)
{
    std::vector<std::string> all;
    if (const auto* value = std::get_if<ValueAnswer>(&question))
        all = {value->value};
    if (const auto* band = std::get_if<BandAnswer>(&question))
        all = {band->from, band->to};
    if (const auto* choice = std::get_if<ChoiceAnswer>(&question))
        for (const auto& option : choice->options)
            all.push_back(option.when);
    if (const auto* ranking = std::get_if<RankingAnswer>(&question))
        for (const auto& item : ranking->items)
            all.push_back(item.by);
    return all;
}

/// Smaller counts are often equal by chance.
bool isTelling(double number)
{
    constexpr double fewest = 100;
    return std::isfinite(number) && (number != std::floor(number) || std::abs(number) >= fewest);
}

bool isSame(double one, double other)
{
    constexpr double rounding = 1e-9;
    return one == other || std::abs(one - other) <= rounding * std::abs(one);
}

bool isSameNumber(const TermOrWhy& one, const TermOrWhy& other)
{
    return one && other && !one->word && !other->word && isTelling(one->number) && isSame(one->number, other->number);
}

bool isSameTerm(const TermOrWhy& one, const TermOrWhy& other)
{
    return one && other && one->word == other->word && (one->word || isSame(one->number, other->number));
}

bool isSameValue(const MetricValue& one, const MetricValue& other)
{
    const auto *number = std::get_if<double>(&one), *second = std::get_if<double>(&other);
    return applies(one) == applies(other) &&
           (!applies(one) || (number && second ? isSame(*number, *second) : one == other));
}

/// Whether all numbers of the group of a name, "bound." of "bound.verdict", are the same, and no few small counts.
bool isSameGroup(const Scenario& one, const Scenario& other, std::string_view name)
{
    const auto group = name.substr(0, name.find('.') + 1);
    const Report first = evaluate(one), second = evaluate(other);
    bool isAny = false;
    for (const Metric& metric : metrics(*one.presets)) {
        if (!metric.id.starts_with(group) || metric.onDemand)
            continue;
        const auto value = metric.value(first, metric.index);
        if (!isSameValue(value, metric.value(second, metric.index)))
            return false;
        isAny = isAny || (std::holds_alternative<double>(value) && isTelling(std::get<double>(value)));
    }
    return isAny;
}

} // namespace

bool isHandsOn(const Question& question)
{
    return std::holds_alternative<UntilAnswer>(question) || std::holds_alternative<ScheduleAnswer>(question);
}

bool isSamePicture(const Scenario& one, const Scenario& other)
{
    Scenario inUnits = other;
    inUnits.conv.unit = one.conv.unit;
    return one == inUnits;
}

bool hidesResults(const Question& question)
{
    return std::holds_alternative<ValueAnswer>(question) || std::holds_alternative<BandAnswer>(question) ||
           std::holds_alternative<ChoiceAnswer>(question) || std::holds_alternative<RankingAnswer>(question) ||
           std::holds_alternative<ErrorAnswer>(question);
}

bool isCovered(const std::vector<PosedStep>& posed, std::size_t step, const IsAnswered& isAnswered)
{
    bool covered = false;
    for (std::size_t i = step; i < posed.size() && posed[i].step.kind != StepKind::reveal; ++i) {
        const Question& question = posed[i].step.question;
        if (!isSamePicture(posed[i].scenario, posed[step].scenario))
            continue;
        if (isHandsOn(question))
            break;
        const bool judgesResults = i > step && std::holds_alternative<ErrorAnswer>(question); // lines with an error
        covered = covered || (hidesResults(question) && !judgesResults && !isAnswered(i));
    }
    return covered;
}

PosedStep onceMet(const PosedStep& at, std::string_view typed)
{
    PosedStep met = at;
    if (std::holds_alternative<UntilAnswer>(at.step.question))
        if (const auto settings = parseSettings(at.scenario, typed, at.step.points))
            (void)applySettings(met.scenario, *settings);
    return met;
}

namespace
{

/// What a question asks for, evaluated once; the step must outlive it.
class AskedResults
{
public:
    explicit AskedResults(const PosedStep& asked);

    /// Whether a picture of that scenario tells it, where it is in sight.
    bool areIn(const Scenario& shown) const;
    /// Whether a text of a step tells the one result that is asked for, in whatever unit. Of several, such as two
    /// times of which the longer is asked for, a text may say what is given.
    bool areSaid(const PosedStep&, std::string_view text) const;

private:
    struct AskedResult {
        std::string inPicture; // expression that gives it where it is shown
        TermOrWhy value;
    };
    const PosedStep& m_asked;
    bool m_readsPicture = false;
    std::vector<AskedResult> m_numbers;
    std::vector<AskedResult> m_words; // what words and choices follow from
    std::string m_name;               // the one result that all follows from; empty where there are several
    TermOrWhy m_named;
};

AskedResults::AskedResults(const PosedStep& asked) : m_asked(asked)
{
    const Question& question = asked.step.question;
    const bool isNumber = std::holds_alternative<ValueAnswer>(question) || std::holds_alternative<BandAnswer>(question);
    const auto inScenario = [&](const std::string& one) { return valueIn(asked.lesson, asked.scenario, one); };
    const auto all = expressionsOf(question);
    const auto isPlain = [&](const std::string& one) { return readsPicture(asked.lesson, one); };
    const auto looksElsewhere = [](const std::string& one) { return std::ranges::any_of(namesIn(one), isElsewhere); };
    const bool comparesElsewhere = !isNumber && std::ranges::any_of(all, looksElsewhere); // what if
    m_readsPicture = !comparesElsewhere && std::ranges::any_of(all, isPlain);
    std::set<std::string_view> names;
    for (const std::string& one : all) {
        for (const auto name : namesIn(one))
            if (isElsewhere(name) || isResult(asked.lesson, name))
                names.insert(name);
        const auto value = isNumber ? inScenario(one) : TermOrWhy();
        if (isNumber && !(value && value->word)) {
            const auto single = singleName(one);
            const auto with = single.find(elsewhereWord);
            const auto inPicture =
                isPlain(one) || with == single.npos ? one : fmt::format("{{{}}}", single.substr(0, with));
            if (readsPicture(asked.lesson, inPicture))
                m_numbers.push_back({inPicture, value});
            continue;
        }
        for (const auto name : namesIn(one))
            if (const auto read = fmt::format("{{{}}}", name); !comparesElsewhere && isResult(asked.lesson, name))
                m_words.push_back({read, inScenario(read)});
    }
    if (isNumber && names.size() == 1) { // choices may compare what is given
        m_name = *names.begin();
        m_named = inScenario(fmt::format("{{{}}}", m_name));
    }
}

bool AskedResults::areIn(const Scenario& shown) const
{
    if (isSamePicture(shown, m_asked.scenario) && m_readsPicture)
        return true;
    const auto isShown = [&](const AskedResult& one) {
        return isSameNumber(valueIn(m_asked.lesson, shown, one.inPicture), one.value);
    };
    const auto isUnchanged = [&](const AskedResult& one) {
        return isSameTerm(valueIn(m_asked.lesson, shown, one.inPicture), one.value) &&
               (isShown(one) || isSameGroup(shown, m_asked.scenario, singleName(one.inPicture)));
    };
    return std::ranges::any_of(m_numbers, isShown) || (!m_words.empty() && std::ranges::all_of(m_words, isUnchanged));
}

bool AskedResults::areSaid(const PosedStep& at, std::string_view text) const
{
    const auto isSaid = [&](std::string_view name) {
        return !m_name.empty() && withoutEdits(name) == withoutEdits(m_name) &&
               isSameTerm(valueIn(at.lesson, at.scenario, fmt::format("{{{}}}", name)), m_named);
    };
    return std::ranges::any_of(placeholdersIn(text), [&](std::string_view placeholder) {
        const auto names = namesIn(placeholder);
        const bool putsTogether = names.size() > 1 && std::ranges::any_of(m_numbers, [&](const AskedResult& one) {
                                      return isSameNumber(valueIn(at.lesson, at.scenario, placeholder), one.value);
                                  });
        return putsTogether || std::ranges::any_of(names, isSaid);
    });
}

/// A text that prints a number tells it.
void checkSaid(const std::vector<PosedStep>& posed, const std::vector<AskedResults>& asked, LessonRun& run)
{
    for (std::size_t j = 0; j < posed.size(); ++j)
        for (std::size_t i = 0; i <= j; ++i) {
            const LessonStep& step = posed[i].step;
            std::vector<std::string> texts = i < j ? choiceTexts(step.question) : std::vector<std::string>();
            texts.insert(texts.end(), step.hints.begin(), step.hints.end());
            texts.insert(texts.end(), {step.prompt, i < j ? step.says : std::string()});
            if (std::ranges::any_of(texts, [&](const auto& text) { return asked[j].areSaid(posed[i], text); }))
                run.faults.push_back({fmt::format("steps.{}", i + 1),
                                      fmt::format("Step {} says in its text what step {} asks for: leave the number "
                                                  "out, or ask before.",
                                                  i + 1, j + 1)});
        }
}

} // namespace

void checkLeaks(const std::vector<PosedStep>& posed, LessonRun& run)
{
    const std::vector<AskedResults> asked(posed.begin(), posed.end());
    checkSaid(posed, asked, run);
    for (std::size_t i = 0; i + 1 < posed.size(); ++i) {
        if (isCovered(posed, i, [i](std::size_t step) { return step <= i; }))
            continue;
        const PosedStep met = onceMet(posed[i], run.steps[i].own.typed);
        const bool changes = met.scenario != posed[i].scenario;
        for (std::size_t j = i + 1; j < posed.size(); ++j)
            if (asked[j].areIn(posed[i].scenario) || (changes && asked[j].areIn(met.scenario)))
                run.faults.push_back({fmt::format("steps.{}", i + 1),
                                      fmt::format("Step {} has all numbers in sight, and the answer of step {} with "
                                                  "them: ask that before, or set a scenario with another answer.",
                                                  i + 1, j + 1)});
    }
}

} // namespace core
