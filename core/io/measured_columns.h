// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns of a measured table stand for what; the help lists them.
#pragma once

#include <array>
#include <string_view>

namespace core
{

struct MeasuredColumn {
    std::string_view name;  // in small letters
    double scale = 1;       // to SI
    bool ofProfile = false; // of XLA: several may stand beside each other
};

inline constexpr std::array measuredNames{MeasuredColumn{"name"},        MeasuredColumn{"kernel name"},
                                          MeasuredColumn{"hlo op name"}, MeasuredColumn{"operation name"},
                                          MeasuredColumn{"kernel"},      MeasuredColumn{"operation"}};
inline constexpr std::array measuredRates{MeasuredColumn{"flop_per_s"},
                                          MeasuredColumn{"flop/s"},
                                          MeasuredColumn{"flops_per_s"},
                                          MeasuredColumn{"gflop_per_s", 1e9},
                                          MeasuredColumn{"gflop/s", 1e9},
                                          MeasuredColumn{"gflops_per_s", 1e9},
                                          MeasuredColumn{"tflop_per_s", 1e12},
                                          MeasuredColumn{"tflop/s", 1e12},
                                          MeasuredColumn{"tflops_per_s", 1e12},
                                          MeasuredColumn{"normalized flop rate (gflop/s)", 1e9, true},
                                          MeasuredColumn{"measured_flop_rate", 1e9, true},
                                          MeasuredColumn{"model flop rate (gflop/s)", 1e9, true},
                                          MeasuredColumn{"model_flop_rate", 1e9, true}};
/// Rates where no time stands beside them; else they may be work.
inline constexpr std::array measuredRatesOrWork{MeasuredColumn{"gflops", 1e9}, MeasuredColumn{"tflops", 1e12}};
inline constexpr std::array measuredIntensities{MeasuredColumn{"intensity"}, MeasuredColumn{"intensity_flop_per_byte"},
                                                MeasuredColumn{"operational intensity (flop/byte)", 1, true},
                                                MeasuredColumn{"operational_intensity", 1, true}};
inline constexpr std::array measuredTimes{MeasuredColumn{"time_s"}, MeasuredColumn{"time_ms", 1e-3},
                                          MeasuredColumn{"time_us", 1e-6}, MeasuredColumn{"time_ns", 1e-9}};

// Of Nsight Compute: achieved work as its roofline section computes it.
inline constexpr std::string_view nsightCycles = "smsp__cycles_elapsed.avg.per_second",
                                  nsightBytes = "dram__bytes.sum.per_second", nsightTime = "gpu__time_duration.sum",
                                  nsightTraffic = "dram__bytes.sum"; // of a kernel, beside counts that end in ".sum"
struct NsightCount {
    std::string_view metric = {}; // executions per cycle
    double flops = 1;             // of each
    std::string_view ready = {};  // the same with its FLOPs already multiplied
};
struct NsightWork {
    std::string_view format;
    std::array<NsightCount, 3> perCycle = {};
};
inline constexpr std::array nsightWorks{
    NsightWork{"fp32",
               {{{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed"},
                 {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed"},
                 {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed", 2,
                  "derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2"}}}},
    NsightWork{"fp64",
               {{{"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed"},
                 {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed"},
                 {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed", 2,
                  "derived__smsp__sass_thread_inst_executed_op_dfma_pred_on_x2"}}}},
    NsightWork{"fp16",
               {{{"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum.per_cycle_elapsed", 2,
                  "derived__smsp__sass_thread_inst_executed_op_hadd_pred_on_x2"},
                 {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum.per_cycle_elapsed", 2,
                  "derived__smsp__sass_thread_inst_executed_op_hmul_pred_on_x2"},
                 {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum.per_cycle_elapsed", 4,
                  "derived__smsp__sass_thread_inst_executed_op_hfma_pred_on_x4"}}}},
    NsightWork{"bf16 tensor", {{{"sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_cycle_elapsed"}}}},
    NsightWork{"fp16 tensor",
               {{{"sm__ops_path_tensor_src_fp16.sum.per_cycle_elapsed"},
                 {"sm__ops_path_tensor_src_fp16_dst_fp16.sum.per_cycle_elapsed"},
                 {"sm__ops_path_tensor_src_fp16_dst_fp32.sum.per_cycle_elapsed"}}}}};

} // namespace core
