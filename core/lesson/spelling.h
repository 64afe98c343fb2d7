// SPDX-License-Identifier: GPL-3.0-or-later
// Units and numbers in the words of people: "17.4 billion", "989 TFLOPS", "41 percent", "12 microseconds".
#pragma once

#include "core/quantity/dim.h"

#include <array>
#include <string>
#include <string_view>

namespace core
{

/// Of 0 to 9, as in powers.
inline constexpr std::array<std::string_view, 10> raisedDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/// What parseNumber() reads for it: "17.4e9", "989 TFLOP/s", "41 %", "12 us". Words that it does not know stay. FLOPS
/// in capitals, as in "flops", is a rate where one is wanted; FLOPs is an amount.
std::string spelled(std::string_view text, Dim wanted);

/// Words behind a number that change nothing of it: things that are counted ("H100 GPUs", "all-reduces", those of
/// `countUnit`), "of the peak". No other word is one: "ktokens", "weeks"
/// and "per chip" would be other numbers; of a unit that has "per", its words are.
bool areNouns(std::string_view words, std::string_view countUnit);

/// As it is seen: blanks of any kind are one, none at its ends; characters without width are left out.
std::string withSingleBlanks(std::string_view);

} // namespace core
