// SPDX-License-Identifier: GPL-3.0-or-later
// The one reader of files that the user names: regular files alone, and no more of them than their kind may have.
#pragma once

#include "core/io/error.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

/// Told between two blocks how many bytes of how many are read; false stops the reading.
using ReadProgress = std::function<bool(std::uint64_t read, std::uint64_t size)>;

/// The bytes of a regular file, at most `largestFile` of them, whatever its size claims. FILE_READ with the reason in
/// words (a device, a pipe, a folder, a link to nothing, no permission), FILE_SIZE for a larger file.
tl::expected<std::string, Error> readFile(const std::string& path, const ReadProgress& = {});

/// Bytes of a table of numbers that is read: what the window reads without a pause.
inline constexpr std::size_t largestTable = 1'000'000;

/// The same of a table, at most `largestTable` bytes of it.
tl::expected<std::string, Error> readTable(const std::string& path);

/// The same of any file, at most so many bytes of it; the sentence of FILE_SIZE calls it by its kind ("a table") and
/// ends with the remedy.
tl::expected<std::string, Error> readUpTo(std::size_t most, const std::string& path, std::string_view kind,
                                          std::string_view remedy);

/// A regular file, opened to be read from its start, and its size; the caller closes it. FILE_READ as above.
struct OpenedFile {
    int number = -1; // of the system
    std::uint64_t size = 0;
};
tl::expected<OpenedFile, Error> openRegular(const std::string& path);

} // namespace core
