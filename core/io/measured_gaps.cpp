// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of rows with their first place.
#include "core/io/measured_gaps.h"

#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/operation/operation_unit.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

void SkippedRows::Kind::add(const std::string& place, const std::string& reason)
{
    if (count++ > 0)
        return;
    first = place;
    why = reason;
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

std::string contradiction(const MeasuredPoint& point, double flops, double bytes, double counted)
{
    const auto differ = [](double one, double other) { return !(std::abs(one - other) <= 0.02 * other); };
    const bool timed = point.rate > 0 && point.seconds > 0, own = flops > 0;
    if (own && counted > 0 && differ(flops, counted))
        return fmt::format("operation {} has {:.4g} FLOPs, not {:.4g}; leave one of both out", point.operation, counted,
                           flops);
    const double moved = bytes > 0 && point.intensity > 0 ? bytes * point.intensity : counted;
    const double work = own ? flops : moved;
    if (timed && work > 0 && differ(point.rate * point.seconds, work))
        return fmt::format("{:.4g} FLOPs{} in {:.4g} s are no {:.4g} FLOP/s; keep one of rate and time", work,
                           own || work != counted ? "" : fmt::format(" of operation {}", point.operation),
                           point.seconds, point.rate);
    if (own && bytes > 0 && point.intensity > 0 && differ(flops / bytes, point.intensity))
        return fmt::format("{:.4g} FLOPs over {:.4g} bytes are no {:.4g} FLOP/byte; keep the intensity, or FLOPs and "
                           "bytes",
                           flops, bytes, point.intensity);
    return {};
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
    if (found.skipped.noNumbers.count > 0)
        return Error{"FILE_VALUE",
                     fmt::format("{}, {}: the operation means nothing: {} Mend it in the scenario, or give points with "
                                 "intensity and rate of their own.",
                                 file, found.skipped.noNumbers.first, found.skipped.noNumbers.why)};
    return Error{"FILE_FORMAT", fmt::format("{}: none of its {} rows counts FLOPs, so none has a place on a roofline. "
                                            "Export kernels that compute.",
                                            file, rows)};
}

namespace
{

/// A point above the roof of its operation, or of the first where it is of none.
struct Above {
    RoofShare under;
    double rate = 0; // FLOP/s
    std::size_t operation = 1;
    int row = 0;
};

/// The one that is farthest above, and how many there are.
std::pair<Above, std::size_t> farthestAbove(const MeasuredFile& found, const Scenario& s)
{
    std::map<std::size_t, OperationOf<double>> numbers; // of an operation
    std::pair<Above, std::size_t> farthest;
    for (const auto& point : found.points) {
        const auto number = std::max<std::size_t>(1, point.operation);
        if (!numbers.contains(number))
            numbers.emplace(number, operationNumbers(withOperation(s, *operationAt(s, number))));
        const auto& n = numbers.at(number);
        const double rate = point.rate > 0 ? point.rate : n.flops.si() / point.seconds;
        const auto under = roofShare(n, point.intensity > 0 ? point.intensity : n.intensity.si(), rate);
        if (!isAbove(under.share))
            continue;
        ++farthest.second;
        if (under.share > farthest.first.under.share)
            farthest.first = {under, rate, number, point.row};
    }
    return farthest;
}

/// What is likely wrong: a unit, the format, the chip, or whence the bytes came.
std::string reasonOf(const Above& above, const Operation& operation, const Scenario& s)
{
    constexpr double unit = 100; // times too much
    if (above.under.share > unit)
        return "look at the units of its columns";
    if (!above.under.math)
        return "its bytes may have come from a nearer memory, or the chip is another one";
    for (std::size_t dtype = 0; dtype < dtypeCount; ++dtype)
        if (const double peak = s.hw.flops[dtype].si(); peak > 0 && !isAbove(above.rate / peak))
            return runsOnVector(operation.kind)
                       ? "the matrix unit reaches that, so look at which operation the row belongs to"
                       : fmt::format("the chip reaches that in {}, so look at the formats of the operation",
                                     nameOf(static_cast<Dtype>(dtype)));
    return "no math of this chip is that fast, so look at the chip and at the units of the columns";
}

/// Empty where none is.
std::string aboveRoofs(const MeasuredFile& found, const Scenario& s)
{
    const auto [above, count] = farthestAbove(found, s);
    if (count == 0)
        return {};
    const Operation operation = *operationAt(s, above.operation);
    const auto n = operationNumbers(withOperation(s, operation));
    return fmt::format("{}, row {}{}: {:.3g} times what the {} roof allows; {}.", found.file, above.row,
                       count == 1 ? std::string() : fmt::format(", and {} more above their roof", count - 1),
                       above.under.share, above.under.math ? unitOf(operation, s) : std::string(nameOf(n.channel, s)),
                       reasonOf(above, operation, s));
}

} // namespace

std::string noteOn(const MeasuredFile& found, const Scenario& s, std::string_view assumed, const std::string& names)
{
    const SkippedRows& skipped = found.skipped;
    const std::string& file = found.file;
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
    if (skipped.noNumbers.count > 0)
        said.push_back(fmt::format("{} left out, as the operation means nothing, the first in {}.",
                                   rows(skipped.noNumbers.count, "is", "are"), skipped.noNumbers.first));
    if (auto above = aboveRoofs(found, s); !above.empty())
        said.push_back(std::move(above));
    if (!assumed.empty())
        said.push_back(fmt::format("In {} {}.", file, assumed));
    if (!names.empty())
        said.push_back(names);
    return fmt::format("{}", fmt::join(said, " "));
}

} // namespace core
