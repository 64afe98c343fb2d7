// SPDX-License-Identifier: GPL-3.0-or-later
// validate: what is wrong, wasteful or assumed in scenario and lesson files, with codes.
#include "app/output.h"
#include "app/scenario_source.h"
#include "core/check/check.h"
#include "core/io/course_check.h"
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/json.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/lesson_schema.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/lesson/run_lesson.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

namespace app
{

namespace
{

Json issueJson(const core::Issue& issue)
{
    Json repairs = Json::array();
    for (const auto& repair : issue.repairs) {
        Json edits = Json::object();
        for (const auto& [id, value] : repair.edits)
            edits[id] = jsonValue(value);
        repairs.push_back({{"text", repair.text}, {"edits", edits}});
    }
    return {{"code", issue.code},
            {"severity", core::severityName(issue.severity)},
            {"field", issue.field},
            {"text", issue.text},
            {"repairs", repairs}};
}

/// One file's outcome.
struct Verdict {
    std::string file;
    Exit exit = Exit::good;
    std::optional<Failure> refusal; // why it could not be read
    std::vector<core::Issue> issues;
};

void addFault(Verdict& verdict, std::string text)
{
    verdict.exit = Exit::invalid;
    verdict.issues.push_back({"LESSON", core::Severity::error, {}, std::move(text), {}});
}

/// Of a lesson: what keeps its steps from being solved by its own answers.
Verdict lessonVerdict(const std::string& file, std::string_view text)
{
    const auto lesson = orFail(core::readLesson(text, file, core::shippedCatalogue()));
    Verdict verdict{file, Exit::good, {}, {}};
    if (const auto breach = core::schemaBreach(text))
        addFault(verdict, fmt::format("line {}: lesson.schema.json does not allow \"{}\": {}",
                                      core::lineOfKey(text, breach->path), breach->path, breach->what));
    for (const auto& fault : core::runLesson(lesson, core::shippedCatalogue()).faults)
        addFault(verdict, core::withLine(fault, text));
    return verdict;
}

/// What has the id of a playlist already; one's own of another folder is a copy.
std::string placeTaken(const core::LessonLibrary& library, const std::string& id, const std::string& file)
{
    std::error_code error;
    const auto other = std::ranges::find_if(
        library.courseFiles, [&](const auto& known) { return core::lowerCase(known.first) == core::lowerCase(id); });
    const auto around = std::filesystem::path(file).parent_path();
    const bool beside = other != library.courseFiles.end() &&
                        std::filesystem::equivalent(std::filesystem::path(other->second).parent_path(),
                                                    around.empty() ? "." : around, error) &&
                        !std::filesystem::equivalent(other->second, file, error);
    return beside ? other->second : core::shippedCourseLike(id);
}

/// Of a playlist: its id, lessons that are not there, and what is wrong with those that do not ship.
Verdict courseVerdict(const std::string& file, std::string_view text, Console console)
{
    const auto course = orFail(core::readCourse(text, file));
    Verdict verdict{file, Exit::good, {}, {}};
    const auto library = core::lessonLibrary();
    if (const auto taken = placeTaken(library, course.id, file); !taken.empty())
        addFault(verdict, "\"id\": " + core::takenId(course.id, taken));
    bool isMissing = false;
    for (const auto& id : course.lessons) {
        const auto own = library.files.find(id);
        if (const auto why = library.whyMissing(id); !why.empty()) {
            isMissing = true;
            addFault(verdict, "\"lessons\" names " + why);
        } else if (own != library.files.end())
            for (const auto& issue : lessonVerdict(own->second, orFail(core::readFile(own->second))).issues)
                addFault(verdict, "\"lessons\" names \"" + id + "\": " + own->second + ": " + issue.text);
    }
    for (const auto& problem : isMissing ? library.problems : std::vector<std::string>())
        console.messages << core::oneLine(problem) << '\n';
    return verdict;
}

/// Of a course with its files: what is wrong with its lessons, and all that is said of its scenarios.
Verdict packVerdict(const std::string& file, const tl::expected<core::CoursePack, core::Error>& read)
{
    const auto pack = orFail(read);
    Verdict verdict{file, Exit::good, {}, {}};
    for (std::string& fault : core::faultsOf(pack))
        addFault(verdict, std::move(fault));
    for (core::Issue& issue : core::issuesOf(pack))
        verdict.issues.push_back(std::move(issue));
    if (core::isImpossible(verdict.issues))
        verdict.exit = Exit::invalid;
    if (const auto& others = pack.leftOut; !others.empty())
        verdict.issues.push_back(
            {"LEFT_OUT",
             core::Severity::note,
             {},
             fmt::format("'rooflight lesson pack' refuses the folder while \"{}\"{} in it, which {} no place in a "
                         "course.",
                         core::plainText(others.front()),
                         others.size() == 1 ? std::string(" is") : fmt::format(" and {} more are", others.size() - 1),
                         others.size() == 1 ? "has" : "have"),
             {}});
    return verdict;
}

Verdict verdictOf(const std::string& file, Console console)
try {
    std::error_code error;
    if (core::isCoursePack(file))
        return packVerdict(file, core::readCoursePack(file));
    const std::filesystem::path path(file);
    if (path.filename() == "course.json" && std::filesystem::is_directory(path.parent_path() / "lessons", error))
        return packVerdict(file, core::readCourseBeside(file));
    if (std::filesystem::is_regular_file(file, error))
        if (const auto text = core::readFile(file)) {
            if (core::isLesson(*text))
                return lessonVerdict(file, *text);
            if (core::isCourse(*text))
                return courseVerdict(file, *text, console);
        }
    if (std::filesystem::is_directory(path, error) && !core::shippedCatalogue().scenario(file))
        throw Failure(Exit::file, fmt::format("{}: it is a folder without a file course.json, which would make it a "
                                              "course. Name a file in it, or add one that lists lessons.",
                                              file));
    auto issues = core::issuesOf(namedScenario(file, console.in));
    return {file, core::isImpossible(issues) ? Exit::invalid : Exit::good, {}, std::move(issues)};
} catch (const Failure& failure) {
    return {file, failure.exit, failure, {}};
}

/// Without the name of the file in front, which begins the line.
std::string refusalText(const Failure& refusal, const std::string& file)
{
    std::string text = core::oneLine(refusal.what());
    for (const std::string_view mark : {": ", ", "})
        if (text.starts_with(file + std::string(mark)))
            text.erase(0, file.size() + mark.size());
    return refusal.code.empty() ? text : refusal.code + ": " + text;
}

void printText(const Verdict& verdict, Console console)
{
    const std::string file = core::oneLine(verdict.file);
    if (verdict.refusal)
        console.messages << file << ": " << refusalText(*verdict.refusal, file) << '\n';
    for (const auto& issue : verdict.issues)
        console.messages << file << ": " << core::oneLine(core::issueText(issue)) << '\n';
    console.out << file << ": " << (verdict.exit == Exit::good ? "valid" : "invalid") << '\n';
}

Json verdictJson(const Verdict& verdict)
{
    Json issues = Json::array();
    if (const auto& refusal = verdict.refusal)
        issues.push_back(issueJson(
            {refusal->code.empty() ? "FILE_READ" : refusal->code, core::Severity::error, {}, refusal->what(), {}}));
    for (const auto& issue : verdict.issues)
        issues.push_back(issueJson(issue));
    return {{"file", verdict.file}, {"valid", verdict.exit == Exit::good}, {"issues", issues}};
}

} // namespace

Exit validate(const ValidateRequest& request, Console console)
{
    Json list = Json::array();
    Exit exit = Exit::good;
    for (const auto& file : request.files) {
        const auto verdict = verdictOf(file, console);
        exit = std::max(exit, verdict.exit);
        if (request.json)
            list.push_back(verdictJson(verdict));
        else
            printText(verdict, console);
    }
    if (request.json)
        console.out << jsonText(list);
    return exit;
}

} // namespace app
