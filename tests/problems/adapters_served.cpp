// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about named models being served: cache, sequences that fit, latency and throughput (MODEL.md, section h).
#include "problems/adapter.h"

#include <string>

namespace tests
{

namespace
{

/// A preset in int8 with an int8 cache, computed in bf16, on n v5e.
Case int8(const char* model, double context, double n)
{
    Case c("tpu-v5e");
    c.set("model.preset", model).set("prec.weights", "int8").set("prec.kv", "int8").set("work.mode", "decode");
    return c.set("work.seq", context).axis('Y', n, "tensor");
}

/// int8 weights of P parameters and a cache of so many bytes per token.
Case sized(double P, double cachePerToken, double context, double n)
{
    return Case("tpu-v5e")
        .served(P, cachePerToken, 1)
        .set("prec.weights", "int8")
        .set("prec.kv", "int8")
        .set("work.seq", context)
        .axis('Y', n, "tensor");
}

Asked::Make withBatch(const char* input, int i, const char* metric, double share = 1)
{
    return [=](auto& c, auto& in) { return c.with("work.batch", in.at(input, i))[metric] / share; };
}

Adapters small()
{
    const auto quiz = [](int rate) {
        return [=](auto& in) {
            return sized(in["P"], in["kv_per_token"], in["S"], in["n"]).set("hw.hbm.rate", in.at("W", rate));
        };
    };
    const auto onOneChip = [](auto& c, auto&) { return c.with("work.batch", 1.0).with("mesh.Y", 1.0)["mem.kv"]; };
    return {
        {"sb.inference.pq1",
         quiz(0),
         {{"kv_per_seq", onOneChip},
          {"t_B4_8.1e+11", withBatch("B", 0, "infer.step")},
          {"t_B256_8.1e+11", withBatch("B", 1, "infer.step")}}},
        {"sb.inference.pq1",
         quiz(1),
         {{"t_B4_8.2e+11", withBatch("B", 0, "infer.step")}, {"t_B256_8.2e+11", withBatch("B", 1, "infer.step")}}},
        {"hpl.s07.kv",
         [](auto& in) {
             return Case("tpu-v4")
                 .set("model.preset", "gemma-7b")
                 .set("work.mode", "decode")
                 .set("work.batch", 1.0)
                 .set("work.seq", in["S"]);
         },
         {{"kv", "mem.kv"}}},
        {"hpl.s07.kv",
         [](auto& in) { // the printed weights, with the cache of the shape
             return Case("tpu-v4")
                 .served(in["weights"] / 2, 2 * 2 * in["L"] * in["N"] * in["H"], 2)
                 .set("work.seq", in["S"])
                 .axis('Y', in["chips"], "tensor");
         },
         {{"batch", "infer.batch.max"},
          {"bytes_per_step_B110",
           [](auto& c, auto&) { return c.with("work.batch", 110.0).with("mesh.Y", 1.0)["mem.total"]; }}}},
        {"sb.appinf.p2",
         [](auto& in) { return int8("llama3-8b", in["S"], 1).set("work.batch", in["B"]); },
         {{"kv_per_token", "kv.per_token"},
          {"kv_total", "mem.kv"},
          {"total", "mem.total"},
          {"chips", [](auto& c, auto&) { return c.min("mesh.Y", "mem.fits=true"); }},
          {"logits_fp32", [](auto& c, auto&) { return c.with("work.mode", "training")["mem.logits"]; }},
          {"activation_D_bf16", // what one block hands on over a tensor axis
           [](auto& c, auto&) {
               return c.with("model.attention", false).with("model.L", 1.0).with("mesh.Y", 2.0)["bytes.all_gather"];
           }}}},
    };
}

/// An 18B model in int8, embeddings tied.
Adapters sequencesThatFit()
{
    const auto setup = [](auto& in) {
        Case c = int8("custom", in.at("S", 0), in["n"]);
        c.set("model.attention", true).set("model.tied", true).set("model.nmat", 3.0).set("work.batch", 1.0);
        for (const char* size : {"L", "D", "F", "N", "K", "H", "V"})
            c.set(std::string("model.") + size, in[size]);
        return c;
    };
    const auto fit = [](int i, double heads) {
        return [=](auto& c, auto& in) {
            return c.with("work.seq", in.at("S", i)).with("model.K", heads)["infer.batch.max"];
        };
    };
    const auto cache = [](int i) {
        return [=](auto& c, auto& in) { return c.with("work.seq", in.at("S", i)).with("mesh.Y", 1.0)["mem.kv"]; };
    };
    return {{"sb.inference.q2",
             setup,
             {{"kv_per_seq_S128000", cache(0)},
              {"B_max_K8_S128000", fit(0, 8)},
              {"B_max_K1_S128000", fit(0, 1)},
              {"kv_per_seq_S131072", cache(1)},
              {"B_max_K8_S131072", fit(1, 8)},
              {"B_max_K1_S131072", fit(1, 1)},
              {"kv_per_seq_S8192", cache(2)},
              {"B_max_K8_S8192", fit(2, 8)},
              {"B_max_K1_S8192", fit(2, 1)}}}};
}

Adapters seventyBillion()
{
    const auto slice = [](double n, int rate, const char* metric, double share = 1) {
        return [=](auto& c, auto& in) {
            return c.with("mesh.Y", n).with("hw.hbm.rate", in.at("W", rate))[metric] / share;
        };
    };
    return {
        {"sb.appinf.q1",
         [](auto& in) { return int8("llama3-70b", in["S"], 1).set("work.batch", 1.0); },
         {{"kv_per_token", "kv.per_token"},
          {"kv_32k", "mem.kv"},
          {"kv_B240", [](auto& c, auto& in) { return c.with("work.batch", in["B"])["mem.kv"]; }},
          {"chips",
           [](auto& c, auto& in) {
               const Case all = sized(in["P"], c["kv.per_token"], in["S"], 1).with("work.batch", in["B"]);
               return all["mem.total"] / all["mem.capacity"];
           }}}},
        {"sb.appinf.q3",
         [](auto& in) { return sized(in["P"], in["kv_per_token"], in["S"], 8).set("work.batch", in["B"]); },
         {{"t_4x2_8.1e+11", slice(8, 0, "infer.step")},
          {"t_4x4_8.1e+11", slice(16, 0, "infer.step")},
          {"tput_4x2_8.1e+11", slice(8, 0, "infer.throughput")},
          {"tput_chip_8.1e+11", slice(8, 0, "infer.throughput", 8)},
          {"t_4x2_8.2e+11", slice(8, 1, "infer.step")},
          {"t_4x4_8.2e+11", slice(16, 1, "infer.step")},
          {"tput_4x2_8.2e+11", slice(8, 1, "infer.throughput")},
          {"tput_chip_8.2e+11", slice(8, 1, "infer.throughput", 8)}}},
    };
}

Adapters pareto()
{
    Adapter curve{"sb.appinf.pareto",
                  [](auto& in) { return sized(in["P"], in["kv_per_token"], in["S"], in["n"]); },
                  {{"max_batch_8k", "infer.batch.max"},
                   {"min_latency", // the first token of one sequence
                    [](auto& c, auto&) { return c.with("work.batch", 1.0).with("work.seq", 1.0)["infer.step"]; }}}};
    constexpr std::array names{"B1", "B16", "B32", "B64", "B96"};
    for (int i = 0; i < 5; ++i) {
        const std::string name = names[std::size_t(i)];
        curve.asked.push_back({"latency_" + name, withBatch("B", i, "infer.latency")});
        curve.asked.push_back({"tput_chip_" + name, withBatch("B", i, "infer.throughput", 16)});
    }
    return {curve};
}

/// Most sequences whose step stays within the limit.
double withinLimit(const Case& c, const Inputs& in)
{
    return c.min("work.batch", "infer.step>" + std::to_string(std::lround(in["limit"] * 1000)) + "e-3") - 1;
}

Adapters fifteenMilliseconds()
{
    const auto atLimit = [](const char* metric, double share = 1) {
        return [=](auto& c, auto& in) { return c.with("work.batch", withinLimit(c, in))[metric] / share; };
    };
    const auto weights = [](auto& c, auto& in) {
        return Case(c).parameters(in["P"]).set("work.batch", 1.0)["infer.step"];
    };
    constexpr std::array names{"4x8", "8x8", "8x16", "16x16"};
    Adapters all;
    for (int i = 0; i < 4; ++i) {
        const std::string name = names[std::size_t(i)];
        Adapter slice{
            "sb.appinf.p3",
            [i](auto& in) { return int8("llama3-405b", 8192, in.at("n", i)); },
            {{name + "_t_weights", weights}, {name + "_B_fit", "infer.batch.max"}, {name + "_B_15ms", withinLimit}}};
        if (i > 0)
            slice.asked.push_back({name + "_step", atLimit("infer.step")});
        if (i > 0)
            slice.asked.push_back({name + "_tput_chip", [=](auto& c, auto& in) {
                                       return atLimit("infer.throughput", c["mesh.chips"])(c, in);
                                   }});
        if (i == 3)
            slice.asked.push_back({"total_tput_16x16", atLimit("infer.throughput")});
        if (i == 3)
            slice.asked.push_back({"min_step_16x16", weights});
        all.push_back(slice);
    }
    return all;
}

} // namespace

Adapters servedAdapters()
{
    Adapters all;
    for (const auto& table : {small, sequencesThatFit, seventyBillion, pareto, fifteenMilliseconds})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
