// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 as The Unicode Standard 15.0, table 3-7, has it; what changes the direction as UAX #9, 2.
#include "core/io/plain_text.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace core
{

namespace
{

struct Letter {
    char32_t code = 0;
    std::size_t size = 0; // in bytes; 0: no letter begins here
};

/// How many bytes a letter has that begins like this; 0 where none does.
std::size_t sizeOf(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

Letter firstOf(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t size = sizeOf(byte(0));
    if (size <= 1)
        return {byte(0), size};
    if (text.size() < size)
        return {};
    char32_t code = byte(0) & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0U) != 0x80)
            return {};
        code = (code << 6U) | (byte(i) & 0x3fU);
    }
    const bool tooLong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool noLetter = (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff;
    return tooLong || noLetter ? Letter() : Letter{code, size};
}

bool acts(char32_t code)
{
    if (code < 0x20)
        return code != '\n' && code != '\t';
    const bool control = code >= 0x7f && code < 0xa0;
    const bool mark = code == 0x61c || code == 0x200e || code == 0x200f || code == 0xfeff;
    const bool override = (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || mark || override;
}

bool isPlain(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; });
}

/// `letter` writes what acts, `byte` what is no letter.
template <class WriteLetter, class WriteByte>
std::string rewritten(std::string_view text, WriteLetter letter, WriteByte byte)
{
    if (isPlain(text))
        return std::string(text);
    std::string plain;
    while (!text.empty()) {
        const auto [code, size] = firstOf(text);
        if (size == 0)
            plain += byte(static_cast<unsigned char>(text[0]));
        else if (acts(code))
            plain += letter(static_cast<std::uint32_t>(code));
        else
            plain += text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(1, size));
    }
    return plain;
}

} // namespace

std::string plainText(std::string_view text)
{
    return rewritten(
        text, [](std::uint32_t code) { return fmt::format("\\u{{{:X}}}", code); },
        [](unsigned char byte) { return fmt::format("\\x{{{:X}}}", byte); });
}

std::string oneLine(std::string_view text)
{
    std::string line = plainText(text);
    for (auto at = line.find('\n'); at != std::string::npos; at = line.find('\n', at))
        line.replace(at, 1, "\\n");
    constexpr std::size_t longest = 2000, begin = 1200, end = 700;
    if (line.size() <= longest)
        return line;
    const std::string front = line.substr(0, begin);
    std::size_t back = line.size() - end;
    while ((static_cast<unsigned char>(line[back]) & 0xc0U) == 0x80) // within a letter
        ++back;
    return front.substr(0, begin - unfinishedLetter(front)) + " ... " + line.substr(back);
}

std::string plainJson(std::string_view text)
{
    return rewritten(
        text, [](std::uint32_t code) { return fmt::format("\\u{:04x}", code); },
        [](unsigned char) { return std::string("\\ufffd"); });
}

std::string fileNameOf(std::string_view title)
{
    constexpr std::size_t most = 80;
    std::string name = oneLine(title);
    for (char& sign : name)
        if (std::string_view("/\\:*?\"<>|\t").find(sign) != std::string_view::npos)
            sign = '-';
    const auto first = std::min(name.find_first_not_of(" ."), name.size()); // no hidden file
    name = name.substr(first, most);
    name.resize(name.size() - unfinishedLetter(name));
    name.resize(name.find_last_not_of(" .") + 1);
    return name.empty() ? "untitled" : name;
}

std::size_t unfinishedLetter(std::string_view text)
{
    for (std::size_t count = 1; count <= std::min<std::size_t>(3, text.size()); ++count) {
        const auto byte = static_cast<unsigned char>(text[text.size() - count]);
        if ((byte & 0xc0U) != 0x80)
            return sizeOf(byte) > count ? count : 0;
    }
    return 0;
}

} // namespace core
