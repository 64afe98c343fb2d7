// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the chip: its preset, the numbers it sets, and the slice in use.
#pragma once

#include "core/scenario/presets.h"
#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"
#include "core/scenario/text_forms.h"

namespace core::field::hw
{

inline constexpr Field chip{.id = "hw.chip",
                            .title = "Chip",
                            .help = "A published accelerator, whose numbers replace all those below.",
                            .kind = FieldKind::choice,
                            .get = [](const Scenario& s) -> Value { return s.hw.chip; },
                            .set = [](Scenario& s, const Value& v) { applyChip(s, std::get<std::string>(v)); }};
inline constexpr Field variant{.id = "hw.variant",
                               .title = "Variant",
                               .help = "Another set of published numbers for the same chip.",
                               .kind = FieldKind::choice,
                               .get = [](const Scenario& s) -> Value { return s.hw.variant; },
                               .set = [](Scenario& s, const Value& v) { applyVariant(s, std::get<std::string>(v)); }};

template <std::size_t Kind> constexpr Field rateOf(std::string_view id, std::string_view symbol, std::string_view title)
{
    return real<&Scenario::hw, &Hardware::flops, At<Kind>{}>(
        {.id = id,
         .symbol = symbol,
         .title = title,
         .help = "Peak dense rate of one chip; 0 where the chip has no such math.",
         .max = 1e18});
}

/// By Dtype.
inline constexpr auto flops = numberFields(std::array{rateOf<0>("hw.flops.fp32", "C_fp32", "Peak rate, fp32"),
                                                      rateOf<1>("hw.flops.tf32", "C_tf32", "Peak rate, tf32"),
                                                      rateOf<2>("hw.flops.bf16", "C_bf16", "Peak rate, bf16"),
                                                      rateOf<3>("hw.flops.fp16", "C_fp16", "Peak rate, fp16"),
                                                      rateOf<4>("hw.flops.fp8", "C_fp8", "Peak rate, fp8"),
                                                      rateOf<5>("hw.flops.int8", "C_int8", "Peak rate, int8"),
                                                      rateOf<6>("hw.flops.fp4", "C_fp4", "Peak rate, fp4"),
                                                      rateOf<7>("hw.flops.int4", "C_int4", "Peak rate, int4")},
                                           [](const Scenario& s, std::size_t kind) { return s.hw.flops[kind]; });
static_assert(flops.row.size() == dtypeCount);

inline constexpr auto hbmBytes = [] {
    auto row =
        real<&Scenario::hw, &Hardware::hbmBytes>({.id = "hw.hbm.bytes",
                                                  .symbol = "M_hbm",
                                                  .title = "Memory capacity",
                                                  .help = "Nominal capacity of the high-bandwidth memory of one chip.",
                                                  .min = 1e6,
                                                  .max = 1e15});
    row.set = [](Scenario& s, const Value& v) { setCapacity(s, std::get<double>(v)); };
    return row;
}();
inline constexpr auto hbmRate =
    real<&Scenario::hw, &Hardware::hbmRate>({.id = "hw.hbm.rate",
                                             .symbol = "W_hbm",
                                             .title = "Memory bandwidth",
                                             .help = "Rate of the high-bandwidth memory of one chip.",
                                             .min = 1e6,
                                             .max = 1e15});
inline constexpr auto vmemRate = real<&Scenario::hw, &Hardware::vmemRate>(
    {.id = "hw.vmem.rate",
     .symbol = "W_vmem",
     .title = "On-chip memory bandwidth",
     .help = "Rate of the vector memory (TPU) or the L2 cache (GPU); 0 if unknown.",
     .min = 0,
     .max = 1e16});
inline constexpr auto vectorRate = real<&Scenario::hw, &Hardware::vectorRate>(
    {.id = "hw.vector.rate",
     .symbol = "C_vec",
     .title = "Peak rate, vector unit",
     .help = "Rate of the VPU (TPU) or the CUDA cores (GPU), without fused multiply-add; 0 if unknown.",
     .min = 0,
     .max = 1e18});
inline constexpr auto linkRate = real<&Scenario::hw, &Hardware::linkRate>(
    {.id = "hw.link.rate",
     .symbol = "w",
     .title = "Link bandwidth, one way",
     .help = "One ICI link (TPU), or egress of one GPU into its NVLink domain.",
     .min = 1e3,
     .max = 1e15});
inline constexpr auto pcieRate =
    real<&Scenario::hw, &Hardware::pcieRate>({.id = "hw.pcie.rate",
                                              .symbol = "W_pcie",
                                              .title = "Host link bandwidth",
                                              .help = "One way between one chip and its host; 0 if unknown.",
                                              .min = 0,
                                              .max = 1e15});
inline constexpr auto dcnRate =
    real<&Scenario::hw, &Hardware::dcnRate>({.id = "hw.dcn.rate",
                                             .symbol = "W_dcn",
                                             .title = "Data-centre bandwidth per chip",
                                             .help = "One way into the data-centre network, per chip; 0 if unknown.",
                                             .min = 0,
                                             .max = 1e15});
inline constexpr auto hop = real<&Scenario::hw, &Hardware::hop>({.id = "hw.hop",
                                                                 .symbol = "t_hop",
                                                                 .title = "Hop latency",
                                                                 .help = "Least time of one hop between neighbours.",
                                                                 .min = 0,
                                                                 .max = 1});
inline constexpr Field torus{
    .id = "hw.torus",
    .title = "Slice",
    .help = "Sides of the physical slice; auto takes the smallest offered one that carries the mesh.",
    .kind = FieldKind::text,
    .accepts = isSlice,
    .form = "\"auto\" or one to three sides of 1 to 4,096, such as \"4x4x4\"",
    .get = [](const Scenario& s) -> Value { return torusText(s.hw.torus); },
    .set = [](Scenario& s,
              const Value& v) { s.hw.torus = readTorus(std::get<std::string>(v)).value_or(std::array<int, 3>{}); }};
inline constexpr auto inSwitch = toggle<&Scenario::hw, &Hardware::inSwitch>(
    {.id = "hw.in_switch",
     .title = "Reduction in the switch",
     .help = "All-reduces inside an NVLink domain are added up by the switch (NVLS, SHARP)."});

// Numbers that come with the chip and are no fields.
inline constexpr ChipNumber<&Scenario::hw, &Hardware::hbmBytesPhysical> hbmBytesPhysical{
    "hbm.bytes.physical", "M_phys", "HBM capacity as documented by the vendor"};
inline constexpr ChipNumber<&Scenario::hw, &Hardware::hopAcross> hopAcross{"hop.node", "t_hop,node",
                                                                           "Least time of a hop across nodes"};
inline constexpr ChipNumber<&Scenario::hw, &Hardware::price> price{"price", "price", "Price of a chip-hour in USD"};
inline constexpr ChipNumber<&Scenario::hw, &Hardware::domain> domain{"domain.chips", "d", "GPUs per NVLink domain", 1};
inline constexpr ChipNumber<&Scenario::hw, &Hardware::mxuRows> mxuRows{"mxu.rows", "n_mxu",
                                                                       "Side of the systolic array"};

/// Fields in file order, and what is no field.
constexpr void all(auto visit)
{
    visit(chip, variant, flops, vectorRate, hbmBytes, hbmRate, vmemRate, linkRate, pcieRate, dcnRate, hop, torus,
          inSwitch, hbmBytesPhysical, hopAcross, price, domain, mxuRows);
}

} // namespace core::field::hw

namespace core::field::net
{

inline constexpr auto bytes =
    whole<&Scenario::net, &PointToPoint::bytes>({.id = "net.bytes",
                                                 .symbol = "V_net",
                                                 .title = "Bytes sent",
                                                 .help = "Sent from one place of the network to another: chip, host, "
                                                         "slice.",
                                                 .min = 1,
                                                 .max = powerOfTwo(50)});
inline constexpr auto from = text<&Scenario::net, &PointToPoint::from>(
    {.id = "net.from",
     .title = "From chip",
     .help = "The chip that sends the bytes: its place in the slice, or the number of a GPU.",
     .accepts = isChip,
     .form = "empty, or a place in the slice such as \"0,0,0\"; of GPUs a number such as \"0\""});
inline constexpr auto to = text<&Scenario::net, &PointToPoint::to>(
    {.id = "net.to",
     .title = "To chip",
     .help = "The chip that receives the bytes: its place in the slice, or the number of a GPU.",
     .accepts = isChip,
     .form = "empty, or a place in the slice such as \"3,2,0\"; of GPUs a number such as \"9\""});

constexpr void all(auto visit) { visit(bytes, from, to); }

} // namespace core::field::net
