// SPDX-License-Identifier: GPL-3.0-or-later
// Everything one evaluation of a scenario gives, as values. NaN: does not apply; infinity: never.
#pragma once

#include "core/quantity/quantity.h"

#include <array>

namespace core
{

inline constexpr int meshAxes = 3;
inline constexpr int maxFleet = 16; // chip presets whose counts are reported

/// Parameters and cache (MODEL.md, f), whole model.
template <class R> struct ParametersOf {
    CountOf<R> total, active, layer, attention, mlp, embedding;
    CountOf<R> finalNorm, outside;       // outside the layers: embedding and final norm
    CountOf<R> layerActive, multiplying; // active parameters of a layer; all that multiply per token (f.2)
    BytesOf<R> kvPerToken;
};

/// Operations of the whole job (f.2, f.3, f.7).
template <class R> struct WorkloadOf {
    FlopsOf<R> forward, backward, step, attention, recompute, chip; // chip: one chip's share of work.pass
};

/// A stage of a pipeline; `only` without one.
enum class Stage { only, first, last };

/// Bytes on one chip (of a pipeline: of the stage that holds most), g.2; state, actPerToken and actGlobal concern the
/// whole model, cacheGlobal the whole batch.
template <class R> struct MemoryOf {
    BytesOf<R> weights, master, gradients, optimizer, activations, transient, gathered, gradientBuffer, logits, kv,
        total, capacity;
    BytesOf<R> state, actPerToken, actGlobal, cacheGlobal;
    BytesOf<R> update;     // that the optimizer moves once a step
    BytesOf<R> otherStage; // total of the first or last stage, whichever holds less; as `total` without a pipeline
    Stage stage = Stage::only;
    bool fits = true;
};

/// Busy times of one pass (one forward, or one backward) of all microbatches on one chip (g.4).
template <class R> struct PassTimesOf {
    SecondsOf<R> math, hbm;
    SecondsOf<R> work; // math, or HBM where it takes longer and counts (conv.hbm)
    std::array<SecondsOf<R>, meshAxes> axis;
    SecondsOf<R> comms;    // axes combined under conv.comms
    SecondsOf<R> combined; // work and comms combined under conv.comms
};

/// Times of work.pass.
template <class R> struct TimesOf {
    PassTimesOf<R> forward, backward;
    SecondsOf<R> math, dcn, hbm, comms, lower, upper, step;
    SecondsOf<R> update; // of the optimizer, after the step; NaN where there is none
    std::array<SecondsOf<R>, meshAxes> axis;
    CountOf<R> sigma;  // of the pipeline, per microbatch; 1 without
    CountOf<R> bubble; // idle share of the slots
    SecondsOf<R> idle; // of a stage, waiting for others
};

/// Bytes of work.pass: payload handed to each kind of collective per rank, and what one chip sends over each axis.
template <class R> struct TrafficOf {
    BytesOf<R> allReduce, allGather, reduceScatter, allToAll, ring, p2pForward, p2pBackward;
    std::array<BytesOf<R>, meshAxes> wire;
    BytesOf<R> wireDcn;
};

enum class Verdict { compute, commsX, commsY, commsZ, comms, hbm, latency, dcn, balanced, unknown };

/// What binds, and by how much: margin = math / other, in the pass where it is least.
template <class R> struct BoundOf {
    Verdict verdict = Verdict::unknown;
    Verdict largest = Verdict::unknown; // the resource `other` belongs to, also when the verdict is compute or balanced
    bool backward = false;              // the pass that is shown is the backward one
    bool whole = false;                 // both passes give the same margin; the times are those of the whole step
    CountOf<R> margin;
    CountOf<R> networkMargin; // over the network alone (m.2); over HBM where nothing communicates
    SecondsOf<R> math, other;
};

/// Thresholds (g.6, g.7). Token counts.
template <class R> struct ThresholdsOf {
    CountOf<R> batch, chip, rank; // under conv.comms
    CountOf<R> added, overlapped; // global batch under either convention
    CountOf<R> floorChip, dataAxis, tensorLimit;
};

/// Chips of one preset that hold the model.
template <class R> struct ChipCountOf {
    CountOf<R> state, exactState, all, exactAll;
};

template <class R> struct FleetOf {
    std::array<ChipCountOf<R>, maxFleet> chip; // in the order of Catalogue::chips
    CountOf<R> minShards;
};

/// Utilisation, days and cost (g.12, b.5).
template <class R> struct TrainingOf {
    CountOf<R> mfu;
    CountOf<R> days;
    DollarsOf<R> cost;
};

/// A memory or a network that the operands of an operation pass.
enum class Channel { vmem, hbm, pcie, ici, dcn };

/// Roofline of one operation (c.1 to c.7).
template <class R> struct OperationOf {
    FlopsOf<R> flops;
    BytesOf<R> bytes;
    IntensityOf<R> intensity, machine;
    SecondsOf<R> math, memory, lower, upper;
    CountOf<R> batchCritical, batchApprox;
    FlopRateOf<R> rate;
    FlopsOf<R> useful, padded; // that the result needs; that the systolic array does, sizes rounded up
    CountOf<R> idle;           // share of the array; NaN where nothing is padded
    FlopRateOf<R> peak;        // of its unit, of the filled part of the array
    Channel channel{};         // that its time of memory is spent on
    ByteRateOf<R> channelRate;
};

/// Inference bounds (h.1 to h.3).
template <class R> struct ServingOf {
    SecondsOf<R> step, latency, prefill;
    Quantity<dim::perSecond, R> throughput;
    CountOf<R> batchCritical, batchMax;
};

/// How the mesh lies on the hardware, per axis; plain numbers, no costs.
struct AxisFit {
    int hardwareAxes = 0; // M_A
    double links = 0;     // one-way link rates that add up: a ring axis counts 2, a line axis 1; 0: no communication
    int hops = 0;
    bool ring = false;                // every hardware axis it spans wraps
    std::array<int, 3> part{1, 1, 1}; // chips of it on each hardware axis
    std::array<bool, 3> closed{};     // whether that part is a ring
    double inner = 1;                 // GPUs: ranks of other axes between neighbours of this one
};

/// GPUs: how the groups of an axis lie on domains. Without other domains all ranks are on one.
struct DomainSpan {
    double most = 1;    // ranks of a group on the domain that has most of it
    double fewest = 1;  // and on the one that has fewest
    double domains = 1; // over which a group reaches at most
    friend bool operator==(const DomainSpan&, const DomainSpan&) = default;
};

struct MeshFit {
    bool fits = true;                  // the mesh can be laid on the slice
    bool product = true;               // mesh axes multiply to the chips of the slice
    std::array<int, 3> torus{0, 0, 0}; // the slice in use
    std::array<bool, 3> wraps{};       // which of its axes close
    std::array<AxisFit, meshAxes> axis;
    std::array<std::array<DomainSpan, 2>, meshAxes> span{}; // GPUs: of groups that move tokens, and weights
};

template <class R> struct ReportOf {
    ParametersOf<R> params;
    WorkloadOf<R> flops;
    MemoryOf<R> memory;
    TimesOf<R> time;
    TrafficOf<R> bytes;
    BoundOf<R> bound;
    ThresholdsOf<R> threshold;
    FleetOf<R> fleet;
    TrainingOf<R> training;
    OperationOf<R> op;
    ServingOf<R> serving;
    CountOf<R> chips;      // in all, with slices
    CountOf<R> tokensRank; // tokens per data rank and step
    CountOf<R> tokensChip; // B / chips
    MeshFit mesh;
};

struct Report : ReportOf<double> {
};

} // namespace core
