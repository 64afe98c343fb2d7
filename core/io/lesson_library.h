// SPDX-License-Identifier: GPL-3.0-or-later
// All lessons and courses there are: those that ship, those of packs that were opened, and the user's own.
#pragma once

#include "core/io/error.h"
#include "core/lesson/course.h"
#include "core/lesson/lesson.h"

#include <map>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct Catalogue;

struct LessonLibrary {
    std::vector<Lesson> lessons;              // those that ship by id, those of packs, then the user's by name of file
    std::vector<Course> courses;              // likewise
    std::size_t fixedCourses = 0;             // of the first ones, which are not the user's to change
    std::map<std::string, std::string> files; // by id: where lessons lie that do not ship
    std::vector<std::string> problems;        // sentences: files that cannot be read, ids that are taken
    std::vector<Lesson> broken;               // files of the user's own that are no lesson: their names, without steps
    std::map<std::string, std::string> brokenFiles; // by the id of these
    std::map<std::string, std::string> faults;      // by id: what is wrong with files of the user's own

    /// Not of a pack, and nothing that ships.
    bool isOwn(const Lesson&) const;
    /// Where it lies; empty where it ships.
    std::string fileOf(const Lesson&) const;
    /// Runs the user's own, and adds what is wrong with them to the faults.
    void checkOwn(const Catalogue&);
};

/// Read anew each time: files of the user may have changed. `opened`: lessons that lie elsewhere.
LessonLibrary lessonLibrary(std::span<const std::string> opened = {});

/// Whether a file is a lesson or a course pack: for the tab Lessons, in place of no document. What lies among the
/// user's lessons is one, whatever is wrong with it.
bool isForLessons(const std::string& path);

tl::expected<Lesson, Error> lessonOfFile(const std::string& path);
/// The error is a sentence.
tl::expected<void, std::string> saveCourse(const Course&);

/// Its file; the lessons stay. The error is a sentence.
tl::expected<void, std::string> removeCourse(const Course&);

/// The shipped courses; each lesson they name is shipped.
const std::vector<Course>& shippedCourses();

} // namespace core
