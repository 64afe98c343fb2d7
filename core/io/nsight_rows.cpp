// SPDX-License-Identifier: GPL-3.0-or-later
// Units of each cell, and metrics of a kernel side by side.
#include "core/io/nsight_rows.h"

#include "core/io/measured_columns.h"
#include "core/io/plain_text.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

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

/// Of the metrics that are read.
bool isRead(std::string_view metric)
{
    return nsightReads(NsightForm::PerCycle, metric) || nsightReads(NsightForm::Whole, metric);
}

struct Head {
    std::string metric, unit;
};

/// "gpu__time_duration.sum [us]", "gpu__time_duration_us", "dram__bytes.sum (Mbyte)": a metric that is read, and the
/// word behind it.
Head headOf(const std::string& head)
{
    const auto opens = head.find_last_of("[(");
    if (opens != std::string::npos && opens > 0 && (head.back() == ']' || head.back() == ')')) {
        const std::string metric(trimmed(std::string_view(head).substr(0, opens), " _"));
        if (isRead(metric))
            return {metric, head.substr(opens + 1, head.size() - opens - 2)};
    }
    const auto last = head.find_last_of("_ ");
    if (isNsightDuration(head) && last != std::string::npos && secondsIn(head.substr(last + 1)))
        return {std::string(nsightTime), head.substr(last + 1)};
    return {head, {}};
}

/// What a metric is counted in.
std::span<const std::string_view> thingsOf(std::string_view metric)
{
    static constexpr std::array<std::string_view, 2> bytes{"byte", "b"}, cycles{"cycle", "hz"};
    static constexpr std::array<std::string_view, 4> work{"inst", "flop", "op", "1"};
    if (metric == nsightBytes || metric == nsightTraffic)
        return bytes;
    return metric == nsightCycles ? std::span<const std::string_view>(cycles) : work;
}

/// What the unit of a metric that is read stands for: "Gbyte/second", "cycle/nsecond", "Ghz". Nothing of a unit that is
/// not known or is none of that metric.
std::optional<double> rateScale(std::string_view metric, std::string_view unit)
{
    const auto things = thingsOf(metric);
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
    const auto per = slash == std::string_view::npos ? std::string_view() : unit.substr(slash + 1);
    const bool ofSecond = metric == nsightBytes || metric == nsightCycles;
    if (counted.ends_with("hz") || !ofSecond)
        return per.empty() || (per == "cycle" && !ofSecond) ? std::optional(scale) : std::nullopt;
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
        return cell.empty() || unit.empty() ? cell : fmt::format("{} {}", cell, unit);
    const double scale = *known;
    const auto value = scale == 1 ? std::nullopt : numberIn(cell);
    return value ? fmt::format("{}", *value * scale) : cell;
}

/// Of a cell in a column of that head; a duration without a unit has none, and sums are of no second.
std::optional<double> scaleOf(std::string_view head, const std::string& unit)
{
    const std::string word = lowerCase(unit);
    if (isNsightDuration(head))
        return secondsIn(word);
    if (nsightReads(NsightForm::Whole, head) && word.find('/') != std::string::npos)
        return std::nullopt;
    if (word.empty() || !isRead(head))
        return 1.0;
    return rateScale(head, word);
}

/// What Nsight Compute counts a metric in.
std::string_view unitFor(std::string_view metric)
{
    if (isNsightDuration(metric))
        return "usecond";
    if (metric == nsightTraffic)
        return "Mbyte";
    if (nsightReads(NsightForm::Whole, metric))
        return "inst";
    return metric == nsightBytes ? "Gbyte/second" : metric == nsightCycles ? "cycle/nsecond" : "inst/cycle";
}

/// What is found about units on the way: of each metric, for which only the form of the whole table says who reads it.
struct Findings {
    struct Unknown {
        std::string metric, clause;
        bool contradicts = false;
    };
    std::vector<Unknown> unknown;
    std::map<std::string_view, int> unitless; // the first row that gives the metric no unit
};

/// A unit of a metric that is read and not known. `column` is where the unit stands.
void noteUnknown(Findings& found, int row, std::string_view column, std::string_view metric, std::string_view unit)
{
    constexpr std::array<std::string_view, 4> all{nsightCycles, nsightBytes, nsightTraffic, {}};
    const auto word = lowerCase(unit), counted = word.substr(0, word.find('/'));
    const bool known = secondsIn(word) || std::ranges::any_of(all, [&](std::string_view of) {
                           return rateScale(of, counted) || rateScale(of, counted + "/s");
                       });
    const auto what = unit.empty() ? std::string("the cell is empty; give a unit")
                                   : fmt::format("the unit \"{}\" {}; give one", oneLine(unit.substr(0, 60)),
                                                 known ? "does not fit" : "is not known");
    found.unknown.push_back(
        {std::string(metric), fmt::format(", row {}, column {}: {} such as {}", row, column, what, unitFor(metric))});
}

/// A unit below a head that has another one.
void noteOther(Findings& found, const CsvRow& units, std::size_t column, const std::string& own,
               const std::pair<std::string, std::string>& nameAndMetric)
{
    const auto& [name, metric] = nameAndMetric;
    const auto below = cellOf(units, column);
    const auto one = scaleOf(metric, below), other = scaleOf(metric, own);
    const bool alike =
        one.has_value() == other.has_value() && std::abs(one.value_or(1) - other.value_or(1)) <= 1e-9 * one.value_or(1);
    if (!own.empty() && !below.empty() && !alike) // "cycle/nsecond" is "Ghz"
        found.unknown.push_back({metric,
                                 fmt::format(", row {}, column {}: the unit \"{}\" is not that of the head; keep one "
                                             "of both",
                                             units.number, name, oneLine(below.substr(0, 60))),
                                 true});
}

void noteTwice(Findings& found, int row, const std::string& metric, std::string_view one, std::string_view other)
{
    const auto* both = isNsightDuration(metric) ? "both durations" : "one metric";
    found.unknown.push_back(
        {metric, fmt::format(", row {}: {} and {} are {}; keep one of them", row, one, other, both), true});
}

void noteUnitless(Findings& found, std::string_view metric, const std::string& unit, int row)
{
    for (const auto timed : {nsightCycles, nsightBytes, nsightTraffic})
        if (metric == timed && unit.empty())
            found.unitless.try_emplace(timed, row);
}

/// Which units are assumed, and why. `unitsBelow`: the head that no row of units follows; 0 where one does.
std::string assumedOf(const Findings& found, NsightForm form, int unitsBelow)
{
    std::vector<std::string> places;
    std::vector<std::string_view> units;
    for (const auto& [metric, unit] :
         {std::pair(nsightCycles, "cycles a second"), {nsightBytes, "bytes a second"}, {nsightTraffic, "bytes"}})
        if (const auto at = found.unitless.find(metric); at != found.unitless.end() && nsightReads(form, metric)) {
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

void conclude(NsightTable& table, const CsvRow& head, const Findings& found, int unitsBelow)
{
    table.form = nsightForm(head);
    table.assumed = assumedOf(found, table.form, unitsBelow);
    const auto first = std::ranges::find_if(
        found.unknown, [&](const Findings::Unknown& one) { return nsightReads(table.form, one.metric); });
    if (first == found.unknown.end())
        return;
    table.unknown = first->clause;
    table.contradicts = first->contradicts;
}

/// Columns of a table with a row for each metric of a kernel.
struct LongColumns {
    std::size_t id, metric, value, unit, kernel;
};

LongColumns longColumns(const CsvRow& head)
{
    const auto none = head.cells.size(); // a column of empty cells
    const auto at = [&](std::string_view name) { return columnOf(head, name).value_or(none); };
    return {at("id"), at("metric name"), at("metric value"), at("metric unit"),
            columnOf(head, "kernel name").value_or(at("id"))};
}

/// A cell of a metric that is read; of one that is measured twice, no number.
void addRead(NsightTable& table, const CsvRow& kernel, std::size_t column, const CsvRow& from, std::string text)
{
    const auto cell =
        table.cells.try_emplace({kernel.number, column}, NsightCell{from.number, {}, std::move(text)}).first;
    if (cell->second.row != from.number && cell->second.again == 0)
        cell->second.again = from.number;
}

/// A row for each metric of a kernel becomes a row for each kernel. Each cell has a unit of its own.
void widen(std::vector<CsvRow>& rows, NsightTable& table)
{
    const LongColumns at = longColumns(rows.front());
    constexpr std::size_t maxMetrics = 500; // a table of any more would grow by the square of its rows
    std::vector<CsvRow> wide{{rows.front().number, {"id", "kernel name"}}};
    std::map<std::string, std::size_t> columns;
    std::map<std::pair<std::string, std::string>, std::size_t> kernels;
    Findings found;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::string name = lowerCase(cellOf(rows[i], at.metric)), unit = cellOf(rows[i], at.unit);
        const bool read = isRead(name);
        if (!read && columns.size() >= maxMetrics)
            continue;
        const auto factor = scaleOf(name, unit);
        const std::string called = isNsightDuration(name) && factor ? "time_s" : name;
        if (read && table.heads.try_emplace(called, fmt::format("metric value of {}", name)).first->second !=
                        fmt::format("metric value of {}", name)) {
            noteTwice(found, rows[i].number, std::string(nsightTime), table.heads.at(called), name);
            continue;
        }
        const auto column = columns.try_emplace(called, columns.size() + 2).first;
        if (column->second == wide.front().cells.size())
            wide.front().cells.push_back(column->first);
        const std::string id = cellOf(rows[i], at.id), kernel = cellOf(rows[i], at.kernel);
        const auto row = kernels.try_emplace({id, kernel}, wide.size()).first; // reports that are joined count anew
        if (row->second == wide.size())
            wide.push_back({rows[i].number, {id, kernel}});
        auto& cells = wide[row->second].cells;
        cells.resize(std::max(cells.size(), column->second + 1));
        const std::string value = cellOf(rows[i], at.value), now = inSi(value, unit, factor);
        auto& cell = cells[column->second];
        cell += cell.empty() ? now : fmt::format("; {}", now);
        if (!read)
            continue;
        addRead(table, wide[row->second], column->second, rows[i], value);
        if (!factor)
            noteUnknown(found, rows[i].number, fmt::format("metric unit of {}", name), name, unit);
        noteUnitless(found, name, unit, rows[i].number);
    }
    rows = std::move(wide);
    conclude(table, rows.front(), found, 0);
}

/// The numbers of a column in SI.
void scaleColumn(std::vector<CsvRow>& rows, std::size_t column, const std::string& unit, std::optional<double> factor,
                 NsightTable& table)
{
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (column >= rows[i].cells.size())
            continue;
        std::string& cell = rows[i].cells[column];
        std::string now = inSi(cell, unit, factor);
        if (factor && now != cell)
            table.cells[{rows[i].number, column}] = {rows[i].number, {}, cell};
        cell = std::move(now);
    }
}

/// Units of a row below the head or of a head itself.
void scale(std::vector<CsvRow>& rows, const CsvRow& units, NsightTable& table)
{
    CsvRow& head = rows.front();
    Findings found;
    std::map<std::string, std::string> measured; // the head that has each metric first
    for (std::size_t column = 0; column < head.cells.size(); ++column) {
        std::string& name = head.cells[column];
        const auto [metric, own] = headOf(name);
        const bool read = isRead(metric);
        if (!read && metric.find("__") != std::string::npos)
            continue;
        const std::string unit = own.empty() ? cellOf(units, column) : own;
        const int row = own.empty() ? units.number : head.number;
        noteOther(found, units, column, own, {name, metric});
        const auto factor = scaleOf(metric, unit);
        if (!factor && read && !unit.empty())
            noteUnknown(found, row, name, metric, unit);
        noteUnitless(found, metric, unit, row);
        scaleColumn(rows, column, unit, factor, table);
        const std::string here = isNsightDuration(metric) && factor ? "time_s" : metric;
        if (const auto [first, isNew] = measured.try_emplace(here, name); !isNew && (read || here == "time_s"))
            noteTwice(found, head.number, metric, first->second, name);
        if (here != name && columnOf(head, here).value_or(column) == column) {
            table.heads[here] = name;
            name = here;
        }
    }
    conclude(table, head, found, units.cells.empty() ? head.number : 0);
}

/// A row of words below the head: no kernel has an empty id or a duration without digits.
bool hasUnits(const std::vector<CsvRow>& rows)
{
    if (rows.size() < 2)
        return false;
    if (const auto id = columnOf(rows[0], "id"))
        return cellOf(rows[1], *id).empty();
    const auto duration = std::ranges::find_if(rows[0].cells, isNsightDuration);
    if (duration == rows[0].cells.end())
        return false;
    if (secondsIn(lowerCase(cellOf(rows[1], static_cast<std::size_t>(duration - rows[0].cells.begin())))))
        return true;
    bool words = false; // under a metric
    for (std::size_t column = 0; column < rows[0].cells.size(); ++column)
        words = words || (isRead(headOf(rows[0].cells[column]).metric) && !cellOf(rows[1], column).empty());
    return words &&
           std::ranges::none_of(rows[1].cells, [](const std::string& cell) { return numberIn(cell).has_value(); });
}

} // namespace

NsightCell NsightTable::written(const CsvRow& head, const CsvRow& row, std::string_view name) const
{
    const auto column = columnOf(head, name);
    const auto at = column ? cells.find({row.number, *column}) : cells.end();
    NsightCell cell =
        at != cells.end() ? at->second : NsightCell{row.number, {}, column ? cellOf(row, *column) : std::string()};
    cell.column = called(name);
    return cell;
}

std::string NsightTable::called(std::string_view name) const
{
    const auto at = heads.find(name);
    return at == heads.end() ? std::string(name) : at->second;
}

NsightTable settleNsight(std::vector<CsvRow>& rows)
{
    NsightTable table;
    const CsvRow& head = rows.front();
    const auto has = [&head](std::string_view name) { return columnOf(head, name).has_value(); };
    if (has("id") && has("metric name") && has("metric value")) {
        widen(rows, table);
        return table;
    }
    if (!isNsight(head) && std::ranges::none_of(head.cells, isNsightDuration))
        return table;
    CsvRow units;
    if (hasUnits(rows)) {
        units = rows[1];
        rows.erase(rows.begin() + 1);
    }
    scale(rows, units, table);
    return table;
}

} // namespace core
