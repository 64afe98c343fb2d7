// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about one operation on one chip (MODEL.md, section c), asked through op.*.
#include "problems/adapter.h"

namespace tests
{

namespace
{

/// x[B,D] . w[D,F] with operands of the given formats.
Case matmul(std::string_view chip, double B, double D, double F, const char* x = "bf16", const char* w = "bf16",
            const char* o = "bf16")
{
    Case c(chip);
    c.set("op.B", B).set("op.D", D).set("op.F", F);
    return c.set("op.x", x).set("op.w", w).set("op.o", o);
}

/// A matmul of so many FLOPs.
Case work(std::string_view chip, double flops)
{
    constexpr double side = 1000;
    return matmul(chip, flops / (2 * side * side), side, side);
}

Case attention(std::string_view chip, double b, double T, double S, double N, double K, double H)
{
    Case c(chip);
    c.set("op.kind", "attention").set("op.B", b).set("op.T", T).set("op.S", S);
    return c.set("op.heads", N).set("op.kv", K).set("op.H", H);
}

Case attentionIntensity(double queries, double keys, double group)
{
    return attention("tpu-v5e", 1, queries, keys, group, 1, 128);
}

/// The rate of the square matmul of place i with the batch of place j.
Asked::Make rateAt(int i, int j)
{
    return [i, j](auto& c, auto& in) {
        const double side = in.at("DF", i);
        return c.with("op.D", side).with("op.F", side).with("op.B", in.at("B", j))["op.rate"];
    };
}

Asked::Make criticalAt(int i)
{
    return [i](auto& c, auto& in) {
        return c.with("op.D", in.at("DF", i)).with("op.F", in.at("DF", i))["op.batch.critical"];
    };
}

/// The same at a PCIe rate of the problem.
Asked::Make overPcie(const char* rate)
{
    return [rate](auto& c, auto& in) { return c.with("hw.pcie.rate", in[rate])["op.batch.approx"]; };
}

Asked::Make fromVmem(const char* variant)
{
    return [variant](auto& c, auto&) {
        return c.with("op.level", "vmem").with("hw.variant", variant)["op.batch.critical"];
    };
}

Adapters rooflineChapter()
{
    return {
        {"sb.roofline.t1",
         [](auto& in) { return work("h100-sxm", in["flops"]); },
         {{"t_h100", [](auto& c, auto& in) { return c.with("hw.flops.bf16", in["C_h100"])["op.math"]; }},
          {"t_v6e_text",
           [](auto&, auto& in) {
               return work("tpu-v6e", in["flops"]).with("hw.flops.bf16", in["C_v6e_text"])["op.math"];
           }},
          {"t_v6e_table", [](auto&, auto& in) { return work("tpu-v6e", in["flops"])["op.math"]; }}}},
        {"sb.roofline.t2",
         [](auto&) { return Case("tpu-v5e"); },
         {{"alpha_hbm", "op.machine"}, {"alpha_hbm_8.1e11", onFebruary("op.machine")}}},
        {"sb.roofline.t3",
         [](auto& in) { return matmul("tpu-v5e", 1, in["N"], 1).set("op.kind", "dot"); },
         {{"flops", "op.flops"},
          {"intensity", "op.intensity"},
          {"bytes", "op.bytes"},
          {"limit", [](auto& c, auto&) { return c.with("op.D", 1048576.0)["op.intensity"]; }}}}, // the longest
        {"sb.roofline.t4",
         [](auto& in) { return matmul("tpu-v5e", in["B"], in["D"], in["F"]); },
         {{"flops", "op.flops"},
          {"bytes", "op.bytes"},
          {"intensity", "op.intensity"},
          {"T_math", "op.math"},
          {"T_comms", "op.memory"},
          {"T_lower", "op.lower"},
          {"T_upper", "op.upper"},
          {"B_crit_approx", "op.batch.approx"},
          {"B_crit_exact", "op.batch.critical"}}},
        {"sb.roofline.t5",
         [](auto& in) {
             return Case("tpu-v5e").set("op.level", "ici").set("hw.flops.bf16", in["C"]).set("hw.link.rate", in["w"]);
         }, // an axis has a link each way
         {{"alpha_link_oneway", [](auto& c, auto&) { return 2 * c["op.machine"]; }},
          {"D_min",
           [](auto& c, auto&) { // where math on two chips takes as long as the sum of their parts
               Case shared = c;
               shared.set("conv.rates", "exact").set("shard.expr", "A[B, D_X] * W[D_X, F] -> C[B, F]");
               shared.set("shard.mesh", "X=2").set("shard.size.B", 512.).set("shard.size.D", 1024.);
               shared.set("shard.size.F", 4096.);
               return 1024 * shared["shard.comms"] / shared["shard.math"];
           }}}},
    };
}

Adapters rooflineQuestions()
{
    return {
        {"sb.roofline.q1",
         [](auto& in) { return matmul("tpu-v5e", in["B"], in["D"], in["F"], "int8", "int8", "int8"); },
         {{"bytes_stored", [](auto& c, auto&) { return c.with("op.o", "bf16")["op.bytes"] - c["op.bytes"]; }},
          {"bytes_loaded", [](auto& c, auto&) { return 2 * c["op.bytes"] - c.with("op.o", "bf16")["op.bytes"]; }},
          {"ops", "op.flops"},
          {"intensity", "op.intensity"},
          {"T_math", "op.math"},
          {"alpha_8.1e11", onFebruary("op.machine")},
          {"T_comms_8.1e11", onFebruary("op.memory")},
          {"T_lower_8.1e11", onFebruary("op.lower")},
          {"T_upper_8.1e11", onFebruary("op.upper")},
          {"B_crit_W8.1e+11", onFebruary("op.batch.approx")},
          {"B_crit_W8.2e+11", "op.batch.approx"}}},
        {"sb.roofline.q2",
         [](auto& in) { return matmul("tpu-v5e", 1, in["D"], in["F"], "bf16", "int8"); },
         {{"B_crit_approx", "op.batch.approx"}, {"B_crit_exact", "op.batch.critical"}}},
        {"sb.roofline.q3",
         [](auto&) { return matmul("tpu-v5e", 1, 1, 1, "bf16", "int8"); },
         {{"B_crit_D1024", criticalAt(0)},
          {"B_crit_D4096", criticalAt(1)},
          {"B_crit_D8192", criticalAt(2)},
          {"achieved_D1024_B16", rateAt(0, 0)},
          {"achieved_D1024_B64", rateAt(0, 1)},
          {"achieved_D1024_B120", rateAt(0, 2)},
          {"achieved_D1024_B256", rateAt(0, 3)},
          {"achieved_D1024_B1024", rateAt(0, 4)},
          {"achieved_D4096_B16", rateAt(1, 0)},
          {"achieved_D4096_B64", rateAt(1, 1)},
          {"achieved_D4096_B120", rateAt(1, 2)},
          {"achieved_D4096_B256", rateAt(1, 3)},
          {"achieved_D4096_B1024", rateAt(1, 4)}}},
    };
}

Adapters otherChapters()
{
    return {
        {"sb.roofline.q4",
         [](auto& in) {
             return matmul("tpu-v5e", 1, in["D"], in["F"], "int8", "int8", "int8").set("op.kind", "batched");
         },
         {{"intensity", "op.intensity"}}},
        {"sb.roofline.q5",
         [](auto& in) { return Case("h100-sxm").set("hw.flops.bf16", in["C_sparse"] / 2); },
         {{"B_crit", "op.batch.approx"},
          {"B_crit_rounded_1e15",
           [](auto& c, auto& in) { return c.with("hw.flops.bf16", in["C_rounded"])["op.batch.approx"]; }}}},
        {"sb.tpus.q3",
         [](auto& in) {
             return matmul("tpu-v6e", 1, in["D_for_exact"], 4 * in["D_for_exact"]).set("op.level", "pcie");
         },
         {{"B_min_1.5e10", overPcie("pcie_2025")},
          {"B_min_1.6e10", overPcie("pcie_2026")},
          {"B_min_3.2e10", "op.batch.approx"},
          {"B_exact_D131072",
           [](auto& c, auto& in) { return c.with("hw.pcie.rate", in["pcie_2025"])["op.batch.critical"]; }}}},
        {"sb.tpus.q4",
         [](auto& in) { return matmul("tpu-v5e", 1, in["D"], in["F"], "int8", "int8", "int8"); },
         {{"flops_per_B", "op.flops"},
          {"bytes_per_B", [](auto& c, auto&) { return c.with("op.B", 2.0)["op.bytes"] - c["op.bytes"]; }},
          {"bytes_fixed", [](auto& c, auto&) { return 2 * c["op.bytes"] - c.with("op.B", 2.0)["op.bytes"]; }},
          {"B_crit_hbm_8.1e+11", onFebruary("op.batch.critical")},
          {"B_crit_hbm_8.2e+11", "op.batch.critical"},
          {"B_crit_vmem_1.782e+13", fromVmem("book-2025-02")},
          {"B_crit_vmem_1.804e+13", fromVmem("none")}}},
        {"hpl.s02.q1", [](auto& in) { return matmul("tpu-v4", in["N"], in["N"], in["N"]); }, {{"fused", "op.bytes"}}},
        {"hpl.s02.q2",
         [](auto& in) { return attention("tpu-v4", 1, in["S"], in["S"], 1, 1, in["H"]); },
         {{"flops", "op.flops"}, {"intensity_fused", "op.intensity"}}},
    };
}

Adapters measuredMatmuls()
{
    const auto ofSide = [](int i) {
        return [i](auto& in) {
            const double n = in.at("n", i);
            return matmul("tpu-v4", n, n, n).set("hw.hbm.rate", in["W"]);
        };
    };
    const auto over = [](int i, const char* metric) {
        return [i, metric](auto& c, auto& in) { return c[metric] / in.at("t", i); };
    };
    return {
        {"hpl.s08.q1",
         ofSide(0),
         {{"mfu_16384", over(0, "op.math")},
          {"bw_16384", over(0, "op.bytes")},
          {"mbu_16384", over(0, "op.memory")},
          {"roofline_16384", "op.lower"}}},
        {"hpl.s08.q1",
         ofSide(1),
         {{"mfu_32768", over(1, "op.math")},
          {"bw_32768", over(1, "op.bytes")},
          {"mbu_32768", over(1, "op.memory")},
          {"roofline_32768", "op.lower"}}},
        {"hpl.s08.mfu",
         [](auto&) { return matmul("tpu-v4", 8192, 8192, 8192); }, // bound by math
         {{"mfu", [](auto& c, auto& in) { return in["achieved"] / c["op.rate"]; }}}},
    };
}

Adapters homeworkMatmuls()
{
    const auto bound = [](auto& c, auto&) { return c["op.memory"] > c["op.math"]; };
    const auto setup = [](auto& in) { return matmul("a100-80g", in["m"], in["k"], in["n"], "fp16", "fp16", "fp16"); };
    Adapters all;
    for (const char* id : {"hkust.1.2.1", "hkust.1.2.2", "hkust.1.2.3"})
        all.push_back({id,
                       setup,
                       {{"flops", "op.flops"},
                        {"bytes", "op.bytes"},
                        {"intensity", "op.intensity"},
                        {"memory_bound_on_A100", bound}}});
    return all;
}

Adapters attentions()
{
    // Intensity is proportional to the prompt, so the binding prompt is the machine's over that of one token.
    const auto binding = [](auto& c, auto&) { return c["op.machine"] / c["op.intensity"]; };
    return {
        {"sb.transformers.q4",
         [](auto& in) { return attentionIntensity(in["T"], in["T"], in["G"]); },
         {{"prefill_intensity", "op.intensity"},
          {"decode_intensity_S8192", [](auto& c, auto&) { return c.with("op.T", 1.0)["op.intensity"]; }}}},
        {"sb.transformers.q4",
         [](auto& in) { return attentionIntensity(1, 1, in["G"]); },
         {{"T_compute_bound_G8", binding}}},
        {"sb.transformers.q4", [](auto&) { return attentionIntensity(1, 1, 1); }, {{"T_compute_bound_MHA", binding}}},
        {"own.attn.prefill",
         [](auto& in) { return attention("tpu-v5p", in["b"], in["T"], in["S"], in["N"], in["K"], in["H"]); },
         {{"flops_full", "op.flops"},
          {"flops_causal", [](auto& c, auto&) { return c.with("op.causal", true)["op.flops"]; }},
          {"bytes", "op.bytes"},
          {"intensity_full", "op.intensity"},
          {"T_math_causal", [](auto& c, auto&) { return c.with("op.causal", true)["op.math"]; }},
          {"T_hbm", "op.memory"}}},
        {"own.attn.decode",
         [](auto& in) { return attention("tpu-v5p", in["b"], 1, in["S"], in["N"], in["K"], in["H"]); },
         {{"flops", "op.flops"},
          {"bytes", "op.bytes"},
          {"intensity", "op.intensity"},
          {"T_math", "op.math"},
          {"T_hbm", "op.memory"}}},
    };
}

Case experts(const char* execution, const Inputs& in)
{
    Case c = matmul("tpu-v5e", in["B"], in["D"], in["F"], "bf16", "int8");
    c.set("op.kind", "moe").set("op.moe", execution).set("op.E", in["E"]).set("op.k", in["k"]);
    return c.set("op.Es", in["shared"]);
}

Adapters mixtures()
{
    const std::vector<Asked> asked{{"flops", "op.flops"}, {"bytes", "op.bytes"}, {"intensity", "op.intensity"}};
    const auto routed = [](auto& in) {
        return Case("tpu-v5e").set("op.kind", "moe").set("op.E", in["E"]).set("op.k", in["k"]);
    };
    const auto hit = [](int i) {
        return [i](auto& c, auto& in) { return c.with("op.B", in.at("B", i)).step("op.bytes", "E_hit"); };
    };
    return {
        {"seed003.moe.token_by_token", [](auto& in) { return experts("token-by-token", in); }, asked},
        {"seed003.moe.expert_by_expert", [](auto& in) { return experts("expert-by-expert", in); }, asked},
        {"seed003.moe.grouped", [](auto& in) { return experts("grouped", in); }, asked},
        {"seed003.moe.distinct", routed, {{"B1000", hit(0)}, {"B64", hit(1)}}},
        {"sb.transformers.q8",
         [routed](auto& in) { return routed(in).set("op.w", "int8"); },
         {{"bf16_flops", "op.batch.approx"},
          {"int8_flops", [](auto& c, auto&) { return c.with("op.compute", "int8")["op.batch.approx"]; }}}},
        {"sb.inference.q5",
         routed,
         {{"B_crit_bf16", "op.batch.approx"},
          {"B_crit_int8_bf16", [](auto& c, auto&) { return c.with("op.w", "int8")["op.batch.approx"]; }}}},
    };
}

} // namespace

Adapters operationAdapters()
{
    Adapters all;
    for (const auto& table :
         {rooflineChapter, rooflineQuestions, otherChapters, measuredMatmuls, homeworkMatmuls, attentions, mixtures})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
