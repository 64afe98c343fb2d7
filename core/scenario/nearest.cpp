// SPDX-License-Identifier: GPL-3.0-or-later
// Edit distance with swaps of neighbours, three rows of the table at a time.
#include "core/scenario/nearest.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace core
{

namespace
{

constexpr std::size_t longestWord = 64;
using Row = std::array<int, longestWord + 1>;

} // namespace

int editDistance(std::string_view from, std::string_view to)
{
    from = from.substr(0, longestWord);
    to = to.substr(0, longestWord);
    Row beforeLast{}, last{}, row{};
    for (std::size_t j = 0; j <= to.size(); ++j)
        last[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const int replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        beforeLast = last;
        last = row;
    }
    return last[to.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known)
{
    std::string_view best;
    int min = std::numeric_limits<int>::max();
    for (const auto candidate : known)
        if (const int distance = editDistance(word, candidate); distance < min) {
            min = distance;
            best = candidate;
        }
    return best;
}

} // namespace core
