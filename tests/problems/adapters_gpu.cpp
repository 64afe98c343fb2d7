// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about GPUs in nodes: collectives, thresholds and runs (MODEL.md, sections e.8 and g.13).
#include "problems/adapter.h"

namespace tests
{

namespace
{

/// H100s that split the batch, and the weights if the role says so.
Case h100(double n, const char* role = "fsdp") { return Case("h100-sxm").axis('X', n, role, 0); }

/// A bf16 matrix of so many bytes gathered over n GPUs.
Case gather(double bytes, double n) { return h100(n).array(bytes).set("conv.rates", "exact"); }

/// Bytes of routed tokens, sent to experts on n GPUs and back.
Case toExperts(double bytes, double n)
{
    constexpr double D = 1000;
    Case c = h100(n, "expert").set("model.L", 1.0).set("model.D", D).set("model.E", n).set("model.k", 1.0);
    return c.set("work.batch", bytes / (2 * D)).set("work.pass", "forward").set("conv.rates", "exact");
}

Asked::Make gathered(double n)
{
    return [=](auto&, auto& in) { return gather(in["V"], n)["time.X"]; };
}

Asked::Make reduced(double n)
{
    return
        [=](auto&, auto& in) { return gather(in["V"], n).axis('X', n, "data", 0).set("work.pass", "step")["time.X"]; };
}

Asked::Make exchanged(double n, const char* rates = "exact")
{
    return [=](auto&, auto& in) { return toExperts(in["V"], n).set("conv.rates", rates)["time.X"] / 2; };
}

/// Width of two-matrix experts over many nodes whose math, which grows with it, hides their AllToAlls. The math of the
/// experts alone is what twice the width adds.
double hiddenWidth(const Case& experts, const Inputs& in)
{
    const Case c = experts.with("model.k", in["k"]);
    const double F = c.field("model.F");
    return F * c["time.X"] / (c.with("model.F", 2 * F)["time.math"] - c["time.math"]);
}

/// Rate of an AllGather over n GPUs; of the part across nodes alone where an inner axis fills them.
Asked::Make rateOver(double n, double inner = 1)
{
    return [=](auto&, auto&) {
        constexpr double bytes = 1e9;
        return bytes / Case(gather(bytes, n / inner)).axis('Y', inner, "tensor", 0)["time.X"];
    };
}

/// All 256 GPUs of a scalable unit, the inner axis of a place.
Asked::Make overUnit(int i, const char* rates)
{
    return [=](auto& c, auto& in) {
        const double Y = in.at("Y", i);
        return Case(c).axis('Y', Y, "tensor", 0).axis('X', 256 / Y, "fsdp", 0).set("conv.rates", rates)["time.X"];
    };
}

/// AllReduce of so many bytes in a node whose switch adds.
Case addedInSwitch(double bytes)
{
    return Case("h100-sxm")
        .set("hw.in_switch", true)
        .set("coll.kind", "all-reduce")
        .set("coll.torus", core::Value("switch8"))
        .set("coll.bytes", bytes);
}

/// Bytes through all ports of the switch, one direction, in that time.
double throughSwitch(const Case& c, const Inputs& in)
{
    return c["coll.lower_bound"] * c.field("hw.link.rate") * in["N"];
}

Adapters collectives()
{
    const auto any = [](auto&) { return Case("h100-sxm"); };
    return {
        {"own.gpu",
         any,
         {{"ag_node", gathered(8)},
          {"ar_node", reduced(8)},
          {"ar_node_sharp", [](auto&, auto& in) { return addedInSwitch(in["V"])["coll.lower_bound"]; }},
          {"a2a_node", exchanged(8)},
          {"ag_8nodes", gathered(64)},
          {"ar_8nodes", reduced(64)},
          {"a2a_8nodes", exchanged(64)}}},
        {"sbgpu.tree", any, {{"node", rateOver(8)}, {"leaf", rateOver(256)}}},
        {"sbgpu.q4.5", any, {{"inside", rateOver(8)}, {"across", rateOver(16, 8)}, {"bound", rateOver(16)}}},
        {"sbgpu.q4.2",
         [](auto& in) { return addedInSwitch(in["V"]); },
         {{"ingress", throughSwitch}, {"egress", throughSwitch}, {"t", "coll.lower_bound"}}},
        {"sbgpu.q4.3",
         [](auto& in) { return addedInSwitch(2 * in["D"] * in["F"] / in["Y"]).set("hw.link.rate", in["W"]); },
         {{"t", "coll.lower_bound"}}},
        {"sbgpu.pq2", any, {{"dense_exact", exchanged(8)}, {"dense_approx", exchanged(8, "book")}}},
        {"sbgpu.ep",
         any,
         {{"F_many", [](auto&, auto& in) { return hiddenWidth(toExperts(1e9, 512).with("conv.rates", "book"), in); }},
          {"F_Z16_k8", [](auto&, auto& in) { return hiddenWidth(toExperts(1e9, in["Z"]), in); }}}},
        {"sbgpu.pq3",
         [](auto& in) { return h100(256).array(2 * in["D"] * in["F"]); },
         {{"t_Y1", overUnit(0, "exact")},
          {"t_Y8", overUnit(1, "exact")},
          {"t_Y16", overUnit(2, "book")},
          {"t_Y64", overUnit(3, "book")}}},
    };
}

/// Tokens per GPU with the model cut into a pipeline over so many nodes.
double thresholdOf(double stages) { return h100(512).axis('Z', stages, "pipeline", 0)["batch.critical.chip"]; }

Adapters thresholds()
{
    const auto china = [](const char* metric, double n) { // the same chip with a slower NVLink
        return
            [=](auto&, auto& in) { return h100(n > 0 ? n : in["n_h800"]).set("hw.link.rate", in["W_h800"])[metric]; };
    };
    return {
        {"sbgpu.dp",
         [](auto&) { return h100(512); },
         {{"inter", "batch.critical.chip"},
          {"intra", [](auto&, auto&) { return h100(8)["batch.critical.chip"]; }},
          {"llama3_batch", [](auto&, auto& in) { return h100(in["n_llama3"])["batch.critical"]; }},
          {"h800", china("batch.critical.chip", 8)},
          {"h800_batch", china("batch.critical", 0)},
          {"two_node", // exact rates, a tensor axis inside the nodes
           [](auto&, auto& in) {
               return h100(2)
                   .axis('Y', 8, "tensor", 0)
                   .set("model.F", in["F"])
                   .set("conv.rates", "exact")["batch.critical.chip"];
           }},
          {"gpt_oss", // experts against the egress of a node
           [](auto&, auto& in) {
               return Case("h100-sxm")
                   .set("op.kind", "moe")
                   .set("op.level", "dcn")
                   .set("hw.dcn.rate", in["W_node"])
                   .set("op.E", in["E"])
                   .set("op.k", in["k"])["op.batch.approx"];
           }}}},
        {"sbgpu.q5.3",
         [](auto&) { return h100(512); },
         {{"threshold_dense", [](auto&, auto& in) { return thresholdOf(in.at("nodes", 0)); }},
          {"threshold_70B", [](auto&, auto& in) { return thresholdOf(in.at("nodes", 1)); }},
          {"threshold_314B", [](auto&, auto& in) { return thresholdOf(in.at("nodes", 2)); }}}},
    };
}

Adapters runs()
{
    const auto tokens = [](int i) {
        return [i](auto&, auto& in) {
            return h100(in.at("runs", i, 1)).set("work.batch", in.at("runs", i, 0) * in["T"])["batch.per_chip"];
        };
    };
    const auto seventy = [](auto& in) {
        return h100(in["n"])
            .parameters(in["P"])
            .set("work.batch", in["B"])
            .set("work.tokens", in["tokens"])
            .set("work.mfu", in["mfu"])
            .set("prec.master", "none");
    };
    const auto state = [](const Case& c) { return c["mem.weights"] + c["mem.optimizer"]; };
    return {
        {"sbgpu.q5.3",
         [](auto&) { return Case("h100-sxm"); },
         {{"16B", tokens(0)}, {"70B", tokens(1)}, {"314B", tokens(2)}}},
        {"sbgpu.deepseek",
         [](auto& in) { return h100(in["n"]).set("work.batch", in["seqs"] * in["T"]); },
         {{"per_gpu", "batch.per_chip"},
          {"batch", [](auto& c, auto&) { return c["batch.per_chip"] * c["mesh.chips"]; }}}},
        {"sbgpu.q5.2",
         seventy,
         {{"days", "train.days"},
          {"seconds", [](auto& c, auto&) { return c["train.days"] * 86400; }},
          {"tokens_per_gpu", "batch.per_chip"},
          {"state", [=](auto& c, auto&) { return state(c.with("mesh.X", 1.0)); }},
          {"per_gpu_8way", [=](auto& c, auto&) { return state(c.with("mesh.X", 1.0).with("mesh.Y", 8.0)); }},
          {"min_gpus", // ten bytes per parameter: one-byte weights and gradients
           [](auto& c, auto&) {
               return c.with("prec.weights", "fp8").with("prec.grad", "fp8")["count.state.h100-sxm"];
           }},
          {"tp_limit",
           [](auto&, auto& in) {
               return Case("h100-sxm").axis('Y', 8, "tensor", 0).set("model.F", in["F"])["tensor.limit"];
           }},
          {"pp8_threshold", [](auto&, auto&) { return thresholdOf(8); }}}},
    };
}

} // namespace

Adapters gpuAdapters()
{
    Adapters all;
    for (const auto& table : {collectives, thresholds, runs})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
