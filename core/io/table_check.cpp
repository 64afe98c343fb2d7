// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that spreadsheets and editors save in another form are told by it.
#include "core/io/table_check.h"

#include "core/io/plain_text.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

bool isUtf8(std::string_view text)
{
    try {
        return !nlohmann::json(text).dump().empty();
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

bool isNumber(const std::string& cell)
{
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error == std::errc() && end == cell.data() + cell.size();
}

} // namespace

std::string faultOfText(std::string_view csv)
{
    if (csv.starts_with("\xFF\xFE") || csv.starts_with("\xFE\xFF"))
        return "is UTF-16; save it as UTF-8.";
    if (csv.find('\0') != std::string_view::npos || !isUtf8(csv))
        return "is no text in UTF-8; save it as UTF-8.";
    if (csv.find('\r') != std::string_view::npos && csv.find('\n') == std::string_view::npos)
        return "ends its lines with CR alone; save it with line feeds.";
    return {};
}

std::string faultOfRows(const std::vector<CsvRow>& rows)
{
    if (rows.empty())
        return {};
    const auto& heads = rows.front().cells;
    if (rows.back().open)
        return fmt::format("opens a quote in row {} and never closes it; close it, or write it twice inside a text.",
                           rows.back().number);
    if (heads.size() == 1 && heads.front().find(';') != std::string::npos)
        return "has columns between semicolons; save it with commas, and points in numbers.";
    if (heads.size() == 1 && heads.front().find('\t') != std::string::npos)
        return "has columns between tabs; save it with commas.";
    if (const auto number = std::ranges::find_if(heads, isNumber); number != heads.end())
        return fmt::format("has no head: its first row holds the number {}; write the names of the columns above it, "
                           "such as name,tflop_per_s,intensity.",
                           oneLine(number->substr(0, 60)));
    std::set<std::string> known;
    for (const auto& head : heads)
        if (!head.empty() && !known.insert(lowerCase(head)).second)
            return fmt::format("has the column {} twice; keep one of them.", oneLine(head.substr(0, 60)));
    for (const CsvRow& row : rows) {
        const auto more = std::find_if(row.cells.begin() + std::min(std::ssize(heads), std::ssize(row.cells)),
                                       row.cells.end(), [](const std::string& cell) { return !cell.empty(); });
        if (more != row.cells.end())
            return fmt::format("has more cells in row {} than heads; put texts with a comma between quotes.",
                               row.number);
    }
    return {};
}

} // namespace core
