// SPDX-License-Identifier: GPL-3.0-or-later
// Draws from a generator of its own, so that the examples are the same everywhere.
#include "core/lesson/formula.h"

#include "core/lesson/expression.h"
#include "core/quantity/format.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr int draws = 12;
constexpr double agreement = 1e-9; // relative

using Drawn = std::vector<std::pair<std::string, double>>;

TermOrWhy valueOf(std::string_view formula, const Drawn& drawn)
{
    std::vector<std::string> names;
    for (const auto& one : drawn)
        names.push_back(one.first);
    const auto lookup = [&](std::string_view name) -> TermOrWhy {
        const auto found = std::ranges::find(drawn, name, &Drawn::value_type::first);
        if (found != drawn.end())
            return Term{found->second};
        return tl::unexpected(fmt::format("there is no symbol {}; the symbols are {}", name, fmt::join(names, ", ")));
    };
    return evaluateExpression(formula, lookup, names);
}

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
                                                                    const std::vector<std::string>& symbols)
{
    std::minstd_rand generator(2026);
    for (int draw = 0; draw < draws; ++draw) {
        Drawn drawn;
        for (const auto& name : symbols)
            drawn.emplace_back(name, 2 + static_cast<double>(generator() % 98));
        const auto own = valueOf(typed, drawn);
        if (!own)
            return tl::unexpected(own.error());
        if (own->word)
            return tl::unexpected(std::string("it is a word"));
        const auto wanted = valueOf(expected, drawn);
        if (!wanted)
            return tl::unexpected("the expected formula: " + wanted.error());
        const double far = std::abs(own->number - wanted->number);
        if (!(far <= agreement * std::abs(wanted->number)))
            return CounterExample{drawn, own->number, wanted->number};
    }
    return std::nullopt;
}

} // namespace core
