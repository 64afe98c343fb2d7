// SPDX-License-Identifier: GPL-3.0-or-later
// Values as the subcommands print them: JSON, CSV cells and aligned tables.
#pragma once

#include "core/check/check.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace app
{

using Json = nlohmann::ordered_json;

/// Exact: whole numbers up to 2^53 without exponent, others the shortest text that reads back. Infinity is "never",
/// NaN null.
Json jsonNumber(double);
/// Of a metric or a field.
template <class Value> Json jsonValue(const Value& value)
{
    const auto* number = std::get_if<double>(&value);
    return number ? jsonNumber(*number) : std::visit([](const auto& held) { return Json(held); }, value);
}

/// Two-space indent and a final newline.
std::string jsonText(const Json&);
/// A part of a larger text: each line that far in, without the final newline.
std::string jsonText(const Json&, std::size_t indent);

/// One cell; quoted where it has to be. NaN is empty, infinity "never", as eval has it.
std::string csvCell(const core::MetricValue&);

/// Columns aligned by characters, two spaces apart, no spaces at line ends.
std::string alignedTable(const std::vector<std::vector<std::string>>& rows);

/// What a metric's number counts or measures in SI: "token", "B", "1"; empty for words and truths.
std::string unitOf(const core::Metric&);
std::string unitOf(const core::Field&);

} // namespace app
