// SPDX-License-Identifier: GPL-3.0-or-later
// What arguments must be, where the parser alone would take too much; each refusal says what is wrong.
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

namespace app
{

/// Refuses "", which would be read as if the option were not there.
inline const CLI::Validator& given()
{
    static const CLI::Validator validator(
        [](const std::string& text) {
            return text.empty() ? std::string("is empty; give a value, or leave the option out") : std::string();
        },
        "");
    return validator;
}

/// Refuses what is no finite number, or no whole number of that type.
template <class Number> const CLI::Validator& number()
{
    static const CLI::Validator validator(
        [](const std::string& text) {
            Number value{};
            if (text.empty())
                return std::string("is empty; give a number, or leave the option out");
            const bool good = CLI::detail::lexical_cast(text, value);
            if (good && std::isfinite(static_cast<double>(value)))
                return std::string();
            constexpr bool whole = std::is_integral_v<Number>;
            return "'" + text + "' is not a finite " + (whole ? "whole number, such as 2" : "number, such as 0.5");
        },
        "");
    return validator;
}

/// Refuses what is none of these words.
inline CLI::Validator oneOf(const std::vector<std::string>& words)
{
    std::string list;
    for (const auto& word : words)
        list += (list.empty() ? "" : ", ") + word;
    return {[words, list](const std::string& text) {
                const bool known = std::ranges::find(words, text) != words.end();
                return known ? std::string() : "'" + text + "' is none of " + list;
            },
            "{" + list + "}"};
}

} // namespace app
