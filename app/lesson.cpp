// SPDX-License-Identifier: GPL-3.0-or-later
// lesson: lists lessons, shows one without its answers, checks an answer, and solves lessons by their own answers.
#include "app/lesson_source.h"
#include "app/output.h"
#include "app/scenario_source.h"
#include "core/io/lesson_json.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace app
{

namespace
{

std::string_view nameOf(core::StepKind kind) { return core::stepKindNames[static_cast<std::size_t>(kind)]; }

Json settingsJson(const core::Settings& settings)
{
    Json object = Json::object();
    for (const auto& [field, value] : settings)
        object[field] = jsonValue(value);
    return object;
}

core::PosedStep posed(const core::Lesson& lesson, std::size_t step)
{
    return orFail(core::posedStep(lesson, step, core::shippedCatalogue()), Exit::invalid);
}

std::string filled(const core::PosedStep& at, const std::string& text)
{
    return orFail(core::filledText(at.lesson, at.scenario, text), Exit::invalid);
}

/// What is chosen from or arranged, in the order of the file.
std::vector<std::string> choicesOf(const core::PosedStep& at)
{
    auto texts = core::choiceTexts(at.step.question);
    for (auto& text : texts)
        text = filled(at, text);
    return texts;
}

Json stepJson(const core::PosedStep& at, std::size_t number, bool answers)
{
    Json step{{"step", number},
              {"kind", nameOf(at.step.kind)},
              {"tab", at.step.tab},
              {"points", at.step.points},
              {"set", settingsJson(at.step.set)}};
    step["prompt"] =
        answers || at.step.kind != core::StepKind::reveal ? Json(filled(at, at.step.prompt)) : Json(nullptr);
    step["form"] = core::answerForm(at);
    if (const auto choices = choicesOf(at); !choices.empty())
        step["choices"] = choices;
    if (answers) {
        step["answer"] = orFail(core::ownAnswer(at), Exit::invalid);
        step["shown"] = orFail(core::shownAnswer(at), Exit::invalid);
    }
    return step;
}

Json lessonJson(const core::Lesson& lesson, bool answers)
{
    Json steps = Json::array();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        steps.push_back(stepJson(posed(lesson, i), i + 1, answers));
    return {{"id", lesson.id},
            {"title", lesson.title},
            {"course", lesson.course},
            {"topic", lesson.topic},
            {"source", lesson.source},
            {"minutes", jsonNumber(lesson.minutes)},
            {"pins", settingsJson(lesson.pins)},
            {"start", settingsJson(lesson.start)},
            {"steps", steps}};
}

std::string settingsText(const core::Settings& settings)
{
    std::string text;
    for (const auto& [field, value] : settings)
        text +=
            fmt::format("{}{}={}", text.empty() ? "" : ", ", field, core::valueText(**core::fieldRow(field), value));
    return text;
}

void printStep(const core::PosedStep& at, std::size_t number, bool answers, std::ostream& out)
{
    out << fmt::format("\n{}. {}, tab {}, at {}\n", number, nameOf(at.step.kind), at.step.tab, at.step.points);
    if (!at.step.set.empty())
        out << "   sets " << settingsText(at.step.set) << '\n';
    const bool hidden = at.step.kind == core::StepKind::reveal && !answers;
    out << "   " << (hidden ? std::string("(what it shows comes after the answers)") : filled(at, at.step.prompt))
        << '\n';
    std::size_t place = 0;
    for (const auto& text : choicesOf(at))
        out << fmt::format("     {}  {}\n", ++place, text);
    const auto form = core::answerForm(at);
    if (!form.empty())
        out << "   Answer: " << form << '\n';
    if (const auto shown = answers ? orFail(core::shownAnswer(at), Exit::invalid) : std::string(); !shown.empty())
        out << "   = " << shown << '\n';
}

Json triedJson(const core::TriedAnswer& tried)
{
    return {{"typed", tried.typed}, {"outcome", core::nameOf(tried.outcome)}, {"text", tried.text}};
}

/// Where its lesson is a file, with their lines.
std::vector<std::string> faultTexts(const FoundLesson& found, const core::LessonRun& run)
{
    const auto text =
        found.file.empty() || run.faults.empty() ? std::string() : core::readFile(found.file).value_or(std::string());
    std::vector<std::string> all;
    for (const auto& fault : run.faults)
        all.push_back(core::withLine(fault, text));
    return all;
}

Json runJson(const FoundLesson& found, const core::LessonRun& run)
{
    Json steps = Json::array();
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        Json listed = Json::array();
        for (const auto& tried : run.steps[i].listed)
            listed.push_back(triedJson(tried));
        steps.push_back({{"step", i + 1},
                         {"kind", nameOf(run.steps[i].kind)},
                         {"own", triedJson(run.steps[i].own)},
                         {"listed", listed}});
    }
    return {{"id", found.lesson.id}, {"solved", run.isSolved()}, {"faults", faultTexts(found, run)}, {"steps", steps}};
}

void printRun(const FoundLesson& found, const core::LessonRun& run, Console console)
{
    const core::Lesson& lesson = found.lesson;
    for (const auto& fault : faultTexts(found, run))
        console.messages << core::oneLine(found.file.empty() ? lesson.id : found.file) << ": " << core::oneLine(fault)
                         << '\n';
    std::size_t mistakes = 0;
    for (const auto& step : run.steps)
        mistakes += step.listed.size();
    console.out << fmt::format("{}: {}, {} step{}, {} listed answer{}\n", lesson.id,
                               run.isSolved() ? "solved" : "not solved", run.steps.size(),
                               run.steps.size() == 1 ? "" : "s", mistakes, mistakes == 1 ? "" : "s");
}

} // namespace

Exit listLessons(const LessonListRequest& request, Console console)
{
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows{{"id", "minutes", "title", "source"}};
    for (const auto& [lesson, file] : allLessons(console)) {
        list.push_back({{"id", lesson.id},
                        {"title", lesson.title},
                        {"course", lesson.course},
                        {"topic", lesson.topic},
                        {"source", lesson.source},
                        {"minutes", jsonNumber(lesson.minutes)},
                        {"steps", lesson.steps.size()}});
        rows.push_back({lesson.id, core::exactNumber(lesson.minutes), lesson.title, lesson.source});
    }
    console.out << (request.json ? jsonText(list) : alignedTable(rows));
    return Exit::good;
}

Exit showLesson(const LessonShowRequest& request, Console console)
{
    const auto lesson = namedLesson(request.lesson, console).lesson;
    if (request.json) {
        console.out << jsonText(lessonJson(lesson, request.answers));
        return Exit::good;
    }
    console.out << fmt::format("{}  {}\n{}, {} min\n{}\nPinned: {}\n", lesson.id, lesson.title, lesson.topic,
                               lesson.minutes, lesson.source, settingsText(lesson.pins));
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        printStep(posed(lesson, i), i + 1, request.answers, console.out);
    return Exit::good;
}

namespace
{

/// Prints how it runs, or adds that to the list; whether it is solved.
bool report(const FoundLesson& found, Json* list, Console console)
{
    const auto run = core::runLesson(found.lesson, core::shippedCatalogue());
    if (list)
        list->push_back(runJson(found, run));
    else
        printRun(found, run, console);
    return run.isSolved();
}

/// As the editor says it.
Exit checkWhole(const FoundLesson& found, bool json, Console console)
{
    Json list = Json::array();
    const bool solved = report(found, json ? &list : nullptr, console);
    if (json)
        console.out << jsonText(list.front());
    return solved ? Exit::good : Exit::invalid;
}

} // namespace

Exit checkLesson(const LessonCheckRequest& request, Console console)
{
    const auto found = namedLesson(request.lesson, console);
    const core::Lesson& lesson = found.lesson;
    if (request.answer.empty() && request.step == 0)
        return checkWhole(found, request.json, console);
    if (request.step < 1)
        throw Failure(Exit::usage, "--step counts from 1.");
    if (request.misses < 0)
        throw Failure(Exit::usage, "--misses counts wrong answers, from 0.");
    const auto at = posed(lesson, static_cast<std::size_t>(request.step) - 1);
    const auto checked = orFail(core::checkAnswer(at, request.answer, request.misses), Exit::invalid);
    if (request.json)
        console.out << jsonText({{"id", lesson.id},
                                 {"step", request.step},
                                 {"outcome", core::nameOf(checked.outcome)},
                                 {"text", checked.text},
                                 {"hint", checked.hint}});
    else
        console.out << core::nameOf(checked.outcome) << ": " << checked.text << '\n';
    return checked.isAccepted() ? Exit::good : Exit::unmet;
}

namespace
{

/// In place of what the lesson pins that field to.
void pin(core::Lesson& lesson, const Edit& edit)
{
    std::erase_if(lesson.pins, [&](const core::Setting& old) { return old.field == edit.id; });
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    // The chip says which variants there are; what does not go together is told once all is pinned.
    static_cast<void>(core::applySettings(scenario, lesson.pins));
    orFail(core::setFieldFromText(scenario, edit.id, edit.value), Exit::invalid);
    if (auto value = core::fieldValue(scenario, edit.id))
        lesson.pins.push_back({std::string(edit.id), *std::move(value)});
}

/// What was asked for and cannot be: a field that the lesson sets itself, and pins that do not go together.
void checkPins(const core::Lesson& lesson, const std::vector<std::string>& edits)
{
    for (const std::string& text : edits)
        if (std::ranges::find(lesson.start, editOf(text).id, &core::Setting::field) != lesson.start.end())
            throw Failure(Exit::usage,
                          fmt::format("{} starts with a {} of its own, which --set {} would not change. --set "
                                      "pins what a lesson does not start with.",
                                      lesson.id, editOf(text).id, text));
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    const auto done = core::applySettings(scenario, lesson.pins);
    orFail(done.map_error([&](const std::string& why) {
        return fmt::format("{} pins what does not go with --set {}: {} Give that by --set, too.", lesson.id,
                           fmt::join(edits, " --set "), why);
    }),
           Exit::invalid);
}

/// Why no step of the lesson reads it, as a sentence; empty where one does.
std::string unreadPin(const core::Lesson& lesson, std::string_view id)
{
    std::string sentence;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        const auto scenario = core::scenarioAt(lesson, step, core::shippedCatalogue());
        sentence =
            scenario ? core::unreadSize(scenario->shard, id) : std::string(); // that it cannot begin is told by the run
        if (sentence.empty())
            return {};
    }
    return sentence;
}

/// Sizes that none of the lessons reads.
void checkRead(const std::vector<FoundLesson>& lessons, const std::vector<std::string>& edits)
{
    for (const std::string& text : edits) {
        const auto unread = [&](const FoundLesson& found) { return unreadPin(found.lesson, editOf(text).id); };
        const auto isUnread = [&](const FoundLesson& found) { return !unread(found).empty(); };
        if (std::ranges::all_of(lessons, isUnread))
            throw Failure(Exit::invalid,
                          fmt::format("{}{}: {}", lessons.front().lesson.id,
                                      lessons.size() == 1 ? "" : ", as each of the others", unread(lessons.front())));
    }
}

} // namespace

Exit runLessons(const LessonRunRequest& request, Console console)
{
    std::vector<FoundLesson> lessons;
    for (const auto& name : request.lessons)
        lessons.push_back(namedLesson(name, console));
    if (request.all == !lessons.empty())
        throw Failure(Exit::usage, "Name lessons, or give --all.");
    if (request.all)
        lessons = allLessons(console);
    for (const std::string& text : request.edits)
        for (FoundLesson& found : lessons)
            pin(found.lesson, editOf(text));
    if (!request.all) // of all lessons, each says what it cannot do with it
        for (const FoundLesson& found : lessons)
            checkPins(found.lesson, request.edits);
    checkRead(lessons, request.edits);
    Json list = Json::array();
    bool solved = true;
    for (const auto& found : lessons)
        solved = report(found, request.json ? &list : nullptr, console) && solved;
    if (request.json)
        console.out << jsonText(list);
    return solved ? Exit::good : request.edits.empty() ? Exit::invalid : Exit::unmet; // as they are, or so pinned
}

} // namespace app
