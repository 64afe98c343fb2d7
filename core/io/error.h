// SPDX-License-Identifier: GPL-3.0-or-later
// What reading a file reports: a code that scripts depend on and one sentence for people.
#pragma once

#include <string>

namespace core
{

/// Codes: FILE_SYNTAX (no valid JSON), FILE_FORMAT (another kind of file), FILE_VERSION (newer than this program),
/// FILE_STATE (a picture that contains no scenario), FILE_KEY (unknown, missing or doubled key), FILE_VALUE (wrong
/// kind, unit or range), FILE_SIZE (larger than what is read), FILE_READ and FILE_WRITE (what the system refuses).
struct Error {
    std::string code;
    std::string text;
    std::string path = {}; // of what is wrong, where the file has keys: "steps.2.prompt"

    friend bool operator==(const Error&, const Error&) = default;
};

} // namespace core
