// SPDX-License-Identifier: GPL-3.0-or-later
// Literals for the units that occur inside formulas and tests.
#pragma once

#include "core/quantity/quantity.h"

namespace core
{

constexpr auto operator""_flop(unsigned long long v) { return Quantity<dim::flop>(static_cast<double>(v)); }
constexpr auto operator""_B(unsigned long long v) { return Quantity<dim::byte>(static_cast<double>(v)); }
constexpr auto operator""_B(long double v) { return Quantity<dim::byte>(static_cast<double>(v)); }
constexpr auto operator""_s(long double v) { return Quantity<dim::second>(static_cast<double>(v)); }
constexpr auto operator""_s(unsigned long long v) { return Quantity<dim::second>(static_cast<double>(v)); }
constexpr auto operator""_Bps(long double v) { return Quantity<dim::bytePerSecond>(static_cast<double>(v)); }
constexpr auto operator""_FLOPps(long double v) { return Quantity<dim::flopPerSecond>(static_cast<double>(v)); }

} // namespace core
