// SPDX-License-Identifier: GPL-3.0-or-later
// Choices in words for people.
#pragma once

#include "core/scenario/fields.h"

#include <string>
#include <string_view>

namespace core
{

/// "FSDP, ZeRO-3" for "fsdp" of a role, "TPU v5p" for a chip; the id itself where it needs no other.
std::string choiceWords(const Field&, std::string_view choice, const Scenario&);

} // namespace core
