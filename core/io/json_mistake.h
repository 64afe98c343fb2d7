// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong where JSON cannot be read on, in words of people who write it by hand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace core
{

struct JsonMistake {
    std::size_t at = 0;   // the byte, from 0, where one looks for it
    std::string sentence; // what is wrong, and what to do
};

/// Of a text whose first `bytesRead` bytes a parser of nlohmann took, and what that said in its exception.
JsonMistake jsonMistake(std::string_view text, std::size_t bytesRead, std::string_view message);

} // namespace core
