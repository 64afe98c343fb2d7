// SPDX-License-Identifier: GPL-3.0-or-later
// Units of each cell, and metrics of a kernel side by side.
#include "core/io/nsight_rows.h"

#include "core/io/measured_columns.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

std::optional<std::size_t> columnOf(const CsvRow& head, std::string_view name)
{
    const auto at = std::ranges::find(head.cells, name);
    return at == head.cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - head.cells.begin()));
}

std::string cellOf(const CsvRow& row, std::size_t column)
{
    return column < row.cells.size() ? row.cells[column] : std::string();
}

/// "usecond", "us", "msecond": of a duration.
std::optional<double> secondsIn(std::string_view unit)
{
    constexpr std::array units{MeasuredColumn{"s"},        MeasuredColumn{"second"},
                               MeasuredColumn{"ms", 1e-3}, MeasuredColumn{"msecond", 1e-3},
                               MeasuredColumn{"us", 1e-6}, MeasuredColumn{"usecond", 1e-6},
                               MeasuredColumn{"ns", 1e-9}, MeasuredColumn{"nsecond", 1e-9}};
    const auto at = std::ranges::find(units, unit, &MeasuredColumn::name);
    return at == units.end() ? std::nullopt : std::optional(at->scale);
}

/// "gpu__time_duration.sum [us]", "gpu__time_duration_us": the word behind the name.
std::string unitInHead(std::string_view head)
{
    std::string unit(head.substr(std::string_view("gpu__time_duration").size()));
    if (unit.starts_with(".sum"))
        unit.erase(0, 4);
    std::erase_if(unit, [](char c) { return std::string_view(" _()[]").find(c) != std::string_view::npos; });
    return unit;
}

bool isDuration(std::string_view head) { return head.starts_with("gpu__time_duration"); }

/// What the unit of a rate stands for: "Gbyte/second", "cycle/nsecond", "Ghz". Nothing of a unit that is not known.
std::optional<double> rateScale(std::string_view unit)
{
    constexpr std::array things{"1", "hz", "byte", "b", "cycle", "inst", "flop"};
    constexpr std::string_view prefixes = "kmgt";
    const auto slash = unit.find('/');
    const auto counted = unit.substr(0, slash);
    const auto isThing = [&](std::string_view word) { return std::ranges::find(things, word) != things.end(); };
    const auto prefix = counted.empty() ? std::string_view::npos : prefixes.find(counted.front());
    double scale = 1;
    if (!isThing(counted)) {
        if (prefix == std::string_view::npos || !isThing(counted.substr(1)))
            return std::nullopt;
        scale = std::pow(1e3, static_cast<double>(prefix + 1));
    }
    const auto per = slash == std::string_view::npos ? std::string_view("cycle") : unit.substr(slash + 1);
    if (per == "cycle")
        return scale;
    const auto seconds = secondsIn(per);
    return seconds ? std::optional(scale / *seconds) : std::nullopt;
}

/// With or without separators of thousands.
std::optional<double> numberIn(std::string cell)
{
    if (!commasSeparateThousands(cell))
        return std::nullopt;
    std::erase(cell, ',');
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error == std::errc() && end == cell.data() + cell.size() ? std::optional(value) : std::nullopt;
}

/// The number in SI; a text that is none stays, and a number of an unknown unit becomes one.
std::string inSi(const std::string& cell, const std::string& unit, std::optional<double> known)
{
    if (!known)
        return cell.empty() ? cell : cell + ' ' + unit;
    const double scale = *known;
    const auto value = scale == 1 ? std::nullopt : numberIn(cell);
    return value ? fmt::format("{}", *value * scale) : cell;
}

/// Of a cell in a column of that head; a duration without a unit has none.
std::optional<double> scaleOf(std::string_view head, const std::string& unit)
{
    const std::string word = lowerCase(unit);
    if (isDuration(head))
        return secondsIn(word).value_or(1);
    return word.empty() ? std::optional(1.0) : rateScale(word);
}

/// Of the metrics that are read.
bool isRead(std::string_view metric)
{
    const auto counts = [&](const NsightWork& work) {
        return std::ranges::any_of(work.perCycle, [&](const NsightCount& count) {
            return !metric.empty() && (count.metric == metric || count.ready == metric);
        });
    };
    return isDuration(metric) || metric == nsightCycles || metric == nsightBytes ||
           std::ranges::any_of(nsightWorks, counts);
}

/// What Nsight Compute counts a metric in.
std::string_view unitFor(std::string_view metric)
{
    return metric == nsightBytes ? "Gbyte/second" : metric == nsightCycles ? "cycle/nsecond" : "inst/cycle";
}

/// The first unit of a metric that is read and not known. `column` is where the unit stands.
void noteUnknown(NsightUnits& units, int row, std::string_view column, std::string_view metric, std::string_view unit)
{
    if (units.unknown.empty())
        units.unknown = fmt::format(", row {}, column {}: the unit \"{}\" is not known; give one such as {}", row,
                                    column, unit, unitFor(metric));
}

/// The first row that gives cycles or bytes no unit, by their metric.
using Unitless = std::map<std::string_view, int>;

void noteUnitless(Unitless& rows, std::string_view metric, const std::string& unit, int row)
{
    for (const auto timed : {nsightCycles, nsightBytes})
        if (metric == timed && unit.empty())
            rows.try_emplace(timed, row);
}

/// Which units are assumed, and why. `unitsBelow`: the head that no row of units follows; 0 where one does.
std::string assumedOf(const Unitless& rows, int unitsBelow)
{
    std::vector<std::string> places;
    std::vector<std::string_view> units;
    for (const auto& [metric, unit] : {std::pair(nsightCycles, "cycles a second"), {nsightBytes, "bytes a second"}})
        if (const auto at = rows.find(metric); at != rows.end()) {
            places.push_back(fmt::format("row {} gives {} no unit", at->second, metric));
            units.emplace_back(unit);
        }
    if (units.empty())
        return {};
    return fmt::format("{}: {} are assumed",
                       unitsBelow > 0 ? fmt::format("no row of units follows row {}", unitsBelow)
                                      : fmt::format("{}", fmt::join(places, ", ")),
                       fmt::join(units, " and "));
}

/// A row for each metric of a kernel becomes a row for each kernel. Each cell has a unit of its own.
void widen(std::vector<CsvRow>& rows, NsightUnits& units)
{
    const CsvRow& head = rows.front();
    const auto none = head.cells.size(); // a column of empty cells
    const auto id = columnOf(head, "id").value_or(none), metric = columnOf(head, "metric name").value_or(none),
               value = columnOf(head, "metric value").value_or(none);
    const auto unit = columnOf(head, "metric unit"), kernel = columnOf(head, "kernel name");
    constexpr std::size_t maxMetrics = 500; // a table of any more would grow by the square of its rows
    std::vector<CsvRow> wide{{head.number, {"id", "kernel name"}}};
    std::map<std::string, std::size_t> columns;
    std::map<std::pair<std::string, std::string>, std::size_t> kernels;
    Unitless unitless;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::string name = lowerCase(cellOf(rows[i], metric));
        if (!isRead(name) && columns.size() >= maxMetrics)
            continue;
        const std::string measured = unit ? lowerCase(cellOf(rows[i], *unit)) : std::string();
        const bool lasts = isDuration(name) && secondsIn(measured);
        const auto column = columns.try_emplace(lasts ? "time_s" : name, columns.size() + 2).first;
        if (column->second == wide.front().cells.size())
            wide.front().cells.push_back(column->first);
        const std::string number = cellOf(rows[i], id), called = kernel ? cellOf(rows[i], *kernel) : number;
        const auto row = kernels.try_emplace({number, called}, wide.size()).first; // reports that are joined count anew
        if (row->second == wide.size())
            wide.push_back({rows[i].number, {number, called}});
        auto& cells = wide[row->second].cells;
        cells.resize(std::max(cells.size(), column->second + 1));
        auto& cell = cells[column->second];
        const auto factor = scaleOf(name, measured);
        if (!factor && isRead(name))
            noteUnknown(units, rows[i].number, fmt::format("metric unit of {}", name), name, measured);
        noteUnitless(unitless, name, measured, rows[i].number);
        const std::string now = inSi(cellOf(rows[i], value), measured, factor);
        cell += cell.empty() ? now : fmt::format("; {}", now); // measured twice: no number
    }
    units.assumed = assumedOf(unitless, 0);
    rows = std::move(wide);
}

/// Units of a row below the head or of a head itself.
void scale(std::vector<CsvRow>& rows, const CsvRow& units, NsightUnits& about)
{
    CsvRow& head = rows.front();
    Unitless unitless;
    for (std::size_t column = 0; column < head.cells.size(); ++column) {
        std::string& name = head.cells[column];
        const std::string own = isDuration(name) ? unitInHead(name) : std::string();
        const std::string unit = secondsIn(own) ? own : lowerCase(cellOf(units, column));
        const auto factor = scaleOf(name, unit);
        if (!factor && isRead(name))
            noteUnknown(about, units.number, name, name, unit);
        noteUnitless(unitless, name, unit, units.number);
        for (std::size_t i = 1; i < rows.size(); ++i)
            if (column < rows[i].cells.size())
                rows[i].cells[column] = inSi(rows[i].cells[column], unit, factor);
        if (isDuration(name) && secondsIn(unit))
            name = "time_s";
    }
    about.assumed = assumedOf(unitless, units.cells.empty() ? head.number : 0);
}

/// A row of words below the head: no kernel has an empty id or a duration without digits.
bool hasUnits(const std::vector<CsvRow>& rows)
{
    if (rows.size() < 2)
        return false;
    if (const auto id = columnOf(rows[0], "id"))
        return cellOf(rows[1], *id).empty();
    const auto duration = std::ranges::find_if(rows[0].cells, isDuration);
    return duration != rows[0].cells.end() &&
           secondsIn(lowerCase(cellOf(rows[1], static_cast<std::size_t>(duration - rows[0].cells.begin()))));
}

/// The columns of executions that a kernel counts as a whole take the names of those of a cycle. Whether there are any.
bool renameCounts(CsvRow& head)
{
    constexpr std::string_view perCycle = ".per_cycle_elapsed";
    bool any = false;
    for (const NsightWork& work : nsightWorks)
        for (const NsightCount& count : work.perCycle)
            if (count.metric.ends_with(perCycle))
                if (const auto at = columnOf(head, count.metric.substr(0, count.metric.size() - perCycle.size()))) {
                    head.cells[*at] = count.metric;
                    any = true;
                }
    return any;
}

/// Bytes and executions of whole kernels beside their durations: as if each kernel took one cycle.
void readWholeKernels(std::vector<CsvRow>& rows)
{
    CsvRow& head = rows.front();
    const auto time = columnOf(head, "time_s"), bytes = columnOf(head, nsightTraffic);
    if (!time || !bytes || columnOf(head, nsightCycles) || columnOf(head, nsightBytes) || !renameCounts(head))
        return;
    head.cells[*bytes] = nsightBytes;
    head.cells.emplace_back(nsightCycles);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        auto& cells = rows[i].cells;
        cells.resize(head.cells.size());
        const auto seconds = numberIn(cells[*time]), moved = numberIn(cells[*bytes]);
        const bool timed = seconds && *seconds > 0;
        cells.back() = timed ? fmt::format("{}", 1 / *seconds) : cells[*time];
        if (timed && moved)
            cells[*bytes] = fmt::format("{}", *moved / *seconds);
    }
}

/// Whether the row has a cell in that column.
bool given(const CsvRow& head, const CsvRow& row, std::string_view name)
{
    const auto column = name.empty() ? std::nullopt : columnOf(head, name);
    return column && !cellOf(row, *column).empty();
}

bool has(const CsvRow& head, std::string_view name) { return !name.empty() && columnOf(head, name).has_value(); }

} // namespace

bool isNsight(const CsvRow& head)
{
    return std::ranges::any_of(head.cells, [](const std::string& name) {
        return name.find("__") != std::string::npos && name.find('.') != std::string::npos;
    });
}

NsightUnits settleNsight(std::vector<CsvRow>& rows)
{
    NsightUnits about;
    const CsvRow& head = rows.front();
    if (has(head, "id") && has(head, "metric name") && has(head, "metric value")) {
        widen(rows, about);
        readWholeKernels(rows);
        return about;
    }
    if (!isNsight(head) && std::ranges::none_of(head.cells, isDuration))
        return about;
    CsvRow units;
    if (hasUnits(rows)) {
        units = rows[1];
        rows.erase(rows.begin() + 1);
    }
    scale(rows, units, about);
    readWholeKernels(rows);
    return about;
}

std::string_view nsightCellLacking(const CsvRow& head, const CsvRow& row)
{
    for (const auto name : {nsightCycles, nsightBytes})
        if (!given(head, row, name))
            return name;
    std::string_view first;
    bool counts = false;
    for (const NsightWork& work : nsightWorks) {
        std::string_view lacking;
        bool here = false;
        for (const NsightCount& count : work.perCycle) {
            const bool cell = given(head, row, count.metric) || given(head, row, count.ready);
            const auto column = has(head, count.ready) ? count.ready : count.metric;
            if (!cell && lacking.empty() && has(head, column))
                lacking = column;
            here = here || cell;
        }
        if (here && !lacking.empty())
            return lacking;
        counts = counts || here;
        first = first.empty() ? lacking : first;
    }
    return counts ? std::string_view() : first;
}

std::string nsightLacks(const CsvRow& head)
{
    const bool isTimedByCycles = has(head, nsightCycles) && has(head, nsightBytes);
    if (!isTimedByCycles && std::ranges::any_of(head.cells, isDuration))
        return fmt::format("gives {0} no unit below row {1}; keep the row of units there, or write it behind the name: "
                           "\"{0} [us]\"",
                           nsightTime, head.number);
    for (const std::string_view name : {nsightCycles, nsightBytes})
        if (!has(head, name))
            return fmt::format("is of Nsight Compute and lacks {}; export the section SpeedOfLight_RooflineChart, or "
                               "--metrics {},{} with those of the FLOPs, such as {} (F1 lists them)",
                               name, nsightCycles, nsightBytes, nsightWorks.front().perCycle.back().metric);
    bool counts = false;
    for (const NsightWork& work : nsightWorks) {
        const auto here = [&head](const NsightCount& count) {
            return has(head, count.metric) || has(head, count.ready);
        };
        const NsightCount& fused = work.perCycle.back();
        const bool any = std::ranges::any_of(work.perCycle, here);
        counts = counts || any;
        if (any && !fused.ready.empty() && !here(fused))
            return fmt::format("counts additions or products in {} and lacks {}; export it too, most FLOPs are its own",
                               work.format, fused.metric);
    }
    return counts ? std::string()
                  : fmt::format("is of Nsight Compute and counts no FLOPs; export the section "
                                "SpeedOfLight_RooflineChart, or metrics such as {} (F1 lists them)",
                                nsightWorks.front().perCycle.back().metric);
}

} // namespace core
