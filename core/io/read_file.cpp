// SPDX-License-Identifier: GPL-3.0-or-later
// System calls of POSIX: what a name stands for is asked before it is opened, which alone can hang or rewind a tape.
#include "core/io/read_file.h"

#include "core/io/picture_state.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace core
{

namespace
{

tl::unexpected<Error> unread(const std::string& path, const std::string& why)
{
    return tl::make_unexpected(Error{"FILE_READ", fmt::format("{} cannot be read: {}.", path, why)});
}

std::string wordsOf(int error) { return std::generic_category().message(error); }

/// Why nothing is read from it; empty for a regular file.
std::string otherKind(mode_t mode)
{
    if (S_ISREG(mode))
        return {};
    const char* kind = S_ISDIR(mode)    ? "a folder"
                       : S_ISFIFO(mode) ? "a pipe"
                       : S_ISSOCK(mode) ? "a socket"
                                        : "a device";
    return fmt::format("it is {}, not a regular file", kind);
}

std::string whyNotFound(const std::string& path, int error)
{
    std::error_code unknown;
    if (error == ENOENT && std::filesystem::is_symlink(path, unknown))
        return fmt::format("it is a link to {}, which is not there",
                           std::filesystem::read_symlink(path, unknown).string());
    return wordsOf(error);
}

/// The sentence where a file of which these bytes are read, and whose size is that, is larger than its kind may be.
using SizeCheck = std::function<std::string(const std::string& path, std::string_view bytes, std::uint64_t size)>;

std::string largeDocument(const std::string& path, std::string_view bytes, std::uint64_t size)
{
    return std::max<std::uint64_t>(bytes.size(), size) > largestFile(bytes) ? tooLargeText(path, bytes) : std::string();
}

tl::expected<std::string, Error> contentOf(int file, const std::string& path, std::uint64_t size,
                                           const SizeCheck& check, const ReadProgress& progress)
{
    std::string bytes;
    std::array<char, 65536> block;
    for (;;) {
        const ssize_t count = ::read(file, block.data(), block.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return unread(path, wordsOf(errno));
        if (count == 0)
            return bytes;
        bytes.append(block.data(), static_cast<std::size_t>(count));
        if (auto why = check(path, bytes, size); !why.empty())
            return tl::make_unexpected(Error{"FILE_SIZE", std::move(why)});
        if (progress && !progress(bytes.size(), size))
            return unread(path, "it was stopped");
    }
}

} // namespace

tl::expected<OpenedFile, Error> openRegular(const std::string& path)
{
    struct stat is {
    };
    if (::stat(path.c_str(), &is) != 0)
        return unread(path, whyNotFound(path, errno));
    if (const auto why = otherKind(is.st_mode); !why.empty())
        return unread(path, why);
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return unread(path, wordsOf(errno));
    const int error = ::fstat(file, &is) != 0 ? errno : 0;
    const auto why = error != 0 ? wordsOf(error) : otherKind(is.st_mode); // it was replaced meanwhile
    if (why.empty())
        return OpenedFile{file, static_cast<std::uint64_t>(is.st_size)};
    ::close(file);
    return unread(path, why);
}

namespace
{

tl::expected<std::string, Error> regularFile(const std::string& path, const SizeCheck& check,
                                             const ReadProgress& progress)
{
    const auto file = openRegular(path);
    if (!file)
        return tl::make_unexpected(file.error());
    auto content = contentOf(file->number, path, file->size, check, progress);
    ::close(file->number);
    return content;
}

} // namespace

tl::expected<std::string, Error> readFile(const std::string& path, const ReadProgress& progress)
{
    return regularFile(path, largeDocument, progress);
}

tl::expected<std::string, Error> readUpTo(std::size_t most, const std::string& path, std::string_view kind,
                                          std::string_view remedy)
{
    const auto large = [&](const std::string& name, std::string_view bytes, std::uint64_t size) {
        constexpr double mega = 1e6;
        return std::max<std::uint64_t>(bytes.size(), size) > most
                   ? fmt::format("{} is larger than {:g} MB, the most that is read of {}; {}.", name,
                                 static_cast<double>(most) / mega, kind, remedy)
                   : std::string();
    };
    return regularFile(path, large, {});
}

tl::expected<std::string, Error> readTable(const std::string& path)
{
    return readUpTo(largestTable, path, "a table", "keep the rows that matter");
}

} // namespace core
