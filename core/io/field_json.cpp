// SPDX-License-Identifier: GPL-3.0-or-later
// JSON kinds to values of fields; what they may be is setField's to say.
#include "core/io/field_json.h"

#include "core/scenario/fields.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace core
{

namespace
{

std::optional<Value> valueOf(const Json& json)
{
    if (json.is_number())
        return json.get<double>();
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_string())
        return json.get<std::string>();
    return std::nullopt;
}

} // namespace

void setFromJson(Scenario& s, const JsonPlace& place, std::string_view id, const Json& json)
{
    const auto value = valueOf(json);
    if (!value)
        return place.refuse("FILE_VALUE",
                            fmt::format("\"{}\" must be a number, a text, true or false, found {}.", id, shown(json)));
    if (const auto done = setField(s, id, *value); !done)
        place.refuse("FILE_VALUE", done.error());
}

Json jsonOf(const Value& value)
{
    constexpr double exact = 9007199254740992; // 2^53
    if (const auto* number = std::get_if<double>(&value);
        number && std::abs(*number) < exact && *number == std::floor(*number))
        return static_cast<std::int64_t>(*number);
    return std::visit([](const auto& held) { return Json(held); }, value);
}

} // namespace core
