// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about a collective of its own (MODEL.md, sections e and i), asked as coll.* fields and metrics.
#include "problems/adapter.h"

#include <string>

namespace tests
{

namespace
{

/// Without latency, which these sources leave out or count apart.
Case collective(std::string_view chip, const char* kind, const std::string& torus, const char* wrap, double bytes)
{
    return Case(chip)
        .set("coll.kind", kind)
        .set("coll.torus", core::Value(torus))
        .set("coll.wrap", wrap)
        .set("coll.bytes", bytes)
        .set("hw.hop", 0.0);
}

std::string length(double chips) { return std::to_string(static_cast<int>(chips)); }

Adapters ringsOfOneDirection()
{
    const auto onLink = [](const char* kind, const char* direction) {
        return [=](auto& c, auto&) {
            return c.with("coll.kind", kind).with("coll.direction", direction)["coll.bytes_per_link"];
        };
    };
    const auto ratio = [=](const char* direction) {
        return [=](auto& c, auto& in) {
            return onLink("all-gather", direction)(c, in) / onLink("all-to-all", direction)(c, in);
        };
    };
    return {
        {"own.collectives",
         [](auto& in) { return collective("tpu-v5p", "all-to-all", "16", "ring", in["V"]); },
         {{"a2a_uni16", [](auto& c, auto&) { return c.with("coll.direction", "one")["coll.time"]; }}}},
        {"sb.sharding.q10",
         [](auto& in) { // N x N scalars of one byte over D chips
             return collective("tpu-v5p", "all-gather", length(in["D"]), "ring", in["N"] * in["N"])
                 .set("prec.comm", "int8");
         },
         {{"uni_allgather", onLink("all-gather", "one")},
          {"uni_alltoall", onLink("all-to-all", "one")},
          {"uni_ratio", ratio("one")},
          {"bi_allgather_per_direction", onLink("all-gather", "both")},
          {"bi_alltoall_per_direction", onLink("all-to-all", "both")},
          {"bi_ratio_exact_D8", ratio("both")}}},
    };
}

Adapters cornerToCorner()
{
    const auto firstByte = [](auto& c, auto& in) { return c["coll.hops"] * in["t_hop"]; };
    const auto transfer = [](auto& c, auto&) { return c["coll.lower_bound"]; };
    return {{"sb.tpus.q5",
             [](auto& in) { return collective("tpu-v5e", "permute", "4x4", "line", in["bytes"]); },
             {{"first_byte", firstByte},
              {"transfer", transfer},
              {"total", // in endlessly many pieces
               [=](auto& c, auto& in) { return firstByte(c, in) + transfer(c, in); }}}}};
}

Adapters besideAMatmul()
{
    const auto mode = [](const char* algorithm, const char* metric) {
        return [=](auto& c, auto&) { return c.with("coll.algorithm", algorithm)[metric]; };
    };
    const auto hidden = [](const char* algorithm) {
        return [=](auto& c, auto&) { return std::get<bool>(c.with("coll.algorithm", algorithm).value("coll.hidden")); };
    };
    const auto columns = [](const char* algorithm) { // a chip's
        return [=](auto& c, auto& in) {
            return c.with("coll.algorithm", algorithm).min("coll.F", "coll.hidden=true") / in["n"];
        };
    };
    const auto step = [](const char* symbol) {
        return [=](auto& c, auto&) { return c.with("coll.algorithm", "uni").step("coll.pipelined", symbol); };
    };
    return {
        {"own.cm.allgather",
         [](auto& in) {
             return collective("tpu-v5p", "matmul-gather", length(in["n"]), "ring", 1)
                 .set("coll.B", in["B"])
                 .set("coll.D", in["D"])
                 .set("coll.F", in["F"]);
         },
         {{"c", step("t_c")},
          {"h", step("t_s")},
          {"T_uni", mode("uni", "coll.pipelined")},
          {"T_bi_half", mode("halves", "coll.pipelined")},
          {"T_bi_whole", mode("whole", "coll.pipelined")},
          {"T_no_overlap_uni",
           [](auto& c, auto&) { return c.with("coll.algorithm", "uni").with("coll.direction", "one")["coll.naive"]; }},
          {"F_over_n_needed_uni", columns("uni")},
          {"F_over_n_needed_bi_half", columns("halves")},
          {"hidden_uni", hidden("uni")},
          {"hidden_bi_half", hidden("halves")}}}};
}

} // namespace

Adapters collectiveAdapters()
{
    Adapters all = ringsOfOneDirection();
    for (const auto table : {cornerToCorner, besideAMatmul})
        for (auto& adapter : table())
            all.push_back(std::move(adapter));
    return all;
}

} // namespace tests
