// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline of the single operation under op.* (MODEL.md, section c).
#pragma once

#include "core/inputs/facts.h"
#include "core/operation/operation_name.h"
#include "core/operation/operation_size.h"
#include "core/scenario/fields_hardware.h"
#include "core/step/report.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

namespace core
{

/// What operands that come from far away pass on their way to the unit.
template <Channel Far> inline constexpr std::array channelsFrom{Far, Channel::hbm, Channel::vmem};

/// What the operands pass on their way to the unit, the level first.
constexpr std::span<const Channel> channelsOf(Level level)
{
    switch (level) {
    case Level::hbm:
        return std::span(channelsFrom<Channel::pcie>).subspan(1);
    case Level::vmem:
        return std::span(channelsFrom<Channel::pcie>).subspan(2);
    case Level::ici:
        return channelsFrom<Channel::ici>;
    case Level::dcn:
        return channelsFrom<Channel::dcn>;
    case Level::pcie:
    case Level::host:
        break;
    }
    return channelsFrom<Channel::pcie>;
}

template <class In> ByteRateOf<typename In::Rep> channelRate(const Scenario& s, const Reader<In>& in, Channel channel)
{
    switch (channel) {
    case Channel::hbm:
        return in(field::hw::hbmRate);
    case Channel::vmem:
        return in(field::hw::vmemRate);
    case Channel::pcie:
        return in(field::hw::pcieRate);
    case Channel::dcn:
        return in(field::hw::dcnRate);
    case Channel::ici:
        break;
    }
    const auto link = in(field::hw::linkRate);
    return s.hw.kind == ChipKind::gpu ? link : in(fact::ringLinks, 2) * link;
}

/// A channel with what an operation sends over it.
template <class R> struct LoadOf {
    Channel channel{};
    ByteRateOf<R> rate;
    BytesOf<R> bytes;
};

template <class In> class OperationBody
{
public:
    using R = typename In::Rep;

    OperationBody(const Scenario& s, const Reader<In>& in) : m_s(s), m_in(in), m_size(operationSize(s.op, in)) {}

    OperationOf<R> result() const
    {
        namespace f = formulas;
        OperationOf<R> r;
        const auto load = slowest();
        const auto padding = paddingOf(m_s, m_in, m_size);
        r.flops = m_size.flops;
        r.useful = m_size.useful;
        r.padded = padding.flops;
        r.idle = padding.applies ? f::idleShare(r.flops, r.padded) : number(none);
        r.peak = padding.applies ? f::filledRate(unitRate(), r.flops, r.padded) : unitRate();
        r.bytes = load.bytes;
        r.channel = load.channel;
        r.channelRate = load.rate;
        r.intensity = f::operationIntensity(r.flops, r.bytes);
        r.machine = f::machineIntensity(r.peak, load.rate);
        r.math = f::operationMath(r.flops, r.peak);
        r.memory = f::operationMemory(r.bytes, load.rate);
        r.lower = f::operationLower(r.math, r.memory);
        r.upper = f::operationUpper(r.math, r.memory);
        r.rate = f::operationRate(r.peak, r.intensity, load.rate);
        addCritical(r);
        return r;
    }

private:
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    CountOf<R> number(double v) const { return m_in.template constant<dim::count>(v); }

    /// Of the unit that does it; NaN where the chip states none.
    FlopRateOf<R> unitRate() const
    {
        const auto unknown = m_in.template constant<dim::flopPerSecond>(none);
        if (runsOnVector(m_s.op.kind))
            return m_s.hw.vectorRate.si() > 0 ? m_in(field::hw::vectorRate) : unknown;
        const auto dtype = static_cast<std::size_t>(operationDtype(m_s.op));
        return m_s.hw.flops[dtype].si() > 0 ? m_in(field::hw::flops, dtype) : unknown;
    }

    LoadOf<R> loadOn(Channel channel) const
    {
        const bool ofHost = m_s.op.level == Level::host && channel == Channel::pcie;
        return {channel, channelRate(m_s, m_in, channel), ofHost ? hostBytes(m_s.op, m_in) : m_size.bytes};
    }

    /// Memories whose rate nobody states bound nothing; where it is that of the level itself, no time is known.
    LoadOf<R> slowest() const
    {
        const auto channels = channelsOf(m_s.op.level);
        auto slow = loadOn(channels.front());
        if (!(plain(slow.rate) > 0))
            slow.rate = m_in.template constant<dim::bytePerSecond>(none);
        for (const Channel channel : channels.subspan(1)) {
            const auto load = loadOn(channel);
            if (plain(load.rate) > 0 && plain(load.bytes) / plain(load.rate) > plain(slow.bytes) / plain(slow.rate))
                slow = load;
        }
        return slow;
    }

    /// From which batch on math takes longer than every load. `x`, `o`: bytes of operands that grow with the batch.
    CountOf<R> matmulBatch(const IntensityOf<R>& machine, const BytesOf<R>& x, const BytesOf<R>& o) const
    {
        const auto& op = m_s.op;
        if (2 * op.D * op.F <= plain(machine) * (plain(x) * op.D + plain(o) * op.F))
            return number(std::numeric_limits<double>::infinity());
        return formulas::matmulCritical(machine, m_in(field::op::w), m_in(field::op::D), m_in(field::op::F), x, o);
    }

    /// From which batch on `room` FLOPs a token outweigh the weights of the experts that so many tokens hit, worth
    /// `weight` FLOPs an expert. Hit experts grow ever slower with the batch, so that there is one such batch at most.
    double hitBatch(double weight, double room) const
    {
        const auto& o = m_s.op;
        const auto isEnough = [&](double batch) {
            const double hit = -o.E * std::expm1(batch * std::log1p(-o.k / o.E));
            return batch * room >= weight * (hit + o.Es);
        };
        double low = 0, high = weight * (o.E + o.Es) / room;
        for (double middle = high / 2; middle > low && middle < high; middle = low + (high - low) / 2)
            (isEnough(middle) ? high : low) = middle;
        return high;
    }

    CountOf<R> moeBatch(const IntensityOf<R>& machine, const BytesOf<R>& x, const BytesOf<R>& out) const
    {
        const auto& o = m_s.op;
        const auto E = m_in(field::op::E), k = m_in(field::op::k), Es = sharedExperts(o, m_in), D = m_in(field::op::D);
        const bool each = o.moe == MoeExecution::tokenByToken;
        const auto used = (o.moe == MoeExecution::expertByExpert ? E : k) + Es;
        const auto more = each ? k : number(0);
        const auto m = formulas::expertSize(m_in(field::op::nmat), D, m_in(field::op::F));
        const auto w = m_in(field::op::w);
        const double room = 2 * plain(used) * plain(m) -
                            plain(machine) * (plain(w) * plain(more) * plain(m) + (plain(x) + plain(out)) * o.D);
        if (!(room > 0))
            return number(std::isnan(room) ? none : std::numeric_limits<double>::infinity());
        auto fixed = each ? Es : E + Es;
        if (o.moe == MoeExecution::grouped && o.k < o.E)
            fixed = formulas::hitExperts(E, k, number(hitBatch(plain(machine) * plain(w) * plain(m), room))) + Es;
        return formulas::moeCritical(machine, w, fixed, m, used, more, x, out, D);
    }

    CountOf<R> batchOver(const IntensityOf<R>& machine, bool weightsAlone) const
    {
        const auto nothing = m_in.template constant<dim::byte>(0);
        const auto x = weightsAlone ? nothing : BytesOf<R>(m_in(field::op::x));
        const auto out = weightsAlone ? nothing : BytesOf<R>(m_in(field::op::o));
        return m_s.op.kind == OpKind::moe ? moeBatch(machine, x, out) : matmulBatch(machine, x, out);
    }

    void addCritical(OperationOf<R>& r) const
    {
        namespace f = formulas;
        const auto& o = m_s.op;
        r.batchApprox = number(none);
        if (o.kind != OpKind::matmul && o.kind != OpKind::moe) { // the batch multiplies FLOPs and bytes alike
            const double never = std::numeric_limits<double>::infinity();
            r.batchCritical = number(std::isnan(plain(r.machine))            ? none
                                     : plain(r.intensity) < plain(r.machine) ? never
                                                                             : 1);
            return;
        }
        const bool ofHost = o.level == Level::host;
        const auto machine =
            ofHost ? f::machineIntensity(r.peak, channelRate(m_s, m_in, Channel::pcie)) : IntensityOf<R>(r.machine);
        r.batchCritical = batchOver(machine, ofHost);
        if (ofHost) {
            const auto over =
                batchOver(f::machineIntensity.as("HBM")(r.peak, channelRate(m_s, m_in, Channel::hbm)), false);
            if (plain(over) > plain(r.batchCritical))
                r.batchCritical = over;
        }
        if (o.kind == OpKind::matmul || o.moe == MoeExecution::expertByExpert)
            r.batchApprox = f::matmulCriticalApprox(machine, m_in(field::op::w));
        else if (o.moe == MoeExecution::grouped)
            r.batchApprox = f::moeCriticalApprox(machine, m_in(field::op::w), m_in(field::op::E), m_in(field::op::k));
    }

    const Scenario& m_s;
    const Reader<In>& m_in;
    OperationSizeOf<R> m_size;
};

/// NaN throughout where the operation means nothing (`problemOf`).
template <class In> OperationOf<typename In::Rep> operationOf(const Scenario& s, const Reader<In>& in)
{
    if (problemOf(s.op).empty())
        return OperationBody<In>(s, in).result();
    OperationOf<typename In::Rep> r;
    const auto forget = [&in](auto&... numbers) {
        ((numbers = in.template constant<std::remove_reference_t<decltype(numbers)>::dim>(
              std::numeric_limits<double>::quiet_NaN())),
         ...);
    };
    forget(r.flops, r.bytes, r.intensity, r.machine, r.math, r.memory, r.lower, r.upper, r.batchCritical, r.batchApprox,
           r.rate, r.useful, r.padded, r.idle, r.peak, r.channelRate);
    return r;
}

} // namespace core
