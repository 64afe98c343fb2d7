// SPDX-License-Identifier: GPL-3.0-or-later
// Course packs: a playlist with the lessons, scenarios, pictures and notes that belong to it, as one folder or as one
// file (a zip). Where everything lies is fixed:
//   course.json  lessons/NAME.json  scenarios/NAME.rooflight.json  pictures/NAME.png ...  notes/NAME.md ...
#pragma once

#include "core/io/error.h"
#include "core/lesson/course.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct LessonLibrary;

inline constexpr std::string_view packSuffix = ".rooflight-course";
/// Bytes of the zip, and of all files of a pack together.
inline constexpr std::size_t largestPack = 32'000'000;
inline constexpr std::size_t mostPackedFiles = 500;

struct PackedFile {
    std::string path; // "lessons/ring.json"
    std::string bytes;
    bool operator==(const PackedFile&) const = default;
};

struct CoursePack {
    Course course;
    std::vector<PackedFile> files;               // by path; course.json is one of them
    std::map<std::string, std::string> places{}; // of a playlist's lessons, by path: where the user has them
    std::vector<std::string> leftOut{};          // what else lies beside a course.json
};

/// Whether a pack would be read from it: a file with that suffix, or a folder that holds a course.json.
bool isCoursePack(const std::string& path);

/// Of a folder or of a zip. Every lesson and scenario in it is read; each lesson that the course names ships or is in
/// the pack, and none in the pack has the id of one that ships. FILE_READ, FILE_SIZE (files too many or too large),
/// FILE_FORMAT (no zip, damaged, encrypted), FILE_VALUE (a file in another place, an id), and what the readers of
/// courses, lessons and scenarios report. Its own id is none of a playlist that ships.
tl::expected<CoursePack, Error> readCoursePack(const std::string& path);
/// Of a course.json, with what lies beside it: files that have no place in a course are left out.
tl::expected<CoursePack, Error> readCourseBeside(const std::string& file);
/// Of the bytes of a zip; `name` is used in error texts.
tl::expected<CoursePack, Error> unpackedCourse(std::string_view zip, const std::string& name);

/// Of a course of the library: that which came as a pack whole, of a playlist the lessons that do not ship. FILE_VALUE
/// also where one of these is not there.
tl::expected<CoursePack, Error> packOf(const Course&, const LessonLibrary&);

/// The bytes of a zip; the same pack gives the same bytes. The error is a reason in words.
tl::expected<std::string, std::string> packedCourse(const CoursePack&);

/// Writes the files into that folder, in the place of everything that was in it; nothing changes where that fails. The
/// error is a sentence.
tl::expected<void, std::string> writeCoursePack(const CoursePack&, const std::string& folder);

/// Deletes the folder, unless it holds more than the files of a course. The error is a sentence.
tl::expected<void, std::string> removeCoursePack(const std::string& folder);

/// Takes up what a program left that was killed while it wrote the folder: the course that was to be replaced comes
/// back where there is no other yet, all else of it goes. Where the file system has no locks another program may be
/// writing: all stays. What it did, as a sentence; empty: nothing. The error is sentences, also about a course that
/// came back: what holds anything else than a course stays.
tl::expected<std::string, std::string> recoverCourse(const std::string& folder);
/// The same of all courses in a folder: all sentences.
std::vector<std::string> recoverCourses(const std::string& folder);

/// Where the packs that were opened lie: $XDG_DATA_HOME/rooflight/packs/ID.
std::string packFolder(const Course&);

} // namespace core
