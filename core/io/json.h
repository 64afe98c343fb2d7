// SPDX-License-Identifier: GPL-3.0-or-later
// Strict JSON from text, and the checks every file format shares; errors name file, line or key, and remedy.
#pragma once

#include "core/io/error.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

using Json = nlohmann::ordered_json;

/// Where a value stands, for error texts: the file's name and text, and the keys that lead to the value
/// ("numbers.hbm.rate").
struct JsonPlace {
    std::string_view file;
    std::string_view text;
    std::string path = {};

    JsonPlace at(std::string_view key) const;

    /// "f.json, line 12": the line of the key, or of the nearest one around it; "f.json" when there is none.
    std::string where() const;
};

/// Reads one JSON object. Errors: FILE_SYNTAX with line and column, FILE_KEY for a key given twice in one object.
tl::expected<Json, Error> parseJson(std::string_view text, std::string_view file);

/// FILE_KEY unless every key of `object` is one of `known`; names the nearest known one.
tl::expected<void, Error> checkKeys(const Json& object, const JsonPlace&, std::span<const std::string_view> known);

/// FILE_FORMAT unless "format" is `format`; FILE_VERSION unless "version" is a whole number from 1 to `newest`.
tl::expected<void, Error> checkFormat(const Json& object, const JsonPlace&, std::string_view format, int newest);

/// The value under `key`; FILE_KEY when it is missing.
tl::expected<const Json*, Error> memberOf(const Json& object, const JsonPlace&, std::string_view key);

/// A text that is not empty, a switch, a finite number, an object under `key`.
tl::expected<std::string, Error> textOf(const Json& object, const JsonPlace&, std::string_view key);
tl::expected<bool, Error> switchOf(const Json& object, const JsonPlace&, std::string_view key);
tl::expected<double, Error> numberOf(const Json& object, const JsonPlace&, std::string_view key);
tl::expected<const Json*, Error> objectOf(const Json& object, const JsonPlace&, std::string_view key);

/// The value as it stands in the file, cut after 40 characters.
std::string shown(const Json&);

} // namespace core
