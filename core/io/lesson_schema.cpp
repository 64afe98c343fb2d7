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

#include <memory>
#include <string>

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

/// The error that is nearest to what is wrong: a step is compared with every form of a step, most of which are not
/// meant.
SchemaBreach nearest(valijson::ValidationResults& results, const nlohmann::json& lesson)
{
    valijson::ValidationResults::Error error, best;
    while (results.popError(error))
        if (error.context.size() > best.context.size() && error.context.back() != "[kind]")
            best = error;
    std::string path;
    const auto* found = &lesson;
    for (const std::string& part : best.context) { // "<root>", "[steps]", "[1]" is "steps.2"
        if (part.front() != '[')
            continue;
        const std::string key = part.substr(1, part.size() - 2);
        const std::size_t place = found->is_array() ? std::stoul(key) : 0;
        path += fmt::format("{}{}", path.empty() ? "" : ".", found->is_array() ? std::to_string(place + 1) : key);
        found = found->is_array() ? &found->at(place) : &found->at(key);
    }
    constexpr std::size_t ofStep = 3;
    if (path.starts_with("steps.") && best.context.size() == ofStep)
        return {path, "its keys are those of no form of a step, or too few of them."};
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
