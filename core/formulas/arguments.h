// SPDX-License-Identifier: GPL-3.0-or-later
// Names of a formula's arguments with their dimension: args(bytes("V"), count("n")).
#pragma once

#include "core/derive/formula.h"

namespace core::formulas
{

template <Dim... D> constexpr Arguments<D...> args(Argument<D>... each) { return {{each.symbol...}}; }

constexpr Argument<dim::count> count(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::byte> bytes(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::flop> flops(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::second> seconds(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::bytePerSecond> byteRate(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::flopPerSecond> flopRate(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::flopPerByte> intensity(std::string_view symbol) { return {symbol}; }
constexpr Argument<dim::dollar> dollars(std::string_view symbol) { return {symbol}; }

} // namespace core::formulas
