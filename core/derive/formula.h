// SPDX-License-Identifier: GPL-3.0-or-later
// A formula as a value: written once, run on doubles it is arithmetic, run on Traced it explains itself.
#pragma once

#include "core/derive/source.h"
#include "core/quantity/quantity.h"

#include <array>
#include <string_view>
#include <type_traits>

namespace core
{

class Traced;

/// Facts of a formula for tables and tests, without its arithmetic.
struct FormulaFacts {
    std::string_view symbol = {};
    std::string_view title = {};
    std::string_view equation = {}; // section of core/MODEL.md and of the cost model, e.g. "g.4"
    const Source* source = nullptr;
    Dim dim = {};
    std::string_view unit = {}; // what a count counts
};

/// Symbol of one argument.
template <Dim D> struct Argument {
    std::string_view symbol;
};

/// Symbols of all arguments of a formula, which has to be called with their dimensions.
template <Dim... D> struct Arguments {
    std::array<std::string_view, sizeof...(D)> symbols;
};

/// `body` is a generic lambda over quantities; its result must have the dimension D that the formula declares.
template <Dim D, class Body, Dim... Args> struct Formula {
    std::string_view symbol;
    std::string_view title;
    std::string_view equation;
    const Source* source;
    Arguments<Args...> arguments;
    Body body;
    std::string_view context = {};
    std::string_view unit = {};

    /// The same formula used in a second place, shown as T[where].
    constexpr Formula as(std::string_view where) const
    {
        Formula copy = *this;
        copy.context = where;
        return copy;
    }

    /// What a count counts, e.g. "token".
    constexpr Formula in(std::string_view what) const
    {
        Formula copy = *this;
        copy.unit = what;
        return copy;
    }

    constexpr FormulaFacts facts() const { return {symbol, title, equation, source, D, unit}; }

    /// Refused where an argument does not have the dimension that the formula declares.
    template <class... Q>
    requires(sizeof...(Q) == sizeof...(Args) && ((Q::dim == Args) && ...)) constexpr auto
    operator()(const Q&... args) const
    {
        auto result = body(args...);
        using R = typename decltype(result)::Rep;
        static_assert(decltype(result)::dim == D, "the formula does not have the unit it declares");
        if constexpr (std::is_same_v<R, Traced>)
            return Quantity<D, R>(result.si().named({symbol, context, title, equation, source, D, {}, {}, unit}));
        else
            return result;
    }
};

template <Dim D, class Body, Dim... Args>
constexpr Formula<D, Body, Args...> formula(std::string_view symbol, std::string_view title, std::string_view equation,
                                            const Source& source, Arguments<Args...> arguments, Body body)
{
    return {symbol, title, equation, &source, arguments, body};
}

} // namespace core

// Names of a formula's arguments with their dimension: args(bytes("V"), count("n")).
namespace core::formulas
{

template <Dim... D> constexpr Arguments<D...> args(Argument<D>... each) { return {{each.symbol...}}; }

constexpr Argument<dim::count> count(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::byte> bytes(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::flop> flops(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::second> seconds(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::bytePerSecond> byteRate(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::flopPerSecond> flopRate(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::perSecond> frequency(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::flopPerByte> intensity(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::dollar> dollars(std::string_view symbol) { return {symbol}; }

} // namespace core::formulas
