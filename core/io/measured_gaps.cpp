// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of rows with their first place.
#include "core/io/measured_gaps.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

std::optional<Error> whyNoPoints(const MeasuredFile& found, const MeasuredGaps& gaps, std::string_view file,
                                 std::size_t rows)
{
    if (!found.points.empty())
        return std::nullopt;
    if (found.lacking > 0)
        return Error{"FILE_VALUE",
                     fmt::format("{}, {}: the cell is empty. Export cycles, bytes and FLOPs of each kernel.", file,
                                 gaps.lacking)};
    if (found.still > 0)
        return Error{"FILE_VALUE",
                     fmt::format("{}, {}: the kernel moved 0 bytes of DRAM, so it has no intensity. Measure "
                                 "with a cold cache, or leave it out.",
                                 file, gaps.still)};
    return Error{"FILE_FORMAT", fmt::format("{}: none of its {} rows counts FLOPs, so none has a place on a roofline. "
                                            "Export kernels that compute.",
                                            file, rows)};
}

std::string noteOn(const MeasuredFile& found, const MeasuredGaps& gaps, std::string_view file)
{
    const auto rows = [&](std::size_t n, std::string_view one, std::string_view several) {
        return fmt::format("{} row{} of {} {}", n, n == 1 ? "" : "s", file, n == 1 ? one : several);
    };
    std::vector<std::string> said;
    if (found.without > 0)
        said.push_back(
            fmt::format("{} no place on a roofline.", rows(found.without, "without FLOPs has", "without FLOPs have")));
    if (found.lacking > 0)
        said.push_back(fmt::format("{} left out for an empty cell, the first in {}.", rows(found.lacking, "is", "are"),
                                   gaps.lacking));
    if (found.still > 0)
        said.push_back(fmt::format("{} left out for 0 bytes of DRAM, the first in {}.", rows(found.still, "is", "are"),
                                   gaps.still));
    if (!gaps.assumed.empty())
        said.push_back(fmt::format("In {} {}.", file, gaps.assumed));
    return fmt::format("{}", fmt::join(said, " "));
}

} // namespace core
