// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario files: the table of fields decides what is read, checked and written.
#include "core/io/scenario_json.h"

#include "core/io/field_json.h"
#include "core/io/json.h"
#include "core/quantity/format.h"
#include "core/scenario/fields.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/shard_size.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace core
{

namespace
{

constexpr std::string_view formatName = "rooflight-scenario";
constexpr int newestScenario = 1;
constexpr std::array<std::string_view, 8> scenarioKeys{"format", "version", "title", "teaches", // in presets
                                                       "fields", "ops",     "layer", "baselines"};
constexpr std::array<std::string_view, 4> baselineKeys{"letter", "title", "fields", "ops"};
constexpr std::array<std::string_view, 3> presetIds{"model.preset", "hw.chip", "hw.variant"}; // in this order, first

void checkIds(const Json& given, const JsonPlace& place)
{
    std::vector<std::string_view> known;
    for (const Field& field : fields())
        known.push_back(field.id);
    for (const auto& [id, value] : given.items())
        if (shardDimension(id))
            known.push_back(id);
    checkKeys(given, place, known);
}

void readFields(Scenario& s, const Json& given, const JsonPlace& place)
{
    checkIds(given, place);
    for (const auto id : presetIds)
        if (const auto found = given.find(id); found != given.end())
            setFromJson(s, place.at(id), id, *found);
    for (const auto& [id, json] : given.items())
        if (std::find(presetIds.begin(), presetIds.end(), id) == presetIds.end())
            setFromJson(s, place.at(id), id, json);
}

std::span<const Field> operationFields()
{
    const auto of = [](const Field& field) { return field.group == "Operation"; };
    const auto all = fields();
    const auto begin = std::find_if(all.begin(), all.end(), of);
    return {begin, std::find_if_not(begin, all.end(), of)};
}

/// Objects with the keys op.*; what is missing takes its default.
void readOperations(Scenario& s, const Json& given, const JsonPlace& place)
{
    if (!given.is_array())
        return place.refuse("FILE_VALUE", fmt::format("\"ops\" must be a list of objects, found {}.", shown(given)));
    if (given.size() >= maxOperations)
        return place.refuse("FILE_VALUE",
                            fmt::format("\"ops\" has {} operations; {} are read besides the first. Remove "
                                        "the others.",
                                        given.size(), maxOperations - 1));
    std::vector<std::string_view> known;
    for (const Field& field : operationFields())
        known.push_back(field.id);
    for (std::size_t at = 0; at < given.size(); ++at) {
        const Json& one = given[at];
        if (!one.is_object())
            return place.refuse("FILE_VALUE", fmt::format("operation {} of \"ops\" must be an object in braces, found "
                                                          "{}.",
                                                          at + 1, shown(one)));
        const auto here = place.at(std::to_string(at + 1));
        checkKeys(one, here, known);
        s.ops.emplace_back();
        for (const auto& [id, json] : one.items())
            setFromJson(s, here.at(id), operationFieldId(id, at + 2), json);
    }
}

/// Reserved: edited arrays are a field.
void readLayer(const Json& given, const JsonPlace& place)
{
    if (!given.is_object())
        return place.refuse("FILE_VALUE",
                            fmt::format("\"layer\" must be an object in braces, found {}.", shown(given)));
    if (!given.empty())
        place.refuse("FILE_VALUE", "\"layer\" must be empty: how a layer is sharded follows from the roles of the mesh "
                                   "(mesh.X.role, mesh.Y.role, mesh.Z.role), and arrays that lie otherwise are listed "
                                   "in the field layer.arrays. Remove what it holds.");
}

std::string readTitle(const Json& object, const JsonPlace& place)
{
    const auto found = object.find("title");
    if (found == object.end())
        return {};
    if (found->is_string())
        return found->get<std::string>();
    place.at("title").refuse("FILE_VALUE", fmt::format("\"title\" must be a text, found {}.", shown(*found)));
    return {};
}

void readDesign(Scenario& s, const Json& object, const JsonPlace& place)
{
    s.title = readTitle(object, place);
    if (object.contains("fields"))
        readFields(s, objectOf(object, place, "fields"), place.at("fields"));
    if (const auto ops = object.find("ops"); ops != object.end())
        readOperations(s, *ops, place.at("ops"));
}

/// Where a file says none, the first that no other baseline of the file has.
void readLetters(Scenario& s, const Json& given, const JsonPlace& place)
{
    for (std::size_t at = 0; at < given.size(); ++at) {
        const auto found = given[at].find("letter");
        if (found == given[at].end())
            continue;
        auto here = place.at(std::to_string(at + 1)).at("letter");
        here.part = fmt::format("baseline {}: ", at + 1);
        const auto letter = found->is_string() ? found->get<std::string>() : std::string();
        if (letter.size() != 1 || baselineLetters.find(letter) == baselineLetters.npos)
            return here.refuse("FILE_VALUE",
                               fmt::format("\"letter\" must be \"B\", \"C\" or \"D\", found {}.", shown(*found)));
        if (std::ranges::count(s.baselines, letter[0], &Scenario::letter))
            return here.refuse("FILE_VALUE", fmt::format("\"letter\" \"{0}\" is that of an earlier baseline too. Give "
                                                         "each its own of B, C and D.",
                                                         letter));
        s.baselines[at].letter = letter[0];
    }
    for (Scenario& baseline : s.baselines)
        baseline.letter = baseline.letter ? baseline.letter : freeLetter(s);
}

void readBaselines(Scenario& s, const Json& given, const JsonPlace& place)
{
    if (!given.is_array())
        return place.refuse("FILE_VALUE",
                            fmt::format("\"baselines\" must be a list of objects, found {}.", shown(given)));
    if (given.size() > maxBaselines)
        return place.refuse("FILE_VALUE", fmt::format("\"baselines\" has {} scenarios; at most {} are read. Remove the "
                                                      "others.",
                                                      given.size(), maxBaselines));
    for (std::size_t at = 0; at < given.size(); ++at) {
        auto here = place.at(std::to_string(at + 1));
        here.part = fmt::format("baseline {}: ", at + 1);
        if (!given[at].is_object())
            return here.refuse("FILE_VALUE",
                               fmt::format("it must be an object in braces, found {}.", shown(given[at])));
        checkKeys(given[at], here, baselineKeys);
        readDesign(s.baselines.emplace_back(defaultScenario(*s.presets)), given[at], here);
    }
    readLetters(s, given, place);
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
        if (differsFromPreset(s, field) || field.id.starts_with("conv."))
            lines.push_back(fmt::format("    \"{}\": {}", field.id, jsonText(field, field.get(s))));
        if (field.id == "shard.expr")
            for (const auto& [dimension, size] : s.shard.sizes)
                lines.push_back(fmt::format("    \"{}{}\": {:.0f}", shardSizePrefix, dimension, size));
    }
    return lines;
}

/// `,"ops": [...]`; nothing where there are none.
std::string operationsText(const Scenario& s)
{
    std::vector<std::string> all;
    for (const Operation& operation : s.ops) {
        std::vector<std::string> lines;
        for (const Field& field : operationFields())
            if (const auto value = operationValue(operation, field); value != operationValue({}, field))
                lines.push_back(fmt::format("      \"{}\": {}", field.id, jsonText(field, value)));
        all.push_back(lines.empty() ? "    {}" : fmt::format("    {{\n{}\n    }}", fmt::join(lines, ",\n")));
    }
    return all.empty() ? std::string() : fmt::format(",\n  \"ops\": [\n{}\n  ]", fmt::join(all, ",\n"));
}

/// Title, fields and operations as keys of an object.
std::string designText(const Scenario& s)
{
    const auto lines = linesOf(s);
    const auto given = lines.empty() ? std::string("{}") : fmt::format("{{\n{}\n  }}", fmt::join(lines, ",\n"));
    return fmt::format("  \"title\": {},\n  \"fields\": {}{}", jsonString(s.title), given, operationsText(s));
}

/// `,"baselines": [...]`; nothing where there are none. Letters only where they are not those that a reader gives.
std::string baselinesText(const Scenario& s)
{
    std::string letters;
    for (const Scenario& baseline : s.baselines)
        letters += baseline.letter;
    const bool lettered = letters.find('\0') == letters.npos && !baselineLetters.starts_with(letters);
    std::vector<std::string> all;
    for (const Scenario& baseline : s.baselines) {
        const auto letter = lettered ? fmt::format("  \"letter\": \"{}\",\n", baseline.letter) : std::string();
        std::string text = "\n{\n" + letter + designText(baseline) + "\n}";
        for (std::size_t at = 0; at != text.npos; at = text.find('\n', at + 1))
            text.insert(at + 1, "    ");
        all.push_back(text.substr(1));
    }
    return all.empty() ? std::string() : fmt::format(",\n  \"baselines\": [\n{}\n  ]", fmt::join(all, ",\n"));
}

} // namespace

tl::expected<Scenario, Error> readScenario(std::string_view text, std::string_view name, const Catalogue& catalogue)
{
    if (text.size() > largestScenario)
        return tl::make_unexpected(
            Error{"FILE_SIZE",
                  fmt::format("{}: the scenario has {} bytes, more than the {} that are read. Shorten its texts.", name,
                              text.size(), largestScenario)});
    Scenario s = defaultScenario(catalogue);
    const auto done = readJson(text, name, [&](const Json& object, const JsonPlace& place) {
        checkFormat(object, place, formatName, newestScenario);
        checkKeys(object, place, scenarioKeys);
        readDesign(s, object, place);
        if (const auto layer = object.find("layer"); layer != object.end())
            readLayer(*layer, place.at("layer"));
        if (const auto baselines = object.find("baselines"); baselines != object.end())
            readBaselines(s, *baselines, place.at("baselines"));
    });
    return done.map([&] { return std::move(s); });
}

std::string writeScenario(const Scenario& s)
{
    return fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n{}{}\n}}\n", formatName, newestScenario,
                       designText(s), baselinesText(s));
}

tl::expected<std::string, Error> scenarioFile(const Scenario& s)
{
    std::string text = writeScenario(s);
    if (text.size() > largestScenario)
        return tl::make_unexpected(
            Error{"FILE_SIZE", fmt::format("the scenario has {} bytes as a file, more than the {} that can be opened "
                                           "again; shorten its texts",
                                           text.size(), largestScenario)});
    if (const auto back = readScenario(text, "the file", *s.presets); !back)
        return tl::make_unexpected(back.error());
    return text;
}

} // namespace core
