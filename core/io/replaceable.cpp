// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the file system.
#include "core/io/replaceable.h"

#include <filesystem>

namespace core
{

bool isReplaceable(const std::string& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error); // links are followed
    return status.type() == std::filesystem::file_type::not_found || std::filesystem::is_regular_file(status);
}

} // namespace core
