// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about the batch and the mesh at which training is compute-bound (MODEL.md, sections g.6 to g.8).
#include "problems/adapter.h"

namespace tests
{

namespace
{

/// FSDP over one mesh axis.
Case fsdp(std::string_view chip, double X, double axes) { return Case(chip).axis('X', X, "fsdp", axes); }

/// FSDP over two hardware axes and tensor parallelism over one, the book's two-matrix block unless said otherwise.
Case mixed(double X, double Y, double F, double nmat = 2)
{
    return fsdp("tpu-v5p", X, 2).axis('Y', Y, "tensor").set("model.F", F).set("model.nmat", nmat);
}

/// Least tokens per chip at the best mesh, for the width of a place.
Asked::Make floorAt(int i, const char* overlap)
{
    return [=](auto& c, auto& in) {
        return c.with("model.F", in.at("F", i)).with("conv.comms", overlap)["batch.floor.chip"];
    };
}

Asked::Make under(const char* overlap, const char* metric)
{
    return [=](auto& c, auto&) { return c.with("conv.comms", overlap)[metric]; };
}

/// The limit is proportional to the width.
Asked::Make widthFor8(const char* chip)
{
    return [=](auto&, auto& in) {
        const Case c = Case(chip).axis('Y', in["Y"], "tensor");
        return c.field("model.F") * in["Y"] / c["tensor.limit"];
    };
}

Adapters dataParallel()
{
    return {
        {"sb.training.dp",
         [](auto& in) { return fsdp("tpu-v5p", in["pod"], 1); },
         {{"per_chip_1axis", "batch.critical.chip"},
          {"per_chip_1axis_C4.6e14",
           [](auto& c, auto& in) { return c.with("hw.flops.bf16", in["C_text"])["batch.critical.chip"]; }},
          {"per_chip_3axes", [](auto& c, auto&) { return c.with("mesh.X.axes", 3.0)["batch.critical.chip"]; }},
          {"pod_batch", [](auto& c, auto&) { return c.with("mesh.X.axes", 3.0)["batch.critical"]; }}}},
        {"sb.training.llama16M",
         [](auto& in) {
             return fsdp("tpu-v5p", 1024, 3)
                 .parameters(in["P"])
                 .set("work.tokens", in["tokens"])
                 .set("work.mfu", in["mfu"]);
         },
         {{"chips", [](auto& c, auto& in) { return in["B"] / c["batch.critical.chip"]; }},
          {"days",
           [](auto& c, auto& in) { // days of one chip over those of so many
               return c.with("mesh.X", 1.0)["train.days"] / (in["B"] / c["batch.critical.chip"]);
           }}}},
        {"sb.training.bs2m",
         [](auto&) { return fsdp("tpu-v5p", 1024, 3); },
         {{"chips", [](auto& c, auto& in) { return in["B"] / c["batch.critical.chip"]; }}}},
        {"sb.apptrain.q7",
         [](auto& in) { return fsdp("tpu-v5p", 16, 3).set("work.batch", in["B"]).set("work.seq", in["T"]); },
         {{"sequences",
           [](auto& c, auto& in) { return c.min("mesh.X", "batch.per_rank<=" + std::to_string(int(in["T"]))); }}}},
        {"sb.apptrain.q8",
         [](auto& in) { return fsdp("tpu-v5p", in["N"], 3).set("work.batch", in["B"]); },
         {{"per_chip", "batch.per_chip"},
          {"threshold", "batch.critical.chip"},
          {"compute_bound",
           [](auto& c, auto&) { return std::get<std::string_view>(c.value("bound.verdict")) == "compute"; }}}},
        {"hpl.s04.q2",
         [](auto& in) {
             return fsdp("tpu-v4", in["N"], 1)
                 .set("model.nmat", 1.0)
                 .set("model.D", in["E"])
                 .set("model.F", in["E"])
                 .set("model.L", 1.0)
                 .set("work.batch", in["B"])
                 .set("work.pass", "forward");
         },
         {{"F", "flops.chip"},
          {"I", "bytes.all_gather"},
          {"F_over_I", [](auto& c, auto&) { return c["flops.chip"] / c["bytes.all_gather"]; }}}},
        {"hpl.s04.q3",
         [](auto&) { return fsdp("tpu-v4", 16, 1); },
         {{"tokens_per_chip_min",
           [](auto& c, auto& in) { return c.with("hw.link.rate", in["W"] / 2)["batch.critical.chip"]; }},
          {"three_axes", [](auto& c, auto&) { return c.with("mesh.X.axes", 3.0)["batch.critical.chip"]; }}}},
    };
}

Adapters tensorParallel()
{
    const auto limit = [](const char* chip, const char* width) {
        return [=](auto&, auto& in) {
            return Case(chip).axis('Y', in["Y"], "tensor").set("model.F", in[width])["tensor.limit"];
        };
    };
    const auto onTwoAxes = [](const char* chip) {
        return [=](auto&, auto& in) {
            // 4 x 4 chips: sides of two would be pairs, which share a link.
            return Case(chip).axis('Y', 16, "tensor", 2).set("model.F", in["F"])["tensor.limit"];
        };
    };
    return {
        {"sb.training.tplimit",
         [](auto&) { return Case(); },
         {{"Y_max_70B_v5p", limit("tpu-v5p", "F_70B")},
          {"Y_max_gemma7b_v5p", limit("tpu-v5p", "F_gemma7b")},
          {"Y_max_70B_v4p", limit("tpu-v4", "F_70B")},
          {"F_for_8way_v5p", widthFor8("tpu-v5p")},
          {"F_for_8way_v4p", widthFor8("tpu-v4")}}},
        {"sb.appinf.q3",
         [](auto&) { return Case(); },
         {{"tp_limit_v5p_alpha", onTwoAxes("tpu-v5p")}, {"tp_limit_v5e_alpha", onTwoAxes("tpu-v5e")}}},
        {"sb.appinf.q9",
         [](auto&) { return Case(); },
         {{"Y_train_limit_2axes_2550", onTwoAxes("tpu-v5p")}, {"Y_train_limit_2axes_v5e", onTwoAxes("tpu-v5e")}}},
    };
}

Adapters floors()
{
    return {
        {"sb.training.mixedfloor",
         [](auto&) { return mixed(1024, 4, 32768); },
         {{"sum_F32768", floorAt(0, "added")},
          {"max_F32768", floorAt(0, "overlapped")},
          {"sum_F30000", floorAt(1, "added")},
          {"max_F30000", floorAt(1, "overlapped")},
          {"sum_F28672", floorAt(2, "added")},
          {"max_F28672", floorAt(2, "overlapped")},
          {"sum_F13824", floorAt(3, "added")},
          {"max_F13824", floorAt(3, "overlapped")}}},
        {"sb.training.figure",
         [](auto& in) { return mixed(in["N"] / 4, 4, in["F"]).set("conv.comms", "added"); },
         {{"B_sum", [](auto& c, auto&) { return c["batch.floor.chip"] * c["mesh.chips"]; }}}},
        {"sb.training.q3",
         [](auto& in) { return mixed(1024, 4, in["F"]).set("model.D", in["D"]).set("work.batch", in["B"]); },
         {{"mixed_floor_sum", under("added", "batch.floor.chip")},
          {"mixed_floor_max", under("overlapped", "batch.floor.chip")},
          {"X_opt", "mesh.X.opt"},
          {"mixed_min_X1024_Y4_max", "batch.critical.overlapped"},
          {"mixed_min_X1024_Y4_sum_gated",
           [](auto& c, auto&) { return c.with("model.nmat", 3.0)["batch.critical.added"]; }}}},
        {"sb.training.q3",
         [](auto& in) { return mixed(512, 8, in["F"]).set("model.D", in["D"]); },
         {{"mixed_X512_Y8_max_feasible", // a batch that never comes is infinite
           [](auto& c, auto&) { return c["batch.critical.overlapped"] < 1e30; }},
          {"mixed_min_X512_Y8_max_gated",
           [](auto& c, auto&) { return c.with("model.nmat", 3.0)["batch.critical.overlapped"]; }}}},
        {"sb.training.q3",
         [](auto& in) { return fsdp("tpu-v5p", in["N"], 3).set("work.batch", in["B"]); },
         {{"fsdp_min_batch", [](auto& c, auto&) { return c.min("work.batch", "bound.margin>=1"); }},
          {"B_per_chip", "batch.per_chip"},
          {"slice_hbm", [](auto& c, auto&) { return c["mem.capacity"] * c["mesh.chips"]; }}}},
    };
}

/// Four pods, each cut into FSDP and tensor parallelism.
Case pods(const Inputs& in, double Y, double nmat = 2)
{
    return mixed(in["N"] / in["pods"] / Y, Y, in["F"], nmat).set("mesh.slices", in["pods"]).set("work.batch", in["B"]);
}

Adapters fourPods()
{
    const auto perPod = [](auto& c, auto& in) { return c["batch.per_chip"] * c["mesh.chips"] / in["pods"]; };
    const auto overDcn = [](auto&, auto& in) { // slices of one chip talk over DCN alone
        return Case().set("mesh.slices", in["pods"]).set("hw.dcn.rate", in["dcn_per_chip"])["batch.critical.chip"];
    };
    const auto belowFloor = [](const char* overlap) {
        return [=](auto& c, auto&) { return c["batch.per_chip"] < c.with("conv.comms", overlap)["batch.floor.chip"]; };
    };
    return {
        {"sb.apptrain.p1",
         [](auto& in) { return pods(in, 8); },
         {{"per_chip", "batch.per_chip"},
          {"per_pod", perPod},
          {"dcn_threshold", overDcn},
          {"dcn_ok", [=](auto& c, auto& in) { return perPod(c, in) >= overDcn(c, in); }},
          {"floor_sum", under("added", "batch.floor.chip")},
          {"floor_max", under("overlapped", "batch.floor.chip")},
          {"ici_bound_sum", belowFloor("added")},
          {"ici_bound_max", belowFloor("overlapped")},
          {"X_opt_in_pod", "mesh.X.opt"},
          {"Y_at_X_opt", [](auto& c, auto& in) { return c["mesh.chips"] / in["pods"] / c["mesh.X.opt"]; }},
          {"days_40pct",
           [](auto& c, auto& in) {
               return Case(c)
                   .parameters(in["P"])
                   .set("work.tokens", in["tokens"])
                   .set("work.mfu", in["mfu"])["train.days"];
           }}}},
        {"sb.apptrain.p1",
         [](auto& in) { return pods(in, 8).set("mesh.slices", 1.0); },
         {{"Y8_needs_per_chip_max", "batch.critical.chip"}}},
        {"sb.apptrain.p1",
         [](auto& in) { return pods(in, 16, 3).set("mesh.slices", 1.0); },
         {{"Y16_gated_needs_per_chip_max", "batch.critical.chip"}}},
    };
}

} // namespace

Adapters trainingAdapters()
{
    Adapters all;
    for (const auto& table : {dataParallel, tensorParallel, floors, fourPods})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
