// SPDX-License-Identifier: GPL-3.0-or-later
// Small grammars, read by hand: each is a list of numbers or letters.
#include "core/scenario/text_forms.h"

#include "core/quantity/parse_number.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

namespace core
{

std::optional<int> wholeNumber(std::string_view text, int min, int max)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < min || value > max)
        return std::nullopt;
    return value;
}

std::string lowerCase(std::string_view text)
{
    std::string low(text);
    std::ranges::transform(low, low.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return low;
}

std::vector<std::string_view> parts(std::string_view text, char separator)
{
    std::vector<std::string_view> found;
    for (std::size_t begin = 0;;) {
        const auto end = text.find(separator, begin);
        found.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return found;
        begin = end + 1;
    }
}

std::optional<std::array<int, 3>> readTorus(std::string_view text)
{
    const auto sides = parts(text, 'x');
    if (sides.size() > 3)
        return std::nullopt;
    std::array<int, 3> torus{1, 1, 1};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto side = wholeNumber(sides[i], 1, longestSide);
        if (!side)
            return std::nullopt;
        torus[i] = *side;
    }
    return torus;
}

std::string torusText(const std::array<int, 3>& torus)
{
    if (torus == std::array<int, 3>{})
        return "auto";
    std::string text = std::to_string(torus[0]);
    const int sides = torus[2] > 1 ? 3 : torus[1] > 1 ? 2 : 1;
    for (int i = 1; i < sides; ++i)
        text += 'x' + std::to_string(torus[static_cast<std::size_t>(i)]);
    return text;
}

bool isSlice(std::string_view text) { return text == "auto" || readTorus(text); }

std::optional<SwitchText> readSwitch(std::string_view text)
{
    constexpr std::string_view word = "switch";
    if (!text.starts_with(word))
        return std::nullopt;
    const auto numbers = parts(text.substr(word.size()), '/');
    const auto gpus = wholeNumber(numbers.front(), 1, longestSide);
    if (!gpus || numbers.size() > 2)
        return std::nullopt;
    if (numbers.size() == 1)
        return SwitchText{*gpus};
    const auto behindEach = wholeNumber(numbers.back(), 1, longestSide);
    return behindEach ? std::optional(SwitchText{*gpus, *behindEach}) : std::nullopt;
}

bool isTopology(std::string_view text) { return readTorus(text) || readSwitch(text); }

bool isAxes(std::string_view text)
{
    if (text == "all")
        return true;
    std::string sorted(text);
    std::sort(sorted.begin(), sorted.end());
    return !text.empty() && text.find_first_not_of("XYZ") == std::string_view::npos &&
           std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

bool isChip(std::string_view text)
{
    if (text.empty())
        return true;
    const auto places = parts(text, ',');
    return places.size() <= 3 && std::all_of(places.begin(), places.end(), [](std::string_view place) {
               return wholeNumber(trimmed(place), 0, longestSide - 1).has_value();
           });
}

namespace
{

/// One chip, or several with semicolons between them.
bool isChips(std::string_view text)
{
    const auto chips = parts(text, ';');
    return chips.size() < 2 ? isChip(text) : text.size() <= longestText && std::ranges::all_of(chips, [](auto chip) {
                                                 return !trimmed(chip).empty() && isChip(chip);
                                             });
}

} // namespace

bool isSender(std::string_view text) { return text == "all" || isChips(text); }

bool isReceiver(std::string_view text) { return readShift(text).has_value() || isChips(text); }

std::optional<int> readShift(std::string_view text)
{
    const auto places = text.starts_with('+') ? wholeNumber(text.substr(1), 1, longestSide - 1) : std::nullopt;
    return places ? std::optional(static_cast<int>(*places)) : std::nullopt;
}

bool isNamedMesh(std::string_view text)
{
    std::string names;
    for (const auto part : parts(text, ',')) {
        const auto axis = trimmed(part);
        const auto sign = axis.find('=');
        if (sign == std::string_view::npos || !isLetter(axis[0]) || !trimmed(axis.substr(1, sign - 1)).empty() ||
            names.find(axis[0]) != std::string::npos ||
            !wholeNumber(trimmed(axis.substr(sign + 1)), 1, longestMeshAxis))
            return false;
        names += axis[0];
    }
    return true;
}

bool isOperationName(std::string_view text)
{
    const auto isControl = [](unsigned char c) { return c < ' ' || c == 0x7f; };
    const auto begins = [](unsigned char c) { return (c & 0xc0) != 0x80; }; // not the rest of a UTF-8 character
    return std::none_of(text.begin(), text.end(), isControl) && text.size() <= 160 &&
           std::count_if(text.begin(), text.end(), begins) <= 40;
}

bool isExpression(std::string_view text)
{
    return !text.empty() && text.size() <= longestText &&
           std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; });
}

bool isEditedArrays(std::string_view text) { return text.empty() || isExpression(text); }

bool isDimension(std::string_view text)
{
    return !text.empty() && text.size() <= 32 && isLetter(text[0]) &&
           std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c); });
}

std::optional<std::vector<TracePattern>> readTracePatterns(std::string_view text)
{
    std::vector<TracePattern> patterns;
    if (text.size() > longestText)
        return std::nullopt;
    auto pieces = parts(text, ';');
    if (trimmed(pieces.back()).empty()) // of a text that is empty, or behind the last
        pieces.pop_back();
    for (const auto piece : pieces) {
        const auto equals = piece.rfind('=');
        if (equals == std::string_view::npos)
            return std::nullopt;
        TracePattern pattern;
        for (const char c : piece.substr(0, equals))
            if (std::isgraph(static_cast<unsigned char>(c)) && c != '-' && c != '_')
                pattern.part += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const auto name = trimmed(piece.substr(equals + 1));
        const auto& names = namesOf<WorkClass>;
        const auto found = std::ranges::find(names, name);
        if (pattern.part.empty() || found == names.end() ||
            std::ranges::find(patterns, pattern.part, &TracePattern::part) != patterns.end())
            return std::nullopt;
        pattern.what = static_cast<WorkClass>(found - names.begin());
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

bool isTracePatterns(std::string_view text) { return readTracePatterns(text).has_value(); }

} // namespace core
