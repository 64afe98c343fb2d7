// SPDX-License-Identifier: GPL-3.0-or-later
// Zips by libzip, from and to memory. Names in a zip are compared with what a pack may hold, so that none leads
// elsewhere.
#include "core/io/course_pack.h"

#include "core/io/course_json.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/io/scenario_json.h"
#include "core/lesson/run_lesson.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <zip.h>

namespace core
{

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view courseFile = "course.json";
constexpr std::string_view remedy = "leave out pictures, or make them smaller";

struct Shelf {
    std::string_view folder;
    std::array<std::string_view, 4> suffixes; // of its files
};
constexpr std::array<Shelf, 4> shelves{{{"lessons/", {".json"}},
                                        {"scenarios/", {".rooflight.json"}},
                                        {"pictures/", {".png", ".svg", ".gif", ".jpg"}},
                                        {"notes/", {".md", ".txt", ".pdf"}}}};

tl::unexpected<Error> refused(std::string code, std::string text)
{
    return tl::make_unexpected(Error{std::move(code), std::move(text)});
}

/// A name without a folder: what every file system takes, and nothing that hides.
bool isFileName(std::string_view name)
{
    constexpr std::string_view good = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.,()";
    return !name.empty() && name.size() <= 120 && name.front() != '.' && name.front() != ' ' &&
           name.find_first_not_of(good) == std::string_view::npos;
}

bool belongs(std::string_view path)
{
    return path == courseFile || std::ranges::any_of(shelves, [&](const Shelf& shelf) {
               return path.starts_with(shelf.folder) && isFileName(path.substr(shelf.folder.size())) &&
                      std::ranges::any_of(shelf.suffixes, [&](std::string_view suffix) {
                          return !suffix.empty() && path.ends_with(suffix) &&
                                 path.size() > shelf.folder.size() + suffix.size();
                      });
           });
}

bool isShelf(std::string_view path) { return std::ranges::find(shelves, path, &Shelf::folder) != shelves.end(); }

tl::unexpected<Error> misplaced(const std::string& pack, std::string_view path)
{
    return refused("FILE_VALUE",
                   fmt::format("{}: \"{}\" has no place in a course. It holds course.json, lessons/NAME.json, "
                               "scenarios/NAME.rooflight.json, pictures/NAME.png (.svg .gif .jpg) and notes/NAME.md "
                               "(.txt .pdf); names have letters, digits, spaces and -_.,().",
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
            return refused("FILE_VALUE", fmt::format("{}: the id \"{}\" is taken by {}. Choose another one.", place,
                                                     lesson->id, taken->second));
        ids.push_back(lesson->id);
    }
    return ids;
}

/// Of a lesson that a course names: what is wrong with its id, and what to do.
std::string whyMissing(const std::string& lesson, const std::vector<std::string>& ids)
{
    const auto alike =
        std::ranges::find_if(ids, [&](const std::string& id) { return lowerCase(id) == lowerCase(lesson); });
    return alike == ids.end() ? "which neither ships nor lies in lessons/. Put its file there, or take it off the list."
                              : fmt::format("whose id is \"{}\". Write it so.", *alike);
}

/// With its files: their order, and what is in them.
tl::expected<CoursePack, Error> checked(std::vector<PackedFile> files, const std::string& name)
{
    CoursePack pack{{}, std::move(files)};
    std::ranges::sort(pack.files, {}, &PackedFile::path);
    std::set<std::string> paths; // some file systems take "A" for "a"
    for (const PackedFile& file : pack.files)
        if (!paths.insert(lowerCase(file.path)).second)
            return refused("FILE_VALUE",
                           fmt::format("{}: \"{}\" is in it twice, whatever its case. Leave one out, or rename it.",
                                       name, file.path));
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
            return refused("FILE_VALUE", fmt::format("{}: course.json names the lesson \"{}\", {}", name, lesson,
                                                     whyMissing(lesson, *ids)));
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

/// Of a zip that cannot be opened.
tl::unexpected<Error> unopened(zip_error_t& error, const std::string& name)
{
    const bool twice = zip_error_code_zip(&error) == ZIP_ER_EXISTS;
    const std::string words = wordsOf(error);
    if (twice)
        return refused("FILE_VALUE",
                       fmt::format("{}: two files in it have the same name. Leave one out, and pack it again.", name));
    return refused("FILE_FORMAT", fmt::format("{} is no course: {}. Pack it again, or ask for it again.", name, words));
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
tl::expected<std::vector<PackedFile>, Error> filesOf(const std::string& folder, Foreign foreign)
{
    std::vector<PackedFile> files;
    std::size_t room = largestPack;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
        const std::string path = at->path().lexically_relative(folder).string();
        const bool isLink = at->is_symlink(error);
        const bool inside = !isLink && at->is_directory(error);
        if (error)
            break;
        const bool isHidden = at->path().filename().string().starts_with('.');
        if (isLink && !isHidden && (belongs(path) || isShelf(path + "/")))
            return refused("FILE_VALUE",
                           fmt::format("{}: \"{}\" is a link, and a course follows none. Put what it leads "
                                       "to in its place.",
                                       folder, plainText(path)));
        const bool hasPlace = !isHidden && (inside ? isShelf(path + "/") : belongs(path) && !isLink);
        if (!hasPlace && !isHidden && foreign == Foreign::refused)
            return misplaced(folder, path);
        if (!hasPlace && inside)
            at.disable_recursion_pending();
        if (!hasPlace || inside)
            continue;
        auto bytes = readUpTo(largestPack, at->path().string(), "a file of a course", remedy);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        if (bytes->size() > room || files.size() == mostPackedFiles)
            return tooMany(folder);
        room -= bytes->size();
        files.push_back({path, *std::move(bytes)});
    }
    if (error)
        return refused("FILE_READ", fmt::format("{} cannot be read: {}.", folder, error.message()));
    return files;
}

} // namespace

bool hasPlaceInCourse(std::string_view path) { return belongs(path) || isShelf(path); }

bool isCoursePack(const std::string& path)
{
    std::error_code error;
    return path.ends_with(packSuffix) || fs::is_regular_file(fs::path(path) / courseFile, error);
}

tl::expected<CoursePack, Error> unpackedCourse(std::string_view bytes, const std::string& name)
{
    zip_error_t error;
    zip_error_init(&error);
    ZipSource source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
    const Zip zip(source ? zip_open_from_source(source.get(), ZIP_RDONLY | ZIP_CHECKCONS, &error) : nullptr);
    if (!zip)
        return unopened(error, name);
    static_cast<void>(source.release()); // the zip has it now
    zip_error_fini(&error);
    const auto count = zip_get_num_entries(zip.get(), 0);
    std::vector<PackedFile> files;
    std::size_t room = largestPack;
    for (zip_int64_t entry = 0; entry < count; ++entry) {
        const char* raw = zip_get_name(zip.get(), static_cast<zip_uint64_t>(entry), ZIP_FL_ENC_RAW);
        const std::string path = raw ? raw : "";
        if (isShelf(path))
            continue;
        if (!belongs(path))
            return misplaced(name, path);
        if (files.size() == mostPackedFiles)
            return tooMany(name);
        auto content = entryOf(*zip, static_cast<std::uint64_t>(entry), room, name, path);
        if (!content)
            return tl::make_unexpected(content.error());
        room -= content->size();
        files.push_back({path, *std::move(content)});
    }
    return checked(std::move(files), name);
}

tl::expected<CoursePack, Error> readCoursePack(const std::string& path)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        return filesOf(path, Foreign::refused).and_then([&](std::vector<PackedFile> files) {
            return checked(std::move(files), path);
        });
    return readUpTo(largestPack, path, "a course", remedy).and_then([&](const std::string& zip) {
        return unpackedCourse(zip, path);
    });
}

tl::expected<CoursePack, Error> readCourseBeside(const std::string& file)
{
    const fs::path folder = fs::path(file).parent_path();
    return filesOf(folder.empty() ? "." : folder.string(), Foreign::leftOut)
        .and_then([&](std::vector<PackedFile> files) { return checked(std::move(files), file); });
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
    std::vector<PackedFile> files{{std::string(courseFile), courseText(packed)}};
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
        files.push_back({fmt::format("lessons/{}.json", id), *std::move(text)});
    }
    return checked(std::move(files), course.title);
}

std::vector<std::string> faultsOf(const CoursePack& pack)
{
    std::vector<std::string> faults;
    for (const PackedFile& file : pack.files) {
        if (!file.path.starts_with("lessons/"))
            continue;
        const auto lesson = readLesson(file.bytes, file.path, shippedCatalogue());
        if (!lesson)
            faults.push_back(lesson.error().text);
        else
            for (const LessonFault& fault : runLesson(*lesson, shippedCatalogue()).faults)
                faults.push_back(fmt::format("{}: {}", file.path, withLine(fault, file.bytes)));
    }
    return faults;
}

} // namespace core
