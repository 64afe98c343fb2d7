// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline of the single operation under op.* (MODEL.md, section c).
#pragma once

#include "core/formulas/roofline.h"
#include "core/inputs/inputs.h"
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
    const auto B = in.count("op.B", o.B), T = in.count("op.T", o.T), S = in.count("op.S", o.S);
    const auto N = in.count("op.heads", o.heads), H = in.count("op.H", o.H), K = in.count("op.kv", o.kv);
    auto share = in.one();
    if (o.causal)
        share = o.T <= o.S ? f::causalShareOf(T, S) : f::causalShareOfLong(T, S);
    return {f::fusedAttentionFlops(B, T, S, N, H, share),
            f::fusedAttentionBytes(in.element("op.x", o.x), B, T, S, N, K, H)};
}

template <class In> OperationSizeOf<typename In::Rep> moeSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    const auto B = in.count("op.B", o.B), D = in.count("op.D", o.D), F = in.count("op.F", o.F);
    const auto E = in.count("op.E", o.E), k = in.count("op.k", o.k);
    const auto Es = o.Es > 0 ? in.count("op.Es", o.Es) : in.none();
    const auto m = f::expertSize(in.count("op.nmat", o.nmat), D, F);
    const bool every = o.moe == MoeExecution::expertByExpert;
    auto loaded = E;
    if (o.moe == MoeExecution::tokenByToken)
        loaded = f::loadedPerToken(k, B);
    else if (!every && o.k < o.E)
        loaded = f::hitExperts(E, k, B);
    return {f::moeFlops(B, every ? E : k, Es, m),
            f::moeBytes(in.element("op.w", o.w), loaded, Es, m, in.element("op.x", o.x), B, D)};
}

template <class In> OperationSizeOf<typename In::Rep> operationSize(const Operation& o, const Reader<In>& in)
{
    namespace f = formulas;
    if (o.kind == OpKind::attention)
        return attentionSize(o, in);
    if (o.kind == OpKind::moe)
        return moeSize(o, in);
    const auto B = in.count("op.B", o.B), D = in.count("op.D", o.D), F = in.count("op.F", o.F);
    const auto x = in.element("op.x", o.x), w = in.element("op.w", o.w), out = in.element("op.o", o.o);
    const auto flops = f::matmulFlops(B, D, F);
    return {flops,
            o.kind == OpKind::batched ? f::batchedBytes(x, w, out, B, D, F) : f::matmulBytes(x, w, out, B, D, F)};
}

/// The compute dtype: as given, or the wider operand (c.1).
constexpr Dtype operationDtype(const Operation& o)
{
    if (o.compute != Dtype::none)
        return o.compute;
    return dtypeBytes(o.x) >= dtypeBytes(o.w) ? o.x : o.w;
}

template <class In> ByteRateOf<typename In::Rep> levelRate(const Scenario& s, const Reader<In>& in)
{
    switch (s.op.level) {
    case Level::hbm:
        return in.byteRate("hw.hbm.rate", s.hw.hbmRate);
    case Level::vmem:
        return in.byteRate("hw.vmem.rate", s.hw.vmemRate);
    case Level::pcie:
        return in.byteRate("hw.pcie.rate", s.hw.pcieRate);
    case Level::dcn:
        return in.byteRate("hw.dcn.rate", s.hw.dcnRate);
    case Level::ici:
        break;
    }
    const auto link = in.byteRate("hw.link.rate", s.hw.linkRate);
    return s.hw.kind == ChipKind::gpu ? link : in.count("op.links", 2) * link;
}

template <class In> void criticalOperation(const Scenario& s, const Reader<In>& in, OperationOf<typename In::Rep>& r)
{
    namespace f = formulas;
    const auto& o = s.op;
    const auto w = in.element("op.w", o.w);
    if (o.kind == OpKind::moe)
        r.batchApprox = f::moeCriticalApprox(r.machine, w, in.count("op.E", o.E), in.count("op.k", o.k));
    if (o.kind != OpKind::matmul)
        return;
    const auto D = in.count("op.D", o.D), F = in.count("op.F", o.F);
    const auto x = in.element("op.x", o.x), out = in.element("op.o", o.o);
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
    const double peak = s.hw.flops[dtype] > 0 ? s.hw.flops[dtype] : std::numeric_limits<double>::quiet_NaN();
    const auto C = in.flopRate(flopRateKeys[dtype], peak);
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
