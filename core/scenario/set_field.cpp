// SPDX-License-Identifier: GPL-3.0-or-later
// Setting fields: kind, range and choices are checked first, and refused in one sentence.
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/fields.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/nearest.h"
#include "core/scenario/shard_size.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double largestExact = 9007199254740992; // 2^53: wholes up to here are exact
constexpr Field shardSizeRow{
    .title = "Size of a dimension", .kind = FieldKind::whole, .min = 1, .max = largestShardSize};

std::string lowered(std::string_view title)
{
    std::string text(title);
    const bool acronym = text.size() < 2 || std::isupper(static_cast<unsigned char>(text[1]));
    if (!text.empty() && !acronym)
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

std::string numberText(double v)
{
    const bool whole = std::isfinite(v) && v == std::floor(v) && std::abs(v) < largestExact;
    return whole ? grouped(v) : fmt::format("{}", v);
}

std::string shown(const Value& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return numberText(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return inQuotes(*text);
    return std::get<bool>(value) ? "true" : "false";
}

std::string listed(const std::vector<std::string>& names)
{
    if (names.size() < 2)
        return fmt::format("{}", fmt::join(names, ""));
    return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string wanted(const Field& field)
{
    if (field.kind == FieldKind::whole)
        return fmt::format("a whole number from {} to {}", numberText(field.min), numberText(field.max));
    const std::string unit = field.dim == dim::count ? std::string() : " " + unitText(field.dim);
    return fmt::format("a number from {} to {}{}", numberText(field.min), numberText(field.max), unit);
}

std::string refusal(const Field& field, const Value& value, const std::string& remedy)
{
    return fmt::format("{} cannot be {}; give {}.", lowered(field.title), shown(value), remedy);
}

bool isNumber(const Field& field) { return field.kind == FieldKind::whole || field.kind == FieldKind::real; }

/// What is wrong with a value, as a sentence; empty where nothing is.
std::string problem(const Scenario& s, const Field& field, const Value& value)
{
    const auto* number = std::get_if<double>(&value);
    const auto* text = std::get_if<std::string>(&value);
    if (isNumber(field)) {
        const bool inRange = number && *number >= field.min && *number <= field.max;
        const bool fits = inRange && (field.kind == FieldKind::real || *number == std::floor(*number));
        return fits ? std::string() : refusal(field, value, wanted(field));
    }
    if (field.kind == FieldKind::toggle)
        return std::holds_alternative<bool>(value) ? std::string() : refusal(field, value, "true or false");
    if (field.kind == FieldKind::text)
        return text && field.accepts(*text) ? std::string() : refusal(field, value, std::string(field.form));
    const auto names = choicesOf(s, field);
    const bool known = text && std::find(names.begin(), names.end(), *text) != names.end();
    return known ? std::string() : refusal(field, value, listed(names));
}

tl::unexpected<std::string> refuse(std::string_view id, const std::string& sentence)
{
    return tl::make_unexpected(fmt::format("{}: {}", id, sentence));
}

tl::unexpected<std::string> refuseId(std::string_view id)
{
    if (id.starts_with(shardSizePrefix))
        return refuse(id, "a dimension is named by a letter and up to 31 letters and digits, as in shard.size.I.");
    if (const auto sign = id.find('@'); id.starts_with("op.") && sign != id.npos && findField(id.substr(0, sign)))
        return refuse(id, fmt::format("operations have numbers from 2 to {} behind the @, as in op.B@2; the first has "
                                      "none.",
                                      maxOperations));
    std::vector<std::string_view> ids;
    for (const Field& field : fields())
        ids.push_back(field.id);
    return tl::make_unexpected(
        fmt::format("{} is not a field; the nearest is \"{}\".", inQuotes(id), nearest(id, ids)));
}

tl::expected<void, std::string> setShardSize(Scenario& s, std::string_view id, std::string_view dimension,
                                             const Value& value)
{
    if (const auto wrong = problem(s, shardSizeRow, value); !wrong.empty())
        return refuse(id, wrong);
    const double size = std::get<double>(value);
    if (size == defaultShardSize)
        s.shard.sizes.erase(std::string(dimension));
    else
        s.shard.sizes[std::string(dimension)] = size;
    return {};
}

/// The one behind the last is added, with defaults for its other fields.
tl::expected<void, std::string> setFurther(Scenario& s, std::string_view id, const FurtherField& further,
                                           const Value& value)
{
    const auto count = s.ops.size();
    if (further.at > count)
        return refuse(id, fmt::format("the scenario has {} operation{}; the next is {}.", count + 1,
                                      count == 0 ? "" : "s", operationFieldId(further.field->id, count + 2)));
    if (const auto wrong = problem(s, *further.field, value); !wrong.empty())
        return refuse(id, wrong);
    if (further.at == count)
        s.ops.emplace_back();
    setOperationValue(s.ops[further.at], *further.field, value);
    return {};
}

constexpr std::string_view blanks = " \t\r\n";

tl::expected<Value, std::string> readNumber(const Field& field, std::string_view text)
{
    const bool percent = field.kind == FieldKind::real && field.dim == dim::count && text.ends_with('%');
    if (percent)
        text = trimmed(text.substr(0, text.size() - 1), blanks);
    return parseNumber(text, field.dim, field.dim == dim::count ? field.unit : std::string_view())
        .map([percent](double v) { return Value(percent ? v / 100 : v); });
}

/// A text as tables and captions print it, "4×4" or "(1,1)", as the field takes it.
std::string withoutTypography(std::string_view text)
{
    constexpr std::string_view times = "×";
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at).starts_with(times)) {
            plain += 'x';
            at += times.size() - 1;
        } else if (text[at] != '(' && text[at] != ')') {
            plain += text[at];
        }
    }
    return std::string(trimmed(plain, blanks));
}

/// Text as a value of the field's kind; texts of switches that say neither stay texts, for setField to refuse.
tl::expected<Value, std::string> readValue(const Field& field, std::string_view text)
{
    if (isNumber(field))
        return readNumber(field, text);
    if (field.kind == FieldKind::toggle && (text == "true" || text == "on" || text == "yes"))
        return Value(true);
    if (field.kind == FieldKind::toggle && (text == "false" || text == "off" || text == "no"))
        return Value(false);
    if (field.kind == FieldKind::text && !field.accepts(text))
        if (auto plain = withoutTypography(text); field.accepts(plain))
            return Value(std::move(plain));
    return Value(std::string(text));
}

} // namespace

tl::expected<const Field*, std::string> fieldRow(std::string_view id)
{
    const auto further = furtherField(id);
    const Field* field = further ? further->field : shardDimension(id) ? &shardSizeRow : findField(id);
    if (!field)
        return refuseId(id);
    return field;
}

tl::expected<void, std::string> setField(Scenario& s, std::string_view id, const Value& value)
{
    if (const auto dimension = shardDimension(id))
        return setShardSize(s, id, *dimension, value);
    if (const auto further = furtherField(id))
        return setFurther(s, id, *further, value);
    const Field* field = findField(id);
    if (!field)
        return refuseId(id);
    if (const auto wrong = problem(s, *field, value); !wrong.empty())
        return refuse(id, wrong);
    const auto* number = std::get_if<double>(&value);
    field->set(s, number ? Value(*number + 0.0) : value); // -0 becomes 0
    return {};
}

tl::expected<void, std::string> setFieldFromText(Scenario& s, std::string_view id, std::string_view text)
{
    const auto row = fieldRow(id);
    if (!row)
        return tl::make_unexpected(row.error());
    const auto value = readValue(**row, trimmed(text, blanks));
    if (!value)
        return refuse(id, value.error());
    return setField(s, id, *value);
}

std::string valueText(const Field& field, const Value& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return field.kind == FieldKind::whole ? fmt::format("{:.0f}", *number) : exactText(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return std::get<bool>(value) ? "true" : "false";
}

} // namespace core
