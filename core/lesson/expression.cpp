// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent that evaluates as it reads.
#include "core/lesson/expression.h"

#include "core/numbers/metrics.h"
#include "core/quantity/parse_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr int deepest = 50; // brackets, signs and powers in each other

/// What was made of such numbers.
TermOrWhy inRange(Term result, double left, double right = 0)
{
    if (std::isnan(result.number) && !std::isnan(left) && !std::isnan(right))
        return refused(
            "it has no value: a root of a negative number, never less or divided by never, or 0 times never");
    if (std::isinf(result.number) && std::isfinite(left) && std::isfinite(right))
        return refused("a number in it is larger than 1.8e308");
    return result;
}

TermOrWhy added(const Term& left, const Term& right, bool minus)
{
    if (left.word || right.word)
        return refused("it adds words");
    if (left.dim != right.dim && !left.bare && !right.bare)
        return refused("it adds numbers of different units");
    return inRange({minus ? left.number - right.number : left.number + right.number,
                    left.bare ? right.dim : left.dim,
                    {},
                    left.bare && right.bare},
                   left.number, right.number);
}

TermOrWhy multiplied(const Term& left, const Term& right, bool divide)
{
    if (left.word || right.word)
        return refused("it multiplies words");
    return inRange({divide ? left.number / right.number : left.number * right.number,
                    divide ? left.dim / right.dim : left.dim * right.dim,
                    {},
                    left.bare && right.bare},
                   left.number, right.number);
}

TermOrWhy raised(const Term& base, const Term& exponent)
{
    if (base.word || exponent.word)
        return refused("it raises words to a power");
    if (exponent.dim != dim::count)
        return refused("an exponent must be a plain number");
    if (base.number == 0 && exponent.number < 0)
        return refused("it raises 0 to a negative power, which divides by 0");
    if (base.dim == dim::count)
        return inRange({std::pow(base.number, exponent.number), dim::count, {}, base.bare && exponent.bare},
                       base.number, exponent.number);
    if (exponent.number != 2)
        return refused("of numbers with a unit only the square is taken");
    return inRange({base.number * base.number, base.dim * base.dim}, base.number);
}

/// Why a word in '...' is none that the other side can be; as conditions of `until` say it.
std::string whyNone(const Term& of, const Term& quoted)
{
    return quoted.word && quoted.words.empty() ? whyNever(of.words, *quoted.word) : std::string();
}

TermOrWhy compared(const Term& left, const Term& right, std::string_view sign)
{
    if (left.word.has_value() != right.word.has_value())
        return refused("it compares a word with a number");
    if (left.word && sign != "=")
        return refused("words are compared with \"=\" alone");
    if (const auto why = whyNone(left, right) + whyNone(right, left); !why.empty())
        return tl::unexpected("what it compares " + why);
    if (!left.word && left.dim != right.dim && !left.bare && !right.bare)
        return refused("it compares numbers of different units");
    bool holds = left.word ? *left.word == *right.word : left.number == right.number;
    if (sign == "<" || sign == ">")
        holds = sign == "<" ? left.number < right.number : left.number > right.number;
    else if (sign != "=")
        holds = holds || (sign == "<=" ? left.number < right.number : left.number > right.number);
    return Term{holds ? 1. : 0.};
}

TermOrWhy ofFunction(std::string_view name, const std::vector<Term>& in)
{
    const bool one = name == "ceil" || name == "floor" || name == "sqrt";
    if (in.size() != (one ? 1U : 2U))
        return refused(fmt::format("{} takes {}", name, one ? "one number" : "two numbers"));
    if (std::ranges::any_of(in, [](const Term& term) { return term.word.has_value(); }))
        return refused(fmt::format("{} takes numbers, not words", name));
    Term result = in.front();
    if (name == "ceil" || name == "floor")
        result.number = name == "ceil" ? std::ceil(result.number) : std::floor(result.number);
    if (name == "sqrt") {
        if (!hasSquareRoot(result.dim))
            return refused("there is no square root of this unit");
        result.number = std::sqrt(result.number);
        result.dim = squareRoot(result.dim);
    }
    if (one)
        return inRange(result, in.front().number);
    if (in[0].dim != in[1].dim && !in[0].bare && !in[1].bare)
        return refused(fmt::format("{} compares numbers of different units", name));
    result.number = name == "min" ? std::min(in[0].number, in[1].number) : std::max(in[0].number, in[1].number);
    result.dim = in[0].bare ? in[1].dim : in[0].dim;
    result.bare = in[0].bare && in[1].bare;
    return result;
}

class Evaluator
{
public:
    Evaluator(std::string_view text, const NameLookup& lookup, const std::vector<std::string>& symbols,
              Juxtaposition juxtaposition)
        : m_text(text), m_lookup(lookup), m_symbols(symbols), m_juxtaposition(juxtaposition)
    {
    }

    TermOrWhy read()
    {
        auto result = comparison();
        skipBlanks();
        if (result && m_at < m_text.size())
            return refused(fmt::format("\"{}\" is left over; between two factors stands *", m_text.substr(m_at)));
        return result;
    }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    bool take(std::string_view symbol)
    {
        skipBlanks();
        if (!m_text.substr(m_at).starts_with(symbol))
            return false;
        m_at += symbol.size();
        return true;
    }

    bool takeMinus() { return take("-") || take("−"); }
    bool takeTimes() { return take("*") || take("·") || take("×"); }

    /// Whether the next factor follows without a sign.
    bool standsBeside()
    {
        skipBlanks();
        return !m_symbols.empty() && m_at < m_text.size() && (startsName(m_text[m_at]) || m_text[m_at] == '(');
    }

    TermOrWhy comparison()
    {
        auto left = sum();
        if (!left)
            return left;
        for (const std::string_view sign : {"<=", ">=", "<", ">", "="})
            if (take(sign)) {
                auto right = sum();
                return right ? compared(*left, *right, sign) : right;
            }
        return left;
    }

    TermOrWhy sum()
    {
        auto left = product();
        while (left) {
            const bool plus = take("+");
            if (!plus && !takeMinus())
                break;
            auto right = product();
            if (!right)
                return right;
            left = added(*left, *right, !plus);
        }
        return left;
    }

    TermOrWhy product()
    {
        auto left = joined();
        while (left) {
            const bool times = takeTimes() || standsBeside();
            if (!times && !take("/") && !take("÷"))
                break;
            const auto from = m_at;
            auto right = joined();
            if (!right)
                return right;
            if (!times && !right->word && right->number == 0)
                return refused(byZero(m_text.substr(from, m_at - from)));
            left = multiplied(*left, *right, !times);
        }
        return left;
    }

    static std::string byZero(std::string_view divisor)
    {
        divisor.remove_prefix(std::min(divisor.find_first_not_of(" \t"), divisor.size()));
        return divisor == "0" ? "it divides by 0" : fmt::format("it divides by {}, which is 0", divisor);
    }

    /// Factors without a sign between them.
    TermOrWhy joined()
    {
        auto left = signedPower();
        while (left && m_juxtaposition == Juxtaposition::bindsTighter && standsBeside()) {
            auto right = power();
            if (!right)
                return right;
            left = multiplied(*left, *right, false);
        }
        return left;
    }

    TermOrWhy signedPower()
    {
        if (++m_depth > deepest)
            return refused("it is nested too deeply");
        const bool minus = takeMinus();
        auto result = power();
        if (result && minus)
            result->number = -result->number;
        --m_depth;
        return result;
    }

    TermOrWhy power()
    {
        auto base = primary();
        if (!base)
            return base;
        if (take("²"))
            return raised(*base, Term{2});
        if (take("³"))
            return raised(*base, Term{3});
        if (!take("^") && !take("**"))
            return base;
        auto exponent = signedPower();
        return exponent ? raised(*base, *exponent) : exponent;
    }

    TermOrWhy primary()
    {
        if (take("("))
            return closed(comparison(), ")");
        if (take("'"))
            return quotedWord();
        if (take("{"))
            return bracedName();
        skipBlanks();
        if (m_at == m_text.size())
            return refused("it ends where a number or a name belongs");
        if (isDigit(m_text[m_at]) || m_text[m_at] == '.')
            return number();
        if (!startsName(m_text[m_at]))
            return refused(fmt::format("a number or a name belongs before \"{}\"", m_text.substr(m_at)));
        return named();
    }

    TermOrWhy closed(TermOrWhy inner, std::string_view bracket)
    {
        if (inner && !take(bracket))
            return refused("a closing bracket is missing");
        return inner;
    }

    TermOrWhy quotedWord()
    {
        const auto end = m_text.find('\'', m_at);
        if (end == std::string_view::npos)
            return refused("a closing ' is missing");
        Term term;
        term.word = std::string(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return term;
    }

    TermOrWhy bracedName()
    {
        auto end = m_at; // of "C[N, K]{U_X}" the braces inside belong to the name
        for (int depth = 1; end < m_text.size(); ++end) {
            depth += m_text[end] == '{' ? 1 : m_text[end] == '}' ? -1 : 0;
            if (depth == 0)
                break;
        }
        if (end == m_text.size())
            return refused("a closing brace is missing");
        const auto name = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        return m_lookup(name);
    }

    TermOrWhy number()
    {
        Term term;
        term.bare = true;
        const auto* end = m_text.data() + m_text.size();
        const auto read = std::from_chars(m_text.data() + m_at, end, term.number);
        if (read.ec != std::errc())
            return refused(fmt::format("\"{}\" is no number", m_text.substr(m_at)));
        m_at = static_cast<std::size_t>(read.ptr - m_text.data());
        return term;
    }

    TermOrWhy named()
    {
        const auto from = m_at;
        while (m_at < m_text.size() && (startsName(m_text[m_at]) || isDigit(m_text[m_at]) || m_text[m_at] == '.'))
            ++m_at;
        const auto name = m_text.substr(from, m_at - from);
        constexpr std::array<std::string_view, 5> functions{"ceil", "floor", "sqrt", "min", "max"};
        if (std::ranges::find(functions, name) == functions.end())
            return m_lookup(symbolIn(name));
        if (!take("("))
            return refused(fmt::format("{} needs brackets", name));
        std::vector<Term> in;
        do {
            auto one = sum();
            if (!one)
                return one;
            in.push_back(*std::move(one));
        } while (take(","));
        return closed(ofFunction(name, in), ")");
    }

    /// Of letters without a sign between them the first symbol; what follows it is read next.
    std::string_view symbolIn(std::string_view letters)
    {
        std::size_t longest = 0;
        for (const std::string& symbol : m_symbols)
            if (letters.starts_with(symbol))
                longest = std::max(longest, symbol.size());
        const bool divided = longest > 0 && longest < letters.size() && startsName(letters[longest]);
        if (divided)
            m_at -= letters.size() - longest;
        return divided ? letters.substr(0, longest) : letters;
    }

    std::string_view m_text;
    const NameLookup& m_lookup;
    const std::vector<std::string>& m_symbols;
    Juxtaposition m_juxtaposition;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

TermOrWhy evaluateExpression(std::string_view text, const NameLookup& lookup, const std::vector<std::string>& symbols,
                             Juxtaposition juxtaposition)
{
    if (text.find_first_not_of(" \t") == std::string_view::npos)
        return refused("nothing was written");
    if (text.size() > longestExpression)
        return refused(fmt::format("it is longer than {} characters", longestExpression));
    return Evaluator(text, lookup, symbols, juxtaposition).read();
}

} // namespace core
