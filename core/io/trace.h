// SPDX-License-Identifier: GPL-3.0-or-later
// A measured trace: what a profiler saw chips do, as Chrome trace JSON (PyTorch's profiler, Perfetto's export, XLA's).
#pragma once

#include "core/io/error.h"
#include "core/io/read_file.h"
#include "core/timeline/work_class.h"

#include <array>
#include <cstdint>
#include <istream>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace core
{

/// Seconds from the first event of the file.
struct TraceEvent {
    double start = 0, end = 0;
    std::uint32_t name = 0; // its place among the names
};

/// What runs one after the other: a CUDA stream, the operations of a TPU core.
struct TraceStream {
    std::string process, name;
    std::vector<TraceEvent> events; // by their starts
};

struct TraceStep {
    std::string process; // of the chip that it is of; empty: of all
    std::string name;
    double start = 0, end = 0;
};

struct Trace {
    std::string file;
    std::vector<std::string> names;
    std::vector<WorkClass> classes; // of the names, as usual
    std::vector<bool> matched;      // whether a usual pattern is a part of the name
    std::vector<TraceStream> streams;
    std::vector<TraceStep> steps; // by their starts; of a file without any the whole of it
    std::size_t skipped = 0;      // events without a start, or whose duration is no number from 0 on
    std::size_t unended = 0;      // begins ("B") without an end
    std::size_t unbegun = 0;      // ends ("E") without a begin

    /// A name that is new, as it is kept and as the file has it.
    void addName(std::string shortened, std::string_view whole);
    /// What was left out, and which steps of a chip hold no kernel; empty where all events count and no step is empty.
    std::string remark(const std::string& process) const;

    /// Chips, in the order of the file.
    std::vector<std::string> processes() const;
    std::vector<TraceStep> stepsOf(const std::string& process) const;
    /// Of each of those, whether a kernel of the chip runs in it.
    std::vector<bool> stepsWithKernels(const std::string& process) const;
    /// From the first event of a chip to its last; of all chips where none is named.
    TraceStep wholeOf(const std::string& process) const;
    /// Its place among those of a chip: the middle one by duration, since the first ones compile and warm up. Steps
    /// without a kernel do not count, where others have some.
    std::size_t middleStep(const std::string& process) const;
};

/// Classes of its names, these patterns before the usual ones.
std::vector<WorkClass> classesOf(const Trace&, const std::vector<TracePattern>& first);
/// One step of one chip in seconds: in each class the time in which at least one of its events runs; of one of its
/// streams, or of all where none is named.
std::array<double, workClasses> classSeconds(const Trace&, const std::vector<WorkClass>& classes,
                                             const std::string& process, const TraceStep&,
                                             const std::string& stream = {});

/// Of one step of one chip: kernels by their names, and the time in which at least one of them runs.
struct UnmatchedKernels {
    std::size_t names = 0;
    double seconds = 0;
    bool hasKernels = true; // runs in the step, matched or not
    std::string first = {}; // name of the first

    /// "gemm_v2 and 2 more match no pattern and count as math, 2.00 ms"; empty where all are matched. Or that no
    /// kernel runs.
    std::string remark() const;
};
/// Those that neither these patterns nor the usual ones match.
UnmatchedKernels unmatchedKernels(const Trace&, const std::vector<TracePattern>& first, const std::string& process,
                                  const TraceStep&, const std::string& stream = {});

inline constexpr std::size_t largestTrace = 4'000'000;                // events
inline constexpr std::uint64_t longestTrace = std::uint64_t{2} << 30; // bytes, unpacked

/// From a file, gzipped or not; read piece by piece. FILE_READ, FILE_SYNTAX with the byte at which it goes wrong,
/// FILE_FORMAT where nothing in it lasts, FILE_SIZE.
tl::expected<Trace, Error> readTrace(const std::string& path, const ReadProgress& = {});
/// `file` stands in errors.
tl::expected<Trace, Error> readTrace(std::istream&, const std::string& file);

} // namespace core
