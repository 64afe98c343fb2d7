// SPDX-License-Identifier: GPL-3.0-or-later
// University exercises: state, shards, compute-bound batches and bytes of collectives (MODEL.md, sections g.2 to g.7).
#include "problems/adapter.h"

namespace tests
{

namespace
{

/// The XXL model with everything in fp32 but saved activations.
Case xxl()
{
    Case c;
    c.set("model.preset", "cs336-xxl").set("prec.weights", "fp32").set("prec.master", "none");
    return c.set("prec.grad", "fp32");
}

Adapters xxlMemory()
{
    const auto per = [](const char* metric, double unit) { return [=](auto& c, auto&) { return c[metric] / unit; }; };
    constexpr double GiB = 1073741824;
    return {
        {"cs336.2025.a",
         [](auto&) { return xxl(); },
         {{"weights_fp32", "mem.weights"},
          {"grads_fp32", "mem.gradients"},
          {"optimizer_fp32", "mem.optimizer"},
          {"state_total", "mem.state"},
          {"state_GB", per("mem.state", 1e9)},
          {"state_GiB", per("mem.state", GiB)},
          {"h100_decimal", "count.state.h100-sxm"},
          {"h100_fraction", "count.exact.state.h100-sxm"},
          {"h100_GiB", [](auto& c, auto&) { return c.with("conv.capacity", "nominal-gib")["count.state.h100-sxm"]; }},
          {"saved_activation_per_token", "mem.act_per_token"},
          {"saved_activation_per_token_GiB", per("mem.act_per_token", GiB)}}},
        {"cs336.2025.b",
         [](auto& in) {
             return xxl().set("hw.hbm.bytes", in["cap"]).set("act.sharded", 0.5).set("work.batch", in.at("tokens", 1));
         },
         {{"N_no_activations_real", "count.exact.state.tpu-v5p"},
          {"N_no_activations", "count.state.tpu-v5p"},
          {"N_no_activations_95GiB",
           [](auto& c, auto&) { return c.with("conv.capacity", "nominal-gib")["count.state.tpu-v5p"]; }},
          {"A_8192", "mem.act_global"},
          {"N_8192", "count.min_shards"},
          {"max_tokens_per_device", [](auto& c, auto&) { return c.min("work.batch", "count.min_shards=never") - 1; }}}},
    };
}

Asked::Make exact(const char* metric)
{
    return [=](auto& c, auto&) { return c.with("conv.rates", "exact")[metric]; };
}

Asked::Make added(const char* metric, const char* rates)
{
    return [=](auto& c, auto&) { return c.with("conv.comms", "added").with("conv.rates", rates)[metric]; };
}

Asked::Make perLayer(const char* metric)
{
    return [=](auto& c, auto&) { return c[metric] / c.field("model.L"); };
}

Adapters xxlBatch()
{
    const auto setup = [](auto& in) {
        return Case()
            .set("model.preset", "cs336-xxl")
            .set("hw.flops.bf16", in["C"])
            .set("work.pass", "forward")
            .set("work.batch", 20444.0)
            .axis('X', in["X"], "fsdp", in["MX"])
            .axis('Y', in["Y"], "tensor", in["MY"]);
    };
    return {
        {"cs336.2025.c",
         setup,
         {{"overlap_B_total", "batch.critical"},
          {"overlap_B_per_chip", "batch.critical.chip"},
          {"overlap_B_per_fsdp_rank", "batch.critical.rank"},
          {"overlap_exact_B_total", exact("batch.critical")},
          {"overlap_exact_B_per_chip", exact("batch.critical.chip")},
          {"overlap_exact_B_per_fsdp_rank", exact("batch.critical.rank")},
          {"sum_B_total", "batch.critical.added"},
          {"sum_B_per_chip", added("batch.critical.chip", "book")},
          {"sum_B_per_fsdp_rank", added("batch.critical.rank", "book")},
          {"sum_exact_B_total", exact("batch.critical.added")},
          {"sum_exact_B_per_chip", added("batch.critical.chip", "exact")},
          {"sum_exact_B_per_fsdp_rank", added("batch.critical.rank", "exact")},
          {"seed004_condition_tokens_per_fsdp_rank", added("batch.critical.rank", "exact")},
          {"Y_limit", "tensor.limit"},
          {"floor_sum_best_XY", added("batch.floor.chip", "book")},
          {"floor_overlap_best_XY", "batch.floor.chip"}}},
        {"cs336.2025.c",
         setup,
         {{"T_fsdp_per_layer", perLayer("time.X")},
          {"T_tp_at_20444", perLayer("time.Y")},
          {"T_math_at_20444", perLayer("time.math")},
          {"X_opt_at_20444", "mesh.X.opt"},
          {"flops_per_token", [](auto& c, auto&) { return c["flops.forward"] / c.field("work.batch"); }},
          {"flops_per_token_per_layer",
           [](auto& c, auto&) { return c.with("work.batch", 1.0)["flops.forward"] / c.field("model.L"); }},
          {"fsdp_gather_bytes_per_pass", "wire.X"},
          {"tp_bytes_per_layer_per_token",
           [](auto& c, auto&) { return c["wire.Y"] / c.field("model.L") / c["batch.per_rank"]; }}}},
    };
}

/// A gated MLP on chips with `W` out of each along an axis: a ring whose two links are half of it.
Case gated(const Inputs& in, const char* role, double n)
{
    Case c;
    c.set("hw.flops.fp16", in["C"]).set("prec.compute", "fp16").set("prec.comm", "fp16").set("prec.gradcomm", "fp16");
    c.set("hw.link.rate", in["W"] / 2).set("model.D", in["D"]).set("model.F", in["F"]).set("model.nmat", 3.0);
    c.set("model.L", 1.0).set("work.batch", in["B"]).set("conv.rates", "exact");
    return c.axis('X', n, role);
}

Adapters gatedBlocks()
{
    // The margin falls as 1/(n - 1) at exact rates and as 1/n at the book's.
    const auto max = [](auto& c, auto& in) { return 1 + (in["N"] - 1) * c["bound.margin"]; };
    const auto backward = [](const char* metric) {
        return [=](auto& c, auto&) { return c[metric] - c.with("work.pass", "forward")[metric]; };
    };
    const auto forward = [](const char* metric) {
        return [=](auto& c, auto&) { return c.with("work.pass", "forward")[metric]; };
    };
    const auto bestMesh = [](const char* overlap) {
        return [=](auto& c, auto& in) { return in["B"] / c.with("conv.comms", overlap)["batch.floor.chip"]; };
    };
    return {
        {"cs336.2026.dp",
         [](auto& in) { return gated(in, "data", in["N"]); },
         {{"flops_per_device", backward("flops.chip")},
          {"T_comms", "time.X"},
          {"N_max_exact", max},
          {"N_max_approx", [](auto& c, auto& in) { return in["N"] * c.with("conv.rates", "book")["bound.margin"]; }}}},
        {"cs336.2026.fsdp",
         [](auto& in) { return gated(in, "fsdp", in["N"]); },
         {{"fwd_flops", forward("flops.chip")},
          {"fwd_T", forward("time.X")},
          {"bwd_flops", backward("flops.chip")},
          {"bwd_T", backward("time.X")},
          {"N_max_exact", max}}},
        {"cs336.2026.fsdp_tp",
         [](auto& in) { return gated(in, "fsdp", 64).axis('Y', 8, "tensor"); },
         {{"N_max_overlap", bestMesh("overlapped")}, {"N_max_sum", bestMesh("added")}}},
    };
}

/// The 7B model of the homework, in fp16 on 8 GPUs of one node.
Case homework(const char* role, double tokens)
{
    Case c("a100-80g");
    c.set("model.preset", "comp4901y-7b").set("prec.comm", "fp16").set("prec.gradcomm", "fp16");
    c.set("work.batch", tokens).set("conv.rates", "exact").set("tensor.sequence", false);
    return c.axis('X', 8, role, 0);
}

Adapters homeworkBytes()
{
    const auto forwardWire = [](const Case& c) { return c.with("work.pass", "forward")["wire.X"]; };
    const auto ofOneBlock = [](const Case& c) {
        return c.with("model.L", 1.0).with("model.attention", false).with("work.pass", "forward")["bytes.all_reduce"];
    };
    return {
        {"hkust.2.1",
         [](auto&) { return homework("data", 4096); },
         {{"aggregated", "bytes.all_reduce"},
          {"ring_wire_per_gpu", "wire.X"},
          {"summed_over_inputs", [](auto& c, auto&) { return c["bytes.all_reduce"] * c["mesh.chips"]; }},
          {"ring_wire_total", [](auto& c, auto&) { return c["wire.X"] * c["mesh.chips"]; }}}},
        {"hkust.2.2",
         [](auto& in) { return homework("pipeline", in["B"] * in["T"]); },
         {{"forward_i_to_i+1", "bytes.p2p.forward"},
          {"backward_i+1_to_i", "bytes.p2p.backward"},
          {"total", [](auto& c, auto&) { return c["bytes.p2p.forward"] + c["bytes.p2p.backward"]; }}}},
        {"hkust.2.3",
         [](auto& in) { return homework("tensor", in["B"] * in["T"]); },
         {{"aggregated", "bytes.all_reduce"},
          {"ring_wire_per_gpu", "wire.X"},
          {"per_allreduce", [=](auto& c, auto&) { return ofOneBlock(c); }},
          {"count", [=](auto& c, auto&) { return c["bytes.all_reduce"] / ofOneBlock(c); }}}},
        {"hkust.2.4",
         [](auto&) { return homework("fsdp", 4096); },
         {{"allgather", "bytes.all_gather"},
          {"reducescatter", "bytes.reduce_scatter"},
          {"allgather_wire_per_gpu", [=](auto& c, auto&) { return 2 * forwardWire(c); }},
          {"reducescatter_wire_per_gpu", [=](auto& c, auto&) { return c["wire.X"] - 2 * forwardWire(c); }}}},
    };
}

} // namespace

Adapters batchAdapters()
{
    Adapters all;
    for (const auto& table : {xxlMemory, xxlBatch, gatedBlocks, homeworkBytes})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
