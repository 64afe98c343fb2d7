// SPDX-License-Identifier: GPL-3.0-or-later
// System calls of POSIX, each checked: a full disk may show only when the file is flushed or closed.
#include "core/io/write_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace core
{

namespace
{

namespace fs = std::filesystem;

using Done = tl::expected<void, std::string>;

tl::unexpected<std::string> failed(int error) { return tl::make_unexpected(std::generic_category().message(error)); }

/// Where a chain of links ends, also if nothing is there.
fs::path targetOf(const std::string& path)
{
    constexpr int longestChain = 40; // the kernel's limit
    fs::path target = path;
    std::error_code error;
    for (int links = 0; links < longestChain && fs::is_symlink(target, error); ++links)
        target = target.parent_path() / fs::read_symlink(target, error);
    return target;
}

/// A new file in the folder of the one to be replaced. It has no name until it is whole, so that nothing stays behind
/// whenever the program ends; file systems without such files give it one, which is removed unless it is kept.
class Draft
{
public:
    explicit Draft(const fs::path& folder) : m_folder(folder)
    {
        if (::access("/proc/self/fd", X_OK) == 0) // the way from a file without a name to its name
            m_file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666); // less the umask
        if (m_file < 0)
            m_named = underFreeName([this](const fs::path& name) {
                m_file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
                return m_file >= 0;
            });
        m_error = m_file < 0 ? errno : 0;
    }
    ~Draft()
    {
        if (m_file >= 0)
            ::close(m_file);
        if (m_named)
            ::unlink(m_name.c_str());
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    int creationError() const { return m_error; }
    Done permitAs(const fs::path& target);
    Done write(std::string_view bytes);
    Done flush(std::size_t size);
    Done replace(const fs::path& target);

private:
    /// Tries names beside the target, as some may have been left behind by a crash. False with errno when none is free.
    bool underFreeName(const std::function<bool(const fs::path&)>& take);
    bool link(const fs::path& name) const;

    fs::path m_folder;
    fs::path m_name;
    int m_file = -1;
    int m_error = 0;
    bool m_named = false;
};

bool Draft::underFreeName(const std::function<bool(const fs::path&)>& take)
{
    constexpr int attempts = 100;
    for (int i = 0; i < attempts; ++i) {
        m_name = m_folder / (".rooflight-" + std::to_string(getpid()) + "-" + std::to_string(i));
        if (take(m_name))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool Draft::link(const fs::path& name) const
{
    const auto open = "/proc/self/fd/" + std::to_string(m_file);
    return ::linkat(AT_FDCWD, open.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

Done Draft::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return failed(errno);
        bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return {};
}

Done Draft::flush(std::size_t size)
{
    if (::fsync(m_file) != 0 && errno != EINVAL && errno != ENOTSUP) // some file systems cannot flush
        return failed(errno);
    struct stat now {
    };
    if (::fstat(m_file, &now) != 0)
        return failed(errno);
    return static_cast<std::size_t>(now.st_size) == size ? Done() : failed(EIO);
}

/// Before anything is in it: the file that is replaced may be private.
Done Draft::permitAs(const fs::path& target)
{
    struct stat old {
    };
    const bool same = ::stat(target.c_str(), &old) != 0 || ::fchmod(m_file, old.st_mode & 07777) == 0;
    return same ? Done() : failed(errno);
}

/// No call puts a file without a name in the place of another one: only then it has a name of its own for a moment.
Done Draft::replace(const fs::path& target)
{
    if (!m_named && link(target))
        return {};
    if (!m_named)
        m_named = errno == EEXIST && underFreeName([this](const fs::path& name) { return link(name); });
    if (!m_named)
        return failed(errno);
    if (const int file = std::exchange(m_file, -1); ::close(file) != 0 || ::rename(m_name.c_str(), target.c_str()) != 0)
        return failed(errno);
    m_named = false;
    return {};
}

/// The new name is on the disk, too; without this a power cut brings back the old file, which is whole as well.
void flushFolder(const fs::path& folder)
{
    if (const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); file >= 0) {
        ::fsync(file);
        ::close(file);
    }
}

} // namespace

tl::expected<void, std::string> writeFile(const std::string& path, std::string_view bytes)
{
    const fs::path target = targetOf(path);
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (status.type() == fs::file_type::none)
        return failed(error.value());
    if (fs::exists(status) && !fs::is_regular_file(status))
        return tl::make_unexpected("it is no regular file");
    if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0)
        return failed(errno);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    Draft draft(folder);
    if (draft.creationError() != 0)
        return failed(draft.creationError());
    Done done = draft.permitAs(target)
                    .and_then([&] { return draft.write(bytes); })
                    .and_then([&] { return draft.flush(bytes.size()); })
                    .and_then([&] { return draft.replace(target); });
    if (done)
        flushFolder(folder);
    return done;
}

bool isThere(const std::string& path)
{
    std::error_code error;
    const fs::file_type type = fs::symlink_status(path, error).type();
    return type != fs::file_type::not_found && type != fs::file_type::none; // none: it cannot be asked
}

namespace
{

std::string ownPath(const char* variable, const char* below, std::string_view name)
{
    const char* given = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): set at most before threads start
    if (given && *given == '/')
        return (fs::path(given) / "rooflight" / name).string();
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
    return below && home && *home == '/' ? (fs::path(home) / below / "rooflight" / name).string() : std::string();
}

} // namespace

std::string dataFolder(std::string_view name) { return ownPath("XDG_DATA_HOME", ".local/share", name); }

std::string statePath(std::string_view name) { return ownPath("XDG_STATE_HOME", ".local/state", name); }

std::string runtimePath(std::string_view name) { return ownPath("XDG_RUNTIME_DIR", nullptr, name); }

tl::expected<void, std::string> writeOwnFile(const std::string& path, std::string_view bytes)
{
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    return error ? failed(error.value()) : writeFile(path, bytes);
}

} // namespace core
