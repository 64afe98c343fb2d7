// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cost model takes its inputs from: plain doubles, or recorded ones with symbol, title and source.
#pragma once

#include "core/derive/traced.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/dtype_bytes.h"
#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace core
{

/// A number that is no field. `source` is null where it follows from the user's choice of `field`.
template <Dim D> struct Fact {
    std::string_view symbol, title;
    const Source* source = nullptr;
    const Field* field = nullptr;
};

namespace fact
{
using Count = Fact<dim::count>;
using Bytes = Fact<dim::byte>;
using Seconds = Fact<dim::second>;
using PerAxis = std::array<Count, 3>;
} // namespace fact

/// What a recorded input says about itself; the title tells it from all others.
struct InputFacts {
    std::string_view symbol, title;
    const Source* source = nullptr;
    const Field* field = nullptr;     // it is, or follows from
    std::string_view chipNumber = {}; // key among the numbers of the chip
    std::string_view unit = {};
    std::string_view context = {}; // which of several of that title
    std::string_view citation = {};
};

constexpr InputFacts inputFacts(const Field& f)
{
    return {f.symbol.empty() ? f.id : f.symbol, f.title, nullptr, &f, {}, f.unit};
}
template <Dim D> constexpr InputFacts inputFacts(const Fact<D>& f) { return {f.symbol, f.title, f.source, f.field}; }
template <auto... Path> constexpr InputFacts inputFacts(const ChipNumber<Path...>& n)
{
    return {.symbol = n.symbol, .title = n.title, .chipNumber = n.key};
}
template <auto... Path> constexpr InputFacts inputFacts(const FormatField<Path...>& f)
{
    return {f.symbol, f.bytes, nullptr, &f};
}
/// A number of the chip's preset that is none of the scenario.
template <Dim D> struct PresetNumber {
    std::string_view symbol, title, key;
};
template <Dim D> constexpr InputFacts inputFacts(const PresetNumber<D>& n)
{
    return {.symbol = n.symbol, .title = n.title, .chipNumber = n.key};
}
inline InputFacts inputFacts(const FleetCapacity& c)
{
    return {.symbol = "M_chip",
            .title = "HBM capacity of the chip that is counted",
            .context = c.chip,
            .citation = c.source};
}

/// Inputs as plain numbers: costs nothing.
struct Plain {
    using Rep = double;
    template <class Row, Dim D> constexpr Quantity<D> get(const Row&, const Quantity<D>& value) const { return value; }
    template <Dim D> constexpr Quantity<D> placed(const Fact<D>&, double value, std::string_view) const
    {
        return Quantity<D>(value);
    }
    static std::string_view lasting(const std::string&) { return {}; }
};

/// Inputs that remember. One input is one node of the tape, however often it is used.
class Recording
{
public:
    using Rep = Traced;
    Recording(Tape& tape, const Scenario& scenario) : m_tape(&tape), m_scenario(&scenario) {}

    template <class Row, Dim D> Quantity<D, Traced> get(const Row& row, const Quantity<D>& value) const
    {
        return Quantity<D, Traced>(record(inputFacts(row), value.si(), D));
    }
    /// One of several numbers: `where`, a lasting text, says which.
    template <Dim D> Quantity<D, Traced> placed(const Fact<D>& fact, double value, std::string_view where) const
    {
        auto facts = inputFacts(fact);
        facts.context = where;
        return Quantity<D, Traced>(record(facts, value, D));
    }
    /// The same text for as long as the tape.
    std::string_view lasting(std::string text) const { return m_tape->texts.emplace_back(std::move(text)); }

private:
    Traced record(const InputFacts&, double value, Dim) const;

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
    /// Of facts and fields whose values are given.
    explicit Reader(const In& in) : m_in(&in) {}

    template <auto... Path> auto operator()(const NumberField<Path...>& row) const
    {
        return m_in->get(row, row.of(*m_scenario));
    }
    template <auto... Path>
    auto operator()(const NumberField<Path...>& row, const typename NumberField<Path...>::Q& value) const
    {
        return m_in->get(row, value);
    }
    template <std::size_t N, class Of> auto operator()(const NumberFields<N, Of>& rows, std::size_t place) const
    {
        return m_in->get(rows.row[place], quantityOf(rows.of(*m_scenario, place)));
    }
    template <auto... Path> auto operator()(const ChipNumber<Path...>& row) const
    {
        return m_in->get(row, row.of(*m_scenario));
    }
    template <auto... Path>
    auto operator()(const ChipNumber<Path...>& row,
                    const decltype(ChipNumber<Path...>::of(std::declval<const Scenario&>()))& value) const
    {
        return m_in->get(row, value);
    }
    /// Bytes of an element.
    template <auto... Path> BytesOf<R> operator()(const FormatField<Path...>& row) const
    {
        return m_in->get(row, dtypeBytes(row.of(*m_scenario)));
    }
    BytesOf<R> operator()(const FleetCapacity& capacity) const { return m_in->get(capacity, capacity.bytes); }
    template <Dim D> Quantity<D, R> operator()(const PresetNumber<D>& row, const Quantity<D>& value) const
    {
        return m_in->get(row, value);
    }
    template <Dim D> Quantity<D, R> operator()(const Fact<D>& fact, const Quantity<D>& value) const
    {
        return m_in->get(fact, value);
    }
    CountOf<R> operator()(const Fact<dim::count>& fact, double value) const
    {
        return m_in->get(fact, Quantity<dim::count>(value));
    }

    /// A number that a place has: a message of a step, say.
    template <Dim D> Quantity<D, R> placed(const Fact<D>& fact, double value, std::string_view where) const
    {
        return m_in->placed(fact, value, where);
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
