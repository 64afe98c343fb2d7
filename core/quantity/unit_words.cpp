// SPDX-License-Identifier: GPL-3.0-or-later
// The words for units: whole words, and prefixes before B, bit and FLOP.
#include "core/quantity/unit_words.h"

#include <array>

namespace core
{

namespace
{

struct Word {
    std::string_view text;
    double size;
    Dim dim;
};

constexpr std::array words{
    Word{"ns", 1e-9, dim::second},        Word{"us", 1e-6, dim::second},       Word{"µs", 1e-6, dim::second},
    Word{"μs", 1e-6, dim::second}, // micro sign, Greek mu
    Word{"ms", 1e-3, dim::second},        Word{"s", 1, dim::second},           Word{"sec", 1, dim::second},
    Word{"min", 60, dim::second},         Word{"h", 3600, dim::second},        Word{"hour", 3600, dim::second},
    Word{"hours", 3600, dim::second},     Word{"d", 86400, dim::second},       Word{"day", 86400, dim::second},
    Word{"days", 86400, dim::second},     Word{"month", 2629800, dim::second}, Word{"months", 2629800, dim::second},
    Word{"week", 604800, dim::second},    Word{"weeks", 604800, dim::second},  Word{"year", 31557600, dim::second},
    Word{"years", 31557600, dim::second}, Word{"USD", 1, dim::dollar},         Word{"$", 1, dim::dollar},
    Word{"%", 0.01, dim::count},
};

constexpr std::array stems{
    Word{"B", 1, dim::byte},       Word{"byte", 1, dim::byte},     Word{"bytes", 1, dim::byte},
    Word{"bit", 0.125, dim::byte}, Word{"bits", 0.125, dim::byte}, Word{"FLOP", 1, dim::flop},
    Word{"FLOPs", 1, dim::flop},   Word{"OP", 1, dim::flop},       Word{"OPs", 1, dim::flop},
};

/// 128k tokens are 131,072, but 15T tokens are 15e12: counts that large are never powers of two.
struct Prefix {
    std::string_view text;
    double size;
    double ofCounts;
};

constexpr std::array prefixes{
    Prefix{"Ki", 0x1p10, 0x1p10}, Prefix{"Mi", 0x1p20, 0x1p20}, Prefix{"Gi", 0x1p30, 0x1p30},
    Prefix{"Ti", 0x1p40, 0x1p40}, Prefix{"Pi", 0x1p50, 0x1p50}, Prefix{"Ei", 0x1p60, 0x1p60},
    Prefix{"k", 1e3, 0x1p10},     Prefix{"K", 1e3, 0x1p10},     Prefix{"M", 1e6, 0x1p20},
    Prefix{"G", 1e9, 1e9},        Prefix{"T", 1e12, 1e12},      Prefix{"P", 1e15, 1e15},
    Prefix{"E", 1e18, 1e18},
};

} // namespace

std::optional<UnitWord> unitWord(std::string_view word)
{
    for (const Word& w : words) {
        if (w.text == word)
            return UnitWord{w.size, w.dim};
    }
    for (const Word& stem : stems) {
        if (!word.ends_with(stem.text))
            continue;
        const auto front = word.substr(0, word.size() - stem.text.size());
        if (front.empty())
            return UnitWord{stem.size, stem.dim};
        if (const auto prefix = prefixWord(front, false))
            return UnitWord{*prefix * stem.size, stem.dim};
    }
    return {};
}

std::optional<double> prefixWord(std::string_view word, bool count)
{
    if (count && word == "B")
        return 1e9; // elsewhere it is bytes
    for (const Prefix& p : prefixes) {
        if (p.text == word)
            return count ? p.ofCounts : p.size;
    }
    return {};
}

} // namespace core
