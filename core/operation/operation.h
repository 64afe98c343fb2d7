// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline of the single operation under op.* (MODEL.md, section c).
#pragma once

#include "core/formulas/roofline.h"
#include "core/inputs/facts.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_operation.h"
#include "core/step/report.h"

#include <limits>

namespace core
{

/// FLOPs and bytes of an operation.
template <class R> struct OperationSizeOf {
    FlopsOf<R> flops;
    BytesOf<R> bytes;
};

template <class In> OperationSizeOf<typename In::Rep> attentionSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    const auto B = in(field::op::B), T = in(field::op::T), S = in(field::op::S);
    const auto N = in(field::op::heads), H = in(field::op::H), K = in(field::op::kv);
    auto share = in.one();
    if (o.causal)
        share = o.T <= o.S ? f::causalShareOf(T, S) : f::causalShareOfLong(T, S);
    return {f::fusedAttentionFlops(B, T, S, N, H, share), f::fusedAttentionBytes(in(field::op::x), B, T, S, N, K, H)};
}

template <class In> OperationSizeOf<typename In::Rep> moeSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    const auto B = in(field::op::B), D = in(field::op::D), F = in(field::op::F);
    const auto E = in(field::op::E), k = in(field::op::k);
    const auto Es = o.Es > 0 ? in(field::op::Es) : in.none();
    const auto m = f::expertSize(in(field::op::nmat), D, F);
    const bool every = o.moe == MoeExecution::expertByExpert;
    auto loaded = E;
    if (o.moe == MoeExecution::tokenByToken)
        loaded = f::loadedPerToken(k, B);
    else if (!every && o.k < o.E)
        loaded = f::hitExperts(E, k, B);
    return {f::moeFlops(B, every ? E : k, Es, m), f::moeBytes(in(field::op::w), loaded, Es, m, in(field::op::x), B, D)};
}

template <class In> OperationSizeOf<typename In::Rep> operationSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    if (o.kind == OpKind::attention)
        return attentionSize(o, in);
    if (o.kind == OpKind::moe)
        return moeSize(o, in);
    const auto B = in(field::op::B), D = in(field::op::D), F = in(field::op::F);
    const auto x = in(field::op::x), w = in(field::op::w), out = in(field::op::o);
    const auto flops = f::matmulFlops(B, D, F);
    return {flops,
            o.kind == OpKind::batched ? f::batchedBytes(x, w, out, B, D, F) : f::matmulBytes(x, w, out, B, D, F)};
}

/// The compute dtype: as given, or the wider operand (c.1).
constexpr Dtype operationDtype(const Operation& o)
{
    if (o.compute != Dtype::none)
        return o.compute;
    return dtypeBytes(o.x).si() >= dtypeBytes(o.w).si() ? o.x : o.w;
}

template <class In> ByteRateOf<typename In::Rep> levelRate(const Scenario& s, const Reader<In>& in)
{
    switch (s.op.level) {
    case Level::hbm:
        return in(field::hw::hbmRate);
    case Level::vmem:
        return in(field::hw::vmemRate);
    case Level::pcie:
        return in(field::hw::pcieRate);
    case Level::dcn:
        return in(field::hw::dcnRate);
    case Level::ici:
        break;
    }
    const auto link = in(field::hw::linkRate);
    return s.hw.kind == ChipKind::gpu ? link : in(fact::ringLinks, 2) * link;
}

template <class In> void criticalOperation(const Scenario& s, const Reader<In>& in, OperationOf<typename In::Rep>& r)
{
    namespace f = formulas;
    const auto& o = s.op;
    const auto w = in(field::op::w);
    if (o.kind == OpKind::moe)
        r.batchApprox = f::moeCriticalApprox(r.machine, w, in(field::op::E), in(field::op::k));
    if (o.kind != OpKind::matmul)
        return;
    const auto D = in(field::op::D), F = in(field::op::F);
    const auto x = in(field::op::x), out = in(field::op::o);
    r.batchApprox = f::matmulCriticalApprox(r.machine, w);
    const double room = 2 * o.D * o.F - plain(r.machine) * (plain(x) * o.D + plain(out) * o.F);
    r.batchCritical = room > 0 ? f::matmulCritical(r.machine, w, D, F, x, out)
                               : in.template constant<dim::count>(std::numeric_limits<double>::infinity());
}

template <class In> OperationOf<typename In::Rep> operationOf(const Scenario& s, const Reader<In>& in)
{
    namespace f = formulas;
    OperationOf<typename In::Rep> r;
    const auto size = operationSize(s.op, in);
    const auto dtype = static_cast<std::size_t>(operationDtype(s.op));
    const auto C = s.hw.flops[dtype].si() > 0
                       ? in(field::hw::flops, dtype)
                       : in.template constant<dim::flopPerSecond>(std::numeric_limits<double>::quiet_NaN());
    const auto W = levelRate(s, in);
    r.flops = size.flops;
    r.bytes = size.bytes;
    r.intensity = f::operationIntensity(r.flops, r.bytes);
    r.machine = f::machineIntensity(C, W);
    r.math = f::operationMath(r.flops, C);
    r.memory = f::operationMemory(r.bytes, W);
    r.lower = f::operationLower(r.math, r.memory);
    r.upper = f::operationUpper(r.math, r.memory);
    r.rate = f::operationRate(C, r.intensity, W);
    r.batchCritical = r.batchApprox = in.template constant<dim::count>(std::numeric_limits<double>::quiet_NaN());
    criticalOperation(s, in, r);
    return r;
}

} // namespace core
