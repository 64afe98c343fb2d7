// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a table before anybody looks at its numbers.
#pragma once

#include "core/io/csv_rows.h"

namespace core
{

/// Bytes that are no CSV in UTF-8, as the end of a sentence about the file; empty where they are.
std::string faultOfText(std::string_view csv);
/// Quotes that are never closed, other separators, numbers in place of heads, heads that stand twice, and rows with
/// more cells than heads, likewise. Capitals in heads do not count.
std::string faultOfRows(const std::vector<CsvRow>&);

} // namespace core
