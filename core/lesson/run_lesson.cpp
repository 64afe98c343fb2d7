// SPDX-License-Identifier: GPL-3.0-or-later
// Every step is asked on its own, with the fields that it and those before it set.
#include "core/lesson/run_lesson.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/lesson/answer_in_sight.h"
#include "core/lesson/evaluation_count.h"
#include "core/lesson/read_sizes.h"
#include "core/lesson/spelling.h"
#include "core/lesson/stage.h"
#include "core/numbers/numbers.h"
#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/fields.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/shard_size.h"
#include "core/scenario/text_forms.h"
#include "core/sharding/notation.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <ranges>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

/// One step on trial.
class Trial
{
public:
    /// `dims`: of the products of all steps.
    Trial(const PosedStep& at, std::size_t number, const std::set<std::string>& dims, LessonRun& run)
        : m_at(at), m_number(number), m_dims(dims), m_run(run)
    {
        m_step.kind = at.step.kind;
    }

    void go()
    {
        checkPlace();
        checkTexts();
        checkOthers("accepted", m_at.step.accepted);
        checkOthers("wrong", m_at.step.wrong);
        if (const auto* until = std::get_if<UntilAnswer>(&m_at.step.question))
            checkSettings("solution", until->solution);
        if (const auto own = ownAnswer(m_at); !own)
            fault(questionKey(), "has no answer: " + own.error());
        else
            tryOwn(*own);
        if (const auto listed = listedAnswers(m_at); !listed)
            fault("wrong", "has an answer that cannot be made: " + listed.error());
        else
            for (const auto& answer : *listed)
                tryListed(answer);
        m_run.steps.push_back(std::move(m_step));
    }

private:
    /// Of what follows once too much was evaluated, the first alone.
    void fault(std::string_view key, const std::string& what)
    {
        if (std::exchange(m_isOver, EvaluationCount::isOver()))
            return;
        m_run.faults.push_back({fmt::format("steps.{}{}{}", m_number, key.empty() ? "" : ".", key),
                                fmt::format("Step {} {}{}", m_number, what, what.ends_with('.') ? "" : ".")});
    }

    std::string_view questionKey() const { return questionKeys[m_at.step.question.index()]; }

    void checkPlace()
    {
        const auto issues = check(m_at.scenario, evaluate(m_at.scenario));
        const auto error = std::ranges::find(issues, Severity::error, &Issue::severity);
        if (error != issues.end())
            fault("set", fmt::format("begins with an impossible scenario: {}", error->text));
        const bool mends = std::holds_alternative<UntilAnswer>(m_at.step.question);
        bool isThere = error == issues.end();
        for (const Issue& issue : issues) {
            const bool off = keepsNumbersOff(issue);
            isThere &= !off;
            if (issue.field == "layer.arrays") // no effect
                fault("set", fmt::format("begins with {}: {}", issue.field, issue.text));
            else if (const auto dimension = shardDimension(issue.field); dimension)
                checkSize(issue.field, std::string(*dimension));
            else if (isUnreadable(issue) || (off && !mends))
                checkInput(issue);
        }
        const auto why = isThere ? emptyPicture() : std::string();
        if (!why.empty() && !mends)
            return fault("set", "begins with an empty picture: " + why);
        checkPoints(isThere && why.empty());
    }

    /// Why the tab of the step has nothing to show, of what no issue says.
    std::string emptyPicture() const
    {
        const Scenario& s = m_at.scenario;
        if (m_at.step.tab == "operation" && s.ops.empty())
            return missingRateOf(operationNumbers(s), s);
        if (m_at.step.tab != "step")
            return {};
        EvaluationCount::add(1, "step.simulated", s);
        const auto simulated = numberIn(s, "step.simulated");
        return simulated ? std::string() : simulated.error();
    }

    /// `looksUp`: also whether a number has a value.
    void checkPoints(bool looksUp)
    {
        const auto& points = m_at.step.points;
        const auto isNumber = checkNumber(*m_at.scenario.presets, points).has_value();
        if (!fieldRow(points) && !isNumber)
            return fault("points",
                         fmt::format("points at {}, which is neither a field nor a number", inQuotes(points)));
        std::string why = noSuchDimension(m_at.scenario.shard, points);
        const bool built = points.starts_with("own.") && std::holds_alternative<ScheduleAnswer>(m_at.step.question);
        if (looksUp && !built && (!fieldRow(points) || !fieldValue(m_at.scenario, points))) {
            EvaluationCount::add(1, points, m_at.scenario);
            if (const auto there = numberIn(m_at.scenario, points); !there)
                why = there.error();
        }
        if (!why.empty())
            fault("points", fmt::format("points at {}, which is not there: {}", inQuotes(points), why));
    }

    /// A product that nothing can be made of.
    static bool isUnreadable(const Issue& issue)
    {
        return issue.field == "shard.expr" && (issue.code == "SYNTAX" || issue.code == "AXIS");
    }

    /// Of an input of what the tab of the step shows: there is nothing to show. An `until` may begin so, to have it
    /// mended.
    bool keepsNumbersOff(const Issue& issue) const
    {
        const std::string_view points = m_at.step.points, field = issue.field;
        if (furtherField(field) && !points.ends_with(field.substr(field.find('@')))) // the other operations are there
            return false;
        constexpr std::array rooms{std::pair("sharding", "shard."), std::pair("operation", "op."),
                                   std::pair("collectives", "coll."), std::pair("layer", "net.")};
        return std::ranges::any_of(rooms,
                                   [&](const auto& room) { // of edited arrays numbers are there without the edits
                                       return m_at.step.tab == room.first && issue.lost == room.second;
                                   });
    }

    /// Told once, at the setting that brought it.
    void checkInput(const Issue& issue)
    {
        std::vector<std::string_view> fields{issue.field};
        if (issue.field == "shard.expr")
            fields.emplace_back("shard.mesh");
        std::string remedy;
        for (const Repair& repair : issue.repairs) {
            std::string edits;
            for (const auto& [field, value] : repair.edits)
                if (const auto row = fieldRow(field)) {
                    fields.push_back(field);
                    edits +=
                        fmt::format("{}{} to \"{}\"", edits.empty() ? "" : " and ", field, valueText(**row, value));
                }
            if (!edits.empty())
                remedy += (remedy.empty() ? " Set " : ", or ") + edits;
        }
        std::string path = placeOf(fields);
        if (path.empty()) // of what the steps begin with anyway
            path = fmt::format("steps.{}", m_number);
        if (isTold(path))
            return;
        m_run.faults.push_back({path, fmt::format("Step {} begins with {}: {}{}{}", m_number, issue.field, issue.text,
                                                  remedy, remedy.empty() ? "" : ".")});
    }

    /// A size of a dimension that no product of the lesson has: told once, where it is set.
    void checkSize(const std::string& field, const std::string& dimension)
    {
        const std::string path = placeOf({field});
        if (!m_dims.contains(dimension) && !isTold(path))
            m_run.faults.push_back({path, fmt::format("Step {} sets what nothing reads: {}", m_number,
                                                      unreadSize(m_at.scenario.shard, field))});
    }

    /// Beyond those of the step; what cannot be set is told where the answer is tried.
    void checkSettings(const std::string& key, const Settings& settings)
    {
        Scenario changed = m_at.scenario;
        if (!applySettings(changed, settings))
            return;
        for (const Setting& one : settings)
            if (const auto read = checkRead(changed, {one}); !read)
                fault(fmt::format("{}.{}", key, one.field), "sets what nothing reads: " + read.error());
    }

    void checkOthers(std::string_view key, const std::vector<OtherAnswer>& others)
    {
        for (std::size_t i = 0; i < others.size(); ++i)
            checkSettings(fmt::format("{}.{}.with", key, i + 1), others[i].with);
    }

    bool isTold(std::string_view path) const
    {
        return std::ranges::find(m_run.faults, path, &LessonFault::path) != m_run.faults.end();
    }

    /// Where one of the fields is set last.
    std::string placeOf(const std::vector<std::string_view>& fields) const
    {
        const auto in = [&](const Settings& settings, std::string_view path) {
            for (const std::string_view field : fields)
                if (std::ranges::find(settings, field, &Setting::field) != settings.end())
                    return fmt::format("{}.{}", path, field);
            return std::string();
        };
        std::string place;
        for (std::size_t step = m_number; step > 0 && place.empty(); --step)
            place = in(m_at.lesson.steps[step - 1].set, fmt::format("steps.{}.set", step));
        for (const auto& [settings, path] : {std::pair(&m_at.lesson.start, "start"), {&m_at.lesson.pins, "pins"}})
            place = place.empty() ? in(*settings, path) : place;
        return place;
    }

    void checkText(std::string_view key, const std::string& text)
    {
        if (const auto full = filledText(m_at.lesson, m_at.scenario, text); !full)
            fault(key, fmt::format("cannot fill in its \"{}\": {}", key, full.error()));
    }

    void checkTexts()
    {
        checkText("prompt", m_at.step.prompt);
        for (const auto& hint : m_at.step.hints)
            checkText("hints", hint);
        checkText("says", m_at.step.says);
        for (const auto& other : m_at.step.accepted)
            checkText("accepted", other.says);
        const auto choices = choiceTexts(m_at.step.question);
        for (const auto& text : choices)
            checkText(questionKey(), text);
        if (!std::holds_alternative<ErrorAnswer>(m_at.step.question)) // which may write a line again
            checkAlike(choices);
    }

    /// Nobody could tell which of them is meant.
    void checkAlike(const std::vector<std::string>& choices)
    {
        std::map<std::string, std::size_t> seen;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const auto full = filledText(m_at.lesson, m_at.scenario, choices[i]).value_or(choices[i]);
            if (const auto [same, isNew] = seen.try_emplace(lowerCase(withSingleBlanks(full)), i); !isNew)
                fault(questionKey(), fmt::format("has {0} {1} and {2} alike, {3}: change one of them", questionKey(),
                                                 same->second + 1, i + 1, inQuotes(full)));
        }
    }

    std::optional<TriedAnswer> tried(std::string_view key, const std::string& typed)
    {
        auto checked = checkAnswer(m_at, typed);
        if (!checked) {
            fault(key, fmt::format("cannot check {}: {}", inQuotes(typed), checked.error()));
            return std::nullopt;
        }
        return TriedAnswer{typed, checked->outcome, std::move(checked->text)};
    }

    void tryOwn(const std::string& typed)
    {
        m_step.own.outcome = Outcome::ungraded;
        if (typed.empty())
            return;
        auto own = tried(questionKey(), typed);
        if (!own)
            return;
        if (own->outcome != Outcome::right && own->outcome != Outcome::ungraded)
            fault(questionKey(), fmt::format("refuses its own answer {}: {}", inQuotes(typed), own->text));
        if (const auto* ranking = std::get_if<RankingAnswer>(&m_at.step.question))
            checkOrder(*ranking, typed);
        m_step.own = *std::move(own);
    }

    /// What is listed in the right order tells it, unless any order is right.
    void checkOrder(const RankingAnswer& ranking, const std::string& own)
    {
        std::vector<std::size_t> listed(ranking.items.size());
        std::iota(listed.begin(), listed.end(), std::size_t{1});
        const auto other = checkAnswer(m_at, fmt::format("{}", fmt::join(listed | std::views::reverse, " ")));
        if (own == fmt::format("{}", fmt::join(listed, " ")) && other && other->outcome != Outcome::right)
            fault("items", "lists its items in the right order, which tells it: put another item first");
    }

    void tryListed(const ListedAnswer& answer)
    {
        const std::string_view key = answer.accepted ? "accepted" : "wrong";
        auto other = tried(key, answer.typed);
        if (!other)
            return;
        const bool named = other->outcome == Outcome::rightUnder || other->outcome == Outcome::right;
        if (answer.accepted && !named)
            fault(key, fmt::format("refuses {}, which it lists as accepted: {}", inQuotes(answer.typed), other->text));
        if (!answer.accepted && named)
            fault(key, fmt::format("accepts {}, which it lists as wrong", inQuotes(answer.typed)));
        if (!answer.accepted && other->outcome == Outcome::unreadable)
            fault(key, fmt::format("cannot read {}, which it lists as wrong: {}", inQuotes(answer.typed), other->text));
        m_step.listed.push_back(*std::move(other));
    }

    const PosedStep& m_at;
    std::size_t m_number;
    const std::set<std::string>& m_dims;
    LessonRun& m_run;
    StepRun m_step;
    bool m_isOver = false;
};

/// A field both pinned and started: the later one holds, without a word of it.
void checkTwice(const Lesson& lesson, LessonRun& run)
{
    const auto text = [](const Setting& setting) {
        const auto row = fieldRow(setting.field);
        return row ? valueText(**row, setting.value) : std::string();
    };
    for (const Setting& start : lesson.start)
        if (const auto pin = std::ranges::find(lesson.pins, start.field, &Setting::field); pin != lesson.pins.end())
            run.faults.push_back(
                {fmt::format("start.{}", start.field),
                 fmt::format("{} is pinned to {} and started as {}: keep one.", start.field, text(*pin), text(start))});
}

} // namespace

LessonRun runLesson(const Lesson& lesson, const Catalogue& catalogue)
{
    LessonRun run;
    const EvaluationCount count;
    checkTwice(lesson, run);
    const auto dims = readDimensions(lesson, catalogue);
    std::vector<PosedStep> posed;
    for (std::size_t step = 0; step < lesson.steps.size() && !count.isSpent(); ++step) {
        const auto at = posedStep(lesson, step, catalogue);
        if (at) {
            Trial(*at, step + 1, dims, run).go();
            posed.push_back(*at);
        } else
            run.faults.push_back(
                {fmt::format("steps.{}.set", step + 1), fmt::format("Step {} cannot begin: {}", step + 1, at.error())});
    }
    if (posed.size() == lesson.steps.size()) // else their numbers would be others
        checkLeaks(posed, run);
    if (count.isSpent() && run.faults.empty()) // by the last number of a step
        run.faults.push_back({fmt::format("steps.{}", run.steps.size()),
                              fmt::format("Step {}: {}.", run.steps.size(), tooMuchEvaluated(lesson))});
    run.evaluations = count.count();
    return run;
}

} // namespace core
