// SPDX-License-Identifier: GPL-3.0-or-later
// A collective as steps of transfers; those of a step are made when they are looked at, so that a pod costs no memory.
#pragma once

#include "core/collectives/networks/topology.h"
#include "core/collectives/schedules/chunks.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace core
{

/// What a transfer does with its chunks. copy: the receiver stores, the sender keeps. reduce: the receiver adds, the
/// sender gives its partial up. exchange: both ends send, add and keep. move: the sender needs it no more.
enum class TransferOp { copy, reduce, exchange, move };

std::string_view nameOf(TransferOp);

/// One message on one directed link. Its chunks are runs of the step it belongs to.
struct Transfer {
    int from = 0;
    int to = 0;
    int port = 0; // of `from`
    TransferOp op = TransferOp::copy;
    double bytes = 0;
    std::size_t firstRun = 0;
    std::size_t runs = 0;

    bool operator==(const Transfer&) const = default;
};

/// Transfers of one step, or of some chips in it.
struct Step {
    std::vector<Transfer> transfers;
    std::vector<ChunkRun> runs;

    std::span<const ChunkRun> chunks(const Transfer& t) const { return {runs.data() + t.firstRun, t.runs}; }
    void clear();
    /// Appends a transfer with these chunks.
    void add(Transfer, std::span<const ChunkRun>);

    bool operator==(const Step&) const = default;
};

/// Puts the chunks that leave `chip` through `port` in step `step` behind `runs`, and says what is done with them.
using Carries = std::function<TransferOp(int step, int chip, int port, std::vector<ChunkRun>& runs)>;

/// What the collective is to achieve, which the checks go by.
enum class Goal { gather, reduceScatter, allReduce, exchangeBlocks, deliver };

/// Whether chips start with terms of a sum.
constexpr bool sums(Goal goal) { return goal == Goal::reduceScatter || goal == Goal::allReduce; }

/// Where the chunks of `Goal::deliver` start and end.
struct Delivery {
    int from = 0;
    int to = 0;

    bool operator==(const Delivery&) const = default;
};

/// Steps in which an axis carries messages of one part only, which are passed on from chip to chip.
struct AxisPhase {
    int begin = 0;                        // its first step; it ends where the next one begins
    std::array<int, 3> parts{-1, -1, -1}; // on each axis; -1: none

    bool operator==(const AxisPhase&) const = default;
};

struct Schedule {
    Goal goal = Goal::gather;
    Topology topology;
    ChunkSpace chunks;
    int steps = 0;
    Carries carries;
    bool symmetric = false; // every chip does what chip 0 does, moved along; true only where chunks are uniform too
    /// Parts that go along the axes, with chunks that are uniform: every chip does what its representative does. Empty
    /// for all other schedules.
    std::vector<AxisPhase> phases = {};
    std::vector<Delivery> deliveries = {};                      // per chunk, for Goal::deliver
    std::vector<int> senders = {};                              // the only chips that ever send; empty: all may
    std::shared_ptr<const std::vector<Step>> written = nullptr; // steps written out; `carries` is not asked then
};

/// Appends the transfers out of one chip.
void addSends(const Schedule&, int step, int chip, Step& out);
/// All transfers of a step; `out` is cleared first.
void fillStep(const Schedule&, int step, Step& out);
/// The same in the same order, with the transfers of one chip in memory at a time.
void eachTransfer(const Schedule&, int step, const std::function<void(const Step&, const Transfer&)>& visit);

/// How much fillStep would give: transfers, and chunks in them all.
struct StepSize {
    double transfers = 0;
    double chunks = 0;

    bool operator==(const StepSize&) const = default;
};
StepSize sizeOf(const Schedule&, int step);

/// The same collective with these steps instead.
Schedule withSteps(Schedule, std::vector<Step>);

/// Steps in the opposite order with every transfer turned round: a gather becomes the reduction with the same cost.
Schedule reversed(const Schedule& gather);
/// First `reduction`, then `gather`, of the same chunks.
Schedule reduceThenGather(const Schedule& reduction, const Schedule& gather);
/// Leaves out the steps in which nothing at all is sent; of networks too large to time and of steps written out, none.
Schedule withoutEmptySteps(Schedule);

} // namespace core
