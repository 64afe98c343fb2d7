// SPDX-License-Identifier: GPL-3.0-or-later
// The derivation of any number of a scenario.
#pragma once

#include "core/derive/derivation.h"
#include "core/scenario/scenario.h"

#include <string_view>

namespace core
{

/// Why metric `id` (core/numbers/metrics.h) or number with a place (core/numbers/step_numbers.h) has its value. Empty
/// steps when the id is unknown or does not apply.
Derivation derive(const Scenario&, std::string_view id);

} // namespace core
