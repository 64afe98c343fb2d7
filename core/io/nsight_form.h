// SPDX-License-Identifier: GPL-3.0-or-later
// How a table of Nsight Compute counts: by the cycle and its clock, or by the whole kernel and its time.
#pragma once

#include "core/io/csv_rows.h"
#include "core/io/measured_columns.h"

#include <string>
#include <string_view>

namespace core
{

enum class NsightForm { None, PerCycle, Whole };

/// By what its columns hold together; None of other tables and of those that lack some. Where both are there, the clock
/// counts. A duration whose unit is known is called "time_s".
NsightForm nsightForm(const CsvRow& head);

/// The columns of clock or time, and of bytes of a second or of a kernel.
struct NsightPace {
    std::string_view time, bytes;
};
NsightPace nsightPace(NsightForm);

/// Executions of a cycle or of a kernel: "…ffma_pred_on.sum.per_cycle_elapsed", "…ffma_pred_on.sum".
std::string_view nsightExecutions(NsightForm, const NsightCount&);
/// The same with its FLOPs already multiplied; of cycles alone.
std::string_view nsightFlops(NsightForm, const NsightCount&);

/// Whether a table of that form is read by that column. None: by its duration alone.
bool nsightReads(NsightForm, std::string_view metric);

/// "gpu__time_duration.sum", "gpu__time_duration_us".
bool isNsightDuration(std::string_view head);

/// Whether a head is a metric's.
bool isNsight(const CsvRow& head);

/// What a table of Nsight Compute lacks for a roofline, as a clause with a remedy; empty where it has all.
std::string nsightLacks(const CsvRow& head);

/// The first column that a kernel needs and has no cell in: clock or time, bytes, and all counts of the formats in
/// which it counts FLOPs, at least of one. Empty where it has them.
std::string_view nsightCellLacking(NsightForm, const CsvRow& head, const CsvRow& kernel);

} // namespace core
