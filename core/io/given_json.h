// SPDX-License-Identifier: GPL-3.0-or-later
// What preset files share: names, and numbers {"value", "unit", "source", "assumed"}, read by a table of known keys.
#pragma once

#include "core/io/json.h"
#include "core/scenario/catalogue.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace core
{

/// One key a preset file may hold: its unit, and whether the value must be a whole number.
struct NumberKey {
    std::string_view key;
    std::string_view unit;
    bool whole = false;
};

using GivenMap = std::map<std::string, Given, std::less<>>;

/// Reads an object of numbers. Refuses unknown keys, wrong units, missing sources, values that are negative, not
/// finite, or broken where a whole number belongs.
GivenMap readNumbers(const Json& object, const JsonPlace&, std::span<const NumberKey> known);
/// The same of the object under "numbers".
GivenMap numbersOf(const Json& object, const JsonPlace&, std::span<const NumberKey> known);

/// What every preset is called, and the note where it has one.
struct PresetNames {
    std::string id;
    std::string name;
    std::string note;
};
PresetNames presetNamesOf(const Json& object, const JsonPlace&);

} // namespace core
