// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the further operations, `op.B@2`: that of the second operation. Their ids are open.
#pragma once

#include "core/scenario/field.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// A field op.* of an operation other than the first, and its place in Scenario::ops.
struct FurtherField {
    const Field* field = nullptr;
    std::size_t at = 0;
};

/// Nothing where the id is none of "op.KEY@N", N from 2 to maxOperations.
std::optional<FurtherField> furtherField(std::string_view id);
/// "op.B@2" of "op.B" and 2; of the first, the field's own id.
std::string operationFieldId(std::string_view fieldId, std::size_t number);

/// The operation of that number, from 1; null where the scenario has fewer.
const Operation* operationAt(const Scenario&, std::size_t number);
/// The scenario with that operation as its first, and no further ones.
Scenario withOperation(const Scenario&, const Operation&);

/// Value of a field op.* of an operation.
Value operationValue(const Operation&, const Field&);
/// Sets a field op.* of an operation to a value that was checked.
void setOperationValue(Operation&, const Field&, const Value&);

} // namespace core
