// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about runs: days, memory per chip and the chips that hold a model (MODEL.md, sections g.2, g.9, g.12).
#include "problems/adapter.h"

#include <algorithm>

namespace tests
{

namespace
{

/// bf16 weights and fp32 Adam moments: the state where gradients are not kept.
double keptState(const Case& c) { return c["mem.weights"] + c["mem.optimizer"]; }

/// Ten bytes of state per parameter, as counts of chips need them: one-byte weights and one-byte gradients.
Case tenBytes(const Case& c)
{
    return c.with("prec.weights", "fp8").with("prec.grad", "fp8").with("prec.master", "none");
}

Adapters days()
{
    return {
        {"sb.training.tenpods",
         [](auto& in) {
             return Case()
                 .axis('X', in["N"] / 10, "fsdp", 3)
                 .set("mesh.slices", 10.0)
                 .parameters(in["P"])
                 .set("work.tokens", in["tokens"])
                 .set("work.batch", in["B"])
                 .set("work.mfu", 1.0);
         },
         {{"days_100pct", "train.days"},
          {"days_40pct", [](auto& c, auto&) { return c.with("work.mfu", 0.4)["train.days"]; }},
          {"tokens_per_chip", "batch.per_chip"},
          {"tokens_per_pod", [](auto& c, auto&) { return c["batch.per_chip"] * c["mesh.chips"] / 10; }}}},
        {"sb.apptrain.q4",
         [](auto& in) {
             return Case()
                 .axis('X', in["N"], "fsdp", 3)
                 .parameters(in["P"])
                 .set("work.tokens", in["tokens"])
                 .set("work.mfu", in["mfu"]);
         },
         {{"days", "train.days"}, {"seconds", [](auto& c, auto&) { return c["train.days"] * 86400; }}}},
    };
}

Adapters thirteenBillion()
{
    const auto llama = [] { return Case().set("model.preset", "llama2-13b").set("prec.master", "none"); };
    const auto state = [](auto& c, auto&) { return keptState(c); };
    const auto all = [](auto& c, auto&) { return keptState(c) + c["mem.activations"]; };
    return {
        {"sb.training.maxparams",
         [llama](auto&) { return llama(); },
         {{"params", [](auto& c, auto&) { return c["mem.capacity"] / (keptState(c) / c["params.total"]); }}}},
        {"sb.training.q2",
         [llama](auto& in) { return llama().set("work.remat", "ffn").set("work.batch", in["B"]); },
         {{"state", state}, {"activations", "mem.act_global"}, {"total", all}}},
        {"sb.training.q3",
         [llama](auto& in) {
             return llama().set("work.remat", "ffn").set("work.batch", in["B"]).set("work.seq", in["T"]);
         },
         {{"activations", "mem.act_global"},
          {"fsdp_total", all},
          {"dp_state_per_chip", [](auto& c, auto& in) { return keptState(Case(c).axis('X', in["N"], "data", 3)); }},
          {"fsdp_per_chip",
           [](auto& c, auto& in) {
               const Case spread = Case(c).axis('X', in["N"], "fsdp", 3);
               return keptState(spread) + spread["mem.activations"];
           }},
          {"step_time",
           [](auto& c, auto& in) { return Case(c).parameters(in["P"]).axis('X', in["N"], "fsdp", 3)["time.math"]; }}}},
    };
}

/// 70B with k checkpoints of width D per layer on v5p.
Case checkpoints(const Inputs& in, double k)
{
    Case c;
    c.parameters(in["P"], in["D"], in["L"]).set("prec.master", "none").set("work.batch", in["B"]);
    return c.set("work.remat", "boundary").set("work.remat.k", k);
}

Adapters seventyBillionTrained()
{
    const auto total = [](auto& c, auto&) { return keptState(c) + c["mem.activations"]; };
    const auto perChip = [](auto& c, auto& in) {
        const Case spread = Case(c).axis('X', in["pod"], "fsdp", 3);
        return keptState(spread) + spread["mem.activations"];
    };
    const auto chips = [](auto& c, auto&) { return tenBytes(c)["count.tpu-v5p"]; };
    const auto daysOnThose = [=](auto& c, auto& in) { // the printed days of a pod, stretched
        const Case few = Case(c).axis('X', chips(c, in), "fsdp", 3);
        return in["pod_days"] * few["train.days"] / Case(few).axis('X', in["pod"], "fsdp", 3)["train.days"];
    };
    Adapters all{{"sb.apptrain.q5",
                  [](auto& in) { return checkpoints(in, 1); },
                  {{"params_bytes", "mem.weights"}, {"optimizer_bytes", "mem.optimizer"}}},
                 {"sb.apptrain.q5", [](auto& in) { return checkpoints(in, 2); }, {{"ckpt2_days_on_min", daysOnThose}}},
                 {"sb.apptrain.q5", [](auto& in) { return checkpoints(in, 4); }, {{"ckpt4_days_on_min", daysOnThose}}}};
    for (int i = 0; i < 5; ++i) {
        constexpr std::array names{"ckpt1", "ckpt2", "ckpt3", "ckpt4", "ckpt12"};
        const std::string name = names[std::size_t(i)];
        all.push_back({"sb.apptrain.q5",
                       [i](auto& in) { return checkpoints(in, in.at("k", i)); },
                       {{name + "_bytes", "mem.act_global"},
                        {name + "_total", total},
                        {name + "_min_chips", chips},
                        {name + "_per_chip_8960", perChip}}});
    }
    return all;
}

/// LLaMA-3 70B with fp32 gradients, on an FSDP or ZeRO-1 axis and a tensor axis.
Case llama(const Inputs& in, const char* role)
{
    Case c;
    c.set("model.preset", "llama3-70b").set("prec.grad", "fp32").set("work.batch", in["B"]);
    return c.axis('X', in["X"], role).axis('Y', in["Y"], "tensor");
}

Adapters perChip()
{
    const std::vector<Asked> asked{{"weights", "mem.weights"},
                                   {"master", "mem.master"},
                                   {"gradients", "mem.gradients"},
                                   {"optimizer", "mem.optimizer"},
                                   {"activations", "mem.activations"},
                                   {"gathered", "mem.gathered"},
                                   {"logits", "mem.logits"},
                                   {"total", "mem.total"},
                                   {"grad_buffer", "mem.gradient_buffer"}};
    auto recomputing = asked; // the problem leaves the layer that is being recomputed out
    std::ranges::find(recomputing, "total", &Asked::output)->answer = [](auto& c, auto&) {
        return c["mem.total"] - c["mem.transient"];
    };
    return {
        {"own.memory.none", [](auto& in) { return llama(in, "fsdp"); }, asked},
        {"own.memory.block", [](auto& in) { return llama(in, "fsdp").set("work.remat", "block"); }, recomputing},
        {"own.memory.pp",
         [](auto& in) { return llama(in, "zero1").axis('Z', in["Z"], "pipeline").set("work.micro", in["m"]); }, asked},
    };
}

/// Idle over useful: the step over its busy part, less one.
double overhead(const Case& c) { return c["time.step"] / c["time.math"] - 1; }

/// A pipeline whose stages compute far longer than they communicate.
Case pipeline(const Inputs& in)
{
    return Case().axis('Z', in["Z"], "pipeline").set("work.micro", in["m"]).set("work.batch", 1048576.0);
}

Adapters pipelines()
{
    const auto inFlight = [](const char* schedule) { // saved bytes over those of one microbatch
        return [=](auto& c, auto&) {
            const Case one =
                c.with("work.micro", 1.0).with("work.batch", c.field("work.batch") / c.field("work.micro"));
            return c.with("pipe.schedule", schedule)["mem.activations"] / one["mem.activations"];
        };
    };
    const auto interleaved = [](auto& c, auto& in) {
        return c.with("pipe.schedule", "interleaved").with("pipe.chunks", in["v"]);
    };
    return {
        {"own.pp",
         [](auto& in) { return pipeline(in); },
         {{"bubble_fraction", "time.bubble"},
          {"bubble_overhead", [](auto& c, auto&) { return overhead(c); }},
          {"interleaved_fraction", [=](auto& c, auto& in) { return interleaved(c, in)["time.bubble"]; }},
          {"inflight_gpipe", inFlight("gpipe")},
          {"inflight_1f1b_stage0", inFlight("1f1b")},
          {"interleaved_factor",
           [=](auto& c, auto& in) { return interleaved(c, in)["mem.activations"] / c["mem.activations"]; }}}},
        {"cs336.2025.d",
         [](auto& in) { return pipeline(in); },
         {{"bubble_fraction", "time.bubble"},
          {"bubble_overhead", [](auto& c, auto&) { return overhead(c); }},
          {"m_for_12.5pct", [](auto& c, auto&) { return c.min("work.micro", "time.bubble<=0.125"); }},
          {"full_remat_overhead",
           [](auto& c, auto&) {
               const Case again = c.with("work.remat", "block");
               return again["flops.recompute"] / again["flops.step"];
           }}}},
    };
}

} // namespace

Adapters runAdapters()
{
    Adapters all;
    for (const auto& table : {days, thirteenBillion, seventyBillionTrained, perChip, pipelines})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
