// SPDX-License-Identifier: GPL-3.0-or-later
// Dimensions of every number in Rooflight: exponents of byte, FLOP, second and dollar.
#pragma once

namespace core
{

/// Exponents of the base units. FLOP is an operation count, not a rate.
struct Dim {
    int byte = 0;
    int flop = 0;
    int second = 0;
    int dollar = 0;

    friend constexpr bool operator==(const Dim&, const Dim&) = default;
};

constexpr Dim operator*(Dim a, Dim b)
{
    return {a.byte + b.byte, a.flop + b.flop, a.second + b.second, a.dollar + b.dollar};
}

constexpr Dim operator/(Dim a, Dim b)
{
    return {a.byte - b.byte, a.flop - b.flop, a.second - b.second, a.dollar - b.dollar};
}

/// True where the square root has whole exponents.
constexpr bool hasSquareRoot(Dim d)
{
    return d.byte % 2 == 0 && d.flop % 2 == 0 && d.second % 2 == 0 && d.dollar % 2 == 0;
}

constexpr Dim squareRoot(Dim d) { return {d.byte / 2, d.flop / 2, d.second / 2, d.dollar / 2}; }

namespace dim
{
inline constexpr Dim count{};
inline constexpr Dim byte{.byte = 1};
inline constexpr Dim flop{.flop = 1};
inline constexpr Dim second{.second = 1};
inline constexpr Dim dollar{.dollar = 1};
inline constexpr Dim bytePerSecond = byte / second;
inline constexpr Dim flopPerSecond = flop / second;
inline constexpr Dim flopPerByte = flop / byte;
inline constexpr Dim dollarPerSecond = dollar / second;
inline constexpr Dim perSecond = count / second;
} // namespace dim

} // namespace core
