// SPDX-License-Identifier: GPL-3.0-or-later
// A field of a scenario from a JSON value.
#pragma once

#include "core/io/json.h"
#include "core/scenario/field.h"
#include "core/scenario/scenario.h"

#include <string_view>

namespace core
{

/// FILE_VALUE at the place where the value is no number, text, true or false, or where the field refuses it.
void setFromJson(Scenario&, const JsonPlace&, std::string_view id, const Json&);

/// As it stands in files; whole numbers without a point.
Json jsonOf(const Value&);

} // namespace core
