// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cost model takes its inputs from: plain doubles, or recorded ones with symbol, title and source.
#pragma once

#include "core/derive/traced.h"
#include "core/scenario/dtype_bytes.h"
#include "core/scenario/scenario.h"

#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace core
{

/// Fields of a chip's peak rates, by format.
inline constexpr std::array<std::string_view, dtypeCount> flopRateKeys{
    "hw.flops.fp32", "hw.flops.tf32", "hw.flops.bf16", "hw.flops.fp16",
    "hw.flops.fp8",  "hw.flops.int8", "hw.flops.fp4",  "hw.flops.int4"};

/// Inputs as plain numbers: costs nothing.
struct Plain {
    using Rep = double;
    template <Dim D> constexpr Quantity<D> get(std::string_view, double value) const { return Quantity<D>(value); }
};

/// Inputs that remember. One input is one node of the tape, however often it is used.
class Recording
{
public:
    using Rep = Traced;
    Recording(Tape& tape, const Scenario& scenario) : m_tape(&tape), m_scenario(&scenario) {}

    template <Dim D> Quantity<D, Traced> get(std::string_view key, double value) const
    {
        return Quantity<D, Traced>(record(key, value, D));
    }

private:
    Traced record(std::string_view key, double value, Dim dim) const;

    Tape* m_tape;
    const Scenario* m_scenario;
    mutable std::map<std::pair<std::string_view, double>, Traced> m_seen;
};

/// The model's view of its inputs: named numbers by key (a field id, or a fact listed in inputs.cpp), and constants for
/// terms that do not occur.

template <class In> class Reader
{
public:
    using R = typename In::Rep;
    explicit Reader(const In& in) : m_in(&in) {}

    CountOf<R> count(std::string_view key, double v) const { return m_in->template get<dim::count>(key, v); }
    BytesOf<R> bytes(std::string_view key, double v) const { return m_in->template get<dim::byte>(key, v); }
    BytesOf<R> element(std::string_view key, Dtype d) const { return bytes(key, dtypeBytes(d)); }
    SecondsOf<R> time(std::string_view key, double v) const { return m_in->template get<dim::second>(key, v); }
    ByteRateOf<R> byteRate(std::string_view key, double v) const
    {
        return m_in->template get<dim::bytePerSecond>(key, v);
    }
    FlopRateOf<R> flopRate(std::string_view key, double v) const
    {
        return m_in->template get<dim::flopPerSecond>(key, v);
    }
    DollarsOf<R> dollars(std::string_view key, double v) const { return m_in->template get<dim::dollar>(key, v); }

    CountOf<R> none() const { return CountOf<R>(R(0)); }
    CountOf<R> one() const { return CountOf<R>(R(1)); }
    template <Dim D> Quantity<D, R> constant(double v) const { return Quantity<D, R>(R(v)); }

private:
    const In* m_in;
};

} // namespace core
