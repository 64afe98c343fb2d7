// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a CSV text (RFC 4180).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

struct CsvRow {
    int number = 0; // of its first line in the file, from 1
    std::vector<std::string> cells;
    bool open = false; // a quote in it is never closed
};

/// Cells may be quoted, with "" for a quote and ends of lines inside; a byte order mark, blank lines and lines that
/// begin with # or == are left out. Cells are trimmed.
std::vector<CsvRow> csvRows(std::string_view text);

/// Where a head has that name; nothing where it has none.
std::optional<std::size_t> columnOf(const CsvRow& head, std::string_view name);
/// Empty where the row is too short.
std::string cellOf(const CsvRow&, std::size_t column);

/// What a spreadsheet would run or change instead of showing it: a text, and no number, that begins with = + - @ or a
/// tab.
bool isFormula(std::string_view cell);

/// "1,500" and "12,345.6"; not "1,5", which is 1.5 in half of Europe.
bool commasSeparateThousands(std::string_view cell);

} // namespace core
