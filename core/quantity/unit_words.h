// SPDX-License-Identifier: GPL-3.0-or-later
// Units and prefixes as people type them.
#pragma once

#include "core/quantity/dim.h"

#include <optional>
#include <string_view>

namespace core
{

struct UnitWord {
    double size = 1; // in SI units
    Dim dim;
};

/// "GB", "GiB", "TFLOPs", "us", "µs", "days", "Gbit", "USD", "%"; nothing where the word is not known.
std::optional<UnitWord> unitWord(std::string_view word);

/// "k", "Ki", "M"...: bare prefixes after a number. Of a `count` k and M are powers of 1024, and B is 10^9.
std::optional<double> prefixWord(std::string_view word, bool count);

} // namespace core
