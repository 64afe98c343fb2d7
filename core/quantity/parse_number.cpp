// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over what was typed: sums, products, powers, numbers with prefix and unit.
#include "core/quantity/parse_number.h"

#include "core/quantity/shown.h"
#include "core/quantity/unit_words.h"

#include <charconv>
#include <cmath>
#include <optional>

namespace core
{

namespace
{

constexpr int deepest = 50; // brackets, signs and powers in each other

/// What a part of the text amounts to. `bare`: no unit was named in it, so it may still take that of the field.
struct Amount {
    double value = 0;
    Dim dim = dim::count;
    bool bare = true;
};

/// A letter of a unit; bytes of µ and other UTF-8 sequences count as letters.
bool isUnitLetter(char c) { return isLetter(c) || c == '$' || c == '%' || (c & '\x80') != 0; }

/// 4.2M is 4,200,000 and 1.5k is 1,536: the binary prefix where it gives a whole number, else the decimal one where
/// that does.
double scaled(double value, double prefix, double decimal)
{
    const double whole = std::round(value * decimal);
    const bool round = std::abs(value * decimal - whole) <= 1e-12 * std::abs(whole);
    return value * prefix != std::floor(value * prefix) && round ? whole : value * prefix;
}

/// "gb" for GB: bits and bytes, and m and M, are told apart by their case.
std::string meant(std::string_view word)
{
    std::string upper(word);
    for (char& c : upper)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return unitWord(upper) ? " (" + upper + " is one)" : std::string();
}

class Parser
{
public:
    Parser(std::string_view text, bool count, std::string_view countUnit)
        : m_text(text), m_count(count), m_countUnit(countUnit)
    {
    }

    /// Nothing where the text cannot be read; `reason` then says why.
    std::optional<Amount> read()
    {
        const auto result = sum();
        skipSpaces();
        if (result && m_at < m_text.size())
            return fail("\"" + std::string(m_text.substr(m_at)) + "\" is left over");
        return result;
    }

    const std::string& reason() const { return m_reason; }

private:
    std::optional<Amount> fail(std::string reason)
    {
        if (m_reason.empty())
            m_reason = std::move(reason);
        return {};
    }

    void skipSpaces()
    {
        while (m_text.substr(m_at).starts_with(' ') || m_text.substr(m_at).starts_with('\t'))
            ++m_at;
        if (m_text.substr(m_at).starts_with("\u00a0")) {
            m_at += std::string_view("\u00a0").size();
            skipSpaces();
        }
    }

    bool take(std::string_view symbol)
    {
        skipSpaces();
        if (!m_text.substr(m_at).starts_with(symbol))
            return false;
        m_at += symbol.size();
        return true;
    }

    bool takeMinus() { return take("-") || take("−"); }
    bool takeTimes() { return take("*") || take("·") || take("×"); }

    std::optional<Amount> sum()
    {
        auto left = product();
        while (left) {
            const bool plus = take("+");
            if (!plus && !takeMinus())
                break;
            const auto right = product();
            if (!right)
                return {};
            if (left->dim != right->dim)
                return fail("it adds numbers of different units");
            left->value += plus ? right->value : -right->value;
            left->bare = left->bare && right->bare;
        }
        return left;
    }

    std::optional<Amount> product()
    {
        auto left = signedPower();
        while (left) {
            const bool times = takeTimes();
            if (!times && !take("/"))
                break;
            const auto right = signedPower();
            if (!right)
                return {};
            if (!times && right->value == 0)
                return fail("it divides by zero");
            left->value = times ? left->value * right->value : left->value / right->value;
            left->dim = times ? left->dim * right->dim : left->dim / right->dim;
            left->bare = left->bare && right->bare;
        }
        return left;
    }

    std::optional<Amount> signedPower()
    {
        if (++m_depth > deepest)
            return fail("it is nested too deeply");
        const bool minus = takeMinus();
        const bool sign = minus || take("+");
        if (sign && (takeMinus() || take("+")))
            return fail("two signs follow one another");
        auto result = power();
        if (result && minus)
            result->value = -result->value;
        --m_depth;
        return result;
    }

    std::optional<Amount> power()
    {
        auto base = primary();
        if (!base || !take("^"))
            return base;
        const auto exponent = signedPower();
        if (!exponent)
            return {};
        if (!base->bare || !exponent->bare)
            return fail("a power of a number with a unit is not understood");
        base->value = std::pow(base->value, exponent->value);
        return base;
    }

    std::optional<Amount> primary()
    {
        if (take("(")) {
            auto inner = sum();
            if (inner && !take(")"))
                return fail("a closing bracket is missing");
            return inner;
        }
        if (take("$")) {
            auto amount = number();
            if (amount && !amount->bare)
                return fail("it names two units");
            if (amount)
                *amount = {amount->value, dim::dollar, false};
            return amount;
        }
        skipSpaces();
        if (m_at < m_text.size() && (isDigit(m_text[m_at]) || m_text[m_at] == '.'))
            return number();
        const auto word = takeWord();
        if (word.empty())
            return fail(m_at < m_text.size() ? "a number is missing before \"" + std::string(m_text.substr(m_at)) + "\""
                                             : "a number is missing at the end");
        const auto unit = unitWord(word); // the "s" of "90 GB/s"
        if (!unit || !m_anyNumber)
            return fail("\"" + std::string(word) + "\" is no number");
        return Amount{unit->size, unit->dim, false};
    }

    std::string_view takeWord()
    {
        const auto start = m_at;
        while (m_at < m_text.size() && isUnitLetter(m_text[m_at]) && !symbolHere())
            ++m_at;
        return m_text.substr(start, m_at - start);
    }

    /// UTF-8 operators and spaces do not belong to a word.
    bool symbolHere() const
    {
        const auto rest = m_text.substr(m_at);
        return rest.starts_with("·") || rest.starts_with("×") || rest.starts_with("−") || rest.starts_with("\u00a0");
    }

    std::size_t digitsFrom(std::size_t at) const
    {
        while (at < m_text.size() && isDigit(m_text[at]))
            ++at;
        return at;
    }

    /// Digits with separators in groups of three, point and exponent, without the separators. "0,125" and "1.5,2" are
    /// none of these.
    std::optional<std::string> takeDigits()
    {
        constexpr const char* separators =
            "separators stand before groups of three digits; write the decimal point as \".\"";
        auto end = digitsFrom(m_at);
        std::string digits(m_text.substr(m_at, end - m_at));
        bool separated = false;
        while (end < m_text.size() && m_text[end] == ',') {
            const auto group = digitsFrom(end + 1);
            const bool first = digits.size() <= 3 && !digits.empty() && digits.front() != '0';
            if (group != end + 4 || (!separated && !first)) {
                fail(separators);
                return {};
            }
            digits += m_text.substr(end + 1, 3);
            separated = true;
            end = group;
        }
        if (end < m_text.size() && m_text[end] == '.') {
            const auto after = digitsFrom(end + 1);
            if (after == end + 1 && digits.empty()) {
                fail("a number is missing");
                return {};
            }
            digits += m_text.substr(end, after - end);
            end = after;
            if (digitsFrom(end + 1) > end + 1 && (m_text[end] == ',' || m_text[end] == '.')) {
                fail(m_text[end] == ',' ? separators : "it has two decimal points; groups of three digits have \",\"");
                return {};
            }
        }
        end = appendExponent(digits, end);
        m_at = end;
        return digits.front() == '.' ? "0" + digits : digits;
    }

    std::size_t appendExponent(std::string& digits, std::size_t end) const
    {
        if (end >= m_text.size() || (m_text[end] != 'e' && m_text[end] != 'E'))
            return end;
        auto at = end + 1;
        bool negative = false;
        if (at < m_text.size() && (m_text[at] == '+' || m_text[at] == '-'))
            negative = m_text[at++] == '-';
        const auto after = digitsFrom(at);
        if (after == at)
            return end;
        digits += negative ? "e-" : "e";
        digits += m_text.substr(at, after - at);
        return after;
    }

    std::optional<Amount> number()
    {
        skipSpaces();
        if (m_at >= m_text.size() || (!isDigit(m_text[m_at]) && m_text[m_at] != '.'))
            return fail("a number is missing");
        const auto digits = takeDigits();
        if (!digits)
            return {};
        Amount amount;
        const auto read = std::from_chars(digits->data(), digits->data() + digits->size(), amount.value);
        if (read.ec == std::errc::result_out_of_range)
            return fail("it is beyond what can be reckoned with");
        m_anyNumber = true;
        return withWord(amount);
    }

    /// What follows the digits: prefix, unit, the thing counted, or nothing.
    std::optional<Amount> withWord(Amount amount)
    {
        skipSpaces();
        const auto start = m_at;
        const auto word = takeWord();
        if (word.empty())
            return amount;
        if (!m_countUnit.empty() && (word == counted("1", m_countUnit) || word == counted("2", m_countUnit)))
            return amount;
        if (const auto prefix = prefixWord(word, m_count)) {
            amount.value = scaled(amount.value, *prefix, prefixWord(word, false).value_or(*prefix));
            skipSpaces();
            return m_count && m_at < m_text.size() && isUnitLetter(m_text[m_at]) && !symbolHere() ? withWord(amount)
                                                                                                  : amount;
        }
        const auto unit = unitWord(word);
        if (!unit) {
            m_at = start;
            return fail("\"" + std::string(word) + "\" is neither a prefix nor a unit" + meant(word));
        }
        // 932us is 932/1e6: multiplying by 1e-6 would leave a speck behind.
        amount.value = unit->size < 1 ? amount.value / std::round(1 / unit->size) : amount.value * unit->size;
        amount.dim = unit->dim;
        amount.bare = unit->dim == dim::count;
        return amount.bare ? amount : perUnits(amount);
    }

    /// "1.2 TB/s" is one number, also below a fraction bar.
    Amount perUnits(Amount amount)
    {
        const auto start = m_at;
        const auto unit = take("/") ? unitWord(takeWord()) : std::nullopt;
        m_at = unit ? m_at : start;
        return unit ? Amount{amount.value / unit->size, amount.dim / unit->dim, false} : amount;
    }

    std::string_view m_text;
    bool m_count;
    std::string_view m_countUnit;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_anyNumber = false;
    std::string m_reason;
};

std::string examples(Dim d)
{
    if (d == dim::count)
        return "65,536, 64k, 2^16, 3*1024 or 1.5e9";
    if (d == dim::byte)
        return "80GB, 80GiB or 8e10 (bytes)";
    if (d == dim::second)
        return "1us, 2.5 ms or 1e-6 (seconds)";
    if (d == dim::bytePerSecond)
        return "90 GB/s or 9e10 (bytes per second)";
    if (d == dim::flopPerSecond)
        return "459 TFLOP/s or 4.59e14 (FLOP per second)";
    if (d == dim::flop)
        return "1.5 TFLOPs or 1.5e12 (FLOPs)";
    if (d == dim::dollarPerSecond)
        return "$2.5/h or 7e-4 (dollars per second)";
    return "2.5 or 1e6 (" + unitText(d) + ")";
}

std::string unitMismatch(Dim typed, Dim wanted, std::string_view countUnit)
{
    if (wanted == dim::count && !countUnit.empty())
        return "its unit is " + unitText(typed) + ", where " + counted("2", countUnit) + " are counted";
    if (wanted == dim::count)
        return "its unit is " + unitText(typed) + ", where a plain number is wanted";
    return "its unit is " + (typed == dim::count ? "none" : unitText(typed)) + ", where " + unitText(wanted) +
           " is wanted";
}

tl::unexpected<std::string> refusal(std::string_view text, std::string_view reason, Dim d)
{
    const auto typed = inQuotes(text);
    const auto why =
        reason.starts_with(typed) ? std::string(reason) : typed + " is not understood: " + std::string(reason);
    return tl::unexpected(why + "; write for example " + examples(d) + ".");
}

} // namespace

std::string inQuotes(std::string_view text)
{
    constexpr std::size_t longest = 60;
    if (text.size() <= longest)
        return "\"" + std::string(text) + "\"";
    auto end = longest;
    while (end > 0 && (text[end] & '\xc0') == '\x80') // not inside a UTF-8 sequence
        --end;
    return "\"" + std::string(text.substr(0, end)) + "…\"";
}

tl::expected<double, std::string> parseNumber(std::string_view text, Dim dim, std::string_view countUnit)
{
    if (trimmed(text).empty())
        return tl::unexpected("Nothing was typed; write for example " + examples(dim) + ".");
    if (text.size() > 1000)
        return refusal(text, "it is longer than 1,000 characters", dim);
    Parser parser(text, dim == dim::count, countUnit);
    const auto amount = parser.read();
    if (!amount)
        return refusal(text, parser.reason(), dim);
    if (!amount->bare && amount->dim != dim)
        return refusal(text, unitMismatch(amount->dim, dim, countUnit), dim);
    if (amount->bare && dim != dim::count && text.find('%') != text.npos)
        return refusal(text, "its unit is %, where " + unitText(dim) + " is wanted", dim);
    if (!std::isfinite(amount->value))
        return refusal(text, "the result is no finite number", dim);
    return amount->value;
}

} // namespace core
