// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of names and numbers: every number needs value, unit and source.
#include "core/io/given_json.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 4> givenKeys{"value", "unit", "source", "assumed"};

double readValue(const Json& object, const JsonPlace& place, const NumberKey& key)
{
    const double value = numberOf(object, place, "value");
    const bool broken = key.whole && value != std::floor(value);
    if (value < 0 || broken)
        place.refuse("FILE_VALUE",
                     fmt::format("\"{}\" must {}, found {}.", place.path,
                                 value < 0 ? "not be negative" : "be a whole number", shown(object.at("value"))));
    return value;
}

Given readGiven(const Json& object, const JsonPlace& place, const NumberKey& key)
{
    Given given;
    if (!object.is_object()) {
        place.refuse("FILE_VALUE", fmt::format("\"{}\" must be an object with value, unit and source, found {}.",
                                               place.path, shown(object)));
        return given;
    }
    checkKeys(object, place, givenKeys);
    given.assumed = object.contains("assumed") && switchOf(object, place, "assumed");
    given.value = readValue(object, place, key);
    given.unit = textOf(object, place, "unit");
    if (given.unit != key.unit)
        place.refuse("FILE_VALUE", fmt::format("the unit of \"{}\" must be \"{}\", found {}. Convert the value.",
                                               place.path, key.unit, shown(Json(given.unit))));
    if (!given.assumed || object.contains("source"))
        given.source = textOf(object, place, "source");
    return given;
}

} // namespace

GivenMap readNumbers(const Json& object, const JsonPlace& place, std::span<const NumberKey> known)
{
    std::vector<std::string_view> names;
    for (const auto& key : known)
        names.push_back(key.key);
    checkKeys(object, place, names);
    GivenMap numbers;
    for (const auto& key : known)
        if (const auto found = object.find(key.key); found != object.end())
            numbers.emplace(key.key, readGiven(*found, place.at(key.key), key));
    return numbers;
}

GivenMap numbersOf(const Json& object, const JsonPlace& place, std::span<const NumberKey> known)
{
    return readNumbers(objectOf(object, place, "numbers"), place.at("numbers"), known);
}

PresetNames presetNamesOf(const Json& object, const JsonPlace& place)
{
    PresetNames names{textOf(object, place, "id"), textOf(object, place, "name"), {}};
    if (object.contains("note"))
        names.note = textOf(object, place, "note");
    return names;
}

} // namespace core
