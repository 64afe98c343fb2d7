// SPDX-License-Identifier: GPL-3.0-or-later
// A course as a folder: written beside its place and then moved there, and what is left of that after a crash.
#include "core/io/course_pack.h"
#include "core/io/course_shelves.h"
#include "core/io/write_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace core
{

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view mark = ".rooflight-", draftEnd = ".new", oldEnd = ".old";

/// Where a course lies, is written, and waits until another has its place.
struct Places {
    fs::path course, draft, old;
};

Places placesOf(const std::string& folder)
{
    std::error_code error; // where there is no working directory: the name as it is
    const fs::path whole = fs::absolute(fs::path(folder) / "", error);
    const fs::path course = (error ? fs::path(folder) / "" : whole).parent_path(); // without a slash at its end
    const auto beside = [&](std::string_view ending) {
        return course.parent_path() / fmt::format("{}{}{}", mark, course.filename().string(), ending);
    };
    return {course, beside(draftEnd), beside(oldEnd)};
}

/// Of the folder around a course, while it is written: what then lies beside it is no rest.
class WritingLock
{
public:
    explicit WritingLock(const fs::path& around)
        : m_folder(::open(around.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
          m_isTaken(m_folder >= 0 && ::flock(m_folder, LOCK_EX | LOCK_NB) == 0),
          m_isOthers(m_folder >= 0 && !m_isTaken && errno == EWOULDBLOCK)
    {
    }
    WritingLock(const WritingLock&) = delete;
    WritingLock& operator=(const WritingLock&) = delete;
    ~WritingLock()
    {
        if (m_folder >= 0)
            ::close(m_folder);
    }

    /// No other program writes there. Never so where the file system has no locks.
    bool isTaken() const { return m_isTaken; }
    /// Another program writes there.
    bool isOthers() const { return m_isOthers; }

private:
    int m_folder;
    bool m_isTaken, m_isOthers;
};

/// Whether a folder holds files of a course and drafts of them, and nothing of the user's own.
bool isRest(const fs::path& folder, std::error_code& error)
{
    if (fs::symlink_status(folder, error).type() != fs::file_type::directory)
        return false;
    for (fs::recursive_directory_iterator at(folder, error); !error && at != end(at); at.increment(error)) {
        const std::string path = at->path().lexically_relative(folder).string();
        const bool isFolder = at->symlink_status(error).type() == fs::file_type::directory;
        const bool isDraft = !isFolder && at->path().filename().string().starts_with(mark);
        if (!isDraft && !hasPlaceInCourse(isFolder ? path + "/" : path))
            return false;
    }
    return true;
}

/// What lies in a folder, and by what a change of it is seen.
std::map<fs::path, std::pair<fs::file_time_type, std::uintmax_t>> contentsOf(const fs::path& folder)
{
    std::map<fs::path, std::pair<fs::file_time_type, std::uintmax_t>> all;
    std::error_code error, none;
    for (fs::recursive_directory_iterator at(folder, error); !error && at != end(at); at.increment(error)) {
        const bool isFile = at->symlink_status(none).type() == fs::file_type::regular;
        auto& [time, size] = all[at->path().lexically_relative(folder)];
        time = isFile ? at->last_write_time(none) : fs::file_time_type();
        size = isFile ? at->file_size(none) : 0;
    }
    return all;
}

/// What is no folder, itself and not where it leads; empty for folders. Nobody but a user makes one of that name.
std::string_view otherKind(const fs::path& path)
{
    std::error_code error;
    const fs::file_type type = fs::symlink_status(path, error).type();
    return type == fs::file_type::directory ? "" : type == fs::file_type::symlink ? "a link" : "no folder";
}

/// Removes it, or says why it stays.
tl::expected<void, std::string> clearRest(const fs::path& folder)
{
    std::error_code error;
    if (!isThere(folder.string()))
        return {};
    if (const auto kind = otherKind(folder); !kind.empty())
        return tl::make_unexpected(fmt::format("{} is in the way and is {}; move it elsewhere", folder.string(), kind));
    if (!isRest(folder, error) && !error)
        return tl::make_unexpected(
            fmt::format("{} is in the way and holds more than a course; move it elsewhere", folder.string()));
    if (!error)
        fs::remove_all(folder, error);
    if (error)
        return tl::make_unexpected(fmt::format("{} is in the way and cannot be removed: {}; move it elsewhere",
                                               folder.string(), error.message()));
    return {};
}

/// Whether the old course came back, and what is in the way of another.
struct Recovered {
    bool isBack = false;
    tl::expected<void, std::string> cleared;
};

/// A course that was lost comes first, whatever the user keeps in it. All else goes that is a rest.
Recovered recovered(const Places& at)
{
    const bool isLost = isThere(at.old.string()) && otherKind(at.old).empty() && !isThere(at.course.string());
    std::error_code error;
    if (isLost)
        if (fs::rename(at.old, at.course, error); error)
            return {false, tl::make_unexpected(fmt::format("{} cannot be brought back from {}: {}", at.course.string(),
                                                           at.old.string(), error.message()))};
    return {isLost, clearRest(at.draft).and_then([&] { return clearRest(at.old); })};
}

tl::unexpected<std::string> unwritten(const std::string& folder, const std::string& why)
{
    return tl::make_unexpected(fmt::format("{} cannot be written: {}.", folder, why));
}

/// The folder and those around it that are not there, the innermost first.
std::vector<fs::path> missingOf(fs::path folder)
{
    std::vector<fs::path> missing;
    for (; folder.has_relative_path() && !isThere(folder.string()); folder = folder.parent_path())
        missing.push_back(folder);
    return missing;
}

/// The old course is the only one where its place is another's: under a name that no other writing takes for a rest.
std::string setAside(const Places& at)
{
    std::string kept =
        (at.course.parent_path() / fmt::format("{}{}.XXXXXX", mark, at.course.filename().string())).string();
    std::error_code error;
    if (::mkdtemp(kept.data()) == nullptr)
        return at.old.string();
    fs::rename(at.old, kept, error);
    return error ? at.old.string() : kept;
}

/// In a folder that is there, where it can be made.
tl::expected<void, std::string> replaced(const Places& at, const CoursePack& pack, const std::string& folder)
{
    std::error_code error;
    const WritingLock lock(at.course.parent_path());
    if (lock.isOthers())
        return unwritten(folder, "another program writes a course beside it; try it again");
    if (const auto done = recovered(at).cleared; !done)
        return unwritten(folder, done.error());
    const bool replaces = isThere(at.course.string());
    if (const auto kind = otherKind(at.course); replaces && !kind.empty())
        return unwritten(folder, fmt::format("it is {} that is there already; move it elsewhere", kind));
    const auto before = contentsOf(at.course);
    if (replaces && !isRest(at.course, error))
        return unwritten(folder, "it holds more than the files of a course, which would be lost; move these elsewhere");
    const auto failed = [&](const std::string& why) {
        fs::remove_all(at.draft, error);
        return unwritten(folder, why);
    };
    const auto takenBack = [&](const std::string& why) {
        if (fs::rename(at.old, at.course, error); error)
            return failed(
                fmt::format("{}, and another program made it again; what was there before is in {}: move it back", why,
                            setAside(at)));
        return failed(why + "; try it again");
    };
    for (const PackedFile& file : pack.files)
        if (const auto done = writeOwnFile((at.draft / file.path).string(), file.bytes); !done)
            return failed(done.error());
    if (replaces)
        if (fs::rename(at.course, at.old, error); error)
            return failed(error.message());
    if (replaces && contentsOf(at.old) != before) // a note, say, which would go with the old course
        return takenBack("another program changed it meanwhile");
    if (fs::rename(at.draft, at.course, error); error) {
        const std::string why = error.message();
        return replaces ? takenBack(why) : failed(why);
    }
    fs::remove_all(at.old, error);
    return {};
}

} // namespace

tl::expected<std::string, std::string> recoverCourse(const std::string& folder)
{
    const Places at = placesOf(folder);
    if (!isThere(at.draft.string()) && !isThere(at.old.string()))
        return {};
    const WritingLock lock(at.course.parent_path());
    if (!lock.isTaken())
        return {};
    const auto done = recovered(at);
    std::string said =
        done.isBack
            ? fmt::format("{} was to be replaced when the program ended. It is as it was before.", at.course.string())
            : std::string();
    if (done.cleared)
        return said;
    return tl::make_unexpected(fmt::format("{}{}{}.", said, said.empty() ? "" : " ", done.cleared.error()));
}

std::vector<std::string> recoverCourses(const std::string& folder)
{
    std::set<std::string> names;
    std::error_code error;
    for (fs::directory_iterator at(folder, error); !error && at != end(at); at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with(mark) && (name.ends_with(draftEnd) || name.ends_with(oldEnd)) &&
            name.size() > mark.size() + draftEnd.size())
            names.insert(name.substr(mark.size(), name.size() - mark.size() - draftEnd.size()));
    }
    std::vector<std::string> sentences;
    for (const std::string& name : names) {
        auto said = recoverCourse((fs::path(folder) / name).string());
        if (std::string sentence = said ? *std::move(said) : std::move(said).error(); !sentence.empty())
            sentences.push_back(std::move(sentence));
    }
    return sentences;
}

tl::expected<void, std::string> writeCoursePack(const CoursePack& pack, const std::string& folder)
{
    const Places at = placesOf(folder);
    const auto made = missingOf(at.course.parent_path());
    std::error_code error;
    fs::create_directories(at.course.parent_path(), error); // where that fails, so does the first file
    auto done = replaced(at, pack, folder);
    for (const fs::path& empty : done ? std::vector<fs::path>() : made)
        fs::remove(empty, error); // stays where another program put something into it
    return done;
}

tl::expected<void, std::string> removeCoursePack(const std::string& folder)
{
    const fs::path course = placesOf(folder).course;
    std::error_code error;
    if (!isThere(course.string()))
        return {}; // another program removed it
    if (!otherKind(course).empty() || (!isRest(course, error) && !error))
        return tl::make_unexpected(fmt::format(
            "{} is not deleted: it holds more than the files of a course. Move these elsewhere.", course.string()));
    if (!error)
        fs::remove_all(course, error);
    if (error)
        return tl::make_unexpected(fmt::format("{} cannot be deleted: {}.", course.string(), error.message()));
    return {};
}

std::string packFolder(const Course& course) { return dataFolder("packs") + "/" + course.id; }

} // namespace core
