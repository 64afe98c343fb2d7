// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cost model takes its inputs from: plain doubles, or recorded ones with symbol, title and source.
#pragma once

#include "core/derive/traced.h"
#include "core/inputs/facts.h"
#include "core/scenario/dtype_bytes.h"
#include "core/scenario/fields_hardware.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace core
{

/// Fields of a chip's peak rates, by format.
inline constexpr std::array<std::string_view, dtypeCount> flopRateKeys{
    "hw.flops.fp32", "hw.flops.tf32", "hw.flops.bf16", "hw.flops.fp16",
    "hw.flops.fp8",  "hw.flops.int8", "hw.flops.fp4",  "hw.flops.int4"};

/// What a recorded input says about itself; the title tells it from all others.
struct InputFacts {
    std::string_view symbol, title;
    const Source* source = nullptr;
    const Field* field = nullptr;     // it is, or follows from
    std::string_view chipNumber = {}; // key among the numbers of the chip
    std::string_view unit = {};
};

constexpr InputFacts inputFacts(const Field& f)
{
    return {f.symbol.empty() ? f.id : f.symbol, f.title, nullptr, &f, {}, f.unit};
}

/// Inputs as plain numbers: costs nothing.
struct Plain {
    using Rep = double;
    template <Dim D, class Row> constexpr Quantity<D> get(const Row&, double value) const { return Quantity<D>(value); }
    template <Dim D> constexpr Quantity<D> placed(std::string_view, double value, std::string_view) const
    {
        return Quantity<D>(value);
    }
};

/// Inputs that remember. One input is one node of the tape, however often it is used.
class Recording
{
public:
    using Rep = Traced;
    Recording(Tape& tape, const Scenario& scenario) : m_tape(&tape), m_scenario(&scenario) {}

    template <Dim D, class Row> Quantity<D, Traced> get(const Row& row, double value) const
    {
        return Quantity<D, Traced>(record(row, value, D));
    }
    /// One of several numbers of a key: `where`, a lasting text, says which.
    template <Dim D> Quantity<D, Traced> placed(std::string_view key, double value, std::string_view where) const
    {
        return Quantity<D, Traced>(recordAt(where, key, value, D));
    }
    /// The same text for as long as the tape.
    std::string_view lasting(std::string text) const { return m_tape->texts.emplace_back(std::move(text)); }

private:
    Traced record(const InputFacts&, double value, Dim) const;
    Traced record(const Field& row, double value, Dim dim) const { return record(inputFacts(row), value, dim); }
    template <Dim D> Traced record(const Fact<D>& f, double value, Dim) const
    {
        return record({f.symbol, f.title, f.source, f.field}, value, D);
    }
    template <Dim D, double Hardware::*Member> Traced record(const ChipNumber<D, Member>& n, double value, Dim) const
    {
        return record({n.symbol, n.title, nullptr, &field::hw::chip, n.key}, value, D);
    }
    template <auto... Path> Traced record(const FormatField<Path...>& f, double value, Dim dim) const
    {
        return record({f.symbol, f.bytes, nullptr, &f}, value, dim);
    }
    Traced record(std::string_view key, double value, Dim) const;
    Traced recordAt(std::string_view where, std::string_view key, double value, Dim) const;
    template <class MakeLabel> Traced keep(std::string_view key, double value, const MakeLabel&) const;

    Tape* m_tape;
    const Scenario* m_scenario;
    mutable std::map<std::pair<std::string_view, double>, Traced> m_seen;
};

/// The model's view of its inputs: in(field::hw::hop), in(fact::passes, 3), and constants for terms that do not occur.
template <class In> class Reader
{
public:
    using R = typename In::Rep;
    Reader(const In& in, const Scenario& s) : m_in(&in), m_scenario(&s) {}

    template <Dim D, auto... Path> Quantity<D, R> operator()(const NumberField<D, Path...>& row) const
    {
        return m_in->template get<D>(row, row.of(*m_scenario).si());
    }
    template <Dim D, std::size_t N, class Of>
    Quantity<D, R> operator()(const NumberFields<D, N, Of>& rows, std::size_t place) const
    {
        return m_in->template get<D>(rows.row[place], rows.of(*m_scenario, place));
    }
    template <Dim D, double Hardware::*Member> Quantity<D, R> operator()(const ChipNumber<D, Member>& row) const
    {
        return m_in->template get<D>(row, row.of(*m_scenario).si());
    }
    /// Bytes of an element.
    template <auto... Path> BytesOf<R> operator()(const FormatField<Path...>& row) const
    {
        return m_in->template get<dim::byte>(row, dtypeBytes(row.of(*m_scenario)));
    }
    template <Dim D> Quantity<D, R> operator()(const Fact<D>& fact, double value) const
    {
        return m_in->template get<D>(fact, value);
    }

    // By a key: a field's id, or a fact listed in inputs.cpp.
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

    /// A number that a place has: a message of a step, say.
    template <Dim D> Quantity<D, R> placed(std::string_view key, double v, std::string_view where) const
    {
        return m_in->template placed<D>(key, v, where);
    }
    std::string_view lasting(std::string text) const { return m_in->lasting(std::move(text)); }

    CountOf<R> none() const { return CountOf<R>(R(0)); }
    CountOf<R> one() const { return CountOf<R>(R(1)); }
    template <Dim D> Quantity<D, R> constant(double v) const { return Quantity<D, R>(R(v)); }

private:
    const In* m_in;
    const Scenario* m_scenario = nullptr;
};

} // namespace core
