// SPDX-License-Identifier: GPL-3.0-or-later
// Problems answered by the presets of chips, and machine intensities against each level (MODEL.md, section b).
#include "problems/adapter.h"

namespace tests
{

namespace
{

auto ofChip(const char* chip, const char* metric)
{
    return [=](auto&, auto&) { return Case(chip)[metric]; };
}

/// Machine intensity against a level whose rate the problem gives.
Asked::Make machine(const char* level, const char* field, const char* input, double share = 1)
{
    return [=](auto& c, auto& in) { return c.with("op.level", level).with(field, share * in[input])["op.machine"]; };
}

/// HBM rate over one-way link rate: the two links of an axis against HBM.
double linksPerHbm(const Case& c) { return 2 * c.with("op.level", "ici")["op.machine"] / c["op.machine"]; }

Adapters slices()
{
    const auto any = [](auto&) { return Case(); };
    return {
        {"sb.tpus.q2",
         any,
         {{"v5e_hosts", ofChip("tpu-v5e", "pod.hosts")},
          {"v5e_cores", ofChip("tpu-v5e", "pod.cores")},
          {"v5e_flops", ofChip("tpu-v5e", "pod.flops")},
          {"v5e_hbm", ofChip("tpu-v5e", "pod.hbm")},
          {"v5p_hosts", ofChip("tpu-v5p", "pod.hosts")},
          {"v5p_cores", ofChip("tpu-v5p", "pod.cores")},
          {"v5p_flops", ofChip("tpu-v5p", "pod.flops")},
          {"v5p_hbm", ofChip("tpu-v5p", "pod.hbm")}}},
        {"sb.tpus.vmem",
         [](auto&) { return Case("tpu-v5e").set("hw.variant", "book-2025-02"); },
         {{"W_vmem", [](auto& c, auto&) { return c.field("hw.vmem.rate"); }},
          {"W_vmem_TiB", [](auto& c, auto&) { return c.field("hw.vmem.rate") / 1099511627776; }}}},
        {"sb.tpus.mxu",
         any,
         {{"per_mxu", ofChip("tpu-v5e", "mxu.flops")}, {"chip", ofChip("tpu-v5e", "mxu.flops.chip")}}},
        {"sb.tpus.vpu",
         [](auto&) { return Case("tpu-v5p").set("op.kind", "elementwise"); },
         {{"per_core", [](auto& c, auto& in) { return c["op.peak"] / in["cores"]; }}, {"per_chip", "op.peak"}}},
        {"sbgpu.q1.5", any, {{"smem_kB", [](auto&, auto&) { return preset("h100-sxm", "smem.bytes"); }}}},
        {"sbgpu.q2.1",
         any,
         {{"gpu", [](auto&, auto&) { return preset("h100-sxm", "domain.chips") * preset("h100-sxm", "link.rate"); }}}},
        {"sbgpu.q3.1", any, {{"node", [](auto&, auto&) { return preset("h100-sxm", "node.rate"); }}}},
    };
}

Adapters intensities()
{
    const auto atHbm = [](const char* chip, const char* dtype) {
        return [=](auto&, auto&) { return Case(chip).set("op.compute", dtype)["op.machine"]; };
    };
    return {
        {"sb.tpus.ratio",
         [](auto&) { return Case("tpu-v5p"); },
         {{"ratio_table", [](auto& c, auto&) { return linksPerHbm(c); }},
          {"ratio_text", [](auto& c, auto& in) { return linksPerHbm(c.with("hw.hbm.rate", in["W_hbm_text"])); }}}},
        {"sbgpu.q1.3",
         [](auto&) { return Case(); },
         {{"h100_fp16", atHbm("h100-sxm", "fp16")},
          {"b200_fp16", atHbm("b200", "fp16")},
          {"h100_fp8", atHbm("h100-sxm", "fp8")},
          {"b200_fp8", atHbm("b200", "fp8")}}},
        {"hpl.s03.intensity",
         [](auto&) { return Case("tpu-v4"); },
         {{"hbm", machine("hbm", "hw.hbm.rate", "hbm")},
          {"ici", machine("ici", "hw.link.rate", "ici", 0.5)},
          {"pcie", machine("pcie", "hw.pcie.rate", "pcie")},
          {"dcn", machine("dcn", "hw.dcn.rate", "dcn")}}},
        {"hpl.s04.q3",
         [](auto&) { return Case("tpu-v4").set("op.level", "ici"); },
         {{"F_over_I_min", machine("ici", "hw.link.rate", "W", 0.5)}, {"book_alpha", "op.machine"}}},
        {"seed003.ici",
         [](auto&) { return Case("tpu-v5e").set("op.level", "ici"); },
         {{"one_way", [](auto& c, auto&) { return 2 * c["op.machine"]; }}, {"bidirectional", "op.machine"}}},
        {"cs336.2025.c",
         [](auto& in) { return Case("tpu-v5p").set("op.level", "ici").set("hw.flops.bf16", in["C"]); },
         {{"alpha", "op.machine"}}},
    };
}

/// FLOPs bought by the price of a step on one chip at its peak.
Adapters prices()
{
    const auto bought = [](const char* chip) {
        return [=](auto& c, auto&) {
            const Case run = c.with("hw.chip", chip).with("work.tokens", c.field("work.batch")).with("work.mfu", 1.0);
            return run["flops.step"] / run["train.cost"];
        };
    };
    return {{"sb.appinf.cost",
             [](auto&) { return Case(); },
             {{"H100", bought("h100-sxm")}, {"v5p", bought("tpu-v5p")}, {"v5e", bought("tpu-v5e")}}}};
}

} // namespace

Adapters hardwareAdapters()
{
    Adapters all;
    for (const auto& table : {slices, intensities, prices})
        for (auto& row : table())
            all.push_back(std::move(row));
    return all;
}

} // namespace tests
