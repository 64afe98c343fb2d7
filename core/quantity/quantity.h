// SPDX-License-Identifier: GPL-3.0-or-later
// A number with a dimension; its representation is a plain double or one that remembers how it came about.
#pragma once

#include "core/quantity/dim.h"

#include <cmath>
#include <concepts>
#include <utility>

namespace core
{

/// Value in SI units (byte, FLOP, second, dollar) of dimension D. No implicit way in or out, except that a bare number
/// is a count. R is double, or Traced (core/derive/traced.h).
template <Dim D, class R = double> class Quantity
{
public:
    using Rep = R;
    static constexpr Dim dim = D;

    constexpr Quantity() = default;
    constexpr explicit Quantity(R si) : m_si(std::move(si)) {}
    constexpr const R& si() const { return m_si; }

    friend constexpr bool operator==(const Quantity&, const Quantity&) = default;

private:
    R m_si{};
};

template <class T>
concept Number = std::is_arithmetic_v<T>;

/// The double behind a quantity of either representation; for comparisons between formulas, never inside one.
template <Dim D> constexpr double plain(const Quantity<D, double>& q) { return q.si(); }

template <Dim D, class R, class S> constexpr auto operator+(const Quantity<D, R>& a, const Quantity<D, S>& b)
{
    return Quantity<D, decltype(a.si() + b.si())>(a.si() + b.si());
}

template <Dim D, class R, class S> constexpr auto operator-(const Quantity<D, R>& a, const Quantity<D, S>& b)
{
    return Quantity<D, decltype(a.si() - b.si())>(a.si() - b.si());
}

template <Dim A, class R, Dim B, class S> constexpr auto operator*(const Quantity<A, R>& a, const Quantity<B, S>& b)
{
    return Quantity<A * B, decltype(a.si() * b.si())>(a.si() * b.si());
}

template <Dim A, class R, Dim B, class S> constexpr auto operator/(const Quantity<A, R>& a, const Quantity<B, S>& b)
{
    return Quantity<A / B, decltype(a.si() / b.si())>(a.si() / b.si());
}

// Bare numbers are counts.
template <Dim D, class R, Number N> constexpr auto operator*(const Quantity<D, R>& a, N b)
{
    return Quantity<D, R>(a.si() * static_cast<double>(b));
}

template <Dim D, class R, Number N> constexpr auto operator*(N a, const Quantity<D, R>& b)
{
    return Quantity<D, R>(static_cast<double>(a) * b.si());
}

template <Dim D, class R, Number N> constexpr auto operator/(const Quantity<D, R>& a, N b)
{
    return Quantity<D, R>(a.si() / static_cast<double>(b));
}

template <Dim D, class R, Number N> constexpr auto operator/(N a, const Quantity<D, R>& b)
{
    return Quantity<dim::count / D, R>(static_cast<double>(a) / b.si());
}

template <class R, Number N> constexpr auto operator+(const Quantity<dim::count, R>& a, N b)
{
    return Quantity<dim::count, R>(a.si() + static_cast<double>(b));
}

template <class R, Number N> constexpr auto operator+(N a, const Quantity<dim::count, R>& b)
{
    return Quantity<dim::count, R>(static_cast<double>(a) + b.si());
}

template <class R, Number N> constexpr auto operator-(const Quantity<dim::count, R>& a, N b)
{
    return Quantity<dim::count, R>(a.si() - static_cast<double>(b));
}

template <class R, Number N> constexpr auto operator-(N a, const Quantity<dim::count, R>& b)
{
    return Quantity<dim::count, R>(static_cast<double>(a) - b.si());
}

// The same names for every representation; Traced supplies its own through argument-dependent lookup.
namespace detail
{
// NaN ("does not apply") spreads, whichever side it is on.
constexpr double larger(double a, double b) { return a > b ? a : (b >= a ? b : a + b); }
constexpr double smaller(double a, double b) { return a < b ? a : (b <= a ? b : a + b); }
inline double root(double a) { return std::sqrt(a); }
/// Whole but for the rounding of the arithmetic before.
inline bool isWholeButForRounding(double a)
{
    return std::abs(a - std::round(a)) <= std::min(64 * 2.3e-16 * std::abs(a), 1e-3);
}
inline double roundUp(double a) { return isWholeButForRounding(a) ? std::round(a) : std::ceil(a); }
inline double roundDown(double a) { return isWholeButForRounding(a) ? std::round(a) : std::floor(a); }
inline double power(double a, double b) { return std::pow(a, b); }
} // namespace detail

template <Dim D, class R, class S, class... More>
constexpr auto max(const Quantity<D, R>& a, const Quantity<D, S>& b, const More&... more)
{
    using detail::larger;
    auto both = larger(a.si(), b.si());
    const Quantity<D, decltype(both)> result(std::move(both));
    if constexpr (sizeof...(more) == 0)
        return result;
    else
        return max(result, more...);
}

template <Dim D, class R, class S> constexpr auto min(const Quantity<D, R>& a, const Quantity<D, S>& b)
{
    using detail::smaller;
    auto both = smaller(a.si(), b.si());
    return Quantity<D, decltype(both)>(std::move(both));
}

template <Dim D, class R>
requires(hasSquareRoot(D)) constexpr auto sqrt(const Quantity<D, R>& a)
{
    using detail::root;
    return Quantity<squareRoot(D), R>(root(a.si()));
}

template <class R> constexpr auto ceil(const Quantity<dim::count, R>& a)
{
    using detail::roundUp;
    return Quantity<dim::count, R>(roundUp(a.si()));
}

template <class R> constexpr auto floor(const Quantity<dim::count, R>& a)
{
    using detail::roundDown;
    return Quantity<dim::count, R>(roundDown(a.si()));
}

template <class R, class S> constexpr auto pow(const Quantity<dim::count, R>& a, const Quantity<dim::count, S>& b)
{
    using detail::power;
    auto value = power(a.si(), b.si());
    return Quantity<dim::count, decltype(value)>(std::move(value));
}

// Names used everywhere; `Of` takes the representation.
template <class R> using CountOf = Quantity<dim::count, R>;
template <class R> using BytesOf = Quantity<dim::byte, R>;
template <class R> using FlopsOf = Quantity<dim::flop, R>;
template <class R> using SecondsOf = Quantity<dim::second, R>;
template <class R> using DollarsOf = Quantity<dim::dollar, R>;
template <class R> using ByteRateOf = Quantity<dim::bytePerSecond, R>;
template <class R> using FlopRateOf = Quantity<dim::flopPerSecond, R>;
template <class R> using IntensityOf = Quantity<dim::flopPerByte, R>;

using Bytes = BytesOf<double>;
using Seconds = SecondsOf<double>;
using Dollars = DollarsOf<double>;
using ByteRate = ByteRateOf<double>;
using FlopRate = FlopRateOf<double>;

} // namespace core
