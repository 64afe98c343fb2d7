// SPDX-License-Identifier: GPL-3.0-or-later
// Zips by libzip, from and to memory. Names in a zip are compared with what a pack may hold, so that none leads
// elsewhere.
#include "core/io/course_pack.h"

#include "core/io/course_json.h"
#include "core/io/course_shelves.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/io/scenario_json.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

namespace core
{

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view remedy = "leave out pictures, or make them smaller";

tl::unexpected<Error> refused(std::string code, std::string text)
{
    return tl::make_unexpected(Error{std::move(code), std::move(text)});
}

tl::unexpected<Error> misplaced(const std::string& pack, std::string_view path)
{
    return refused("FILE_VALUE",
                   fmt::format("{}: \"{}\" has no place in a course. It holds course.json, lessons/NAME.json, "
                               "scenarios/NAME.rooflight.json, pictures/NAME.png (.svg .gif .jpg) and notes/NAME.md "
                               "(.txt .pdf); names have letters, digits, spaces and -_.,().",
                               pack, plainText(path)));
}

tl::unexpected<Error> linked(const std::string& pack, std::string_view path)
{
    return refused("FILE_VALUE", fmt::format("{}: \"{}\" is a link, and a course follows none. Put what it leads to "
                                             "in its place.",
                                             pack, plainText(path)));
}

tl::unexpected<Error> tooMany(const std::string& pack)
{
    return refused("FILE_SIZE", fmt::format("{}: a course has at most {} files and {} MB; {}.", pack, mostPackedFiles,
                                            largestPack / 1'000'000, remedy));
}

/// Ids of the lessons in it, none of them one that ships.
tl::expected<std::vector<std::string>, Error> lessonsOf(const CoursePack& pack, const std::string& name)
{
    std::vector<std::string> ids;
    std::map<std::string, std::string> places; // of the ids, which lists of files take for one whatever their case
    for (const Lesson& lesson : shippedLessons()) {
        ids.push_back(lesson.id);
        places[lowerCase(lesson.id)] = "a lesson that ships";
    }
    for (const PackedFile& file : pack.files) {
        const std::string place = name + ": " + file.path;
        if (file.path.starts_with("scenarios/"))
            if (const auto read = readScenario(file.bytes, place, shippedCatalogue()); !read)
                return tl::make_unexpected(read.error());
        if (!file.path.starts_with("lessons/"))
            continue;
        const auto lesson = readLesson(file.bytes, place, shippedCatalogue());
        if (!lesson)
            return tl::make_unexpected(lesson.error());
        const auto [taken, isNew] = places.try_emplace(lowerCase(lesson->id), file.path);
        if (!isNew)
            return refused("FILE_VALUE", fmt::format("{}: {}", place, takenId(lesson->id, taken->second)));
        ids.push_back(lesson->id);
    }
    return ids;
}

/// What the names of files say of them.
tl::expected<void, Error> checkFiles(const std::vector<PackedFile>& files, const std::string& name)
{
    std::set<std::string> paths; // some file systems take "A" for "a"
    for (const PackedFile& file : files) {
        if (!paths.insert(lowerCase(file.path)).second)
            return refused("FILE_VALUE",
                           fmt::format("{}: \"{}\" is in it twice, whatever its case. Leave one out, or rename it.",
                                       name, file.path));
        if (const auto kind = otherThanNamed(file.path, file.bytes); !kind.empty())
            return refused("FILE_FORMAT", fmt::format("{}: \"{}\" is no {}, as its ending says. Save the picture as "
                                                      "one, or leave it out.",
                                                      name, file.path, kind));
    }
    return {};
}

/// With its files: their order, and what is in them.
tl::expected<CoursePack, Error> checked(CoursePack pack, const std::string& name)
{
    std::ranges::sort(pack.files, {}, &PackedFile::path);
    if (const auto done = checkFiles(pack.files, name); !done)
        return tl::make_unexpected(done.error());
    const auto course = std::ranges::find(pack.files, courseFile, &PackedFile::path);
    if (course == pack.files.end())
        return refused(
            "FILE_FORMAT",
            fmt::format("{}: there is no course.json in it, which names the lessons. Name a course, or pack a "
                        "playlist with 'rooflight lesson pack'.",
                        name));
    auto read = readCourse(course->bytes, fmt::format("{}: {}", name, courseFile));
    if (!read)
        return tl::make_unexpected(read.error());
    pack.course = *std::move(read);
    if (const auto shipped = shippedCourseLike(pack.course.id); !shipped.empty())
        return refused("FILE_VALUE", fmt::format("{}: {}: {}", name, courseFile, takenId(pack.course.id, shipped)));
    const auto ids = lessonsOf(pack, name);
    if (!ids)
        return tl::make_unexpected(ids.error());
    for (const std::string& lesson : pack.course.lessons)
        if (std::ranges::find(*ids, lesson) == ids->end())
            return refused("FILE_VALUE",
                           fmt::format("{}: course.json names the lesson {}", name,
                                       missingLesson(lesson, *ids,
                                                     "which neither ships nor lies in lessons/. Put its file there, "
                                                     "or take it off the list.")));
    return pack;
}

struct CloseZip {
    void operator()(zip_t* zip) const { zip_discard(zip); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;
using ZipFile = std::unique_ptr<zip_file_t, CloseZip>;
using ZipSource = std::unique_ptr<zip_source_t, CloseZip>;

std::string wordsOf(zip_error_t& error)
{
    std::string words = zip_error_strerror(&error);
    zip_error_fini(&error);
    return words;
}

/// Of bytes that outlive it.
Zip opened(std::string_view bytes, int flags, zip_error_t& error)
{
    zip_error_init(&error);
    ZipSource source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
    Zip zip(source ? zip_open_from_source(source.get(), ZIP_RDONLY | flags, &error) : nullptr);
    if (zip)
        static_cast<void>(source.release()); // the zip has it now
    return zip;
}

/// As zips made on Unix say it; its content is then where it leads.
bool isLink(zip_t& zip, std::uint64_t entry)
{
    zip_uint8_t system = ZIP_OPSYS_DOS;
    zip_uint32_t attributes = 0;
    constexpr unsigned modeAt = 16; // bit
    return zip_file_get_external_attributes(&zip, entry, 0, &system, &attributes) == 0 &&
           (system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_MACINTOSH || system == ZIP_OPSYS_OS_X) &&
           S_ISLNK(attributes >> modeAt);
}

/// What the zip says of its sizes is not believed.
tl::expected<std::string, Error> entryOf(zip_t& zip, std::uint64_t entry, std::size_t room, const std::string& name,
                                         const std::string& path)
{
    const auto damaged = [&](const char* why) {
        return refused("FILE_FORMAT", fmt::format("{}: \"{}\" cannot be unpacked: {}. Ask for it again, or pack it "
                                                  "again with 'rooflight lesson pack'.",
                                                  name, path, why));
    };
    const ZipFile file(zip_fopen_index(&zip, entry, 0));
    if (!file) {
        const int code = zip_error_code_zip(zip_get_error(&zip));
        if (code == ZIP_ER_NOPASSWD || code == ZIP_ER_ENCRNOTSUPP)
            return damaged("it has a password, which a course cannot have");
        if (code == ZIP_ER_COMPNOTSUPP)
            return damaged("its compression is another one than deflate");
        return damaged(zip_strerror(&zip));
    }
    std::string bytes;
    std::array<char, 65536> block;
    for (;;) {
        const auto count = zip_fread(file.get(), block.data(), block.size());
        if (count < 0)
            return damaged(zip_file_strerror(file.get()));
        if (count == 0)
            return bytes;
        bytes.append(block.data(), static_cast<std::size_t>(count));
        if (bytes.size() > room)
            return tooMany(name);
    }
}

enum class Foreign { refused, leftOut }; // files that have no place in a course

/// The files of the folder and of those in it; what is hidden is left out.
tl::expected<CoursePack, Error> filesOf(const std::string& folder, Foreign foreign)
{
    CoursePack pack;
    std::size_t room = largestPack;
    std::error_code error;
    fs::path place = folder; // of what is looked at
    fs::recursive_directory_iterator at(folder, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
        place = at->path();
        const std::string path = place.lexically_relative(folder).string();
        const bool isLink = at->is_symlink(error);
        const bool inside = !isLink && at->is_directory(error);
        if (error)
            break;
        const bool isHidden = place.filename().string().starts_with('.');
        if (isLink && !isHidden && (belongsToCourse(path) || isShelf(path + "/")))
            return linked(folder, path);
        const bool hasPlace = !isHidden && (inside ? isShelf(path + "/") : belongsToCourse(path));
        if (!hasPlace && !isHidden && foreign == Foreign::refused)
            return misplaced(folder, path);
        if (!hasPlace && !isHidden)
            pack.leftOut.push_back(path);
        if (!hasPlace && inside)
            at.disable_recursion_pending();
        if (!hasPlace || inside)
            continue;
        auto bytes = readUpTo(largestPack, place.string(), "a file of a course", remedy);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        if (bytes->size() > room || pack.files.size() == mostPackedFiles)
            return tooMany(folder);
        room -= bytes->size();
        pack.files.push_back({path, *std::move(bytes)});
        place = place.parent_path();
    }
    if (error)
        return refused("FILE_READ", fmt::format("{} cannot be read: {}.", place.string(), error.message()));
    return pack;
}

} // namespace

bool isCoursePack(const std::string& path)
{
    std::error_code error;
    return path.ends_with(packSuffix) || fs::is_regular_file(fs::path(path) / courseFile, error);
}

tl::expected<CoursePack, Error> unpackedCourse(std::string_view bytes, const std::string& name)
{
    if (bytes.empty()) // which libzip takes for a zip of no files
        return refused("FILE_FORMAT", fmt::format("{} is no course: the file is empty. Ask for it again.", name));
    zip_error_t error;
    Zip zip = opened(bytes, ZIP_CHECKCONS, error);
    if (!zip && zip_error_code_zip(&error) == ZIP_ER_EXISTS) { // two of one name: which one that is checked() says
        zip_error_fini(&error);
        zip = opened(bytes, 0, error);
    }
    const std::string words = wordsOf(error);
    if (!zip)
        return refused("FILE_FORMAT",
                       fmt::format("{} is no course: {}. Pack it again, or ask for it again.", name, words));
    const auto count = zip_get_num_entries(zip.get(), 0);
    CoursePack pack;
    std::size_t room = largestPack;
    for (zip_int64_t entry = 0; entry < count; ++entry) {
        const char* raw = zip_get_name(zip.get(), static_cast<zip_uint64_t>(entry), ZIP_FL_ENC_RAW);
        const std::string path = raw ? raw : "";
        if (isShelf(path))
            continue;
        if (!belongsToCourse(path))
            return misplaced(name, path);
        if (isLink(*zip, static_cast<std::uint64_t>(entry)))
            return linked(name, path);
        if (pack.files.size() == mostPackedFiles)
            return tooMany(name);
        auto content = entryOf(*zip, static_cast<std::uint64_t>(entry), room, name, path);
        if (!content)
            return tl::make_unexpected(content.error());
        room -= content->size();
        pack.files.push_back({path, *std::move(content)});
    }
    return checked(std::move(pack), name);
}

tl::expected<CoursePack, Error> readCoursePack(const std::string& path)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        return filesOf(path, Foreign::refused).and_then([&](CoursePack pack) {
            return checked(std::move(pack), path);
        });
    return readUpTo(largestPack, path, "a course", remedy).and_then([&](const std::string& zip) {
        return unpackedCourse(zip, path);
    });
}

tl::expected<CoursePack, Error> readCourseBeside(const std::string& file)
{
    const fs::path folder = fs::path(file).parent_path();
    return filesOf(folder.empty() ? "." : folder.string(), Foreign::leftOut).and_then([&](CoursePack pack) {
        return checked(std::move(pack), file);
    });
}

tl::expected<std::string, std::string> packedCourse(const CoursePack& pack)
{
    constexpr zip_uint16_t firstDay = 0x0021; // 1 January 1980, the earliest that a zip can say
    zip_error_t error;
    zip_error_init(&error);
    ZipSource made(zip_source_buffer_create(nullptr, 0, 0, &error));
    Zip zip(made ? zip_open_from_source(made.get(), ZIP_TRUNCATE, &error) : nullptr);
    if (!zip)
        return tl::make_unexpected(wordsOf(error));
    zip_error_fini(&error);
    zip_source_keep(made.get()); // after the zip, which has it, is closed
    const auto failed = [&] { return tl::make_unexpected(std::string(zip_strerror(zip.get()))); };
    for (const PackedFile& file : pack.files) {
        ZipSource content(zip_source_buffer(zip.get(), file.bytes.data(), file.bytes.size(), 0));
        const auto entry = content ? zip_file_add(zip.get(), file.path.c_str(), content.get(), ZIP_FL_ENC_UTF_8) : -1;
        if (entry < 0)
            return failed();
        static_cast<void>(content.release());
        if (zip_file_set_dostime(zip.get(), static_cast<zip_uint64_t>(entry), 0, firstDay, 0) != 0)
            return failed();
    }
    if (zip_close(zip.get()) != 0)
        return failed();
    static_cast<void>(zip.release());
    zip_stat_t is;
    std::string bytes;
    if (zip_source_stat(made.get(), &is) == 0 && zip_source_open(made.get()) == 0) {
        bytes.resize(is.size);
        const auto count = zip_source_read(made.get(), bytes.data(), bytes.size());
        zip_source_close(made.get());
        if (count == static_cast<zip_int64_t>(bytes.size()))
            return bytes;
    }
    return tl::make_unexpected(std::string(zip_error_strerror(zip_source_error(made.get()))));
}

tl::expected<CoursePack, Error> packOf(const Course& course, const LessonLibrary& library)
{
    if (!course.folder.empty())
        return readCoursePack(course.folder);
    Course packed = course;
    if (std::ranges::find(shippedCourses(), course.id, &Course::id) != shippedCourses().end())
        packed.id += "-pack"; // the id of one that ships is taken wherever it is opened
    CoursePack pack{{}, {{std::string(courseFile), courseText(packed)}}};
    for (const std::string& id : course.lessons) {
        const auto file = library.files.find(id);
        if (file == library.files.end()) {
            if (auto why = library.whyMissing(id); !why.empty())
                return refused("FILE_VALUE", fmt::format("{}: \"lessons\" names {}", library.placeOf(course), why));
            continue;
        }
        auto text = readFile(file->second);
        if (!text)
            return tl::make_unexpected(text.error());
        pack.files.push_back({fmt::format("lessons/{}.json", id), *std::move(text)});
        pack.places[pack.files.back().path] = file->second;
    }
    return checked(std::move(pack), course.title);
}

} // namespace core
