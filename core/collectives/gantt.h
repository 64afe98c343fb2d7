// SPDX-License-Identifier: GPL-3.0-or-later
// A collective as bars on rows: when each link of a chip sends which chunks, and when the chip multiplies.
#pragma once

#include "core/collectives/matmul/collective_matmul.h"

#include <optional>
#include <vector>

namespace core
{

struct CollectiveAnalysis;

/// What one link out of a chip does, or its matrix unit.
struct GanttRow {
    int chip = 0;
    int port = matrixUnit;

    static constexpr int matrixUnit = -1;
    bool multiplies() const { return port == matrixUnit; }
    bool operator==(const GanttRow&) const = default;
};

/// Times in seconds. Bars of one row never overlap; the last byte of a message is there a hop after its bar.
struct GanttBar {
    int step = 0;
    double start = 0;
    double end = 0;
    double arrival = 0; // of a product: `end`
    double bytes = 0;   // of a product: 0
    int to = -1;        // of a message: the chip that takes it
    TransferOp op = TransferOp::copy;
    std::vector<ChunkRun> chunks = {}; // of a message
    ShardProduct product = {};         // of a product
};

struct GanttLane {
    GanttRow row;
    std::vector<GanttBar> bars; // by start
};

/// By chip: links in the order of ports, then the matrix unit where there is one. Links that never send are left out.
struct Gantt {
    std::vector<GanttLane> lanes;
    double end = 0;
};

/// From one moment to another, in seconds.
struct GanttSpan {
    double from = 0;
    double to = 0;
    bool operator==(const GanttSpan&) const = default;
};

enum class MatmulMode { serialized, overlapped };

/// Of an analysis with a matmul: the collective and the matmul one after the other, or overlapped. Of one chip, or of
/// all.
Gantt matmulGantt(const CollectiveAnalysis&, MatmulMode, CollectiveClock, std::optional<int> chip);
/// Of any analysis: the links of one chip by a clock.
Gantt linkGantt(const CollectiveAnalysis&, CollectiveClock, int chip);
/// The chip that sends most; chip 0 where all do the same.
int busiestChip(const CollectiveAnalysis&);

/// The links of a chip by a clock.
struct LinksOfChip {
    int chip = 0;
    CollectiveClock clock{};
    Gantt gantt;
};

/// Of an analysis without a matmul: what a timeline shows first, for the thread that makes one that takes long, so that
/// busiestChip() and linkGantt() answer at once.
void keepBusiestLinks(CollectiveAnalysis&, CollectiveClock);
/// Whether linkGantt() of that chip answers at once: the analysis took no long time itself, or keeps them.
bool hasLinks(const CollectiveAnalysis&, CollectiveClock, int chip);

/// Parts of a message's bar during which its chip multiplies nothing, so that it costs time.
std::vector<GanttSpan> exposedParts(const Gantt&, const GanttRow&, const GanttBar&);
/// How long they are together.
double exposedSeconds(const Gantt&, const GanttRow&, const GanttBar&);

/// When each step is over, in seconds; never before the step before it. By the asynchronous clock: when the last
/// message of it and of all earlier steps is there. With barriers: at its barrier. Beside a matmul: when its messages
/// are there, and the last step with everything.
std::vector<double> stepEnds(const CollectiveAnalysis&, CollectiveClock);
/// The same for the rows of a matmul, of which there is one more than steps: the last one with everything.
std::vector<double> rowEnds(const CollectiveAnalysis&, CollectiveClock);

} // namespace core
