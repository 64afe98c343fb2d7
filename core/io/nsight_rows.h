// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of Nsight Compute in one form: a row for each kernel, without a row of units.
#pragma once

#include "core/io/csv_rows.h"

namespace core
{

/// Its tables have a row of units below the head (--page raw --csv), or a row for each metric of a kernel (--csv
/// --metrics). Bytes and counts of whole kernels become those of a second and of a cycle, as long as the kernel. Values
/// come back in SI, heads in small letters, and a duration as "time_s"; a value that is no number stays as it is. Other
/// tables stay. Gives a clause about all units that it had to assume, and one about the first unit that it does not
/// know; empty where there are none.
struct NsightUnits {
    std::string assumed, unknown;
};
NsightUnits settleNsight(std::vector<CsvRow>&);

/// Whether a head is a metric's.
bool isNsight(const CsvRow& head);

/// What a table of Nsight Compute lacks for a roofline, as a clause with a remedy; empty where it has all.
std::string nsightLacks(const CsvRow& head);

/// The first column that a kernel needs and has no cell in: cycles, bytes, and all counts of the formats in which it
/// counts FLOPs, at least of one. Empty where it has them.
std::string_view nsightCellLacking(const CsvRow& head, const CsvRow& kernel);

} // namespace core
