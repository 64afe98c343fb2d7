// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of Nsight Compute in one form: a row for each kernel, without a row of units.
#pragma once

#include "core/io/csv_rows.h"
#include "core/io/nsight_form.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core
{

/// Where the file has a cell, and how it writes it.
struct NsightCell {
    int row = 0;
    std::string column, text;
    int again = 0; // the row that measures it once more; 0: none does
};

struct NsightTable {
    NsightForm form = NsightForm::None;
    std::string assumed, unknown; // clauses: all units that it had to assume; the first that it cannot take
    bool contradicts = false;     // another unit, or another column, says otherwise
    std::map<std::string, std::string, std::less<>> heads;   // of the file, by those that it took here
    std::map<std::pair<int, std::size_t>, NsightCell> cells; // by row and column here; without names of columns

    /// The words of the file for a cell in the settled table.
    NsightCell written(const CsvRow& head, const CsvRow& row, std::string_view name) const;
    std::string called(std::string_view name) const;
};

/// Its tables have a row of units below the head (--page raw --csv), or a row for each metric of a kernel (--csv
/// --metrics). Values come back in SI, heads in small letters, and a duration as "time_s"; a value that is no number
/// stays as it is. Other tables stay.
NsightTable settleNsight(std::vector<CsvRow>&);

} // namespace core
