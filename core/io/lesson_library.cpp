// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for files of lessons and courses where the desktop's specification has them.
#include "core/io/lesson_library.h"

#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_json.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/io/write_file.h"
#include "core/lesson/run_lesson.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::size_t mostFiles = 1000; // of a folder
constexpr const char* shippedPlaylist = "a playlist that ships";

/// What is in the folder, with that ending of its name where one is asked for, and not hidden. A folder that is not
/// there holds nothing; why another cannot be read is said.
std::vector<std::string> entries(const std::string& folder, std::optional<std::string_view> extension,
                                 std::vector<std::string>& problems)
{
    std::vector<std::string> files;
    std::error_code error, unseen;
    if (std::filesystem::symlink_status(folder, unseen).type() == std::filesystem::file_type::not_found)
        return files;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if ((!extension || at->path().extension() == *extension) && !at->path().filename().string().starts_with('.'))
            files.push_back(at->path().string());
    if (error)
        problems.push_back(fmt::format("The folder {} cannot be read: {}.", folder, error.message()));
    std::ranges::sort(files);
    if (files.size() > mostFiles) {
        problems.push_back(fmt::format("The folder {} holds {} files, of which the first {} by name are read.", folder,
                                       files.size(), mostFiles));
        files.resize(mostFiles);
    }
    return files;
}

/// Names of files are made of ids, and some file systems take "A" for "a".
template <class Item> auto sameId(const std::vector<Item>& items, const std::string& id)
{
    return std::ranges::find_if(items, [low = lowerCase(id)](const Item& item) { return lowerCase(item.id) == low; });
}

/// Adds it, or says why not. `placeOf`: where an item lies that has its id.
template <class Item, class PlaceOf> void add(std::vector<Item>& items, const std::string& path,
                                              tl::expected<Item, Error> read, std::vector<std::string>& problems,
                                              PlaceOf placeOf)
{
    if (!read)
        problems.push_back(read.error().code + ": " + read.error().text);
    else if (const auto other = sameId(items, read->id); other != items.end())
        problems.push_back(fmt::format("{}: {}", path, takenId(read->id, placeOf(*other))));
    else
        items.push_back(*std::move(read));
}

bool addLesson(LessonLibrary& library, const std::string& path)
{
    const std::size_t before = library.lessons.size();
    add(library.lessons, path, lessonOfFile(path), library.problems, [&](const Lesson& other) {
        const auto file = library.files.find(other.id);
        return file == library.files.end() ? std::string("a lesson that ships") : file->second;
    });
    if (library.lessons.size() == before)
        return false;
    library.files[library.lessons.back().id] = path;
    return true;
}

/// One that cannot be read stays in the list, so that it can be mended.
void addOwnLesson(LessonLibrary& library, const std::string& path)
{
    if (addLesson(library, path))
        return;
    Lesson lesson;
    lesson.id = std::filesystem::path(path).stem().string();
    lesson.title = std::filesystem::path(path).filename().string();
    if (std::ranges::find(library.lessons, lesson.id, &Lesson::id) != library.lessons.end())
        lesson.id = lesson.title;
    library.faults[lesson.id] = library.problems.back();
    library.brokenFiles[lesson.id] = path;
    library.broken.push_back(std::move(lesson));
}

std::string usualFile(const Course& course) { return course.id + ".json"; }

tl::expected<Course, Error> courseOfFile(const std::string& path)
{
    return readFile(path).and_then([&](const std::string& text) { return readCourse(text, path); });
}

tl::expected<Course, Error> ownCourseOfFile(const std::string& path)
{
    auto course = courseOfFile(path);
    if (const std::string name = std::filesystem::path(path).filename().string(); course && name != usualFile(*course))
        course->file = name;
    return course;
}

constexpr std::string_view otherHeld = "it holds another playlist, or one that cannot be read. Rename that file.";

/// Whether the file is there, and would be lost.
bool holdsOther(const std::string& path, const Course& course, bool countsUnreadable = true)
{
    std::error_code error;
    const auto there = courseOfFile(path);
    return there ? there->id != course.id : countsUnreadable && std::filesystem::exists(path, error);
}

tl::expected<void, std::string> writeCourse(const Course& course, bool overUnreadable)
{
    const std::string path = pathOf(course);
    if (holdsOther(path, course, !overUnreadable))
        return tl::unexpected(fmt::format("{} is not written: {}", path, otherHeld));
    const auto text = courseText(course);
    if (const auto again = readCourse(text, path); !again)
        return tl::unexpected(again.error().text);
    return writeOwnFile(path, text).map_error([&](const std::string& why) {
        return fmt::format("{} cannot be written: {}.", path, why);
    });
}

void addCourse(LessonLibrary& library, const std::string& path, tl::expected<Course, Error> read)
{
    const std::size_t before = library.courses.size();
    const bool isRead = read.has_value();
    add(library.courses, path, std::move(read), library.problems, [&](const Course& other) {
        const auto file = library.courseFiles.find(other.id);
        return file == library.courseFiles.end() ? std::string(shippedPlaylist) : file->second;
    });
    if (library.courses.size() > before)
        library.courseFiles[library.courses.back().id] = path;
    else if (!isRead)
        library.unread[path] = library.problems.back();
}

/// Whether a pack holds what a playlist of that id holds, and nothing beside its lessons.
bool isCopy(const Course& course, const LessonLibrary& library)
{
    std::error_code error;
    const auto known = sameId(library.courses, course.id);
    return known != library.courses.end() && known->title == course.title && known->lessons == course.lessons &&
           std::ranges::none_of(std::array{"/scenarios", "/pictures", "/notes"}, [&](const char* shelf) {
               return std::filesystem::exists(course.folder + shelf, error);
           });
}

/// Whether the lesson of that id has the same text.
bool isCopy(const std::string& path, const LessonLibrary& library)
{
    const auto lesson = lessonOfFile(path);
    const auto known = lesson ? library.files.find(lesson->id) : library.files.end();
    const auto text = readFile(path), there = known == library.files.end() ? text : readFile(known->second);
    return known != library.files.end() && text && there && *text == *there;
}

/// A copy of what is there adds nothing, and nothing is said of it.
void addPack(LessonLibrary& library, const std::string& folder)
{
    auto course = courseOfFile(folder + "/course.json");
    if (course)
        course->folder = folder;
    if (!course || !isCopy(*course, library))
        addCourse(library, folder, std::move(course));
    for (const auto& path : entries(folder + "/lessons", ".json", library.problems))
        if (!addLesson(library, path) && isCopy(path, library))
            library.problems.pop_back();
}

/// What was added last goes before what was added since `first`.
template <class Item> void putBefore(std::vector<Item>& items, std::size_t first, std::size_t last)
{
    const auto at = [&](std::size_t place) { return items.begin() + static_cast<std::ptrdiff_t>(place); };
    std::rotate(at(first), at(last), items.end());
}

/// Those that were opened give way to the user's own, and stand before them.
void addPacks(LessonLibrary& library)
{
    const std::size_t lessons = library.lessons.size(), courses = library.courses.size();
    for (const auto& said : recoverCourses(dataFolder("packs")))
        library.problems.push_back(said);
    for (const auto& path : entries(dataFolder("packs"), std::nullopt, library.problems)) {
        std::error_code error;
        if (std::filesystem::is_directory(path, error))
            addPack(library, path);
        else if (path.ends_with(packSuffix)) // other files are nobody's lessons
            library.problems.push_back(fmt::format("{} is not opened here. Open it with File > Open.", path));
    }
    putBefore(library.lessons, shippedLessons().size(), lessons);
    putBefore(library.courses, shippedCourses().size(), courses);
    library.fixedCourses = shippedCourses().size() + library.courses.size() - courses;
}

std::vector<Course> readShippedCourses()
{
    std::vector<Course> courses;
    for (const auto& [path, text] : embeddedPresets()) {
        if (!path.starts_with("courses/"))
            continue;
        auto course = readCourse(text, path);
        if (!course) { // a defect of this build, found by its tests
            std::fputs((course.error().text + "\n").c_str(), stderr);
            std::abort();
        }
        courses.push_back(*std::move(course));
    }
    return courses;
}

} // namespace

const std::vector<Course>& shippedCourses()
{
    static const std::vector<Course> courses = readShippedCourses();
    return courses;
}

std::string takenId(const std::string& id, const std::string& by)
{
    return fmt::format("the id \"{}\" is taken by {}. Choose another one.", id, by);
}

std::string missingLesson(const std::string& lesson, const std::vector<std::string>& ids, std::string_view otherwise)
{
    const auto alike =
        std::ranges::find_if(ids, [&](const std::string& id) { return lowerCase(id) == lowerCase(lesson); });
    return alike == ids.end() ? fmt::format("\"{}\", {}", lesson, otherwise)
                              : fmt::format("\"{}\", whose id is \"{}\". Write it so.", lesson, *alike);
}

std::string shippedCourseLike(const std::string& id)
{
    return sameId(shippedCourses(), id) == shippedCourses().end() ? std::string() : shippedPlaylist;
}

tl::expected<Lesson, Error> lessonOfFile(const std::string& path)
{
    return readFile(path).and_then([&](const std::string& text) { return readLesson(text, path, shippedCatalogue()); });
}

bool LessonLibrary::isOwn(const Lesson& lesson) const
{
    const std::string file = fileOf(lesson);
    return !file.empty() && !file.starts_with(dataFolder("packs") + "/");
}

std::string LessonLibrary::fileOf(const Lesson& lesson) const
{
    const auto& all = lesson.steps.empty() ? brokenFiles : files;
    const auto file = all.find(lesson.id);
    return file == all.end() ? std::string() : file->second;
}

std::string LessonLibrary::whyMissing(const std::string& lesson) const
{
    if (std::ranges::find(lessons, lesson, &Lesson::id) != lessons.end())
        return {};
    if (const auto fault = faults.find(lesson); fault != faults.end())
        return fmt::format("\"{}\", whose file is no lesson that can be read: {}", lesson, fault->second);
    std::vector<std::string> ids;
    for (const Lesson& known : lessons)
        ids.push_back(known.id);
    return missingLesson(lesson, ids,
                         "which is nowhere. Put its file among your lessons, or take it off the list; 'rooflight "
                         "lesson list' names all.");
}

std::string LessonLibrary::placeOf(const Course& course) const
{
    const auto file = courseFiles.find(course.id);
    return file == courseFiles.end() ? course.title : file->second;
}

void LessonLibrary::checkOwn(const Catalogue& catalogue, CheckedLessons& before)
{
    for (const Lesson& lesson : lessons) {
        if (!isOwn(lesson))
            continue;
        const std::string path = fileOf(lesson);
        std::error_code noTime, noSize;
        CheckedLesson now{std::filesystem::last_write_time(path, noTime), std::filesystem::file_size(path, noSize), {}};
        CheckedLesson& known = before[path];
        if (noTime || noSize || known.time != now.time || known.size != now.size) {
            const auto run = runLesson(lesson, catalogue);
            now.fault = run.isSolved() ? std::string() : run.faults.front().text;
            known = now;
        }
        if (!known.fault.empty())
            faults[lesson.id] = known.fault;
    }
}

std::vector<std::string> LessonLibrary::keepUnread(const LessonLibrary& before)
{
    std::vector<std::string> kept;
    for (std::size_t i = before.fixedCourses; i < before.courses.size(); ++i) {
        const Course& course = before.courses[i];
        const auto file = unread.find(pathOf(course));
        if (file == unread.end() || std::ranges::find(courses, course.id, &Course::id) != courses.end())
            continue;
        std::erase(problems, file->second);
        const auto own = courses.begin() + static_cast<std::ptrdiff_t>(fixedCourses);
        courses.insert(std::ranges::lower_bound(own, courses.end(), course.id, {}, &Course::id), course);
        courseFiles[course.id] = pathOf(course);
        kept.push_back(course.id);
    }
    return kept;
}

bool isForLessons(const std::string& path)
{
    std::error_code error;
    if (isCoursePack(path) || std::filesystem::path(path).parent_path() == dataFolder("lessons"))
        return true;
    if (!std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) > largestLesson)
        return false;
    const auto text = readFile(path);
    return text && isLesson(*text);
}

LessonLibrary lessonLibrary(std::span<const std::string> opened)
{
    LessonLibrary library;
    library.lessons = shippedLessons();
    library.courses = shippedCourses();
    for (const auto& path : entries(dataFolder("lessons"), ".json", library.problems))
        addOwnLesson(library, path);
    const auto isListed = [&](const std::string& path) {
        const auto isThere = [&](const auto& known) { return known.second == path; };
        return std::ranges::any_of(library.files, isThere) || std::ranges::any_of(library.brokenFiles, isThere) ||
               path.starts_with(dataFolder("packs") + "/");
    };
    for (const auto& path : opened)
        if (!isListed(path))
            addOwnLesson(library, path);
    for (const auto& path : entries(dataFolder("courses"), ".json", library.problems))
        addCourse(library, path, ownCourseOfFile(path));
    addPacks(library);
    return library;
}

std::string pathOf(const Course& course)
{
    return dataFolder("courses") + "/" + (course.file.empty() ? usualFile(course) : course.file);
}

std::optional<Course> savedCourse(const Course& course)
{
    const auto there = ownCourseOfFile(pathOf(course));
    return there && there->id == course.id ? std::optional(*there) : std::nullopt;
}

tl::expected<void, std::string> removeCourse(const Course& course)
{
    const std::string path = pathOf(course);
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error)
        return {}; // another program removed it
    if (holdsOther(path, course))
        return tl::unexpected(fmt::format("{} is not deleted: {}", path, otherHeld));
    if (std::filesystem::remove(path, error))
        return {};
    return tl::unexpected(fmt::format("{} cannot be deleted: {}.", path, error.message()));
}

std::string faultOfCourse(const Course& course)
{
    const std::string path = pathOf(course);
    std::error_code error;
    const auto there = courseOfFile(path);
    const bool isGone = std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::not_found;
    return there || isGone ? std::string() : there.error().text; // a link to nothing is there
}

tl::expected<void, std::string> saveCourse(const Course& course) { return writeCourse(course, false); }

tl::expected<void, std::string> rewriteCourse(const Course& course) { return writeCourse(course, true); }

} // namespace core
