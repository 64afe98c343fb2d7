// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about parameters, work, cache and saved activations of a model (MODEL.md, section f).
#include "problems/adapter.h"

namespace tests
{

namespace
{

/// The sizes a problem gives, on a model that counts attention.
Case model(const Inputs& in, std::initializer_list<const char*> sizes)
{
    Case c;
    c.set("model.preset", "custom").set("model.attention", true).set("model.V", 0.0).set("model.nmat", 3.0);
    for (const char* size : sizes)
        c.set(std::string("model.") + size, in[size]);
    return c;
}

/// Gated model whose heads fill the width, one token deep: attention over one token of context.
Case multiHead(double D)
{
    constexpr double H = 128;
    Case c;
    c.set("model.preset", "custom").set("model.attention", true).set("model.nmat", 3.0).set("model.V", 0.0);
    c.set("model.D", D).set("model.F", 4 * D).set("model.N", D / H).set("model.K", D / H).set("model.H", H);
    return c.set("work.seq", 1.0).set("work.pass", "forward");
}

/// Attention grows with the context and the rest does not: their ratio at one token is the context of equality.
double contextWhereAttentionEqualsTheRest(const Case& c)
{
    return (c["flops.forward"] - c["flops.attention"]) / c["flops.attention"];
}

/// The rest less what a model without attention does: the projections.
double contextWhereAttentionEqualsItsProjections(const Case& c)
{
    const double rest = c.with("model.attention", false)["flops.forward"];
    return (c["flops.forward"] - c["flops.attention"] - rest) / c["flops.attention"];
}

Adapters parameters()
{
    return {
        {"sb.transformers.q1",
         [](auto& in) {
             return model(in, {"D", "F", "L", "V", "N", "K", "H", "nmat"})
                 .set("model.tied", false)
                 .set("model.norms", in["norms_per_layer"])
                 .set("prec.kv", "int8");
         },
         {{"params", // norms of layers alone: without any, and one per layer more
           [](auto& c, auto&) {
               const auto norms = [&](double n) { return c.with("model.norms", n)["params.total"]; };
               return norms(0) + norms(2) - norms(1);
           }},
          {"kv_per_token", "kv.per_token"},
          {"attn_fraction_layers",
           [](auto& c, auto&) { return c["params.attention"] / (c["params.attention"] + c["params.mlp"]); }},
          {"attn_fraction_total", [](auto& c, auto&) { return c["params.attention"] / c["params.total"]; }}}},
        {"sb.apptrain.q1",
         [](auto&) { return Case().set("model.preset", "llama3-70b"); },
         {{"mlp", "params.mlp"},
          {"vocab", "params.embedding"},
          {"attn", "params.attention"},
          {"total", "params.total"}}},
        {"sb.apptrain.p2a",
         [](auto& in) {
             return Case().set("model.preset", "llama3-405b").set("work.tokens", in["tokens"]).set("work.mfu", 1.0);
         },
         {{"mlp", "params.mlp"},
          {"vocab", "params.embedding"},
          {"attn", "params.attention"},
          {"total", "params.total"}, // days of one chip of 1 FLOP/s at its peak count operations
          {"flops_15T", [](auto& c, auto&) { return c.with("hw.flops.bf16", 1.0)["train.days"] * 86400; }},
          {"flops_per_16M_step",
           [](auto& c, auto& in) {
               return c.with("hw.flops.bf16", 1.0).with("work.tokens", in["B"])["train.days"] * 86400;
           }}}},
        {"sb.apptrain.p2a",
         [](auto& in) { // both vocabulary matrices counted, as one of twice the size
             return Case()
                 .set("model.preset", "llama3-405b")
                 .set("model.tied", true)
                 .set("model.V", 2 * in["V"])
                 .set("work.batch", 1.0);
         },
         {{"flops_per_token", [](auto& c, auto&) { return c["flops.step"] - c["flops.attention"]; }}}},
    };
}

Adapters presets()
{
    return {
        {"sb.inference.appA",
         [](auto& in) {
             return Case("tpu-v5e")
                 .set("model.D", in["D"])
                 .set("model.F", in["F"])
                 .set("model.L", 1.0)
                 .axis('Y', in["n"], "tensor")
                 .set("work.mode", "decode")
                 .set("work.batch", 1.0);
         },
         {{"params", "params.total"}, {"t", "infer.step"}}},
        {"cs336.2025.a", [](auto&) { return Case().set("model.preset", "cs336-xxl"); }, {{"params", "params.total"}}},
        {"hkust.2.1", [](auto&) { return Case().set("model.preset", "comp4901y-7b"); }, {{"params", "params.total"}}},
        {"sb.appinf.p2", [](auto&) { return Case().set("model.preset", "llama3-8b"); }, {{"params", "params.total"}}},
        {"hpl.s03.gpt3",
         [](auto& in) { return Case().parameters(in["P"]).set("prec.weights", "fp32"); },
         {{"bytes", "mem.weights"}}},
    };
}

Adapters operations()
{
    return {
        {"sb.transformers.t8d",
         [](auto& in) { return multiHead(in.at("D", 0)); },
         {{"T_gemma27b", [](auto& c, auto&) { return contextWhereAttentionEqualsTheRest(c); }},
          {"T_8192", [](auto&, auto& in) { return contextWhereAttentionEqualsTheRest(multiHead(in.at("D", 1))); }}}},
        {"sb.transformers.q5",
         [](auto& in) { return multiHead(in["D_mha"]); },
         {{"T_mha_D4096", [](auto& c, auto&) { return contextWhereAttentionEqualsItsProjections(c); }},
          {"T_gqa_70B",
           [](auto&, auto& in) {
               return contextWhereAttentionEqualsItsProjections(multiHead(in["D_gqa"]).set("model.K", in["K"]));
           }}}},
        {"sb.transformers.q6",
         [](auto& in) {
             return model(in, {"N", "H", "L"})
                 .set("work.remat", "matmuls")
                 .set("work.seq", in["T"])
                 .set("work.batch", in["B"] * in["T"]);
         },
         {{"all_layers", "flops.recompute"},
          {"per_layer", [](auto& c, auto&) { return c.with("model.L", 1.0)["flops.recompute"]; }}}},
        {"sb.apptrain.q2",
         [](auto& in) { return Case().parameters(in["P"]).set("work.batch", 1.0); },
         {{"flops_per_token", "flops.step"}, {"t", "time.math"}}},
        {"sb.transformers.q7",
         [](auto& in) {
             return Case("h100-sxm")
                 .parameters(in["active"])
                 .set("hw.flops.fp8", in["C"])
                 .set("prec.compute", "fp8")
                 .set("work.tokens", in["tokens"])
                 .set("work.mfu", 1.0)
                 .set("work.batch", 1.0);
         },
         {{"used", [](auto& c, auto& in) { return c["flops.step"] * in["tokens"]; }},
          {"utilisation", [](auto& c, auto& in) { return c["train.days"] * 24 / in["hours"]; }},
          {"available",
           [](auto& c, auto& in) { return c["flops.step"] * in["tokens"] * in["hours"] / (c["train.days"] * 24); }}}},
    };
}

Adapters caches()
{
    return {
        {"sb.transformers.kv",
         [](auto& in) {
             return Case()
                 .set("model.preset", "custom")
                 .set("model.attention", true)
                 .set("model.L", in["L"])
                 .set("model.H", 128.0)
                 .set("model.K", in["KH"] / 128)
                 .set("prec.kv", "int8")
                 .set("work.mode", "decode")
                 .set("work.batch", 1.0)
                 .set("work.seq", in["S"]);
         },
         {{"bytes", "mem.kv"}, {"GiB", [](auto& c, auto&) { return c["mem.kv"] / 1073741824; }}}},
        {"sb.inference.q5",
         [](auto& in) {
             return model(in, {"L", "K", "H"}).set("prec.kv", "int8");
         },
         {{"kv_per_token_int8", "kv.per_token"}}},
    };
}

Adapters savedActivations()
{
    const auto gated = [](auto& in) { // 20 D under policy none: heads fill the width, F = 4 D
        return multiHead(in["D"]).set("model.L", in["L"]).set("work.pass", "step");
    };
    const auto llama = [](const char* policy) {
        return [=](auto& in) {
            return model(in, {"L", "D", "F", "N", "K", "H"})
                .set("work.batch", in["tokens"])
                .set("work.seq", in["tokens"])
                .set("work.remat", policy);
        };
    };
    const auto elements = [](auto& c, auto&) {
        return c.with("prec.act", "int8").with("model.L", 1.0)["mem.act_per_token"];
    };
    return {
        {"sb.transformers.ckpt",
         [gated](auto& in) { return gated(in).set("work.batch", in["BT"]); },
         {{"no_remat", "mem.act_global"},
          {"block_remat", [](auto& c, auto&) { return c.with("work.remat", "block")["mem.act_global"]; }}}},
        {"own.remat", llama("none"), {{"none_elements", elements}, {"none_bytes", "mem.act_global"}}},
        {"own.remat",
         llama("matmuls"),
         {{"big_matmuls_elements", elements},
          {"big_matmuls_bytes", "mem.act_global"},
          {"recompute_big_matmuls_per_8192_sequence", "flops.recompute"}}},
        {"own.remat",
         llama("block"),
         {{"block_bytes", "mem.act_global"},
          {"recompute_block_per_token_params_only",
           [](auto& c, auto& in) {
               const Case forward = c.with("work.pass", "forward");
               return (forward["flops.recompute"] - forward["flops.attention"]) / in["tokens"];
           }}}},
        {"own.remat",
         [gated](auto& in) { return gated(in).set("work.batch", in["tokens"]); },
         {{"book_none_bytes", "mem.act_global"},
          {"none_elements_MHA_F4D_over_D", [elements](auto& c, auto& in) { return elements(c, in) / in["D"]; }}}},
    };
}

} // namespace

Adapters transformerAdapters()
{
    Adapters all;
    for (const auto& table : {parameters, presets, operations, caches, savedActivations})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
