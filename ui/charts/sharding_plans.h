// SPDX-License-Identifier: GPL-3.0-or-later
// The plans of the sharded product as rows: what each moves, how long it takes, and why it is not the chosen one.
#pragma once

#include "ui/charts/phrases.h"

#include <QString>

#include <vector>

namespace core
{
struct ShardingReport;
template <class R> struct ShardingOf;
} // namespace core

namespace ui
{

struct Snapshot;

struct PlanRow {
    QString pass; // "forward", "gradient of A"
    QString steps;
    bool chosen = false;
    bool gradient = false;
    double bytes = 0, comms = 0, math = 0, time = 0; // B, s
    QString why, brief;                              // of the others: why they lose, in full and in a few words
    QString bytesId, commsId, mathId, timeId;        // of its numbers
};

/// All plans, the cheapest first, then the cheapest one of each operand's gradient.
std::vector<PlanRow> planRows(const Snapshot&);

/// "AllGather_X(B) 559 µs → local matmul A · B 349 µs", of the chosen plan.
std::vector<Phrase> stepPhrases(const core::ShardingReport&, const core::ShardingOf<double>&);
/// "Time 559 µs with math and collectives overlapped, 908 µs one after the other · 68.7 GFLOPs a device".
std::vector<Phrase> sumPhrases(const core::ShardingOf<double>&);

} // namespace ui
