// SPDX-License-Identifier: GPL-3.0-or-later
// Valijson, which is header-only and takes long to compile: included nowhere else.
#include "core/io/lesson_schema.h"

#include "core/io/json.h"
#include "presets/embedded_presets.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <charconv>
#include <memory>

namespace core
{

namespace
{

using valijson::adapters::NlohmannJsonAdapter;

const valijson::Schema& lessonSchema()
{
    static const auto schema = [] {
        auto made = std::make_unique<valijson::Schema>();
        const auto json = nlohmann::json::parse(embeddedLessonSchema());
        valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(json), *made);
        return made;
    }();
    return *schema;
}

/// "<root>", "[steps]", "[1]" -> "steps.2".
std::string pathOf(const std::vector<std::string>& context)
{
    std::string path;
    for (const std::string& part : context) {
        if (part.size() < 2 || part.front() != '[')
            continue;
        const std::string key = part.substr(1, part.size() - 2);
        std::size_t place = 0;
        const auto read = std::from_chars(key.data(), key.data() + key.size(), place);
        const bool isPlace = read.ec == std::errc() && read.ptr == key.data() + key.size();
        path += fmt::format("{}{}", path.empty() ? "" : ".", isPlace ? std::to_string(place + 1) : key);
    }
    return path;
}

/// The error that is nearest to what is wrong: a step is compared with every form of a step, most of which are not
/// meant.
SchemaBreach nearest(valijson::ValidationResults& results, const nlohmann::json& lesson)
{
    valijson::ValidationResults::Error error, best;
    while (results.popError(error))
        if (error.context.size() > best.context.size() && error.context.back() != "[kind]")
            best = error;
    const std::string path = pathOf(best.context);
    constexpr std::size_t ofStep = 3; // "<root>", "[steps]", "[1]"
    if (path.starts_with("steps.") && best.context.size() == ofStep)
        return {path, "its keys are those of no form of a step, or too few of them."};
    const auto* found = &lesson;
    for (const std::string& part : best.context)
        if (part.front() == '[') {
            const std::string key = part.substr(1, part.size() - 2);
            found = found->is_array() ? &found->at(std::stoul(key)) : &found->at(key);
        }
    return {path, fmt::format("{} Found {}.", best.description, shown(Json::parse(found->dump())))};
}

} // namespace

std::optional<SchemaBreach> schemaBreach(std::string_view lesson)
{
    const auto json = nlohmann::json::parse(lesson);
    valijson::ValidationResults results;
    if (valijson::Validator().validate(lessonSchema(), NlohmannJsonAdapter(json), &results))
        return {};
    return nearest(results, json);
}

} // namespace core
