// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the text as a field would, and then looks at how it was written.
#include "core/lesson/typed_number.h"

#include "core/lesson/spelling.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/unit_words.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace core
{

namespace
{

constexpr int fewestDigits = 2; // of a rounded number
constexpr double slack = 1e-9;  // of the arithmetic, in units of the last digit

constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }

/// Without the last noun (but with the prefix before it), without nouns or what has a number in brackets at the end, or
/// without the x of "8x".
std::string_view withoutLast(std::string_view text, std::string_view countUnit)
{
    if (text.ends_with(')')) {
        const auto from = text.rfind('(');
        if (from == std::string_view::npos)
            return text;
        auto inside = trimmed(text.substr(from + 1, text.size() - from - 2));
        if (areNouns(inside, countUnit))
            return trimmed(text.substr(0, from));
        if (constexpr std::string_view each = " each"; inside.ends_with(each))
            inside.remove_suffix(each.size());
        const bool isBytes = parseNumber(inside, dim::byte) && !parseNumber(inside, dim::count); // "80 GB each"
        return isBytes ? trimmed(text.substr(0, from)) : text;
    }
    if (const auto blank = text.find_last_of(" \t"); blank != std::string_view::npos) {
        const auto word = text.substr(blank + 1);
        if (areNouns(word, countUnit))
            return trimmed(text.substr(0, blank));
        const bool isPrefixed = word.size() > 1 && prefixWord(word.substr(0, 1), true) && !isUpper(word[1]);
        if (isPrefixed && areNouns(word.substr(1), countUnit)) // "ktokens", and not "GH200"
            return text.substr(0, blank + 2);
    }
    for (const std::string_view times : {"x", "×"})
        if (text.size() > times.size() && text.ends_with(times) && isDigit(text[text.size() - times.size() - 1]))
            return text.substr(0, text.size() - times.size());
    return text;
}

/// A number with a prefix and a unit, nothing calculated.
struct Written {
    std::string digits;    // "3276.5"
    int exponent = 0;      // behind e
    std::string_view word; // "GB", "k", "GB/s"
};

std::optional<Written> partsOf(std::string_view text)
{
    Written all;
    std::size_t at = 0;
    for (; at < text.size() && (isDigit(text[at]) || text[at] == '.' || text[at] == ','); ++at)
        if (text[at] != ',')
            all.digits += text[at];
    if (all.digits.empty())
        return std::nullopt;
    if (at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E') && !isLetter(text[at + 1])) {
        const auto from = at + (text[at + 1] == '+' ? 2 : 1);
        const auto read = std::from_chars(text.data() + from, text.data() + text.size(), all.exponent);
        if (read.ec != std::errc())
            return std::nullopt;
        at = static_cast<std::size_t>(read.ptr - text.data());
    }
    all.word = trimmed(text.substr(at));
    const bool calculated = all.word.find_first_of("+-*^()0123456789") != std::string_view::npos ||
                            all.word.find("·") != std::string_view::npos ||
                            all.word.find("×") != std::string_view::npos ||
                            all.word.find("−") != std::string_view::npos;
    return calculated ? std::nullopt : std::optional(all);
}

int significantDigits(std::string_view digits)
{
    digits.remove_prefix(std::min(digits.find_first_of("123456789"), digits.size()));
    return static_cast<int>(std::ranges::count_if(digits, isDigit));
}

/// The prefix of the other family: GiB of GB.
std::optional<std::string> otherUnit(std::string_view unit)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> families{
        {{"kB", "KiB"}, {"KB", "KiB"}, {"MB", "MiB"}, {"GB", "GiB"}, {"TB", "TiB"}, {"PB", "PiB"}}};
    for (const auto& [decimal, binary] : families)
        if (unit == decimal || unit == binary)
            return std::string(unit == decimal ? binary : decimal);
    return std::nullopt;
}

bool isRounded(double number, double unit, double expected)
{
    return std::abs(expected - number) <= unit * (0.5 + slack);
}

void addReadings(TypedNumber& number, const Written& form, Dim dim)
{
    const auto point = form.digits.find('.');
    const auto behind = point == std::string::npos ? 0 : static_cast<int>(form.digits.size() - point) - 1;
    const std::string text = form.digits + "e" + std::to_string(form.exponent);
    double plain = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), plain).ec != std::errc() || plain == 0)
        return;
    number.digits = significantDigits(form.digits);
    number.unit = std::pow(10, form.exponent - behind) * (number.value / plain);
    const auto word = form.word.substr(0, form.word.find(' '));
    if (dim == dim::count)
        if (const auto size = prefixWord(word, false);
            size && !isRounded(number.value, slack * number.value, plain * *size))
            number.decimal = plain * *size;
    if (const auto other = dim == dim::byte ? otherUnit(form.word) : std::nullopt) {
        const auto size = unitWord(*other);
        number.bytes = OtherReading{plain * (size ? size->size : 1), form.digits + " " + *other, *other};
    }
}

/// "7.5e9/2e12", "(3+4)*2": one term without words.
bool isTermOfNumbers(std::string_view text)
{
    int depth = 0;
    char before = '\0';
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        const bool sign = c == '+' || c == '-';
        const bool ofNumber = before == 'e' || before == 'E' || before == '^';
        if (depth == 0 && sign && before != '\0' && !ofNumber)
            return false;
        before = c == ' ' ? before : c;
    }
    return text.find_first_not_of("0123456789.,+-*/^() eE×·") == std::string_view::npos; // or bytes of these two
}

/// A unit behind all of a calculation is that of its result: "12.5/1.2 ms".
std::optional<double> inUnitBehind(std::string_view text, Dim dim)
{
    const auto split = text.find_last_of("0123456789).") + 1; // from 0 where there is none
    const auto front = text.substr(0, split), unit = trimmed(text.substr(split));
    if (unit.empty() || dim == dim::count || !isTermOfNumbers(front))
        return std::nullopt;
    const auto number = parseNumber(front, dim::count), one = parseNumber("1 " + std::string(unit), dim);
    return number && one ? std::optional(*number * *one) : std::nullopt;
}

/// "1,523 d" and "217.6 weeks" of days.
std::optional<double> inTimeCounted(std::string_view text, std::string_view countUnit)
{
    const auto unit = unitWord(countUnit);
    if (!unit || unit->dim != dim::second)
        return std::nullopt;
    const auto time = parseNumber(text, dim::second);
    return time ? std::optional(*time / unit->size) : std::nullopt;
}

bool isNever(std::string_view text)
{
    const std::string low = lowerCase(text);
    constexpr std::array<std::string_view, 5> words{"never", "infinite", "infinity", "inf", "∞"};
    return std::ranges::find(words, low) != words.end();
}

/// Without what is counted in each second: "21,600 tokens/s" and "21,600 1/s" as "21,600/s".
std::string withoutCounted(std::string_view rate, std::string_view countUnit)
{
    const auto slash = rate.rfind('/');
    const auto per = slash == std::string_view::npos ? std::nullopt : unitWord(trimmed(rate.substr(slash + 1)));
    if (!per || per->dim != dim::second)
        return std::string(rate);
    auto front = trimmed(rate.substr(0, slash));
    for (auto shorter = withoutLast(front, countUnit); shorter != front; shorter = withoutLast(front, countUnit))
        front = shorter;
    if (front.ends_with(" 1"))
        front.remove_suffix(2);
    return std::string(front) + std::string(rate.substr(slash));
}

} // namespace

bool TypedNumber::rounds(double expected) const { return digits >= fewestDigits && isRounded(value, unit, expected); }

bool TypedNumber::roundsWhole(double expected) const
{
    constexpr double fewest = 100; // of three digits
    constexpr double maxWhole = 1e300;
    if (digits < fewestDigits) // of what was calculated, and of "never", no digit is known
        return false;
    double size = unit;
    if (!(value / unit <= maxWhole)) // of a unit that is no number any more
        return false;
    while (value / (10 * size) >= fewest && value / (10 * size) == std::floor(value / (10 * size)))
        size *= 10;
    return value / size >= fewest && isRounded(value, size, expected);
}

bool TypedNumber::roundsDecimal(double expected) const
{
    return digits >= fewestDigits && decimal && isRounded(*decimal, unit * (*decimal / value), expected);
}

tl::expected<TypedNumber, std::string> typedNumber(std::string_view text, Dim dim, std::string_view countUnit)
{
    TypedNumber number;
    std::string written = spelled(text, dim);
    auto shown = trimmed(written);
    if (isNever(shown)) {
        number.value = std::numeric_limits<double>::infinity();
        return number;
    }
    const auto counts = dim == dim::count ? countUnit : std::string_view();
    auto read = parseNumber(written, dim, counts);
    if (!read && dim == dim::perSecond) {
        written = withoutCounted(written, countUnit);
        shown = trimmed(written);
        read = parseNumber(written, dim);
    }
    constexpr std::size_t longest = 1000;
    while (!read && dim == dim::count && text.size() <= longest) {
        const auto shorter = withoutLast(shown, countUnit);
        if (shorter.empty() || shorter == shown)
            break;
        shown = shorter;
        read = parseNumber(shown, dim, counts);
    }
    if (const auto whole = read ? std::nullopt : inUnitBehind(shown, dim))
        read = *whole;
    if (const auto counted = read ? std::nullopt : inTimeCounted(trimmed(written), counts)) {
        shown = trimmed(written);
        read = *counted;
    }
    if (!read)
        return tl::unexpected(read.error());
    number.value = *read;
    number.text = shown;
    number.bare = shown.find_first_not_of("0123456789.,-+*/^() eE") == std::string_view::npos;
    if (const auto form = partsOf(shown))
        addReadings(number, *form, dim);
    return number;
}

} // namespace core
