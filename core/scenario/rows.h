// SPDX-License-Identifier: GPL-3.0-or-later
// How rows of the field table are written: whole<&Scenario::work, &Work::batch>({.id = "work.batch", ...}).
#pragma once

#include "core/scenario/fields.h"
#include "core/scenario/names.h"

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

template <auto... Path> constexpr Field number(Field row)
{
    row.get = [](const Scenario& s) -> Value { return static_cast<double>(follow<Path...>(s)); };
    row.set = [](Scenario& s, const Value& v) {
        follow<Path...>(s) = static_cast<MemberOf<Path...>>(std::get<double>(v));
    };
    return row;
}

template <auto... Path> constexpr Field whole(Field row)
{
    row.kind = FieldKind::whole;
    return number<Path...>(row);
}

template <auto... Path> constexpr Field real(Field row)
{
    row.kind = FieldKind::real;
    return number<Path...>(row);
}

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

constexpr double powerOfTwo(int exponent) { return static_cast<double>(std::uint64_t{1} << exponent); }

// The groups, in file order.
std::span<const Field> workFields();
std::span<const Field> modelFields();
std::span<const Field> hardwareFields();
std::span<const Field> meshFields();
std::span<const Field> parallelismFields();
std::span<const Field> precisionFields();
std::span<const Field> conventionFields();
std::span<const Field> operationFields();
std::span<const Field> collectiveFields();
std::span<const Field> shardingFields();

} // namespace core
