// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons against presets/lessons/lesson.schema.json, the JSON Schema that ships beside them for editors of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core
{

/// What the schema does not allow, and where: "steps.2", as in JsonPlace.
struct SchemaBreach {
    std::string path, what;
};

/// The first one of a lesson's JSON.
std::optional<SchemaBreach> schemaBreach(std::string_view lesson);

} // namespace core
