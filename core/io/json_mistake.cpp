// SPDX-License-Identifier: GPL-3.0-or-later
// The parser knows what it waited for; what people did instead is seen in the text around that place.
#include "core/io/json_mistake.h"

#include "core/io/plain_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view blanks = " \t\r\n";

/// From there to the next blank or mark of JSON, short, and safe to show whatever the file holds.
std::string wordAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t max = 30;
    const auto end = text.find_first_of(" \t\r\n,:{}[]\"", at + 1);
    const auto length = std::min(end, text.size()) - at;
    auto word = text.substr(at, std::min(length, max));
    if (length > max)
        word.remove_suffix(unfinishedLetter(word));
    return oneLine(word) + (length > max ? "..." : "");
}

/// Where the word begins in which a place lies; of a text in quotes, its first quote.
std::size_t beginOf(std::string_view text, std::size_t at)
{
    if (text[at] == '"') {
        auto quote = at;
        do {
            quote = quote == 0 ? quote : text.rfind('"', quote - 1);
        } while (quote != std::string_view::npos && quote > 0 && text[quote - 1] == '\\');
        return quote == std::string_view::npos ? at : quote;
    }
    const auto before = text.substr(0, at).find_last_of(" \t\r\n,:{}[]\"");
    return before == std::string_view::npos ? 0 : before + 1;
}

/// The last byte before a place that is no blank; 0 where there is none.
char before(std::string_view text, std::size_t at)
{
    const auto found = text.substr(0, at).find_last_not_of(blanks);
    return found == std::string_view::npos ? '\0' : text[found];
}

/// Mistakes within a text in quotes.
std::string mistakeInText(std::string_view what, std::string_view text, std::size_t at)
{
    const auto says = [what](std::string_view part) { return what.find(part) != std::string_view::npos; };
    if (says("ill-formed UTF-8"))
        return "a byte here is no UTF-8. Save the file as UTF-8.";
    if (says("closing quote"))
        return "a text has no closing quote. Close it, or take a whole copy of the file.";
    if (says("U+000A") || says("U+000D"))
        return "a line ends within a text in quotes. Close the text first, or write \\n for the end of a line.";
    if (says("control character"))
        return "a text in quotes holds a tab or another control character. Write \\t for a tab.";
    if (says("backslash"))
        return fmt::format(
            "a backslash in a text stands before \"{}\", which means nothing. Write \\\\ for a backslash.",
            wordAt(text, at));
    if (says("surrogate"))
        return "\\u names half of a character. Write both halves, as \\ud83d\\ude00, or the character itself.";
    return "\\u is not followed by the four hexadecimal digits of a character. Correct it, or write the character "
           "itself.";
}

/// Where neither a text nor a number, true, false or null begins.
std::string noValue(const std::string& word)
{
    constexpr std::string_view digits = "+.0123456789";
    if (word.starts_with('/') || word.starts_with('#'))
        return "JSON has no comments. Remove it.";
    if (word.starts_with('\''))
        return "texts stand in double quotes, not in single ones. Write \"...\".";
    if (word.starts_with('<'))
        return "this is HTML or XML, not JSON. Name another file.";
    if (word.starts_with("\\x{")) // a byte that begins no letter
        return "this is no text. Save the file as UTF-8, or name another one.";
    if (digits.find(word.front()) != std::string_view::npos || word.starts_with('-'))
        return fmt::format("{} is not a number as JSON writes it. Write it as 0.5, 16 or 1e9.", word);
    return fmt::format("{} is not a value. Texts stand in double quotes, switches are true or false, numbers are 0.5, "
                       "16 or 1e9.",
                       word);
}

/// Where the parser waited for something else than what stands there.
std::string unexpected(std::string_view what, std::string_view text, std::size_t at)
{
    const auto says = [what](std::string_view part) { return what.find(part) != std::string_view::npos; };
    const std::string word = wordAt(text, at);
    const char last = before(text, at);
    const bool closes = text[at] == '}' || text[at] == ']';
    if (says("expected end of input"))
        return fmt::format("{} stands behind the end of the JSON object. Remove what follows the last brace.", word);
    if (closes && last == ',')
        return fmt::format("a comma stands before {}. Remove the comma.", word);
    if (closes && last == ':')
        return fmt::format("a key has no value before {}. Write the value behind the colon.", word);
    if (says("object separator"))
        return "a colon is missing between a key and its value. Write \"key\": value.";
    if (says("object key"))
        return fmt::format("a key in double quotes is missing before {}. Write \"key\": value.", word);
    if (says("expected '}'"))
        return fmt::format("a comma or the closing brace is missing before {}. Add it.", word);
    if (says("expected ']'"))
        return fmt::format("a comma or the closing bracket is missing before {}. Add it.", word);
    return closes || text[at] == ',' || text[at] == ':' ? fmt::format("a value is missing before {}. Add it.", word)
                                                        : noValue(word);
}

/// A message of the parser without what it quotes of the file, which may say anything, even "; expected ".
std::string withoutQuote(std::string_view message)
{
    constexpr std::array<std::string_view, 6> expected = {"; expected end of input",
                                                          "; expected '}'",
                                                          "; expected ']'",
                                                          "; expected ':'",
                                                          "; expected string literal",
                                                          "; expected '[', '{', or a literal"};
    const auto quote = message.find("; last read: '");
    std::string what(message.substr(0, quote));
    for (const std::string_view ending : expected)
        if (quote != std::string_view::npos && message.ends_with(ending))
            what += ending;
    return what;
}

} // namespace

JsonMistake jsonMistake(std::string_view text, std::size_t bytesRead, std::string_view message)
{
    const auto what = withoutQuote(message);
    const auto says = [&what](std::string_view part) { return what.find(part) != std::string::npos; };
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {0, "the file is empty. Name another one."};
    if (says("expected end of input") && text[first] != '{' && text[first] != '[')
        return {first, fmt::format("the text begins with {}, not with the brace of a JSON object. Name another file.",
                                   wordAt(text, first))};
    const auto at = std::min(std::max<std::size_t>(bytesRead, 1), text.size()) - 1;
    if (says("number overflow")) {
        const auto digit = text.find_last_of("0123456789", at);
        const auto number = beginOf(text, digit == std::string_view::npos ? at : digit);
        return {number, fmt::format("{} is too large. Write a number below 1e308.", wordAt(text, number))};
    }
    if (says("ill-formed UTF-8")) // seen at the byte that should have gone on with a letter
        return {at - (at > 0 && static_cast<unsigned char>(text[at]) < 0x80 ? 1 : 0), mistakeInText(what, text, at)};
    if (says("invalid string"))
        return {at, mistakeInText(what, text, at)};
    if (says("unexpected end of input"))
        return {text.find_last_not_of(blanks) + 1,
                "the file ends before its last brace is closed. Add what is missing, or "
                "take a whole copy of it."};
    const auto begin = beginOf(text, at);
    return {begin, says("invalid literal") && !says("expected") ? noValue(wordAt(text, begin))
                                                                : unexpected(what, text, begin)};
}

} // namespace core
