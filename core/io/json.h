// SPDX-License-Identifier: GPL-3.0-or-later
// Strict JSON from text, and the checks every file format shares; errors name file, line or key, and remedy. Only the
// first error of a file counts: what is read after it stands for nothing, so that no reader has to ask in between.
#pragma once

#include "core/io/error.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

using Json = nlohmann::ordered_json;

/// Where a value stands, for error texts: the file's name and text, and the keys that lead to the value
/// ("numbers.hbm.rate"); an object in a list has its number from 1 as key ("steps.2.prompt").
struct JsonPlace {
    std::string_view file;
    std::string_view text;
    std::optional<Error>* error; // the first of the file
    std::string path = {};
    std::string part = {}; // of the file, where its keys stand in several: "baseline 2: "

    JsonPlace at(std::string_view key) const;

    /// "f.json, line 12: `what`": the line of the key, or of the nearest one around it; "f.json" when there is none.
    void refuse(std::string_view code, std::string_view what) const;
};

/// Reads one JSON object. Errors: FILE_SYNTAX with line and column, FILE_KEY for a key given twice in one object.
tl::expected<Json, Error> parseJson(std::string_view text, std::string_view file);

/// Shows `read` the object in the text; gives the first error.
tl::expected<void, Error> readJson(std::string_view text, std::string_view file,
                                   const std::function<void(const Json&, const JsonPlace&)>& read);

/// The line of the key at a path, or of the nearest one around it, from 1; 0 where there is none.
int lineOfKey(std::string_view text, std::string_view path);

/// FILE_KEY unless every key of `object` is one of `known`; names the nearest known one.
void checkKeys(const Json& object, const JsonPlace&, std::span<const std::string_view> known);

/// Whether the text is one JSON object whose "format" is `format`.
bool hasFormat(std::string_view text, std::string_view format);

/// FILE_FORMAT unless "format" is `format`; FILE_VERSION unless "version" is a whole number from 1 to `newest`.
void checkFormat(const Json& object, const JsonPlace&, std::string_view format, int newest);

/// The value under `key`; an error of `code` when it is missing.
const Json& memberOf(const Json& object, const JsonPlace&, std::string_view key, std::string_view code = "FILE_KEY");

/// A text that is not empty nor blank, a switch, a finite number, an object under `key`.
std::string textOf(const Json& object, const JsonPlace&, std::string_view key);
/// One line without control characters and marks of direction, as names are that stand in lists.
std::string nameOf(const Json& object, const JsonPlace&, std::string_view key);
bool switchOf(const Json& object, const JsonPlace&, std::string_view key);
double numberOf(const Json& object, const JsonPlace&, std::string_view key);
const Json& objectOf(const Json& object, const JsonPlace&, std::string_view key);

/// The value as it stands in the file, cut after 40 characters.
std::string shown(const Json&);

} // namespace core
