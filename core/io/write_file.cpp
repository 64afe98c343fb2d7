// SPDX-License-Identifier: GPL-3.0-or-later
// System calls of POSIX, each checked: a full disk may show only when the file is flushed or closed.
#include "core/io/write_file.h"

#include <cerrno>
#include <filesystem>
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

/// A new file in the folder of the one to be replaced; removed unless it takes its place.
class Draft
{
public:
    explicit Draft(const fs::path& folder)
    {
        constexpr int attempts = 100; // names left behind by a crash
        for (int i = 0; i < attempts && m_file < 0; ++i) {
            m_path = folder / (".rooflight-" + std::to_string(getpid()) + "-" + std::to_string(i));
            m_file = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); // less the umask
            if (m_file < 0 && errno != EEXIST)
                break;
        }
        m_error = m_file < 0 ? errno : 0;
    }
    ~Draft()
    {
        if (m_file >= 0)
            ::close(m_file);
        if (m_error == 0 && !m_placed)
            ::unlink(m_path.c_str());
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    int creationError() const { return m_error; }
    Done permitAs(const fs::path& target);
    Done write(std::string_view bytes);
    Done flush(std::size_t size);
    Done replace(const fs::path& target);

private:
    fs::path m_path;
    int m_file = -1;
    int m_error = 0;
    bool m_placed = false;
};

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
    if (static_cast<std::size_t>(now.st_size) != size)
        return failed(EIO);
    const int file = std::exchange(m_file, -1);
    return ::close(file) == 0 ? Done() : failed(errno);
}

/// Before anything is in it: the file that is replaced may be private.
Done Draft::permitAs(const fs::path& target)
{
    struct stat old {
    };
    const bool same = ::stat(target.c_str(), &old) != 0 || ::fchmod(m_file, old.st_mode & 07777) == 0;
    return same ? Done() : failed(errno);
}

Done Draft::replace(const fs::path& target)
{
    if (::rename(m_path.c_str(), target.c_str()) != 0)
        return failed(errno);
    m_placed = true;
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

} // namespace core
