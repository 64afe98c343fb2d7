// SPDX-License-Identifier: GPL-3.0-or-later
// Each lesson is solved by its own answers, each scenario is evaluated with its baselines.
#include "core/io/course_check.h"

#include "core/check/check.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_json.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/lesson/run_lesson.h"

#include <fmt/format.h>

namespace core
{

std::vector<std::string> faultsOf(const CoursePack& pack)
{
    std::vector<std::string> faults;
    for (const PackedFile& file : pack.files) {
        if (!file.path.starts_with("lessons/"))
            continue;
        const auto place = pack.places.find(file.path);
        const std::string& name = place == pack.places.end() ? file.path : place->second;
        if (const auto lesson = readLesson(file.bytes, file.path, shippedCatalogue()))
            for (const LessonFault& fault : runLesson(*lesson, shippedCatalogue()).faults)
                faults.push_back(fmt::format("{}: {}", name, withLine(fault, file.bytes)));
    }
    return faults;
}

std::vector<Issue> issuesOf(const CoursePack& pack)
{
    std::vector<Issue> all;
    for (const auto& [path, bytes] : pack.files)
        if (path.starts_with("scenarios/"))
            if (const auto scenario = readScenario(bytes, path, shippedCatalogue()))
                for (auto& issue : issuesOf(*scenario)) {
                    issue.text = fmt::format("{}: {}", path, issue.text);
                    all.push_back(std::move(issue));
                }
    return all;
}

} // namespace core
