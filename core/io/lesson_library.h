// SPDX-License-Identifier: GPL-3.0-or-later
// All lessons and courses there are: those that ship, those of packs that were opened, and the user's own.
#pragma once

#include "core/io/error.h"
#include "core/lesson/course.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct Catalogue;

/// What was found in a file, and by what the file is known again.
struct CheckedLesson {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    std::string fault; // empty: sound
};
using CheckedLessons = std::map<std::string, CheckedLesson>; // by path

struct LessonLibrary {
    std::vector<Lesson> lessons;              // those that ship by id, those of packs, then the user's by name of file
    std::vector<Course> courses;              // likewise
    std::size_t fixedCourses = 0;             // of the first ones, which are not the user's to change
    std::map<std::string, std::string> files; // by id: where lessons lie that do not ship
    std::map<std::string, std::string> courseFiles; // by id: where playlists lie that do not ship, of packs the folder
    std::map<std::string, std::string> unread;      // by path: playlists that cannot be read, and which problem that is
    std::vector<std::string> problems;              // sentences: files that cannot be read, ids that are taken
    std::vector<Lesson> broken; // files of the user's own that are no lesson: their names, without steps
    std::map<std::string, std::string> brokenFiles; // by the id of these
    std::map<std::string, std::string> faults;      // by id: what is wrong with files of the user's own

    /// Not of a pack, and nothing that ships.
    bool isOwn(const Lesson&) const;
    /// Where it lies; empty where it ships.
    std::string fileOf(const Lesson&) const;
    /// Of an id that a playlist names: the id and why there is no such lesson, to be read after "names"; empty where
    /// there is one.
    std::string whyMissing(const std::string& lesson) const;
    /// Its file, of packs the folder; its title where it ships.
    std::string placeOf(const Course&) const;
    /// Adds what is wrong with the user's own to the faults; runs those whose file is another than at the last check.
    void checkOwn(const Catalogue&, CheckedLessons& before);
    /// Takes over the user's own playlists whose files were read before and cannot be now; what is wrong with these
    /// files leaves the problems. Their ids.
    std::vector<std::string> keepUnread(const LessonLibrary& before);
};

/// Read anew each time: files of the user may have changed. `opened`: lessons that lie elsewhere.
LessonLibrary lessonLibrary(std::span<const std::string> opened = {});

/// Whether a file is a lesson or a course pack: for the tab Lessons, in place of no document. What lies among the
/// user's lessons is one, whatever is wrong with it.
bool isForLessons(const std::string& path);

tl::expected<Lesson, Error> lessonOfFile(const std::string& path);
/// The error is a sentence.
tl::expected<void, std::string> saveCourse(const Course&);
/// Where it is kept.
std::string pathOf(const Course&);
/// The same in the place of a file that cannot be read, or that another program changed; of none that holds another.
tl::expected<void, std::string> rewriteCourse(const Course&);
/// Why its file, which is there, cannot be read; empty where it can, and where there is none.
std::string faultOfCourse(const Course&);
/// As its file has it now; nothing where that cannot be read, or holds another.
std::optional<Course> savedCourse(const Course&);

/// Its file; the lessons stay. The error is a sentence.
tl::expected<void, std::string> removeCourse(const Course&);

/// The sentence of an id that something else has.
std::string takenId(const std::string& id, const std::string& by);
/// Of a lesson that a course names and that has none of these ids: the name, and the id that it should have; where none
/// is alike, `otherwise`. To be read after "names".
std::string missingLesson(const std::string& lesson, const std::vector<std::string>& ids, std::string_view otherwise);
/// What has that id already, whatever its case: a playlist that ships, in words; empty where none does.
std::string shippedCourseLike(const std::string& id);

/// The shipped courses; each lesson they name is shipped.
const std::vector<Course>& shippedCourses();

} // namespace core
