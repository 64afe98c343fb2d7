// SPDX-License-Identifier: GPL-3.0-or-later
// Measured points of a roofline from CSV: plain tables, raw pages of Nsight Compute, op tables of an XLA profile.
#pragma once

#include "core/io/error.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// Where intensity or rate is 0, they are those of the operation: its intensity, and its FLOPs over `seconds`. Where
/// the name is empty, it is the title that the operation has by then.
struct MeasuredPoint {
    std::string name;
    std::size_t operation = 0; // number in the scenario, from 1; 0: none
    double intensity = 0;      // FLOP/byte
    double rate = 0;           // FLOP/s
    double seconds = 0;
    int row = 0; // of the file
};

/// Rows of a table that are no points of the roofline.
struct SkippedRows {
    struct Kind {
        std::size_t count = 0;
        std::string first; // "row 3, column ..."
        std::string why;   // of it, where rows differ

        void add(const std::string& place, const std::string& reason = {});
    };
    Kind noFlops;   // rows of a profile, and kernels, that count no FLOPs
    Kind emptyCell; // kernels without a cell that they need
    Kind summaries; // totals and averages of a profile
    Kind noBytes;   // kernels that compute and move no bytes of DRAM
    Kind noTime;    // kernels whose time, or clock, is 0
    Kind noNumbers; // of an operation that means nothing
};

struct MeasuredFile {
    std::vector<MeasuredPoint> points;
    SkippedRows skipped;
    std::string file = {}; // what errors call it
    std::string note =
        {}; // sentences about these rows, points above their roof, units that were assumed, shared names; else empty
};

/// A head, then one row a point; lines that begin with # or == are left out. Columns by name, in any case and order:
///  name or operation; intensity, or flops with bytes, or an operation of the scenario by number or name;
///  flop_per_s, gflop_per_s or tflop_per_s, or time_s, time_ms, time_us, time_ns or gpu__time_duration.sum; without a
///  time also gflops or tflops.
/// Nsight Compute (--page raw --csv, section SpeedOfLight_RooflineChart, or --csv --metrics): work of each format over
/// DRAM bytes. XLA profile (roofline model, op table): FLOP rate and operational intensity. All in measured_columns.h.
/// Two columns that hold one number, and numbers that contradict each other or the operation's FLOPs, are refused.
/// `file` is what errors call it. Codes: FILE_FORMAT without such columns or rows, FILE_VALUE with row, column, value
/// and remedy, FILE_SIZE above 5,000 points.
tl::expected<MeasuredFile, Error> readMeasured(std::string_view csv, const Scenario&, const std::string& file);

} // namespace core
