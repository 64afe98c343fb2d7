// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns stand for what; a value that cannot be read is refused with its place.
#include "core/io/measured_csv.h"

#include "core/io/csv_rows.h"
#include "core/io/measured_columns.h"
#include "core/io/measured_gaps.h"
#include "core/io/nsight_rows.h"
#include "core/io/plain_text.h"
#include "core/io/table_check.h"
#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::size_t largest = 5000;
using Column = MeasuredColumn;
using Failure = tl::unexpected<Error>;

Failure csvFailure(const char* code, std::string text) { return tl::make_unexpected(Error{code, std::move(text)}); }

class Measured
{
public:
    Measured(std::string_view csv, const Scenario& s, const std::string& file)
        : m_rows(csvRows(csv)), m_s(s), m_operations(s), m_file(oneLine(file))
    {
    }

    tl::expected<MeasuredFile, Error> read()
    {
        if (const auto fault = faultOfRows(m_rows); !fault.empty())
            return csvFailure("FILE_FORMAT", fmt::format("{} {}", m_file, fault));
        if (m_rows.size() < 2)
            return csvFailure("FILE_FORMAT",
                              fmt::format("{} has no rows: give a head and one row for each point.", m_file));
        std::ranges::transform(m_rows.front().cells, m_rows.front().cells.begin(), lowerCase);
        m_nsight = settleNsight(m_rows);
        m_head = m_rows.front();
        m_ncu = m_nsight.form != NsightForm::None;
        m_profile = m_ncu || has("measured_flop_rate") || has("normalized flop rate (gflop/s)") ||
                    has("model_flop_rate") || has("model flop rate (gflop/s)");
        auto wrong = missing();
        if (!m_nsight.unknown.empty() && (m_ncu || m_nsight.contradicts || !wrong.empty()))
            return csvFailure("FILE_VALUE", fmt::format("{}{}.", m_file, m_nsight.unknown));
        if (!wrong.empty())
            return csvFailure("FILE_FORMAT", std::move(wrong));
        m_rows.erase(m_rows.begin());
        MeasuredFile found;
        for (const CsvRow& row : m_rows) {
            if (const auto done = m_ncu ? addKernel(row, found) : addRow(row, found); !done)
                return tl::make_unexpected(done.error());
            if (found.points.size() > largest)
                return csvFailure("FILE_SIZE",
                                  fmt::format("{} has more than 5,000 points: keep those that matter.", m_file));
        }
        if (const auto why = whyNoPoints(found, m_file, m_rows.size()))
            return tl::make_unexpected(*why);
        found.file = m_file;
        found.note = noteOn(found, m_s, m_ncu ? m_nsight.assumed : std::string(), m_operations.note());
        return found;
    }

private:
    using Done = tl::expected<void, Error>;
    using Number = tl::expected<double, Error>;

    bool has(std::string_view head) const { return columnOf(m_head, head).has_value(); }

    template <class Columns> const Column* among(const Columns& columns) const
    {
        const auto at = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return has(c.name); });
        return at == columns.end() ? nullptr : &*at;
    }

    const Column* rateColumn() const
    {
        const Column* rate = among(measuredRates);
        return rate || among(measuredTimes) ? rate : among(measuredRatesOrWork);
    }

    bool namesOperations() const
    {
        return has("operation") || std::any_of(m_rows.begin() + 1, m_rows.end(), [this](const CsvRow& row) {
                   return m_operations.knows(operationIn(row));
               });
    }

    /// Two columns that hold the same number, as a sentence; those of an XLA profile are one.
    template <class Columns> std::string twice(const Columns& columns) const
    {
        std::vector<std::string> all;
        bool profiled = false;
        for (const Column& column : columns)
            if (has(column.name) && !(column.ofProfile && std::exchange(profiled, true)))
                all.push_back(m_nsight.called(column.name));
        return m_ncu || all.size() < 2 ? std::string()
                                       : fmt::format("{}, row {}: {} and {} hold one number twice; keep one of them.",
                                                     m_file, m_rows.front().number, all[0], all[1]);
    }

    /// What the head lacks or has twice, as a sentence.
    std::string missing() const
    {
        std::vector<Column> rates(measuredRates.begin(), measuredRates.end());
        if (!among(measuredTimes))
            rates.insert(rates.end(), measuredRatesOrWork.begin(), measuredRatesOrWork.end());
        for (auto sentence : {twice(rates), twice(measuredTimes), twice(measuredIntensities)})
            if (!sentence.empty())
                return sentence;
        const bool rate = rateColumn() || among(measuredTimes);
        const bool place = among(measuredIntensities) || (has("flops") && has("bytes")) || namesOperations();
        if (isNsight(m_rows.front()) && (m_ncu || !rate || !place))
            if (const auto lacks = nsightLacks(m_rows.front()); !lacks.empty())
                return fmt::format("{} {}.", m_file, lacks);
        if (const Column* either = among(measuredRatesOrWork); either && !among(measuredRates) && among(measuredTimes))
            return fmt::format("{}, row {}: {} beside a time may be work or a rate; name it flops, in FLOPs, or {}.",
                               m_file, m_rows.front().number, either->name,
                               either->scale == 1e9 ? "gflop_per_s" : "tflop_per_s");
        if (m_ncu || (rate && place))
            return {};
        return fmt::format("{}, row {}: no column holds {}; give {}.", m_file, m_rows.front().number,
                           rate ? "an intensity" : "a rate or a time",
                           rate ? "intensity, or flops and bytes, or operation with numbers of the list"
                                : "flop_per_s, gflop_per_s or tflop_per_s, or time_s, time_ms, time_us or time_ns");
    }

    std::string cell(const CsvRow& row, std::string_view head) const
    {
        const auto at = columnOf(m_head, head);
        return at ? cellOf(row, *at) : std::string();
    }

    Failure refuse(const CsvRow& row, std::string_view head, const std::string& remedy) const
    {
        const auto text = m_nsight.written(m_head, row, head).text;
        return csvFailure("FILE_VALUE", fmt::format("{}, {}: \"{}\" {}.", m_file, placeOf(row, head),
                                                    oneLine(text.substr(0, 60)), remedy));
    }

    /// With or without separators of thousands; 0 where `may` says that 0 is one of a profile.
    Number number(const CsvRow& row, std::string_view head, bool zero) const
    {
        std::string text = cell(row, head);
        if (text.empty())
            return csvFailure("FILE_VALUE", fmt::format("{}, {}: the cell is empty; give a number such as 12.5.",
                                                        m_file, placeOf(row, head)));
        if (const auto at = m_nsight.written(m_head, row, head); at.again > 0 && text.find(';') != text.npos)
            return csvFailure("FILE_VALUE",
                              fmt::format("{}, rows {} and {}, column {}: a kernel is measured twice; keep "
                                          "one of both rows.",
                                          m_file, at.row, at.again, at.column));
        if (!commasSeparateThousands(text))
            return refuse(row, head, "has a comma that separates no thousands; write the decimal point as \".\"");
        std::erase(text, ',');
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool read = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
        if (read && (value > 0 || (zero && value == 0)))
            return value;
        return refuse(row, head, "is no positive number; give one such as 12.5");
    }

    Number scaled(const CsvRow& row, const Column& column, bool zero) const
    {
        return number(row, column.name, zero).map([&](double value) { return value * column.scale; });
    }

    std::string placeOf(const CsvRow& row, std::string_view head) const
    {
        const auto at = m_nsight.written(m_head, row, head);
        return fmt::format("row {}, column {}", at.row, at.column);
    }

    bool given(const CsvRow& row, std::string_view head) const { return !head.empty() && !cell(row, head).empty(); }

    Number metric(const CsvRow& row, std::string_view head) const
    {
        return given(row, head) ? number(row, head, true) : Number(0);
    }

    /// FLOPs of a cycle or of the kernel.
    Number counted(const CsvRow& row, const NsightCount& count) const
    {
        if (const auto flops = nsightFlops(m_nsight.form, count); given(row, flops))
            return metric(row, flops);
        const auto executions = metric(row, nsightExecutions(m_nsight.form, count));
        return executions.map([&](double value) { return value * count.flops; });
    }

    std::string nameOf(const CsvRow& row) const
    {
        const Column* column = among(measuredNames);
        const std::string name = column ? oneLine(cell(row, column->name)) : std::string();
        return name.empty() ? fmt::format("row {}", row.number)
                            : name.substr(0, 80 - unfinishedLetter(name.substr(0, 80)));
    }

    /// Keeps a point that a roofline can show.
    Done keep(const CsvRow& row, MeasuredPoint point, MeasuredFile& found) const
    {
        if (const auto beyond = beyondRoofline(point); !beyond.empty())
            return csvFailure("FILE_VALUE", fmt::format("{}, row {}: {}.", m_file, row.number, beyond));
        found.points.push_back(std::move(point));
        return {};
    }

    Done addKernel(const CsvRow& row, MeasuredFile& found) const
    {
        if (const auto head = nsightCellLacking(m_nsight.form, m_head, row); !head.empty()) {
            found.skipped.emptyCell.add(placeOf(row, head));
            return {};
        }
        const bool whole = m_nsight.form == NsightForm::Whole;
        const NsightPace pace = nsightPace(m_nsight.form);
        const auto time = metric(row, pace.time), bytes = metric(row, pace.bytes);
        if (!time || !bytes)
            return tl::make_unexpected(time ? bytes.error() : time.error());
        if (*time == 0) {
            found.skipped.noTime.add(placeOf(row, pace.time));
            return {};
        }
        const double often = whole ? 1 / *time : *time; // cycles, or kernels, a second
        const auto before = found.points.size();
        bool computes = false;
        for (const NsightWork& work : nsightWorks) {
            double flops = 0;
            for (const NsightCount& count : work.perCycle) {
                const auto part = counted(row, count);
                if (!part)
                    return tl::make_unexpected(part.error());
                flops += *part;
            }
            const double rate = flops * often;
            computes = computes || rate > 0;
            if (!(rate > 0 && *bytes > 0))
                continue;
            const double intensity = (whole ? flops : rate) / *bytes;
            const auto name = fmt::format("{} {}", nameOf(row), work.format);
            if (auto kept = keep(row, {name, 0, intensity, rate, 0, row.number}, found); !kept)
                return kept;
        }
        if (computes && *bytes == 0)
            found.skipped.noBytes.add(placeOf(row, pace.bytes));
        else if (found.points.size() == before)
            found.skipped.noFlops.add(fmt::format("row {}", row.number));
        return {};
    }

    /// What the row calls it: a number or a name.
    std::string operationIn(const CsvRow& row) const
    {
        const Column* name = among(measuredNames);
        return cell(row, has("operation") || !name ? "operation" : name->name);
    }

    /// 0 where it is none of the scenario.
    std::size_t operationOf(const CsvRow& row)
    {
        const auto asked = operationIn(row);
        const auto whole = asked.substr(0, asked.find(".0")); // "1.0", as pandas writes 1 beside empty cells
        const bool isWhole = has("operation") && asked.find_first_not_of('0', whole.size() + 1) == std::string::npos;
        const auto number = isWhole ? wholeNumber(whole, 1, static_cast<int>(m_s.ops.size()) + 1) : std::nullopt;
        return number ? static_cast<std::size_t>(*number) : m_operations.next(asked);
    }

    Done addRow(const CsvRow& row, MeasuredFile& found)
    {
        MeasuredPoint point{nameOf(row), operationOf(row), 0, 0, 0, row.number};
        const auto asked = cell(row, "operation");
        if (point.operation == 0 && asked.find_first_of("0123456789") != std::string::npos &&
            asked.find_first_not_of("0123456789.,+-") == std::string::npos)
            return noOperation(row);
        if (m_profile && isSummary(point.name)) {
            found.skipped.summaries.add(fmt::format("row {}", row.number));
            return {};
        }
        const Column* named = among(measuredNames);
        if (point.operation > 0 && (!named || named->name == "operation" || !has("operation") ||
                                    point.name == m_operations.title(point.operation)))
            point.name.clear();
        const auto set = [&](double& value, const Number& read) -> Done {
            if (!read)
                return tl::make_unexpected(read.error());
            value = *read;
            return {};
        };
        double flops = 0, bytes = 0;
        Done done;
        if (has("flops"))
            done = set(flops, number(row, "flops", false));
        if (done && has("bytes"))
            done = set(bytes, number(row, "bytes", false));
        if (const Column* column = among(measuredIntensities); done && column)
            done = set(point.intensity, scaled(row, *column, m_profile));
        else if (done && flops > 0 && bytes > 0)
            point.intensity = flops / bytes;
        if (const Column* column = rateColumn(); done && column)
            done = set(point.rate, scaled(row, *column, m_profile));
        const Column* time = among(measuredTimes);
        if (done && time && !(rateColumn() && (m_profile || cell(row, time->name).empty())))
            done = set(point.seconds, scaled(row, *time, false));
        if (!done)
            return done;
        if (point.rate == 0 && point.seconds > 0 && flops > 0)
            point.rate = flops / point.seconds;
        const bool counts = point.operation > 0 && !(m_profile && flops > 0);
        if (const auto wrong = contradiction(point, flops, bytes, counts ? flopsOf(point.operation) : 0);
            !wrong.empty())
            return csvFailure("FILE_VALUE", fmt::format("{}, row {}: {}.", m_file, row.number, wrong));
        return place(row, std::move(point), found);
    }

    double flopsOf(std::size_t operation) const
    {
        return operationNumbers(withOperation(m_s, *operationAt(m_s, operation))).flops.si();
    }

    Done place(const CsvRow& row, MeasuredPoint point, MeasuredFile& found) const
    {
        const bool whole = point.intensity > 0 && point.rate > 0;
        const bool ofOperation = point.operation > 0 && (point.rate > 0 || point.seconds > 0);
        const auto problem = !whole && ofOperation ? problemOf(*operationAt(m_s, point.operation)) : std::string();
        if (!problem.empty())
            found.skipped.noNumbers.add(fmt::format("row {}", row.number), problem);
        else if (whole || ofOperation)
            return keep(row, std::move(point), found);
        else if (m_profile)
            found.skipped.noFlops.add(fmt::format("row {}", row.number));
        else if (!has("operation"))
            return csvFailure("FILE_FORMAT",
                              fmt::format("{}, row {}: a time alone has no place on the roofline; add flops, "
                                          "or operation with numbers of the list.",
                                          m_file, row.number));
        else
            return noOperation(row);
        return {};
    }

    Failure noOperation(const CsvRow& row) const
    {
        return refuse(row, "operation",
                      fmt::format("is no operation of the scenario; give a number from 1 to {}, or its name",
                                  m_s.ops.size() + 1));
    }

    std::vector<CsvRow> m_rows;
    const Scenario& m_s;
    OperationFinder m_operations;
    std::string m_file;
    CsvRow m_head;
    NsightTable m_nsight;
    bool m_ncu = false, m_profile = false;
};

} // namespace

tl::expected<MeasuredFile, Error> readMeasured(std::string_view csv, const Scenario& s, const std::string& file)
{
    if (const auto fault = faultOfText(csv); !fault.empty())
        return csvFailure("FILE_FORMAT", fmt::format("{} {}", oneLine(file), fault));
    return Measured(csv, s, file).read();
}

} // namespace core
