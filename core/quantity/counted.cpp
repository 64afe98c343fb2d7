// SPDX-License-Identifier: GPL-3.0-or-later
// Plural of what a count counts.
#include "core/quantity/shown.h"

namespace core
{

namespace
{

bool endsWithOneOf(std::string_view word, std::initializer_list<std::string_view> endings)
{
    for (const auto ending : endings) {
        if (word.ends_with(ending))
            return true;
    }
    return false;
}

std::string plural(std::string_view word)
{
    if (word == "axis")
        return "axes";
    if (word.ends_with("s") && !word.ends_with("ss")) // already a plural
        return std::string(word);
    const bool letter = !word.empty() && word.back() >= 'a' && word.back() <= 'z';
    if (!letter)
        return std::string(word);
    if (endsWithOneOf(word, {"ch", "sh", "ss", "x"}))
        return std::string(word) + "es";
    if (word.ends_with("y") && !endsWithOneOf(word, {"ay", "ey", "oy"}))
        return std::string(word.substr(0, word.size() - 1)) + "ies";
    return std::string(word) + "s";
}

} // namespace

std::string counted(std::string_view number, std::string_view unit)
{
    if (unit.empty())
        return {};
    // "token per chip", "token/s": the first word is what is counted.
    const auto end = unit.find_first_of(" /");
    const auto head = unit.substr(0, end);
    const auto rest = end == std::string_view::npos ? std::string_view{} : unit.substr(end);
    return (number == "1" ? std::string(head) : plural(head)) + std::string(rest);
}

} // namespace core
