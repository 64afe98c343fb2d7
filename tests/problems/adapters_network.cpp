// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about collectives on TPU axes (MODEL.md, sections e and g.10), asked as the time of an axis: an AllGather is
// the forward pass of one matrix under FSDP, an AllReduce its gradient, an AllToAll half of a block of experts.
#include "problems/adapter.h"

#include <string>

namespace tests
{

namespace
{

/// A bf16 matrix of so many bytes gathered over n chips of a ring, or as the slice has them (axes 0).
Case gather(std::string_view chip, double bytes, double n, double axes = 1)
{
    return Case(chip).array(bytes).axis('X', n, "fsdp", axes).set("conv.rates", "exact");
}

Case book(const Case& c) { return c.with("conv.rates", "book"); }

/// Bytes of routed tokens sent to experts on n chips, and back.
Case toExperts(std::string_view chip, double bytes, double n, double axes = 1)
{
    constexpr double D = 1024;
    Case c(chip);
    c.set("model.L", 1.0).set("model.D", D).set("model.E", n).set("model.k", 1.0).set("conv.rates", "exact");
    return c.set("work.batch", bytes / (2 * D)).set("work.pass", "forward").axis('X', n, "expert", axes);
}

double allToAll(const Case& c) { return c["time.X"] / 2; }

/// Latency counted: hops times the hop.
Case hopping(const Case& c) { return c.with("conv.latency", "on"); }

double hops(const Case& c) { return hopping(c).with("hw.hop", 1.0)["time.X"]; }

Case onSlice(Case c, const char* torus) { return c.set("hw.torus", torus); }

Adapters gathersInFours()
{
    const auto ofPlace = [](int i) {
        return [i](auto& in) { // the other axis of the slice of 8 x 4 keeps a copy each
            return onSlice(gather("tpu-v5e", in["s"] * in.at("E", i) * in.at("F", i), in["n"], 0), "8x4")
                .axis('Y', 8, "replicate", 0);
        };
    };
    const auto ring = [](auto& c, auto& in) { return Case(c).axis('X', in["n"], "fsdp", 1); };
    return {
        {"sb.sharding.pq2",
         ofPlace(0),
         {{"shard_bytes_a", "mem.weights"},
          {"t_a_line", "time.X"},
          {"t_a_ring_exact", [=](auto& c, auto& in) { return ring(c, in)["time.X"]; }},
          {"t_a_book_ring", [=](auto& c, auto& in) { return book(ring(c, in))["time.X"]; }},
          {"hops_line", [](auto& c, auto&) { return hops(c); }}}},
        {"sb.sharding.pq2",
         ofPlace(1),
         {{"t_b", [](auto& c, auto&) { return hopping(c)["time.X"]; }},
          {"t_b_bandwidth_per_hop", [](auto& c, auto&) { return c["time.X"] / hops(c); }}}},
        {"sb.sharding.q3",
         [](auto& in) { return gather("tpu-v4", in["bytes"], in["n"]); },
         {{"hops", [](auto& c, auto&) { return hops(c); }},
          {"t", [](auto& c, auto&) { return hopping(c)["time.X"]; }},
          {"bandwidth_time_per_hop", // a ring at book rates takes one shard after the other
           [](auto& c, auto& in) { return book(c)["time.X"] / in["n"]; }}}},
    };
}

Adapters gathersOnACube()
{
    const auto gatherX = [](double axes) {
        return [=](auto& c, auto& in) {
            // The second axis is idle and adds its ring; on two axes of their own four chips were pairs.
            return Case(c)
                .axis('X', 4, "fsdp", axes)
                .axis('Y', in.group("mesh")["Y"], "tensor")
                .set("conv.wrap", "ring")["time.X"];
        };
    };
    const auto gatherXY = [](double axes) {
        return [=](auto& c, auto&) { return Case(c).axis('X', 16, "fsdp", axes)["time.X"]; };
    };
    const auto reduceZ = [](auto& c, auto&) {
        return Case(c)
            .axis('X', 4, "fsdp")
            .axis('Y', 4, "tensor")
            .axis('Z', 4, "data")
            .set("work.pass", "step")["time.Z"];
    };
    const auto setup = [](const char* rates) {
        return [=](auto& in) { return Case("tpu-v4").array(in["s"] * in["B"] * in["D"]).set("conv.rates", rates); };
    };
    return {
        {"sb.sharding.q2",
         setup("book"),
         {{"ag_x", gatherX(1)},
          {"ag_xy", gatherXY(2)},
          {"ar_z", reduceZ},
          {"ag_x_with_idle_z", gatherX(2)},
          {"ag_xy_with_idle_z", gatherXY(3)}}},
        {"sb.sharding.q2",
         setup("exact"),
         {{"ag_x_exact", gatherX(1)}, {"ag_xy_exact", gatherXY(2)}, {"ar_z_exact", reduceZ}}},
    };
}

Adapters eachKind()
{
    const auto ring = [](double n) { return [=](auto&, auto& in) { return gather("tpu-v5p", in["V"], n)["time.X"]; }; };
    const auto exchange = [](double n) {
        return [=](auto&, auto& in) { return allToAll(toExperts("tpu-v5p", in["V"], n)); };
    };
    const auto exchangeOn = [](const char* torus, double n) {
        return [=](auto&, auto& in) {
            return allToAll(onSlice(toExperts("tpu-v5p", in["V"], n, 0), torus).set("conv.wrap", "ring"));
        };
    };
    return {
        {"own.collectives",
         [](auto& in) { return gather("tpu-v5p", in["V"], 16); },
         {{"ag_ring4", ring(4)},
          {"ag_ring16", ring(16)},
          {"ag_book", [](auto& c, auto&) { return book(c)["time.X"]; }},
          {"ag_line4", [](auto&, auto& in) { return onSlice(gather("tpu-v5p", in["V"], 4, 0), "4x1x1")["time.X"]; }},
          {"ag_4x4", [](auto&, auto& in) { return gather("tpu-v5p", in["V"], 16, 2)["time.X"]; }},
          {"ar_ring16",
           [](auto& c, auto&) { return Case(c).axis('X', 16, "data").set("work.pass", "step")["time.X"]; }},
          {"a2a_ring16", exchange(16)},
          {"a2a_ring7", exchange(7)},
          {"a2a_line4",
           [](auto&, auto& in) { return allToAll(onSlice(toExperts("tpu-v5p", in["V"], 4, 0), "4x1x1")); }},
          {"a2a_book", [](auto&, auto& in) { return allToAll(book(toExperts("tpu-v5p", in["V"], 16))); }},
          {"a2a_4x4x4", exchangeOn("4x4x4", 64)},
          {"a2a_16x4", exchangeOn("16x4x1", 64)}}},
        {"seed003.dgx",
         [](auto& in) { return toExperts("h100-sxm", 1048576, in["n"], 0); },
         {{"ratio",
           [](auto& c, auto& in) { return gather("h100-sxm", 1048576, in["n"], 0)["time.X"] / allToAll(c); }}}},
    };
}

/// The largest whole number of bytes whose transfer still takes no longer than `least`.
double bytesWithin(const Case& c, const char* axis, double min)
{
    return c.min("work.batch", std::string(axis) + ">" + std::to_string(std::llround(min * 1e6)) + "e-6") - 1;
}

Adapters latencies()
{
    return {
        {"sb.sharding.latency",
         [](auto&) { // one byte a token, handed from stage to stage
             return Case("tpu-v5e")
                 .set("model.D", 1.0)
                 .set("prec.comm", "int8")
                 .set("work.pass", "forward")
                 .axis('X', 4, "pipeline");
         },
         {{"bytes", [](auto& c, auto& in) { return bytesWithin(c, "time.X", in["t_min"]); }}}},
        {"sb.inference.latencybuf",
         [](auto& in) { // gathered and scattered, four hops each
             return Case("tpu-v5e")
                 .set("model.D", 1.0)
                 .set("model.L", 1.0)
                 .set("prec.comm", "int8")
                 .set("work.pass", "forward")
                 .axis('Y', in["n"], "tensor");
         },
         {{"buffer", [](auto& c, auto& in) { return bytesWithin(c, "time.Y", in["n"] * in["t_min"]); }}}},
        {"sb.inference.latencybuf",
         [](auto& in) {
             return Case("tpu-v5e")
                 .set("model.D", in["D"])
                 .set("model.L", 1.0)
                 .set("prec.comm", "int8")
                 .set("work.batch", in["B"])
                 .set("work.mode", "decode")
                 .axis('Y', in["n"], "tensor");
         },
         {{"activation", "bytes.all_gather"},
          {"latency_bound", [](auto& c, auto&) { return hopping(c)["time.Y"] > c["time.Y"]; }}}},
    };
}

Adapters expertBlocks()
{
    // The math of the experts alone: what twice the width adds. It shrinks with the axis, the AllToAlls do not.
    const auto largest = [](int i) {
        return [i](auto& c, auto& in) {
            const Case once = c.with("model.F", in.at("F", i));
            const double math = once.with("model.F", 2 * in.at("F", i))["time.math"] - once["time.math"];
            return c.field("mesh.X") * math / once["time.X"];
        };
    };
    return {{"own.ep",
             [](auto& in) { return book(toExperts("tpu-v5p", 16777216, 8)).with("model.nmat", in["nmat"]); },
             {{"Z_F2048", largest(0)}, {"Z_F28672", largest(1)}}}};
}

Adapters singleMatmuls()
{
    return {
        {"sb.tpus.q6",
         [](auto& in) { // the int8 matrix as a model, to be read once
             return Case("tpu-v5e")
                 .parameters(in["bytes"], 65536, 1)
                 .set("prec.weights", "int8")
                 .set("hw.hbm.rate", in["W_hbm"])
                 .set("work.mode", "decode")
                 .set("work.batch", 1.0);
         },
         {{"hbm_8.1e11", "infer.step"}}},
        {"sb.tpus.q6",
         [](auto& in) {
             return Case("tpu-v5e")
                 .set("op.B", in["rows"])
                 .set("op.D", 131072.0)
                 .set("op.F", 131072.0)
                 .set("op.w", "int8");
         },
         {{"math", "op.math"}}},
        {"sb.appinf.q9",
         [](auto& in) { // one matrix over 32 chips
             return Case("tpu-v5e")
                 .set("hw.hbm.rate", in["W_hbm"])
                 .set("model.nmat", 1.0)
                 .set("model.D", in["D"])
                 .set("model.F", in["F"])
                 .set("model.L", 1.0)
                 .set("work.mode", "decode")
                 .set("work.batch", in["B"])
                 .axis('Y', in["Y"], "tensor");
         },
         {{"T_ici", [](auto& c, auto&) { return c["time.Y"] / 2; }}, // gathered once, scattered once
          {"T_math", "time.math"},
          {"T_hbm", [](auto& c, auto&) { return c.with("work.batch", 1.0)["infer.step"]; }}}},
    };
}

} // namespace

Adapters networkAdapters()
{
    Adapters all;
    for (const auto& table : {gathersInFours, gathersOnACube, eachKind, latencies, expertBlocks, singleMatmuls})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
