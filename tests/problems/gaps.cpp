// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs that are formulas, and outputs of answered problems that no metric answers, and why.
#include "problems/adapter.h"

namespace tests
{

namespace
{

constexpr std::string_view shape = "the name of a slice, not a number";
constexpr std::string_view router = "the answer leaves the router out, which f.1 counts";
constexpr std::string_view threshold = "a real threshold that is no metric; solving gives whole numbers";
constexpr std::string_view unfused = "c.4, c.5: op.* has no unfused kernels";
constexpr std::string_view tree = "e.8: levels above the node are one level here";
constexpr std::string_view ragged = "e.8: AllToAlls are dense; no field says which share is sent";
constexpr std::string_view advice = "advice in words; shard.time and shard.comms are its numbers";
constexpr FormulaInWords words[] = {
    {"cs336.2026.dp", "formula_flops", "flops_per_device", ""},
    {"cs336.2026.dp", "formula_T", "T_comms", ""},
    {"cs336.2026.dp", "formula_N", "N_max_exact", "N"},
    {"cs336.2026.fsdp", "formula_N", "N_max_exact", "N"},
    {"cs336.2026.fsdp_tp", "formula_overlap", "N_max_overlap", "N"},
    {"cs336.2026.fsdp_tp", "formula_sum", "N_max_sum", "N"},
    {"hpl.s04.q2", "formula", "F", "F"},
};
constexpr Gap allGaps[] = {
    {"sb.roofline.q4", "limit", "a limit that no size reaches"},
    {"sb.roofline.q5", "C_dense", "half of an input; presets state dense rates"},
    {"sb.tpus.q3", "D_below_which_never", threshold},
    {"sb.tpus.q6", "pcie_1.5e10", "c.7: loading from all hosts has no metric"},
    {"sb.tpus.q6", "pcie_1.6e10", "c.7: loading from all hosts has no metric"},
    {"sb.tpus.q6", "ici", "e.5: gathering onto one chip has no metric"},
    {"sb.tpus.q6", "lower_bound", "e.5: gathering onto one chip has no metric"},
    {"sb.tpus.q6", "upper_bound_1.5e10", "e.5: gathering onto one chip has no metric"},
    {"sb.training.q3", "sequences", "a ratio of two inputs"},
    {"sb.apptrain.p1", "ratio_math_to_comms_sum", "g.7: at the best mesh, which is no whole mesh"},
    {"sb.inference.q5", "params", router},
    {"sb.inference.q5", "active", router},
    {"sb.inference.q5", "flops_T1000", router},
    {"sb.inference.q5", "attn_flops_T1000_extra", "takes a causal share of 1/2; c.5 has (T + 1)/(2 T)"},
    {"sb.inference.q6", "min_slice", shape},
    {"sb.appinf.p2", "activation_F_bf16", "no metric for an activation of width F"},
    {"sb.appinf.p2", "slice", shape},
    {"sb.appinf.p3", "smallest_feasible_slice", shape},
    {"sb.appinf.q9", "Y_hbm_limit_beta8", "h.4: the tensor limit of decoding has no metric"},
    {"sb.appinf.q9", "Y_hbm_limit_exact", "h.4: the tensor limit of decoding has no metric"},
    {"cs336.2025.b", "formula", "a formula of the number below"},
    {"cs336.2025.b", "N_8192_real", "count.min_shards is given as a whole number only"},
    {"hpl.s02.q1", "unfused", unfused},
    {"hpl.s02.q1", "time_saved", unfused},
    {"hpl.s02.q1", "speedup", unfused},
    {"hpl.s02.q2", "bytes_in", "op.bytes counts operands and results together"},
    {"hpl.s02.q2", "bytes_out", "op.bytes counts operands and results together"},
    {"hpl.s02.q2", "bytes_unfused", unfused},
    {"hpl.s02.q2", "intensity_unfused", unfused},
    {"own.attn.prefill", "unfused_extra_bytes", unfused},
    {"sb.sharding.q7", "bound", advice},
    {"sb.sharding.q10", "bi_ratio_large_D", "a limit that no size reaches"},
    {"sbgpu.tree", "spine", tree},
    {"sbgpu.tree", "overall", tree},
    {"sbgpu.pq2", "ragged_approx", ragged},
    {"sbgpu.pq2", "ragged_random_exact", ragged},
    {"sbgpu.q1.5", "smem_KiB", "the preset counts 256 kB per SM"},
    {"sbgpu.q1.5", "registers", "presets do not state registers"},
    {"sbgpu.q2.1", "switch", "presets do not state the ports of a switch"},
    {"sbgpu.q2.1", "usable", "presets do not state the ports of a switch"},
    {"sbgpu.q3.1", "su_leaf", tree},
    {"sbgpu.q3.1", "spine_cables_per_su", tree},
    {"sbgpu.q3.1", "spine", tree},
    {"sbgpu.q3.1", "per_node_at_spine", tree},
};

} // namespace

std::span<const FormulaInWords> formulasInWords() { return words; }
std::span<const Gap> gaps() { return allGaps; }

} // namespace tests
