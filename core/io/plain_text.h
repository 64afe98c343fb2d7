// SPDX-License-Identifier: GPL-3.0-or-later
// Text from files and names of files, shown so that it cannot act on a terminal or stand in another order than it has.
#pragma once

#include <string>
#include <string_view>

namespace core
{

/// UTF-8 in which control characters (but tabs and ends of lines), separators of lines, and marks and overrides of
/// direction stand as "\u{202E}", bytes that are no UTF-8 as "\x{FF}".
std::string plainText(std::string_view);

/// The same in one line: ends of lines stand as "\n", and of more than 2,000 bytes the middle is left out.
std::string oneLine(std::string_view);

/// The same of a JSON text: "\u202e", which says the same to who reads it. Bytes that are no UTF-8 as "\ufffd".
std::string plainJson(std::string_view);

/// A title as the name of a file on any system: signs that some of them refuse are hyphens; at most 80 bytes.
std::string fileNameOf(std::string_view title);

/// How many of the last bytes begin a letter that is not complete: 0 to 3.
std::size_t unfinishedLetter(std::string_view);

} // namespace core
