// SPDX-License-Identifier: GPL-3.0-or-later
// A formula as a value: written once, run on doubles it is arithmetic, run on Traced it explains itself.
#pragma once

#include "core/derive/traced.h"

namespace core
{

/// Facts of a formula for tables and tests, without its arithmetic.
struct FormulaFacts {
    std::string_view symbol;
    std::string_view title;
    std::string_view equation; // section of core/MODEL.md and of the cost model, e.g. "g.4"
    const Source* source;
    Dim dim;
};

/// `body` is a generic lambda over quantities; its result must have the dimension D that the formula declares.
template <Dim D, class Body> struct Formula {
    std::string_view symbol;
    std::string_view title;
    std::string_view equation;
    const Source* source;
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

    constexpr FormulaFacts facts() const { return {symbol, title, equation, source, D}; }

    template <class... Q> constexpr auto operator()(const Q&... args) const
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

template <Dim D, class Body> constexpr auto formula(std::string_view symbol, std::string_view title,
                                                    std::string_view equation, const Source& source, Body body)
{
    return Formula<D, Body>{symbol, title, equation, &source, body};
}

} // namespace core
