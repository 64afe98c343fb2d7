// SPDX-License-Identifier: GPL-3.0-or-later
// FLOPs and bytes of each kind of operation (MODEL.md, sections c.1, c.4 to c.6), on doubles or on traced numbers.
#pragma once

#include "core/formulas/roofline.h"
#include "core/inputs/inputs.h"
#include "core/operation/operation_unit.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_operation.h"

namespace core
{

template <class R> struct OperationSizeOf {
    FlopsOf<R> flops; // that are done
    BytesOf<R> bytes; // of all operands and the result
    FlopsOf<R> useful;
};

/// What the systolic array does where sizes are rounded up to its side.
template <class R> struct PaddingOf {
    bool applies = false;
    FlopsOf<R> flops;
};

template <class In> CountOf<typename In::Rep> sharedExperts(const Operation& o, const Reader<In>& in)
{
    return o.Es > 0 ? in(field::op::Es) : in.none();
}

template <class In> CountOf<typename In::Rep> maskShare(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    if (!o.causal)
        return in.one();
    const auto T = in(field::op::T), S = in(field::op::S);
    return o.T <= o.S ? f::causalShareOf(T, S) : f::causalShareOfLong(T, S);
}

template <class In> OperationSizeOf<typename In::Rep> attentionSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    const auto B = in(field::op::B), T = in(field::op::T), S = in(field::op::S);
    const auto N = in(field::op::heads), H = in(field::op::H), K = in(field::op::kv);
    const auto flops = f::fusedAttentionFlops(B, T, S, N, H, maskShare(o, in));
    const auto fused = f::fusedAttentionBytes(in(field::op::x), in(field::op::w), in(field::op::o), B, T, S, N, K, H);
    return {flops, o.fused ? fused : f::unfusedAttentionBytes(fused, in(field::op::x), B, T, S, N), flops};
}

template <class In> CountOf<typename In::Rep> loadedExperts(const Operation& o, const Reader<In>& in)
{
    const auto E = in(field::op::E);
    if (o.moe == MoeExecution::tokenByToken)
        return formulas::loadedPerToken(in(field::op::k), in(field::op::B));
    return o.moe == MoeExecution::grouped && o.k < o.E ? formulas::hitExperts(E, in(field::op::k), in(field::op::B))
                                                       : E;
}

template <class In> OperationSizeOf<typename In::Rep> moeSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    const auto B = in(field::op::B), D = in(field::op::D), Es = sharedExperts(o, in);
    const auto m = f::expertSize(in(field::op::nmat), D, in(field::op::F));
    const auto useful = f::moeFlops(B, in(field::op::k), Es, m);
    return {o.moe == MoeExecution::expertByExpert ? f::moeFlops.as("every expert")(B, in(field::op::E), Es, m) : useful,
            f::moeBytes(in(field::op::w), loadedExperts(o, in), Es, m, in(field::op::x), in(field::op::o), B, D),
            useful};
}

template <class In> OperationSizeOf<typename In::Rep> operationSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    if (o.kind == OpKind::attention)
        return attentionSize(o, in);
    if (o.kind == OpKind::moe)
        return moeSize(o, in);
    const auto B = in(field::op::B), D = in(field::op::D);
    const auto x = in(field::op::x), w = in(field::op::w), out = in(field::op::o);
    const auto sized = [](const auto& flops, const auto& bytes) {
        return OperationSizeOf<typename In::Rep>{flops, bytes, flops};
    };
    if (o.kind == OpKind::dot)
        return sized(f::dotFlops(B, D), f::dotBytes(x, w, out, B, D));
    if (o.kind == OpKind::elementwise)
        return sized(f::elementwiseFlops(B, D), f::elementwiseBytes(x, w, out, B, D));
    if (o.kind == OpKind::reduction)
        return sized(f::reductionFlops(B, D), f::reductionBytes(x, out, B, D));
    const auto F = in(field::op::F);
    return sized(f::matmulFlops(B, D, F),
                 o.kind == OpKind::batched ? f::batchedBytes(x, w, out, B, D, F) : f::matmulBytes(x, w, out, B, D, F));
}

/// Of the operand that is read from the host: weights, experts, keys and values; of a reduction its only one.
template <class In> BytesOf<typename In::Rep> hostBytes(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    const auto B = in(field::op::B), D = in(field::op::D);
    const auto w = in(field::op::w);
    switch (o.kind) {
    case OpKind::matmul:
        return f::operandBytes(w, D, in(field::op::F), in.one());
    case OpKind::batched:
        return f::operandBytes(w, B, D, in(field::op::F));
    case OpKind::dot:
    case OpKind::elementwise:
        return f::operandBytes(w, B, D, in.one());
    case OpKind::reduction:
        return f::operandBytes(in(field::op::x), B, D, in.one());
    case OpKind::attention:
        return f::operandBytes(w, B * in(field::op::S), 2 * in(field::op::kv), in(field::op::H));
    case OpKind::moe:
        break;
    }
    const auto m = f::expertSize(in(field::op::nmat), D, in(field::op::F));
    return f::expertWeightBytes(w, loadedExperts(o, in), sharedExperts(o, in), m);
}

/// The array holds a matrix of side x side weights, through which rows stream: the two sizes of the weights are rounded
/// up, the rows are not.
template <class In> PaddingOf<typename In::Rep> paddingOf(const Scenario& s, const Reader<In>& in,
                                                          const OperationSizeOf<typename In::Rep>& size)
{
    namespace f = formulas;
    const auto& o = s.op;
    if (!o.pad || !(s.hw.mxuRows > 0) || runsOnVector(o.kind))
        return {false, size.flops};
    const auto side = in(field::hw::mxuRows);
    const auto B = in(field::op::B);
    if (o.kind == OpKind::attention)
        return {true, f::fusedAttentionFlops.as("padded")(
                          B, in(field::op::T), f::paddedSize.as("S")(in(field::op::S), side), in(field::op::heads),
                          f::paddedSize.as("H")(in(field::op::H), side), maskShare(o, in))};
    const auto D = f::paddedSize.as("D")(in(field::op::D), side), F = f::paddedSize.as("F")(in(field::op::F), side);
    if (o.kind != OpKind::moe)
        return {true, f::matmulFlops.as("padded")(B, D, F)};
    const auto used = o.moe == MoeExecution::expertByExpert ? in(field::op::E) : in(field::op::k);
    return {true, f::moeFlops.as("padded")(B, used, sharedExperts(o, in),
                                           f::expertSize.as("padded")(in(field::op::nmat), D, F))};
}

} // namespace core
