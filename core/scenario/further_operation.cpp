// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the field table read and write the first operation of a scenario; here another takes its place.
#include "core/scenario/further_operation.h"

#include "core/scenario/fields.h"
#include "core/scenario/text_forms.h"

#include <fmt/format.h>

namespace core
{

std::optional<FurtherField> furtherField(std::string_view id)
{
    const auto sign = id.find('@');
    if (!id.starts_with("op.") || sign == std::string_view::npos)
        return std::nullopt;
    const auto number = wholeNumber(id.substr(sign + 1), 2, static_cast<int>(maxOperations));
    const Field* field = findField(id.substr(0, sign));
    if (!number || !field)
        return std::nullopt;
    return FurtherField{field, static_cast<std::size_t>(*number - 2)};
}

std::string operationFieldId(std::string_view fieldId, std::size_t number)
{
    return number > 1 ? fmt::format("{}@{}", fieldId, number) : std::string(fieldId);
}

const Operation* operationAt(const Scenario& s, std::size_t number)
{
    if (number == 1)
        return &s.op;
    return number >= 2 && number - 2 < s.ops.size() ? &s.ops[number - 2] : nullptr;
}

Scenario withOperation(const Scenario& s, const Operation& operation)
{
    Scenario own = s;
    own.op = operation;
    own.ops.clear();
    return own;
}

Value operationValue(const Operation& operation, const Field& field)
{
    Scenario own;
    own.op = operation;
    return field.get(own);
}

void setOperationValue(Operation& operation, const Field& field, const Value& value)
{
    Scenario own;
    own.op = operation;
    field.set(own, value);
    operation = own.op;
}

} // namespace core
