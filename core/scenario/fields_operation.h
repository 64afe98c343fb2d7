// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the single operation on the roofline.
#pragma once

#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"
#include "core/scenario/text_forms.h"

#include <algorithm>

namespace core::field::op
{

inline constexpr auto computeDtypes = [] {
    auto names = dtypeNames;
    std::rotate(names.begin(), names.end() - 1, names.end()); // `none` first
    names[0] = "auto";
    return names;
}();

template <double Operation::*Member> constexpr auto length(Field row)
{
    row.min = 1;
    row.max = row.max == 0 ? powerOfTwo(27) : row.max;
    return whole<&Scenario::op, Member>(row);
}

inline constexpr auto name = [] {
    auto row = text<&Scenario::op, &Operation::name>(
        {.id = "op.name", .title = "Operation: name", .help = "What the roofline calls it; empty: kind and sizes."});
    row.accepts = isOperationName;
    row.form = "at most 40 printable characters";
    return row;
}();
inline constexpr auto kind = choice<&Scenario::op, &Operation::kind>(
    {.id = "op.kind", .title = "Operation", .help = "What is placed on the roofline."});
inline constexpr auto B =
    length<&Operation::B>({.id = "op.B",
                           .symbol = "B_op",
                           .title = "Operation: batch",
                           .unit = "tokens",
                           .help = "Rows of the left operand; sequences in attention; tokens in MoE."});
inline constexpr auto D = length<&Operation::D>({.id = "op.D",
                                                 .symbol = "D_op",
                                                 .title = "Operation: D",
                                                 .help = "The dimension that is summed over.",
                                                 .max = powerOfTwo(20)});
inline constexpr auto F = length<&Operation::F>({.id = "op.F",
                                                 .symbol = "F_op",
                                                 .title = "Operation: F",
                                                 .help = "Columns of the right operand.",
                                                 .max = powerOfTwo(20)});
inline constexpr auto T = length<&Operation::T>({.id = "op.T",
                                                 .symbol = "T_op",
                                                 .title = "Operation: queries",
                                                 .unit = "tokens",
                                                 .help = "Query length of attention.",
                                                 .max = powerOfTwo(24)});
inline constexpr auto S = length<&Operation::S>({.id = "op.S",
                                                 .symbol = "S_op",
                                                 .title = "Operation: keys",
                                                 .unit = "tokens",
                                                 .help = "Key and value length of attention.",
                                                 .max = powerOfTwo(24)});
inline constexpr auto heads = length<&Operation::heads>({.id = "op.heads",
                                                         .symbol = "N_op",
                                                         .title = "Operation: query heads",
                                                         .unit = "heads",
                                                         .help = "Query heads of attention.",
                                                         .max = 1024});
inline constexpr auto kv = length<&Operation::kv>({.id = "op.kv",
                                                   .symbol = "K_op",
                                                   .title = "Operation: key/value heads",
                                                   .unit = "heads",
                                                   .help = "Key and value heads of attention.",
                                                   .max = 1024});
inline constexpr auto H = length<&Operation::H>({.id = "op.H",
                                                 .symbol = "H_op",
                                                 .title = "Operation: head width",
                                                 .help = "Width of one attention head.",
                                                 .max = 1024});
inline constexpr auto causal = toggle<&Scenario::op, &Operation::causal>(
    {.id = "op.causal", .title = "Operation: causal", .help = "Counts half of attention under a causal mask."});
inline constexpr auto fused =
    toggle<&Scenario::op, &Operation::fused>({.id = "op.fused",
                                              .title = "Operation: fused attention",
                                              .help = "Scores stay on the chip (flash attention); off: scores and "
                                                      "probabilities are written and read."});
inline constexpr auto E = length<&Operation::E>({.id = "op.E",
                                                 .symbol = "E_op",
                                                 .title = "Operation: experts",
                                                 .unit = "experts",
                                                 .help = "Routed experts of the MoE block.",
                                                 .max = 1024});
inline constexpr auto k = length<&Operation::k>({.id = "op.k",
                                                 .symbol = "k_op",
                                                 .title = "Operation: active experts",
                                                 .unit = "experts",
                                                 .help = "Routed experts that each token visits.",
                                                 .max = 1024});
inline constexpr auto Es = whole<&Scenario::op, &Operation::Es>({.id = "op.Es",
                                                                 .symbol = "E_s_op",
                                                                 .title = "Operation: shared experts",
                                                                 .unit = "experts",
                                                                 .help = "Experts that every token visits.",
                                                                 .min = 0,
                                                                 .max = 1024});
inline constexpr auto nmat =
    whole<&Scenario::op, &Operation::nmat>({.id = "op.nmat",
                                            .symbol = "nmat_op",
                                            .title = "Operation: matrices per expert",
                                            .unit = "matrices",
                                            .help = "Matrices of one expert: 3 where it is gated.",
                                            .scale = Scale::linear,
                                            .min = 1,
                                            .max = 3});
inline constexpr auto moe = choice<&Scenario::op, &Operation::moe>(
    {.id = "op.moe", .title = "Operation: MoE execution", .help = "How often the weights of experts are read."});
inline constexpr auto x = format<&Scenario::op, &Operation::x>(
    "Bytes per input element", {.id = "op.x",
                                .symbol = "s_x",
                                .title = "Operation: left operand",
                                .help = "Its format; in attention that of queries and scores."});
inline constexpr auto w = format<&Scenario::op, &Operation::w>(
    "Bytes per weight of the operation", {.id = "op.w",
                                          .symbol = "s_ow",
                                          .title = "Operation: right operand",
                                          .help = "Its format; in attention that of keys and values."});
inline constexpr auto o = format<&Scenario::op, &Operation::o>(
    "Bytes per output element", {.id = "op.o", .symbol = "s_o", .title = "Operation: result", .help = "Its format."});
inline constexpr Field compute{
    .id = "op.compute",
    .title = "Operation: compute",
    .help = "Format the operation is computed in; auto takes the wider operand.",
    .kind = FieldKind::choice,
    .choices = computeDtypes,
    .get = [](const Scenario& s) -> Value {
        const Dtype given = s.op.compute;
        return std::string(given == Dtype::none ? computeDtypes[0] : nameOf(given));
    },
    .set = [](Scenario& s,
              const Value& v) { s.op.compute = fromName<Dtype>(std::get<std::string>(v)).value_or(Dtype::none); }};
inline constexpr auto level =
    choice<&Scenario::op, &Operation::level>({.id = "op.level",
                                              .title = "Operation: level",
                                              .help = "Where the operands come from: a memory or a network; host: "
                                                      "the right operand alone, over PCIe."});
inline constexpr auto pad =
    toggle<&Scenario::op, &Operation::pad>({.id = "op.pad",
                                            .title = "Operation: pad to the array",
                                            .help = "Rounds the sizes that the systolic array holds up to its side."});
inline constexpr auto visible = toggle<&Scenario::op, &Operation::visible>(
    {.id = "op.visible", .title = "Operation: visible", .help = "Drawn on the roofline."});
inline constexpr auto sweep = choice<&Scenario::op, &Operation::sweep>(
    {.id = "op.sweep", .title = "Operation: path", .help = "Size that the operation's path on the roofline follows."});

/// In file order.
constexpr void all(auto visit)
{
    visit(name, kind, B, D, F, T, S, heads, kv, H, causal, fused, E, k, Es, nmat, moe, x, w, o, compute, level, pad,
          visible, sweep);
}

} // namespace core::field::op
