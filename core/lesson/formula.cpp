// SPDX-License-Identifier: GPL-3.0-or-later
// Draws from a generator of its own, so that the examples are the same everywhere.
#include "core/lesson/formula.h"

#include "core/lesson/expression.h"
#include "core/quantity/format.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr int draws = 12;
constexpr std::minstd_rand::result_type seed = 2026;
constexpr double agreement = 1e-9; // relative

using Drawn = std::vector<std::pair<std::string, double>>;

/// Names that it comes to are added to `used`.
TermOrWhy valueOf(std::string_view formula, const Drawn& drawn, std::set<std::string, std::less<>>* used = nullptr,
                  Juxtaposition juxtaposition = Juxtaposition::bindsTighter)
{
    std::vector<std::string> names;
    for (const auto& one : drawn)
        names.push_back(one.first);
    const auto lookup = [&](std::string_view name) -> TermOrWhy {
        const auto found = std::ranges::find(drawn, name, &Drawn::value_type::first);
        if (found == drawn.end())
            return tl::unexpected(
                fmt::format("there is no symbol {}; the symbols are {}", name, fmt::join(names, ", ")));
        if (used)
            used->emplace(name);
        return Term{found->second};
    };
    return evaluateExpression(formula, lookup, names, juxtaposition);
}

/// A whole number from 2 to 99.
double drawnFor(const FormulaSymbol& symbol, std::minstd_rand& generator)
{
    const auto random = generator();
    const bool even = symbol.value && std::fmod(*symbol.value, 2) == 0;
    return even ? 2 * (1 + static_cast<double>(random % 49)) : 2 + static_cast<double>(random % 98);
}

Drawn drawnOf(const FormulaSymbols& symbols, std::minstd_rand& generator)
{
    Drawn drawn;
    for (const auto& symbol : symbols)
        drawn.emplace_back(symbol.name, drawnFor(symbol, generator));
    return drawn;
}

bool agree(double typed, double expected) { return std::abs(typed - expected) <= agreement * std::abs(expected); }

} // namespace

std::string CounterExample::text(std::string_view formula) const
{
    std::string with;
    for (const auto& [name, value] : symbols)
        with += fmt::format("{}{} = {}", with.empty() ? "" : ", ", name, grouped(value));
    return fmt::format("With {}, {} is {}; it should be {}.", with, formula, format(typed, dim::count, {.digits = 5}),
                       format(expected, dim::count, {.digits = 5}));
}

tl::expected<std::optional<CounterExample>, std::string> difference(std::string_view typed, std::string_view expected,
                                                                    const FormulaSymbols& symbols)
{
    std::minstd_rand generator(seed);
    for (int draw = 0; draw < draws; ++draw) {
        const Drawn drawn = drawnOf(symbols, generator);
        const auto own = valueOf(typed, drawn);
        if (!own)
            return tl::unexpected(own.error());
        if (own->word)
            return tl::unexpected(std::string("it is a word"));
        const auto wanted = valueOf(expected, drawn);
        if (!wanted)
            return tl::unexpected("the expected formula: " + wanted.error());
        if (!agree(own->number, wanted->number))
            return CounterExample{drawn, own->number, wanted->number};
    }
    return std::nullopt;
}

bool isRightInTurn(std::string_view typed, std::string_view expected, const FormulaSymbols& symbols)
{
    std::minstd_rand generator(seed);
    for (int draw = 0; draw < draws; ++draw) {
        const Drawn drawn = drawnOf(symbols, generator);
        const auto own = valueOf(typed, drawn, nullptr, Juxtaposition::leftToRight), wanted = valueOf(expected, drawn);
        if (!own || !wanted || !agree(own->number, wanted->number))
            return false;
    }
    return true;
}

PutIn numbersPutIn(std::string_view typed, std::string_view expected, const FormulaSymbols& symbols)
{
    std::minstd_rand generator(seed);
    std::set<std::string, std::less<>> inTyped, inExpected;
    const Drawn any = drawnOf(symbols, generator);
    if (!valueOf(typed, any, &inTyped) || !valueOf(expected, any, &inExpected))
        return PutIn::nothing;
    const auto isNumber = [&](const std::string& name) { return inExpected.contains(name) && !inTyped.contains(name); };
    bool some = false;
    for (const auto& symbol : symbols)
        if (isNumber(symbol.name)) {
            if (!symbol.value || *symbol.value == 0 || *symbol.value == 1)
                return PutIn::nothing;
            some = true;
        }
    for (int draw = 0; some && draw < draws; ++draw) {
        Drawn drawn = drawnOf(symbols, generator);
        for (std::size_t i = 0; i < symbols.size(); ++i)
            if (isNumber(symbols[i].name))
                drawn[i].second = *symbols[i].value;
        const auto own = valueOf(typed, drawn), wanted = valueOf(expected, drawn);
        some = own && wanted && agree(own->number, wanted->number);
    }
    return !some ? PutIn::nothing : inTyped.empty() ? PutIn::numbers : PutIn::mixed;
}

} // namespace core
