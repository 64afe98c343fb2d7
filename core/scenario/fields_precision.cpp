// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of number formats, of the optimizer's state, and of conventions.
#include "core/scenario/rows.h"

namespace core
{

namespace
{

constexpr auto prec = &Scenario::prec;
constexpr auto conv = &Scenario::conv;

constexpr std::span<const std::string_view> realDtypes{dtypeNames.data(), dtypeCount};
constexpr std::span<const std::string_view> meshWraps{namesOf<Wrap>.data(), 2};
constexpr std::array<std::string_view, 2> offOn{"off", "on"};

template <Dtype Precision::*Member> constexpr Field dtype(Field row)
{
    row.choices = realDtypes;
    return choice<prec, Member>(row);
}

constexpr Field latency{
    .id = "conv.latency",
    .title = "Latency",
    .help = "Whether a collective takes at least the time of its hops.",
    .kind = FieldKind::choice,
    .choices = offOn,
    .get = [](const Scenario& s) -> Value { return std::string(offOn[s.conv.latency ? 1 : 0]); },
    .set = [](Scenario& s, const Value& v) { s.conv.latency = std::get<std::string>(v) == offOn[1]; }};

constexpr std::array precisionRows{
    dtype<&Precision::compute>(
        {.id = "prec.compute", .title = "Compute", .help = "Number format of matrix products; sets the peak rate."}),
    dtype<&Precision::weights>(
        {.id = "prec.weights", .symbol = "s_w", .title = "Weights", .help = "Format of the weights that are used."}),
    choice<prec, &Precision::master>({.id = "prec.master",
                                      .symbol = "s_m",
                                      .title = "Master weights",
                                      .help = "Format of a second copy of the weights; none keeps no copy."}),
    dtype<&Precision::grad>(
        {.id = "prec.grad", .symbol = "s_g", .title = "Gradients", .help = "Format of the stored gradients."}),
    dtype<&Precision::opt>(
        {.id = "prec.opt", .symbol = "s_opt", .title = "Optimizer states", .help = "Format of each optimizer state."}),
    dtype<&Precision::act>(
        {.id = "prec.act", .symbol = "s_act", .title = "Activations", .help = "Format of saved activations."}),
    dtype<&Precision::comm>({.id = "prec.comm",
                             .symbol = "s",
                             .title = "Communicated weights and activations",
                             .help = "Format in which weights and activations travel."}),
    dtype<&Precision::gradcomm>({.id = "prec.gradcomm",
                                 .symbol = "s_gc",
                                 .title = "Communicated gradients",
                                 .help = "Format in which gradients travel."}),
    dtype<&Precision::kv>(
        {.id = "prec.kv", .symbol = "s_kv", .title = "Key/value cache", .help = "Format of cached keys and values."}),
    choice<&Scenario::optimizer>({.id = "opt.kind",
                                  .title = "Optimizer",
                                  .help = "States per parameter: two for Adam, one with momentum, none for SGD."}),
    real<&Scenario::reserve>({.id = "mem.reserve",
                              .symbol = "r_mem",
                              .title = "Memory reserve",
                              .help = "Share of the memory that is kept free.",
                              .scale = Scale::linear,
                              .least = 0,
                              .most = 0.5}),
};

constexpr std::array conventionRows{
    choice<conv, &Conventions::comms>({.id = "conv.comms",
                                       .title = "Overlap",
                                       .help = "Which communication hides behind other communication and math."}),
    choice<conv, &Conventions::rates>(
        {.id = "conv.rates", .title = "Rates", .help = "Exact (n - 1)/n of a collective, or the book's large n."}),
    choice<conv, &Conventions::unit>(
        {.id = "conv.unit", .title = "Byte units", .help = "Decimal or binary prefixes of bytes that are shown."}),
    choice<conv, &Conventions::capacity>({.id = "conv.capacity",
                                          .title = "Capacity",
                                          .help = "Nominal GB, the same number in GiB, or what the chip really has."}),
    latency,
    choice<conv, &Conventions::wrap>(
        {.id = "conv.wrap",
         .title = "Wraparound",
         .help = "Rings where the hardware closes them, or everywhere as the book assumes.",
         .choices = meshWraps}),
};

} // namespace

std::span<const Field> precisionFields() { return precisionRows; }

std::span<const Field> conventionFields() { return conventionRows; }

} // namespace core
