// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario files: the table of fields decides what is read, checked and written.
#include "core/io/scenario_json.h"

#include "core/io/json.h"
#include "core/quantity/format.h"
#include "core/scenario/fields.h"
#include "core/scenario/shard_size.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace core
{

namespace
{

constexpr std::string_view formatName = "rooflight-scenario";
constexpr int newestVersion = 1;
constexpr std::size_t largestFile = 65536;
constexpr std::array<std::string_view, 4> topKeys{"format", "version", "title", "fields"};
constexpr std::array<std::string_view, 3> presetIds{"model.preset", "hw.chip", "hw.variant"}; // in this order, first

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

tl::expected<void, Error> readField(Scenario& s, const JsonPlace& place, std::string_view id, const Json& json)
{
    const auto value = valueOf(json);
    if (!value)
        return tl::make_unexpected(
            Error{"FILE_VALUE", fmt::format("{}: \"{}\" must be a number, a text, true or false, found {}.",
                                            place.at(id).where(), id, shown(json))});
    if (const auto done = setField(s, id, *value); !done)
        return tl::make_unexpected(Error{"FILE_VALUE", fmt::format("{}: {}", place.at(id).where(), done.error())});
    return {};
}

tl::expected<void, Error> checkIds(const Json& given, const JsonPlace& place)
{
    std::vector<std::string_view> known;
    for (const Field& field : fields())
        known.push_back(field.id);
    for (const auto& [id, value] : given.items())
        if (shardDimension(id))
            known.push_back(id);
    return checkKeys(given, place, known);
}

tl::expected<void, Error> readFields(Scenario& s, const Json& given, const JsonPlace& place)
{
    if (const auto known = checkIds(given, place); !known)
        return known;
    for (const auto id : presetIds)
        if (const auto found = given.find(id); found != given.end())
            if (const auto done = readField(s, place, id, *found); !done)
                return done;
    for (const auto& [id, json] : given.items())
        if (std::find(presetIds.begin(), presetIds.end(), id) == presetIds.end())
            if (const auto done = readField(s, place, id, json); !done)
                return done;
    return {};
}

tl::expected<std::string, Error> readTitle(const Json& object, const JsonPlace& place)
{
    const auto found = object.find("title");
    if (found == object.end())
        return std::string();
    if (!found->is_string())
        return tl::make_unexpected(Error{"FILE_VALUE", fmt::format("{}: \"title\" must be a text, found {}.",
                                                                   place.at("title").where(), shown(*found))});
    return found->get<std::string>();
}

std::string jsonString(std::string_view text)
{
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string jsonText(const Field& field, const Value& value)
{
    return std::holds_alternative<std::string>(value) ? jsonString(std::get<std::string>(value))
                                                      : valueText(field, value);
}

std::vector<std::string> linesOf(const Scenario& s)
{
    std::vector<std::string> lines;
    for (const Field& field : fields()) {
        if (differsFromPreset(s, field))
            lines.push_back(fmt::format("    \"{}\": {}", field.id, jsonText(field, field.get(s))));
        if (field.id == "shard.expr")
            for (const auto& [dimension, size] : s.shard.sizes)
                lines.push_back(fmt::format("    \"{}{}\": {:.0f}", shardSizePrefix, dimension, size));
    }
    return lines;
}

} // namespace

tl::expected<Scenario, Error> readScenario(std::string_view text, std::string_view name, const Catalogue& catalogue)
{
    if (text.size() > largestFile)
        return tl::make_unexpected(
            Error{"FILE_SYNTAX", fmt::format("{}: the file has {} bytes; scenario files have at most {}.", name,
                                             text.size(), largestFile)});
    const auto object = parseJson(text, name);
    if (!object)
        return tl::make_unexpected(object.error());
    const JsonPlace place{name, text};
    if (const auto known = checkFormat(*object, place, formatName, newestVersion); !known)
        return tl::make_unexpected(known.error());
    if (const auto known = checkKeys(*object, place, topKeys); !known)
        return tl::make_unexpected(known.error());
    auto title = readTitle(*object, place);
    if (!title)
        return tl::make_unexpected(std::move(title).error());
    Scenario s = defaultScenario(catalogue);
    s.title = std::move(*title);
    if (object->contains("fields")) {
        const auto given = objectOf(*object, place, "fields");
        if (!given)
            return tl::make_unexpected(given.error());
        if (const auto done = readFields(s, **given, place.at("fields")); !done)
            return tl::make_unexpected(done.error());
    }
    return s;
}

std::string writeScenario(const Scenario& s)
{
    const auto lines = linesOf(s);
    const auto given = lines.empty() ? std::string("{}") : fmt::format("{{\n{}\n  }}", fmt::join(lines, ",\n"));
    return fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"title\": {},\n  \"fields\": {}\n}}\n",
                       formatName, newestVersion, jsonString(s.title), given);
}

} // namespace core
