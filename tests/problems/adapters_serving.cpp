// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about prefill, decode steps and what they read (MODEL.md, sections h.1 to h.3).
#include "problems/adapter.h"

namespace tests
{

namespace
{

/// Weights alone, read once by one token: n chips share them.
Case weights(std::string_view chip, double P, double n, const char* dtype = "bf16", double D = 10000)
{
    Case c(chip);
    c.parameters(P, D).set("prec.weights", dtype).set("work.mode", "decode").set("work.batch", 1.0);
    return c.axis('Y', n, "tensor");
}

/// The same with another HBM rate.
Asked::Make atRate(const char* rate, const char* metric)
{
    return [=](auto& c, auto& in) { return c.with("hw.hbm.rate", in[rate])[metric]; };
}

Adapters loading()
{
    return {
        {"sb.tpus.q1",
         [](auto& in) { return weights("tpu-v4", in["P"], in["n"]); },
         {{"bytes_per_chip", "mem.weights"}, {"t", atRate("W", "infer.step")}, {"t_table", "infer.step"}}},
        {"sb.inference.q3",
         [](auto& in) { return weights("tpu-v5e", in["P"], in["n"], "int8", 4096); },
         {{"t", "infer.step"}, {"t_8.1e11", onFebruary("infer.step")}}},
        {"sb.inference.q6",
         [](auto& in) { return weights("tpu-v5e", in["P"], in["n"], "int8", 4096); },
         {{"weights_per_chip", "mem.weights"},
          {"t_load", "infer.step"},
          {"free_per_chip", [](auto& c, auto&) { return c["mem.capacity"] - c["mem.weights"]; }},
          {"per_chip_on_16", [](auto& c, auto&) { return c.with("mesh.Y", 16.0)["mem.weights"]; }},
          {"min_chips", "count.state.tpu-v5e"},
          {"bf16_min_chips", [](auto& c, auto&) { return c.with("prec.weights", "bf16")["count.state.tpu-v5e"]; }}}},
        {"sb.appinf.q6",
         [](auto& in) { return weights("tpu-v5e", in["hbm"], 1, "int8"); }, // one chip, filled
         {{"step", "infer.step"},
          {"decode_512", [](auto& c, auto& in) { return in["steps"] * c["infer.step"]; }},
          {"int4_weights_only", [](auto&, auto& in) { return weights("tpu-v5e", in["P"], 4, "int4")["infer.step"]; }}}},
        {"hpl.s07.q2",
         [](auto& in) { return weights("tpu-v4", in["bytes"] / 2, 1); },
         {{"chips", "count.exact.state.tpu-v4"}, {"chips_int", "count.state.tpu-v4"}}},
        {"hpl.s07.q3",
         [](auto& in) { return weights("tpu-v4", in["bytes"] / 2, 1).set("hw.hbm.rate", in["W"]); },
         {{"chips", [](auto& c, auto& in) { return c["infer.step"] * in["rate"]; }},
          {"chips_int",
           [](auto& c, auto& in) { return c.min("mesh.Y", "infer.throughput>=" + std::to_string(int(in["rate"]))); }}}},
    };
}

Adapters prompts()
{
    const auto prompt = [](std::string_view chip, const Inputs& in, double mfu) {
        return Case(chip).parameters(in["P"]).set("work.mode", "prefill").set("work.seq", in["T"]).set("work.mfu", mfu);
    };
    return {
        {"sb.appinf.q10",
         [=](auto& in) { return prompt("tpu-v5e", in, in["mfu"]).axis('X', in["n"], "data"); },
         {{"t", "infer.prefill"}}},
        {"hpl.s07.q1",
         [=](auto& in) { return prompt("tpu-v4", in, 1).axis('X', 1, "data"); },
         {{"chips", [](auto& c, auto& in) { return c["infer.prefill"] / in["t"]; }},
          {"chips_int",
           [](auto& c, auto& in) {
               return c.min("mesh.X", "infer.prefill<=" + std::to_string(int(in["t"])) + " s");
           }}}},
    };
}

Adapters criticalBatches()
{
    const auto inPrecision = [](const char* weightType, const char* compute) {
        return [=](auto& c, auto&) {
            return c.with("prec.weights", weightType).with("prec.compute", compute)["infer.batch.critical"];
        };
    };
    const auto setup = [](auto&) { return Case("tpu-v5e").set("work.mode", "decode"); };
    return {
        {"sb.inference.bcrit",
         setup,
         {{"bf16", inPrecision("bf16", "bf16")},
          {"int8w_bf16", inPrecision("int8", "bf16")},
          {"int8_int8", inPrecision("int8", "int8")}}},
        {"sb.appinf.q4",
         setup,
         {{"bf16", inPrecision("bf16", "bf16")},
          {"int8w", inPrecision("int8", "bf16")},
          {"int8", inPrecision("int8", "int8")}}},
    };
}

/// 13B in bf16 on 8 chips, whose cache per sequence is given in bytes: any context will do.
Case thirteen(const Inputs& in)
{
    constexpr double context = 50000;
    return Case("tpu-v5e")
        .served(in["weights"] / 2, in["kv"] / context, 2)
        .set("work.seq", context)
        .axis('Y', in["n"], "tensor");
}

Adapters batchTables()
{
    const auto withBatch = [](int i, const char* metric) {
        return [=](auto& c, auto& in) { return c.with("work.batch", in.at("B", i))[metric]; };
    };
    const auto bytes = [](int i) {
        return [=](auto& c, auto& in) { return c.with("work.batch", in.at("B", i)).with("mesh.Y", 1.0)["mem.total"]; };
    };
    Adapter plain{"sb.inference.table13b", thirteen, {{"max_batch", "infer.batch.max"}}};
    Adapter grouped{"sb.inference.table13b_gqa", thirteen, {}};
    constexpr std::array names{"B1", "B8", "B16", "B32", "B64", "B240"};
    for (int i = 0; i < 6; ++i) {
        const std::string name = names[std::size_t(i)];
        plain.asked.push_back({"total_bytes_" + name, bytes(i)});
        for (auto* table : {&plain, &grouped}) {
            table->asked.push_back({"step_" + name, withBatch(i, "infer.step")});
            table->asked.push_back({"throughput_" + name, withBatch(i, "infer.throughput")});
        }
    }
    return {plain, grouped};
}

} // namespace

Adapters servingAdapters()
{
    Adapters all;
    for (const auto& table : {loading, prompts, criticalBatches, batchTables})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
