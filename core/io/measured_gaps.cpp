// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of rows with their first place.
#include "core/io/measured_gaps.h"

#include "core/scenario/text_forms.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

void SkippedRows::Kind::add(const std::string& place)
{
    if (count++ == 0)
        first = place;
}

std::string beyondRoofline(const MeasuredPoint& point)
{
    std::vector<std::string> beyond;
    const auto see = [&](double value, double least, double most, std::string_view unit) {
        if (value != 0 && !(value >= least && value <= most))
            beyond.push_back(fmt::format("{:.3g} {}", value, unit));
    };
    see(point.intensity, 1e-9, 1e12, "FLOP/byte");
    see(point.rate, 1, 1e24, "FLOP/s");
    see(point.seconds, 1e-12, 1e6, "s");
    return beyond.empty() ? std::string()
                          : fmt::format("{} {} beyond what a roofline shows; look at the units of the columns",
                                        fmt::join(beyond, " and "), beyond.size() == 1 ? "is" : "are");
}

bool isSummary(std::string_view name)
{
    const auto word = lowerCase(name);
    return word == "total" || word == "average";
}

std::optional<Error> whyNoPoints(const MeasuredFile& found, std::string_view file, std::size_t rows)
{
    if (!found.points.empty())
        return std::nullopt;
    if (found.skipped.emptyCell.count > 0)
        return Error{"FILE_VALUE",
                     fmt::format("{}, {}: the cell is empty. Export cycles or time, bytes and FLOPs of each kernel.",
                                 file, found.skipped.emptyCell.first)};
    if (found.skipped.noBytes.count > 0)
        return Error{"FILE_VALUE",
                     fmt::format("{}, {}: the kernel moved 0 bytes of DRAM, so it has no intensity. Measure "
                                 "with a cold cache, or leave it out.",
                                 file, found.skipped.noBytes.first)};
    if (found.skipped.noTime.count > 0)
        return Error{"FILE_VALUE", fmt::format("{}, {}: the time or clock of the kernel is 0, so it has no rate. "
                                               "Measure it anew, or leave it out.",
                                               file, found.skipped.noTime.first)};
    return Error{"FILE_FORMAT", fmt::format("{}: none of its {} rows counts FLOPs, so none has a place on a roofline. "
                                            "Export kernels that compute.",
                                            file, rows)};
}

std::string noteOn(const SkippedRows& skipped, std::string_view assumed, const std::string& names,
                   std::string_view file)
{
    const auto rows = [&](std::size_t n, std::string_view one, std::string_view several) {
        return fmt::format("{} row{} of {} {}", n, n == 1 ? "" : "s", file, n == 1 ? one : several);
    };
    std::vector<std::string> said;
    if (skipped.noFlops.count > 0)
        said.push_back(fmt::format("{} no place on a roofline.",
                                   rows(skipped.noFlops.count, "without FLOPs has", "without FLOPs have")));
    if (skipped.summaries.count > 0)
        said.push_back(fmt::format("{} left out.", rows(skipped.summaries.count, "is a total or an average and",
                                                        "are totals or averages and")));
    if (skipped.emptyCell.count > 0)
        said.push_back(fmt::format("{} left out for an empty cell, the first in {}.",
                                   rows(skipped.emptyCell.count, "is", "are"), skipped.emptyCell.first));
    if (skipped.noBytes.count > 0)
        said.push_back(fmt::format("{} left out for 0 bytes of DRAM, the first in {}.",
                                   rows(skipped.noBytes.count, "is", "are"), skipped.noBytes.first));
    if (skipped.noTime.count > 0)
        said.push_back(fmt::format("{} left out for a time or a clock of 0, the first in {}.",
                                   rows(skipped.noTime.count, "is", "are"), skipped.noTime.first));
    if (!assumed.empty())
        said.push_back(fmt::format("In {} {}.", file, assumed));
    if (!names.empty())
        said.push_back(names);
    return fmt::format("{}", fmt::join(said, " "));
}

} // namespace core
