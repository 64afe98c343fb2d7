// SPDX-License-Identifier: GPL-3.0-or-later
// How rows of the field table are written: whole<&Scenario::work, &Work::batch>({.id = "work.batch", ...}).
#pragma once

#include "core/quantity/quantity.h"
#include "core/scenario/choices.h"
#include "core/scenario/field.h"

#include <type_traits>

namespace core
{

/// In a path of members: the I-th element of an array.
template <std::size_t I> struct At {
};

template <class Object, class Part> constexpr auto& step(Object& object, Part Object::*member)
{
    return object.*member;
}

template <class Object, class Part> constexpr const auto& step(const Object& object, Part Object::*member)
{
    return object.*member;
}

template <class Array, std::size_t I> constexpr auto& step(Array& array, At<I>) { return array[I]; }

template <auto First, auto... Rest> constexpr auto& follow(auto& object)
{
    if constexpr (sizeof...(Rest) == 0)
        return step(object, First);
    else
        return follow<Rest...>(step(object, First));
}

template <auto... Path> using MemberOf = std::remove_reference_t<decltype(follow<Path...>(std::declval<Scenario&>()))>;

/// A member of a scenario as a quantity; a bare number is a count.
template <Dim D> constexpr Quantity<D> quantityOf(const Quantity<D>& member) { return member; }
constexpr Quantity<dim::count> quantityOf(double member) { return Quantity<dim::count>(member); }

/// Row of a number, and the member it stands for.
template <auto... Path> struct NumberField : Field {
    using Member = MemberOf<Path...>;
    using Q = decltype(quantityOf(std::declval<Member>()));
    static constexpr Q of(const Scenario& s) { return quantityOf(follow<Path...>(s)); }
    static constexpr void put(Scenario& s, double si) { follow<Path...>(s) = static_cast<Member>(si); }
};

/// Rows of an array of numbers; `of(scenario, place)` reads one.
template <std::size_t N, class Of> struct NumberFields {
    std::array<Field, N> row;
    Of of;
};

template <std::size_t N, class Of> constexpr NumberFields<N, Of> numberFields(std::array<Field, N> row, Of of)
{
    return {row, of};
}

/// A number that comes with the chip and is no field.
template <auto... Path> struct ChipNumber {
    std::string_view key; // among the numbers of a preset
    std::string_view symbol, title;
    double absent = 0;
    static constexpr auto of(const Scenario& s) { return quantityOf(follow<Path...>(s)); }
    static constexpr void put(Scenario& s, double si) { follow<Path...>(s) = static_cast<MemberOf<Path...>>(si); }
};

/// Row of a number format, and the title of the bytes of its elements.
template <auto... Path> struct FormatField : Field {
    std::string_view bytes;
    static constexpr Dtype of(const Scenario& s) { return follow<Path...>(s); }
};

template <FieldKind Kind, auto... Path> constexpr NumberField<Path...> number(Field row)
{
    using Row = NumberField<Path...>;
    row.kind = Kind;
    row.dim = Row::Q::dim;
    row.get = [](const Scenario& s) -> Value { return Row::of(s).si(); };
    row.set = [](Scenario& s, const Value& v) { Row::put(s, std::get<double>(v)); };
    return {row};
}

template <auto... Path> constexpr auto whole(const Field& row) { return number<FieldKind::whole, Path...>(row); }

template <auto... Path> constexpr auto real(const Field& row) { return number<FieldKind::real, Path...>(row); }

template <auto... Path> constexpr Field toggle(Field row)
{
    row.kind = FieldKind::toggle;
    row.get = [](const Scenario& s) -> Value { return follow<Path...>(s); };
    row.set = [](Scenario& s, const Value& v) { follow<Path...>(s) = std::get<bool>(v); };
    return row;
}

template <auto... Path> constexpr Field text(Field row)
{
    row.kind = FieldKind::text;
    row.get = [](const Scenario& s) -> Value { return follow<Path...>(s); };
    row.set = [](Scenario& s, const Value& v) { follow<Path...>(s) = std::get<std::string>(v); };
    return row;
}

/// A choice. A row that already has `choices` offers only those, the first of the enum's names.
template <auto... Path> constexpr Field choice(Field row)
{
    using Enum = MemberOf<Path...>;
    row.kind = FieldKind::choice;
    if (row.choices.empty())
        row.choices = namesOf<Enum>;
    row.get = [](const Scenario& s) -> Value { return std::string(nameOf(follow<Path...>(s))); };
    row.set = [](Scenario& s, const Value& v) { follow<Path...>(s) = *fromName<Enum>(std::get<std::string>(v)); };
    return row;
}

inline constexpr std::span<const std::string_view> realDtypes{dtypeNames.data(), dtypeCount};

/// A number format. A row that has no `choices` offers those that exist, without `none`.
template <auto... Path> constexpr FormatField<Path...> format(std::string_view bytes, Field row)
{
    if (row.choices.empty())
        row.choices = realDtypes;
    return {choice<Path...>(row), bytes};
}

constexpr double powerOfTwo(int exponent) { return static_cast<double>(std::uint64_t{1} << exponent); }

} // namespace core
