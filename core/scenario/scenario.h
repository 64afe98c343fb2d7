// SPDX-License-Identifier: GPL-3.0-or-later
// The document: everything the user can set, as one value. Defaults are those of the scenario format.
#pragma once

#include "core/quantity/format.h"
#include "core/quantity/quantity.h"
#include "core/scenario/choices.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

struct Catalogue;

struct Work {
    Mode mode = Mode::training;
    double batch = 32768; // tokens (training, prefill), sequences (decode)
    double seq = 4096;    // tokens per sequence; context length in decode
    Pass pass = Pass::step;
    double micro = 1;
    Remat remat = Remat::none;
    double rematK = 1;
    double tokens = 15e12;
    double mfu = 0.4;
    bool operator==(const Work&) const = default;
};

struct Model {
    std::string preset = "ffn-8k-32k";
    double D = 8192, F = 32768, L = 32, N = 64, K = 8, H = 128, V = 0;
    double nmat = 2;
    double norms = 0; // norm vectors per layer that are counted as parameters (0 leaves norms out)
    bool attention = false;
    bool tied = false;
    bool causal = false;
    double E = 0, k = 0, Es = 0;
    bool operator==(const Model&) const = default;
};

/// Numbers of the chip in use: the preset's, or what the user put in their place. A rate of 0 is a missing capability.
struct Hardware {
    std::string chip = "tpu-v5p";
    std::string variant = "none";
    std::array<FlopRate, dtypeCount> flops{}; // by Dtype
    Bytes hbmBytes;
    Bytes hbmBytesPhysical; // 0 where the vendor documents none
    ByteRate hbmRate;
    ByteRate vmemRate;
    FlopRate vectorRate; // of the vector unit, outside of the matrix unit; 0 where nobody states it
    double mxuRows = 0;  // side of the systolic array; 0 where there is none
    ByteRate linkRate;   // one-way: per ICI link (TPU), egress into the NVLink domain (GPU)
    ByteRate pcieRate;
    ByteRate dcnRate; // per chip
    Seconds hop;
    Seconds hopAcross; // GPU, across nodes
    Dollars price;     // of a chip-hour; 0 where none is known
    ChipKind kind = ChipKind::tpu;
    WrapRule wrap = WrapRule::none;
    int axes = 0;                      // hardware axes, 0 on GPUs
    std::array<int, 3> largestTorus{}; // 0 where free
    /// Slices that one can get, of the preset; null where it lists none.
    const std::vector<std::array<int, 3>>* offered = nullptr;
    double domain = 1;                 // GPUs per NVLink domain
    bool inSwitch = false;             // a switch adds up what its GPUs reduce (NVLS, SHARP)
    std::array<int, 3> torus{0, 0, 0}; // physical slice; all 0 is "auto"
    bool operator==(const Hardware&) const = default;
};

struct MeshAxis {
    double size = 1;
    Role role = Role::replicate;
    int axes = 0; // hardware axes the mesh axis spans; 0 derives them from the torus
    bool operator==(const MeshAxis&) const = default;
};

struct Mesh {
    std::array<MeshAxis, 3> axis{MeshAxis{16, Role::fsdp, 0}, MeshAxis{4, Role::tensor, 0}, MeshAxis{}};
    double slices = 1;
    /// Chips of one slice.
    double chips() const { return axis[0].size * axis[1].size * axis[2].size; }
    bool operator==(const Mesh&) const = default;
};

struct Pipeline {
    PipeSchedule schedule = PipeSchedule::oneForwardOneBackward;
    double chunks = 1;
    bool operator==(const Pipeline&) const = default;
};

struct Precision {
    Dtype compute = Dtype::bf16, weights = Dtype::bf16, master = Dtype::fp32, grad = Dtype::bf16, opt = Dtype::fp32,
          act = Dtype::bf16, comm = Dtype::bf16, gradcomm = Dtype::bf16, kv = Dtype::bf16;
    bool operator==(const Precision&) const = default;
};

struct Conventions {
    Overlap comms = Overlap::overlapped;
    Rates rates = Rates::exact;
    ByteUnits unit = ByteUnits::decimal;
    CapacityRule capacity = CapacityRule::nominal;
    bool latency = false;
    Wrap wrap = Wrap::hardware; // hardware or ring
    bool hbm = true;            // HBM counts in the step
    bool operator==(const Conventions&) const = default;
};

struct Operation {
    std::string name; // empty: made of its kind and sizes
    OpKind kind = OpKind::matmul;
    double B = 512, D = 8192, F = 8192;
    double T = 4096, S = 4096, heads = 64, kv = 8, H = 128;
    bool causal = false;
    bool fused = true; // attention keeps its scores on the chip
    double E = 256, k = 8, Es = 1, nmat = 3;
    MoeExecution moe = MoeExecution::grouped;
    Dtype x = Dtype::bf16, w = Dtype::bf16, o = Dtype::bf16, compute = Dtype::none; // none: the wider operand
    Level level = Level::hbm;
    bool pad = false; // sizes rounded up to the systolic array
    bool visible = true;
    Sweep sweep = Sweep::B;
    bool operator==(const Operation&) const = default;
};

/// In one scenario, the first included.
inline constexpr std::size_t maxOperations = 32;

struct Collective {
    CollectiveKind kind = CollectiveKind::allGather;
    std::string torus = "4x4";
    std::string axes = "all";
    Wrap wrap = Wrap::hardware;
    LinkDirection direction = LinkDirection::both;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    Bytes bytes{16777216};
    CollectiveClock clock = CollectiveClock::async;
    double B = 4096, D = 8192, F = 8192;
    std::string from, to; // chips of a permute, "0,0"; empty: opposite corners; "all" and "+1": a shift round a ring
    bool operator==(const Collective&) const = default;
};

/// From one place of the network to another: chip, host, slice.
struct PointToPoint {
    Bytes bytes{16777216};
    std::string from, to; // two chips of the slice, "0,0,0"; GPUs by their number. Empty: none is picked
    bool operator==(const PointToPoint&) const = default;
};

/// How a measured trace is read.
struct TraceReading {
    std::string patterns; // of kernels, tried before the usual ones
    bool operator==(const TraceReading&) const = default;
};

/// How one layer is sharded, apart from what the roles of the mesh axes say.
struct LayerSharding {
    std::string arrays; // "Hid[B, F_Y]; W_in[D, F_XY]"
    bool operator==(const LayerSharding&) const = default;
};

struct Sharding {
    std::string expression = "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]";
    std::map<std::string, double> sizes; // by dimension; absent is 8192
    std::string mesh = "X=4, Y=4";
    Dtype dtype = Dtype::bf16;
    bool operator==(const Sharding&) const = default;
};

/// What baselines are called; the document itself is A.
inline constexpr std::string_view baselineLetters = "BCD";
inline constexpr std::size_t maxBaselines = baselineLetters.size();

struct Scenario {
    std::string title;
    Work work;
    Model model;
    Hardware hw;
    Mesh mesh;
    Pipeline pipe;
    bool tensorSequence = true;
    double actSharded = 0;
    Precision prec;
    Optimizer optimizer = Optimizer::adam;
    double reserve = 0;
    double lossPieces = 1; // in which the loss is computed, one after the other
    Conventions conv;
    Operation op;
    std::vector<Operation> ops; // further ones
    Collective coll;
    PointToPoint net;
    TraceReading trace;
    Sharding shard;
    LayerSharding layer;
    char letter = 0;                    // of a baseline, one of baselineLetters; else 0
    std::vector<Scenario> baselines;    // to compare with, at most maxBaselines; none has any of its own
    const Catalogue* presets = nullptr; // outlives the scenario; never null in a scenario made by defaultScenario()
    bool operator==(const Scenario&) const = default;
};

/// A causal mask halves the scores of attention; in decode there is one query, which sees every key.
inline bool masksScores(const Scenario& s) { return s.model.causal && s.work.mode != Mode::decode; }

/// The first of baselineLetters that none of the scenario's baselines has; 0: all have one.
char freeLetter(const Scenario&);

/// Every default of the scenario format, with the default presets applied.
Scenario defaultScenario(const Catalogue&);

} // namespace core
