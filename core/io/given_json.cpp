// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of names and numbers: every number needs value, unit and source.
#include "core/io/given_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 4> givenKeys{"value", "unit", "source", "assumed"};

tl::unexpected<Error> wrongValue(std::string text) { return tl::make_unexpected(Error{"FILE_VALUE", std::move(text)}); }

tl::expected<double, Error> readValue(const Json& object, const JsonPlace& place, const NumberKey& key)
{
    const auto value = numberOf(object, place, "value");
    if (!value)
        return value;
    if (*value < 0)
        return wrongValue(fmt::format("{}: \"{}\" must not be negative, found {}.", place.where(), place.path,
                                      shown(object.at("value"))));
    if (key.whole && *value != std::floor(*value))
        return wrongValue(fmt::format("{}: \"{}\" must be a whole number, found {}.", place.where(), place.path,
                                      shown(object.at("value"))));
    return value;
}

tl::expected<std::string, Error> readSource(const Json& object, const JsonPlace& place, bool assumed)
{
    if (assumed && !object.contains("source"))
        return std::string();
    return textOf(object, place, "source");
}

tl::expected<Given, Error> readGiven(const Json& object, const JsonPlace& place, const NumberKey& key)
{
    if (!object.is_object())
        return wrongValue(fmt::format("{}: \"{}\" must be an object with value, unit and source, found {}.",
                                      place.where(), place.path, shown(object)));
    if (const auto known = checkKeys(object, place, givenKeys); !known)
        return tl::make_unexpected(known.error());
    Given given;
    if (object.contains("assumed")) {
        const auto assumed = switchOf(object, place, "assumed");
        if (!assumed)
            return tl::make_unexpected(assumed.error());
        given.assumed = *assumed;
    }
    const auto value = readValue(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    const auto unit = textOf(object, place, "unit");
    if (!unit)
        return tl::make_unexpected(unit.error());
    if (*unit != key.unit)
        return wrongValue(fmt::format("{}: the unit of \"{}\" must be \"{}\", found {}. Convert the value.",
                                      place.where(), place.path, key.unit, shown(object.at("unit"))));
    auto source = readSource(object, place, given.assumed);
    if (!source)
        return tl::make_unexpected(source.error());
    given.value = *value;
    given.unit = *unit;
    given.source = std::move(*source);
    return given;
}

} // namespace

tl::expected<GivenMap, Error> readNumbers(const Json& object, const JsonPlace& place, std::span<const NumberKey> known)
{
    std::vector<std::string_view> names;
    for (const auto& key : known)
        names.push_back(key.key);
    if (const auto checked = checkKeys(object, place, names); !checked)
        return tl::make_unexpected(checked.error());
    GivenMap numbers;
    for (const auto& [name, value] : object.items()) {
        const auto key = std::find_if(known.begin(), known.end(), [&](const NumberKey& k) { return k.key == name; });
        auto given = readGiven(value, place.at(name), *key);
        if (!given)
            return tl::make_unexpected(given.error());
        numbers.emplace(name, std::move(*given));
    }
    return numbers;
}

tl::expected<GivenMap, Error> numbersOf(const Json& object, const JsonPlace& place, std::span<const NumberKey> known)
{
    const auto inside = objectOf(object, place, "numbers");
    if (!inside)
        return tl::make_unexpected(inside.error());
    return readNumbers(**inside, place.at("numbers"), known);
}

tl::expected<PresetNames, Error> presetNamesOf(const Json& object, const JsonPlace& place)
{
    auto id = textOf(object, place, "id");
    if (!id)
        return tl::make_unexpected(id.error());
    auto name = textOf(object, place, "name");
    if (!name)
        return tl::make_unexpected(name.error());
    auto note = object.contains("note") ? textOf(object, place, "note") : std::string();
    if (!note)
        return tl::make_unexpected(note.error());
    return PresetNames{*std::move(id), *std::move(name), *std::move(note)};
}

} // namespace core
