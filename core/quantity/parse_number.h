// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people type them: "64k", "2^16", "3*1024", "6.5536e4", "80GB", "90 GB/s", "65,536".
#pragma once

#include "core/quantity/dim.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Of ids and of names in expressions.
constexpr bool startsName(char c) { return isLetter(c) || c == '_'; }

/// Without blanks at both ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t")
{
    const auto begin = text.find_first_not_of(blanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// In quotes, cut after 60 bytes.
std::string inQuotes(std::string_view);

/// An error that is one sentence.
inline tl::unexpected<std::string> refused(std::string why) { return tl::unexpected(std::move(why)); }

/// Reads a number in the unit of `dim`, SI result. Bare k and M are binary for counts (64k = 65,536), everything larger
/// is decimal (15T = 15e12, 7B = 7e9), and so are all prefixes of other units; Ki, Mi, Gi, Ti are always binary. A unit
/// may follow where it fits `dim` ("80GB", "80GiB", "90 GB/s", "1us", "459TFLOP/s"), and so may `countUnit` ("32,768
/// tokens") after a count. The error is one sentence that names what was typed and what is accepted. Negative results
/// are read; whether they make sense is the field's to say. Where a binary prefix gives no whole number and the decimal
/// one does, that is taken (4.2M = 4,200,000).
tl::expected<double, std::string> parseNumber(std::string_view text, Dim dim, std::string_view countUnit = {});

} // namespace core
