// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of number formats, of the optimizer's state, and of conventions.
#pragma once

#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"

namespace core::field::prec
{

inline constexpr auto compute = format<&Scenario::prec, &Precision::compute>(
    {}, {.id = "prec.compute", .title = "Compute", .help = "Number format of matrix products; sets the peak rate."});
inline constexpr auto weights = format<&Scenario::prec, &Precision::weights>(
    "Bytes per weight",
    {.id = "prec.weights", .symbol = "s_w", .title = "Weights", .help = "Format of the weights that are used."});
inline constexpr auto master = format<&Scenario::prec, &Precision::master>(
    "Bytes per master weight", {.id = "prec.master",
                                .symbol = "s_m",
                                .title = "Master weights",
                                .help = "Format of a second copy of the weights; none keeps no copy.",
                                .choices = dtypeNames});
inline constexpr auto grad = format<&Scenario::prec, &Precision::grad>(
    "Bytes per gradient",
    {.id = "prec.grad", .symbol = "s_g", .title = "Gradients", .help = "Format of the stored gradients."});
inline constexpr auto opt = format<&Scenario::prec, &Precision::opt>(
    "Bytes per optimizer state",
    {.id = "prec.opt", .symbol = "s_opt", .title = "Optimizer states", .help = "Format of each optimizer state."});
inline constexpr auto act = format<&Scenario::prec, &Precision::act>(
    "Bytes per saved activation",
    {.id = "prec.act", .symbol = "s_act", .title = "Activations", .help = "Format of saved activations."});
inline constexpr auto comm = format<&Scenario::prec, &Precision::comm>(
    "Bytes per communicated element", {.id = "prec.comm",
                                       .symbol = "s",
                                       .title = "Communicated weights and activations",
                                       .help = "Format in which weights and activations are sent."});
inline constexpr auto gradcomm = format<&Scenario::prec, &Precision::gradcomm>(
    "Bytes per reduced gradient", {.id = "prec.gradcomm",
                                   .symbol = "s_gc",
                                   .title = "Communicated gradients",
                                   .help = "Format in which gradients are sent."});
inline constexpr auto kv = format<&Scenario::prec, &Precision::kv>(
    "Bytes per cached element",
    {.id = "prec.kv", .symbol = "s_kv", .title = "Key/value cache", .help = "Format of cached keys and values."});
inline constexpr auto optimizer =
    choice<&Scenario::optimizer>({.id = "opt.kind",
                                  .title = "Optimizer",
                                  .help = "States per parameter: two for Adam, one with momentum, none for SGD."});
inline constexpr auto reserve = real<&Scenario::reserve>({.id = "mem.reserve",
                                                          .symbol = "r_mem",
                                                          .title = "Memory reserve",
                                                          .help = "Share of the memory that is kept free.",
                                                          .scale = Scale::linear,
                                                          .min = 0,
                                                          .max = 0.5});

inline constexpr auto lossPieces =
    whole<&Scenario::lossPieces>({.id = "mem.logits.chunks",
                                  .symbol = "n_loss",
                                  .title = "Pieces of the loss",
                                  .unit = "pieces",
                                  .help = "The loss is computed piece by piece; logits of one piece are held.",
                                  .min = 1,
                                  .max = 4096});

/// In file order.
constexpr void all(auto visit)
{
    visit(compute, weights, master, grad, opt, act, comm, gradcomm, kv, optimizer, reserve, lossPieces);
}

} // namespace core::field::prec

namespace core::field::conv
{

inline constexpr std::array<std::string_view, 2> offOn{"off", "on"};

inline constexpr std::span<const std::string_view> meshWraps{namesOf<Wrap>.data(), 2};

inline constexpr auto comms = choice<&Scenario::conv, &Conventions::comms>(
    {.id = "conv.comms", .title = "Overlap", .help = "Which communication hides behind other communication and math."});
inline constexpr auto rates = choice<&Scenario::conv, &Conventions::rates>(
    {.id = "conv.rates",
     .title = "Rates",
     .help = "Exact (n - 1)/n of a collective, or the Scaling Book's limit of large n."});
inline constexpr auto unit = choice<&Scenario::conv, &Conventions::unit>(
    {.id = "conv.unit", .title = "Byte units", .help = "Decimal or binary prefixes of bytes that are shown."});
inline constexpr auto capacity = choice<&Scenario::conv, &Conventions::capacity>(
    {.id = "conv.capacity",
     .title = "Capacity",
     .help = "Nominal GB, the same number in GiB, or what the chip really has."});
/// A switch in words.
template <bool Conventions::*Of>
constexpr Field offOrOn(std::string_view id, std::string_view title, std::string_view help)
{
    return {.id = id,
            .title = title,
            .help = help,
            .kind = FieldKind::choice,
            .choices = offOn,
            .get = [](const Scenario& s) -> Value { return std::string(offOn[s.conv.*Of ? 1 : 0]); },
            .set = [](Scenario& s, const Value& v) { s.conv.*Of = std::get<std::string>(v) == offOn[1]; }};
}

inline constexpr Field latency = offOrOn<&Conventions::latency>(
    "conv.latency", "Latency", "Whether a collective takes at least the time of its hops.");
inline constexpr auto wrap = choice<&Scenario::conv, &Conventions::wrap>(
    {.id = "conv.wrap",
     .title = "Wraparound",
     .help = "Rings where the hardware closes them, or everywhere, as the Scaling Book assumes.",
     .choices = meshWraps});
inline constexpr Field hbm = offOrOn<&Conventions::hbm>(
    "conv.hbm", "HBM in the step", "Whether a pass takes at least the time of its HBM traffic; courses leave it out.");

/// In file order.
constexpr void all(auto visit) { visit(comms, rates, unit, capacity, latency, wrap, hbm); }

} // namespace core::field::conv
