// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas in symbols, and in the numbers that the scenario gives to some of them.
#include "core/lesson/answer_kinds.h"

#include "core/lesson/formula.h"
#include "core/lesson/spelling.h"
#include "core/quantity/parse_number.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr double sameMeasure = 1e-9;

std::vector<std::string> symbolNames(const FormulaAnswer& asked)
{
    std::vector<std::string> names;
    for (const auto& symbol : asked.symbols)
        names.push_back(symbol.name);
    return names;
}

/// A symbol without a number in the scenario is drawn like any other.
FormulaSymbols symbolsOf(const PosedStep& at, const FormulaAnswer& asked)
{
    FormulaSymbols symbols;
    for (const auto& symbol : asked.symbols) {
        const auto number = valueIn(at.lesson, at.scenario, symbol.is);
        symbols.push_back({symbol.name, number && !number->word ? std::optional(number->number) : std::nullopt});
    }
    return symbols;
}

/// The formula with the symbols of the scenario against the number that it stands for.
tl::expected<void, std::string> compareWithEngine(const PosedStep& at, const FormulaAnswer& asked)
{
    const auto lookup = [&](std::string_view name) -> TermOrWhy {
        const auto found = std::ranges::find(asked.symbols, name, &Symbol::name);
        if (found == asked.symbols.end())
            return tl::unexpected(fmt::format("there is no symbol {}", name));
        auto term = valueIn(at.lesson, at.scenario, found->is);
        if (term)
            term->dim = dim::count;
        return term;
    };
    for (const auto& symbol : asked.symbols)
        if (const auto term = valueIn(at.lesson, at.scenario, symbol.is); !term)
            return tl::unexpected(fmt::format("{} of the symbol {} cannot be evaluated: {}", inQuotes(symbol.is),
                                              symbol.name, term.error()));
    const auto formula = evaluateExpression(asked.formula, lookup);
    if (!formula)
        return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(asked.formula), formula.error()));
    const auto measured = valueIn(at.lesson, at.scenario, asked.measures);
    if (!measured)
        return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(asked.measures), measured.error()));
    if (measured->word)
        return tl::unexpected(fmt::format("{} is a word, and a formula gives a number", inQuotes(asked.measures)));
    if (!(std::abs(formula->number - measured->number) <= sameMeasure * std::abs(measured->number)))
        return tl::unexpected(fmt::format("{} is {} in the scenario, where {} is {}", inQuotes(asked.formula),
                                          formula->number, asked.measures, measured->number));
    return {};
}

/// "2BE²/N" of "F = 2BE²/N FLOPs".
std::string_view formulaIn(std::string_view typed)
{
    const auto equals = typed.find('=');
    const bool once = equals != std::string_view::npos && typed.find('=', equals + 1) == std::string_view::npos;
    const bool compares = once && equals > 0 && (typed[equals - 1] == '<' || typed[equals - 1] == '>');
    if (once && !compares)
        typed.remove_prefix(equals + 1);
    for (const std::string_view unit : {" bytes", " FLOPs", " FLOP", " flops", " FLOPS", " FLOPs/byte", " FLOP/B"})
        if (typed.ends_with(unit))
            return typed.substr(0, typed.size() - unit.size());
    return typed;
}

/// "n^2" with the letters of the question, which are capitals.
std::string inCapitals(std::string formula)
{
    for (char& c : formula)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return formula;
}

/// Of a formula that is neither right nor listed.
CheckedAnswer notRight(const FormulaAnswer& asked, std::string_view typed, const FormulaSymbols& symbols,
                       const CounterExample& example)
{
    if (isRightInTurn(typed, asked.formula, symbols))
        return {Outcome::unreadable, "Factors without a sign between them belong together: a/bc is a/(bc). Write "
                                     "brackets or signs for what you mean."};
    return {Outcome::wrong, example.text(typed)};
}

/// An accepted formula may be the expected one for the numbers of the scenario alone: for an even D.
CheckedOrWhy rightFormula(const PosedStep& at, const FormulaAnswer& asked, std::string_view typed)
{
    FormulaSymbols any;
    for (auto& name : symbolNames(asked))
        any.push_back({std::move(name)});
    const auto isSame = [&](std::string_view formula) {
        const auto far = difference(typed, formula, any);
        return far && !*far;
    };
    if (!isSame(asked.formula))
        for (const auto& other : at.step.accepted)
            if (isSame(other.is))
                return said(at, Outcome::rightUnder, other.says);
    return CheckedAnswer{Outcome::right, "Right."};
}

} // namespace

CheckedOrWhy check(const PosedStep& at, const FormulaAnswer& asked, std::string_view written)
{
    std::string typed(formulaIn(written));
    const auto symbols = symbolsOf(at, asked);
    auto differs = difference(typed, asked.formula, symbols);
    if (!differs)
        if (const std::string capitals = inCapitals(typed); difference(capitals, asked.formula, symbols)) {
            typed = capitals;
            differs = difference(typed, asked.formula, symbols);
        }
    if (!differs)
        return CheckedAnswer{Outcome::unreadable,
                             fmt::format("\"{}\" is not understood: {}.", written, differs.error())};
    const std::optional<CounterExample>& example = *differs;
    if (!example)
        return rightFormula(at, asked, typed);
    const auto listed = [&](const auto& same) -> std::optional<CheckedOrWhy> {
        for (const auto* list : {&at.step.accepted, &at.step.wrong})
            for (const auto& other : *list)
                if (same(other.is))
                    return said(at, list == &at.step.accepted ? Outcome::rightUnder : Outcome::knownWrong, other.says);
        return std::nullopt;
    };
    const auto inSymbols = listed([&](const std::string& is) {
        const auto far = difference(typed, is, symbols);
        return far && !*far;
    });
    if (inSymbols)
        return *inSymbols;
    switch (numbersPutIn(typed, asked.formula, symbols)) {
    case PutIn::mixed:
        return CheckedAnswer{Outcome::rightUnder,
                             fmt::format("Right for these numbers; in symbols it is {}.", asked.formula)};
    case PutIn::numbers:
        return CheckedAnswer{Outcome::unreadable, fmt::format("Right for these numbers; write it with {}.",
                                                              fmt::join(symbolNames(asked), ", "))};
    case PutIn::nothing:
        break;
    }
    const auto inNumbers =
        listed([&](const std::string& is) { return numbersPutIn(typed, is, symbols) == PutIn::mixed; });
    return inNumbers ? *inNumbers : notRight(asked, typed, symbols, *example);
}

TextOrWhy own(const PosedStep& at, const FormulaAnswer& asked)
{
    return compareWithEngine(at, asked).map([&] { return asked.formula; });
}

ListedOrWhy listed(const PosedStep& at, const FormulaAnswer&) { return asWritten(at.step); }

/// As the panel Explain sets it: "2·B·E² / N".
TextOrWhy shown(const PosedStep&, const FormulaAnswer& asked)
{
    std::string text;
    for (std::size_t at = 0; at < asked.formula.size(); ++at) {
        const char sign = asked.formula[at];
        const char next = at + 1 < asked.formula.size() ? asked.formula[at + 1] : ' ';
        const bool single =
            at + 2 >= asked.formula.size() || !std::isalnum(static_cast<unsigned char>(asked.formula[at + 2]));
        if (sign == '^' && next >= '0' && next <= '9' && single)
            text += raisedDigits[static_cast<std::size_t>(asked.formula[++at] - '0')];
        else if (sign != ' ')
            text += sign == '*'   ? std::string("·")
                    : sign == '/' ? std::string(" / ")
                    : sign == '-' ? std::string(" − ")
                    : sign == '+' ? std::string(" + ")
                                  : std::string(1, sign);
    }
    return text;
}

std::string form(const PosedStep&, const FormulaAnswer& asked)
{
    return fmt::format("a formula in {}", fmt::join(symbolNames(asked), ", "));
}

} // namespace core
