// SPDX-License-Identifier: GPL-3.0-or-later
// Exact numbers for machines and aligned columns for people.
#include "app/output.h"

#include "core/io/plain_text.h"
#include "core/quantity/format.h"
#include "core/step/report.h"
#include "ui/charts/chart_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace app
{

namespace
{

/// Characters on screen of UTF-8 text: bytes that do not continue a character.
std::size_t widthOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

Json jsonNumber(double value)
{
    if (std::isnan(value))
        return nullptr;
    if (std::isinf(value))
        return "never";
    if (core::isExactWhole(value))
        return static_cast<std::int64_t>(value);
    return value;
}

std::string jsonText(const Json& json)
{
    return core::plainJson(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string jsonText(const Json& json, std::size_t indent)
{
    const std::string blanks(indent, ' ');
    std::string text = jsonText(json);
    text.pop_back();
    for (std::size_t at = 0; at != std::string::npos; at = text.find('\n', at))
        text.insert(at == 0 ? at : ++at, blanks); // texts have no ends of lines of their own
    return text;
}

std::string csvCell(const core::MetricValue& value)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return ui::csvCell(*text);
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    if (const auto* texts = std::get_if<core::Texts>(&value))
        return ui::csvCell(core::listText(*texts));
    const double number = std::get<double>(value);
    if (std::isnan(number))
        return {};
    return std::isinf(number) ? "never" : core::exactNumber(number);
}

std::string alignedTable(const std::vector<std::vector<std::string>>& rows)
{
    constexpr std::size_t maxWidth = 80; // one long cell pushes no other row apart
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            if (const auto width = widthOf(row[i]); width <= maxWidth)
                widths[i] = std::max(widths[i], width);
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += row[i] + std::string(std::max(widths[i], widthOf(row[i])) - widthOf(row[i]) + 2, ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string unitOf(const core::Metric& metric)
{
    if (!std::holds_alternative<double>(metric.value(core::Report{}, metric.index)))
        return {};
    return metric.unit.empty() ? core::unitText(metric.dim) : metric.unit;
}

std::string unitOf(const core::Field& field)
{
    if (field.kind != core::FieldKind::whole && field.kind != core::FieldKind::real)
        return {};
    return field.unit.empty() ? core::unitText(field.dim) : std::string(field.unit);
}

} // namespace app
