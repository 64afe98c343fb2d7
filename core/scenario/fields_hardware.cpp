// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the chip: its preset, the numbers it sets, and the slice in use.
#include "core/scenario/presets.h"
#include "core/scenario/rows.h"
#include "core/scenario/text_forms.h"

namespace core
{

namespace
{

constexpr auto hw = &Scenario::hw;

template <Dtype Kind> constexpr Field flops(Field row)
{
    row.help = "Peak dense rate of one chip; 0 where the chip has no such math.";
    row.dim = dim::flopPerSecond;
    row.most = 1e18;
    return real<hw, &Hardware::flops, At<static_cast<std::size_t>(Kind)>{}>(row);
}

constexpr Field rate(Field row)
{
    row.dim = dim::bytePerSecond;
    return row;
}

constexpr Field chip{.id = "hw.chip",
                     .title = "Chip",
                     .help = "A published accelerator, whose numbers replace all those below.",
                     .kind = FieldKind::choice,
                     .get = [](const Scenario& s) -> Value { return s.hw.chip; },
                     .set = [](Scenario& s, const Value& v) { applyChip(s, std::get<std::string>(v)); }};

constexpr Field variant{.id = "hw.variant",
                        .title = "Variant",
                        .help = "Another set of published numbers for the same chip.",
                        .kind = FieldKind::choice,
                        .get = [](const Scenario& s) -> Value { return s.hw.variant; },
                        .set = [](Scenario& s, const Value& v) { applyVariant(s, std::get<std::string>(v)); }};

constexpr Field slice{
    .id = "hw.torus",
    .title = "Slice",
    .help = "Sides of the physical slice; auto takes the smallest that carries the mesh.",
    .kind = FieldKind::text,
    .accepts = isSlice,
    .form = "\"auto\" or one to three sides of 1 to 4,096, such as \"4x4x4\"",
    .get = [](const Scenario& s) -> Value { return torusText(s.hw.torus); },
    .set = [](Scenario& s,
              const Value& v) { s.hw.torus = readTorus(std::get<std::string>(v)).value_or(std::array<int, 3>{}); }};

constexpr std::array rows{
    chip,
    variant,
    flops<Dtype::fp32>({.id = "hw.flops.fp32", .symbol = "C_fp32", .title = "Peak rate, fp32"}),
    flops<Dtype::tf32>({.id = "hw.flops.tf32", .symbol = "C_tf32", .title = "Peak rate, tf32"}),
    flops<Dtype::bf16>({.id = "hw.flops.bf16", .symbol = "C_bf16", .title = "Peak rate, bf16"}),
    flops<Dtype::fp16>({.id = "hw.flops.fp16", .symbol = "C_fp16", .title = "Peak rate, fp16"}),
    flops<Dtype::fp8>({.id = "hw.flops.fp8", .symbol = "C_fp8", .title = "Peak rate, fp8"}),
    flops<Dtype::int8>({.id = "hw.flops.int8", .symbol = "C_int8", .title = "Peak rate, int8"}),
    flops<Dtype::fp4>({.id = "hw.flops.fp4", .symbol = "C_fp4", .title = "Peak rate, fp4"}),
    flops<Dtype::int4>({.id = "hw.flops.int4", .symbol = "C_int4", .title = "Peak rate, int4"}),
    real<hw, &Hardware::hbmBytes>({.id = "hw.hbm.bytes",
                                   .symbol = "M_hbm",
                                   .title = "Memory capacity",
                                   .help = "Nominal capacity of the high-bandwidth memory of one chip.",
                                   .dim = dim::byte,
                                   .least = 1e6,
                                   .most = 1e15}),
    real<hw, &Hardware::hbmRate>(rate({.id = "hw.hbm.rate",
                                       .symbol = "W_hbm",
                                       .title = "Memory bandwidth",
                                       .help = "Rate of the high-bandwidth memory of one chip.",
                                       .least = 1e6,
                                       .most = 1e15})),
    real<hw, &Hardware::vmemRate>(rate({.id = "hw.vmem.rate",
                                        .symbol = "W_vmem",
                                        .title = "On-chip memory bandwidth",
                                        .help = "Rate of the vector memory (TPU) or the L2 cache (GPU); 0 if unknown.",
                                        .least = 0,
                                        .most = 1e16})),
    real<hw, &Hardware::linkRate>(rate({.id = "hw.link.rate",
                                        .symbol = "w",
                                        .title = "Link bandwidth, one way",
                                        .help = "One ICI link (TPU), or egress of one GPU into its NVLink domain.",
                                        .least = 1e3,
                                        .most = 1e15})),
    real<hw, &Hardware::pcieRate>(rate({.id = "hw.pcie.rate",
                                        .symbol = "W_pcie",
                                        .title = "Host link bandwidth",
                                        .help = "One way between one chip and its host; 0 if unknown.",
                                        .least = 0,
                                        .most = 1e15})),
    real<hw, &Hardware::dcnRate>(rate({.id = "hw.dcn.rate",
                                       .symbol = "W_dcn",
                                       .title = "Data-centre bandwidth per chip",
                                       .help = "One way into the data-centre network, per chip; 0 if unknown.",
                                       .least = 0,
                                       .most = 1e15})),
    real<hw, &Hardware::hop>({.id = "hw.hop",
                              .symbol = "t_hop",
                              .title = "Hop latency",
                              .help = "Least time of one hop between neighbours.",
                              .dim = dim::second,
                              .least = 0,
                              .most = 1}),
    slice,
};

} // namespace

std::span<const Field> hardwareFields() { return rows; }

} // namespace core
