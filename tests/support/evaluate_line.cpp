// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over the plain style of derivations.
#include "support/evaluate_line.h"

#include "core/quantity/quantity.h"

#include "core/derive/render.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace tests
{

namespace
{

using core::Dim;

struct Unit {
    std::string_view name;
    double size;
    Dim dim;
};

constexpr std::array wholeUnits{
    Unit{"ns", 1e-9, core::dim::second},
    Unit{"µs", 1e-6, core::dim::second},
    Unit{"ms", 1e-3, core::dim::second},
    Unit{"s", 1, core::dim::second},
    Unit{"min", 60, core::dim::second},
    Unit{"h", 3600, core::dim::second},
    Unit{"day", 86400, core::dim::second},
    Unit{"days", 86400, core::dim::second},
    Unit{"year", 365.25 * 86400, core::dim::second},
    Unit{"years", 365.25 * 86400, core::dim::second},
    Unit{"USD", 1, core::dim::dollar},
};
constexpr std::array prefixedUnits{Unit{"B", 1, core::dim::byte}, Unit{"FLOPs", 1, core::dim::flop},
                                   Unit{"FLOP", 1, core::dim::flop}};

std::optional<double> prefixSize(std::string_view prefix)
{
    if (prefix.empty())
        return 1;
    const auto power = std::string_view("kMGTPE").find(prefix == "Ki" ? 'k' : prefix.front());
    if (power == std::string_view::npos)
        return {};
    if (prefix.size() == 1)
        return std::pow(1000, static_cast<double>(power + 1));
    return prefix.size() == 2 && prefix[1] == 'i' ? std::optional(std::pow(1024, static_cast<double>(power + 1)))
                                                  : std::nullopt;
}

std::optional<LineValue> unitNamed(std::string_view word)
{
    for (const Unit& unit : wholeUnits) {
        if (word == unit.name)
            return LineValue{unit.size, unit.dim, false, {}};
    }
    for (const Unit& unit : prefixedUnits) {
        if (!word.ends_with(unit.name))
            continue;
        if (const auto size = prefixSize(word.substr(0, word.size() - unit.name.size())))
            return LineValue{*size, unit.dim, false, {}};
    }
    return {};
}

Dim raised(Dim d, int power) { return {d.byte * power, d.flop * power, d.second * power, d.dollar * power}; }

class Reader
{
public:
    explicit Reader(std::string_view text) : m_rest(text) {}

    LineValue read()
    {
        LineValue result = sum();
        skip();
        if (m_error.empty() && !m_rest.empty())
            fail("left over: " + std::string(m_rest));
        result.error = m_error;
        return result;
    }

private:
    LineValue fail(std::string why)
    {
        if (m_error.empty())
            m_error = std::move(why);
        m_rest = {};
        return {};
    }

    void skip()
    {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
    }

    bool take(std::string_view token)
    {
        skip();
        if (!m_rest.starts_with(token))
            return false;
        m_rest.remove_prefix(token.size());
        return true;
    }

    void expect(std::string_view token)
    {
        if (!take(token))
            fail("missing " + std::string(token) + " before: " + std::string(m_rest));
    }

    /// Both sides of a sum, a maximum or a minimum measure the same thing.
    void match(LineValue& left, const LineValue& right)
    {
        if (!left.anyDim && !right.anyDim && left.dim != right.dim)
            fail("it adds or compares " + core::unitText(left.dim) + " and " + core::unitText(right.dim));
        if (left.anyDim)
            left.dim = right.dim;
        left.anyDim = left.anyDim && right.anyDim;
    }

    LineValue sum()
    {
        LineValue left = product();
        while (m_error.empty()) {
            const bool plus = take("+");
            if (!plus && !take("−"))
                break;
            const LineValue right = product();
            match(left, right);
            left.value = plus ? left.value + right.value : left.value - right.value;
        }
        return left;
    }

    LineValue product()
    {
        LineValue left = power();
        while (m_error.empty()) {
            const bool times = take("·");
            if (!times && !take("/"))
                break;
            const LineValue right = power();
            left.value = times ? left.value * right.value : left.value / right.value;
            left.dim = times ? left.dim * right.dim : left.dim / right.dim;
            left.anyDim = left.anyDim || right.anyDim;
        }
        return left;
    }

    LineValue power()
    {
        if (take("−")) {
            LineValue inner = power();
            inner.value = -inner.value;
            return inner;
        }
        LineValue base = primary();
        if (!take("^"))
            return base;
        const LineValue exponent = power();
        if (exponent.dim != core::dim::count && !exponent.anyDim)
            return fail("an exponent has a unit");
        if (base.dim != core::dim::count && exponent.value != std::round(exponent.value))
            return fail("a unit has a broken exponent");
        if (base.dim != core::dim::count)
            base.dim = raised(base.dim, static_cast<int>(exponent.value));
        base.value = std::pow(base.value, exponent.value);
        return base;
    }

    LineValue primary()
    {
        skip();
        if (!m_rest.empty() && m_rest.front() >= '0' && m_rest.front() <= '9')
            return quantity();
        if (take("("))
            return closed(sum(), ")");
        if (take("⌈"))
            return whole([](double x) { return core::detail::roundUp(x); }, "⌉");
        if (take("⌊"))
            return whole([](double x) { return core::detail::roundDown(x); }, "⌋");
        if (take("√("))
            return root();
        if (take("max("))
            return extreme(true);
        if (take("min("))
            return extreme(false);
        if (take("∞") || take("never"))
            return {std::numeric_limits<double>::infinity(), {}, true, {}};
        if (take("–"))
            return {std::numeric_limits<double>::quiet_NaN(), {}, true, {}};
        if (take("$")) {
            LineValue amount = quantity();
            amount.dim = amount.dim * core::dim::dollar;
            return amount;
        }
        const auto word = takeWord();
        const auto unit = unitNamed(word);
        return unit ? *unit : fail("no number or unit: " + std::string(word) + std::string(m_rest));
    }

    LineValue closed(LineValue inner, std::string_view bracket)
    {
        expect(bracket);
        return inner;
    }

    template <class Round> LineValue whole(Round round, std::string_view bracket)
    {
        LineValue inner = closed(sum(), bracket);
        if (inner.dim != core::dim::count && !inner.anyDim)
            return fail("it rounds a number with a unit");
        inner.value = round(inner.value);
        return inner;
    }

    LineValue root()
    {
        LineValue inner = closed(sum(), ")");
        if (!core::hasSquareRoot(inner.dim) && !inner.anyDim)
            return fail("the root of " + core::unitText(inner.dim) + " has no unit");
        return {std::sqrt(inner.value), core::squareRoot(inner.dim), inner.anyDim, {}};
    }

    LineValue extreme(bool largest)
    {
        LineValue best = sum();
        while (m_error.empty() && take(",")) {
            const LineValue next = sum();
            match(best, next);
            best.value = largest ? std::max(best.value, next.value) : std::min(best.value, next.value);
        }
        return closed(best, ")");
    }

    std::string_view takeWord()
    {
        skip();
        std::size_t length = m_rest.starts_with("µ") ? std::string_view("µ").size() : 0;
        while (length < m_rest.size() && std::isalpha(static_cast<unsigned char>(m_rest[length])))
            ++length;
        const auto word = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return word;
    }

    std::string takeDigits()
    {
        std::size_t length = 0;
        while (length < m_rest.size() && m_rest[length] >= '0' && m_rest[length] <= '9')
            ++length;
        std::string digits(m_rest.substr(0, length));
        m_rest.remove_prefix(length);
        return digits;
    }

    /// A comma is a separator only with a digit right behind it; between arguments a space follows.
    std::string takeNumber()
    {
        std::string digits = takeDigits();
        const std::size_t first = digits.size();
        while (m_rest.size() > 1 && m_rest[0] == ',' && m_rest[1] >= '0' && m_rest[1] <= '9') {
            m_rest.remove_prefix(1);
            const std::string group = takeDigits();
            if (group.size() != 3 || first > 3)
                fail("wrong separators at: ," + group);
            digits += group;
        }
        if (m_rest.starts_with('.')) {
            m_rest.remove_prefix(1);
            digits += "." + takeDigits();
        }
        if (m_rest.starts_with('e')) {
            m_rest.remove_prefix(1);
            const bool minus = m_rest.starts_with('-');
            m_rest.remove_prefix(minus ? 1 : 0);
            digits += (minus ? "e-" : "e") + takeDigits();
        }
        return digits;
    }

    /// A number and the unit that belongs to it.
    LineValue quantity()
    {
        skip();
        const std::string digits = takeNumber();
        LineValue result;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), result.value);
        if (read.ec != std::errc() || read.ptr != digits.data() + digits.size())
            return fail("no number: " + digits);
        const auto word = takeWord();
        if (word.empty())
            return result;
        const auto unit = unitNamed(word);
        if (!unit)
            return fail("no unit: " + std::string(word));
        int exponent = 1; // of the unit, not of the number
        if (take("^"))
            exponent = static_cast<int>(std::strtol(takeDigits().c_str(), nullptr, 10));
        result.value *= std::pow(unit->value, exponent);
        result.dim = raised(unit->dim, exponent);
        return result;
    }

    std::string_view m_rest;
    std::string m_error;
};

/// "1,230 tokens/s" without the word for what is counted.
std::string withoutCountedWord(const std::string& result, const core::DerivationStep& step)
{
    const auto space = result.find(' ');
    if (step.unit == core::shareUnit) // held as a fraction, shown in percent
        return result.substr(0, space) + " / 100";
    const bool counts = core::unitText(step.dim).starts_with("1");
    if (!counts || step.unit.empty() || space == std::string::npos)
        return result;
    const auto rest = result.find('/', space);
    return result.substr(0, space) + (rest == std::string::npos ? "" : result.substr(rest));
}

/// Half a unit of the last of four digits, in the unit that the result is shown in.
double tolerance(const std::string& result, double si)
{
    const auto start = result.find_first_of("0123456789");
    std::string number;
    for (auto i = start; i < result.size() && std::string_view("0123456789.,e-").find(result[i]) != std::string::npos;
         ++i)
        number += result[i] == ',' ? "" : std::string(1, result[i]);
    const double written = std::strtod(number.c_str(), nullptr);
    if (written == 0)
        return 0;
    const double place = std::pow(10, std::floor(std::log10(written) + 1e-12) - 3);
    // A tie may fall either way once the last bit has moved.
    return place / 2 * (std::abs(si) / written) * (1 + 1e-9);
}

bool isWholeCount(const core::DerivationStep& step)
{
    return step.dim == core::dim::count && step.value == std::round(step.value) && std::abs(step.value) < 1e15;
}

} // namespace

LineValue evaluateLine(std::string_view line) { return Reader(line).read(); }

std::string disagreement(const core::Derivation& derivation, int index, core::ByteUnits bytes)
{
    const core::DerivationStep& step = derivation.steps.at(static_cast<std::size_t>(index));
    const std::string result = core::resultText(step, bytes);
    const std::string line = core::substitutedText(derivation, index, core::TextStyle::plain, bytes);
    const std::string shown = withoutCountedWord(result, step);
    const auto complaint = [&](const std::string& why) {
        return step.symbol + " = " + line + " = " + result + ": " + why;
    };
    if (!step.word.empty())
        return result == step.word ? "" : complaint("the word is " + step.word);
    if (std::isnan(step.value)) // does not apply: there is nothing to work out
        return result == "–" ? "" : complaint("does not apply");
    const LineValue right = evaluateLine(shown);
    const LineValue left = line.empty() ? LineValue{step.value, step.dim, false, {}} : evaluateLine(line);
    if (!left.error.empty() || !right.error.empty())
        return complaint("cannot be read, " + left.error + right.error);
    // A count of elements with one FLOP each says so in its result alone.
    const bool isElements = step.dim == core::dim::flop && left.dim == core::dim::count;
    if (!left.anyDim && !right.anyDim && ((left.dim != step.dim && !isElements) || right.dim != step.dim))
        return complaint("the unit is not " + core::unitText(step.dim));
    if (!std::isfinite(right.value))
        return left.value == right.value ? "" : complaint("gives " + core::exactText(left.value));
    const double allowed = std::min(tolerance(shown, right.value), isWholeCount(step) ? 0.5 : HUGE_VAL);
    const bool near = std::abs(left.value - right.value) <= allowed;
    return near ? "" : complaint("gives " + core::exactText(left.value));
}

std::string disagreement(const core::Derivation& derivation)
{
    for (std::size_t i = 0; i < derivation.steps.size(); ++i) {
        for (const auto bytes : {core::ByteUnits::decimal, core::ByteUnits::binary}) {
            if (auto found = disagreement(derivation, static_cast<int>(i), bytes); !found.empty())
                return found;
        }
    }
    return {};
}

} // namespace tests
