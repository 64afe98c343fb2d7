// SPDX-License-Identifier: GPL-3.0-or-later
// Titles of the numbers of one step, chip, link or message.
#pragma once

#include "core/numbers/step_facts.h"

#include <string>

namespace core
{

/// "Bytes on (1,0) after step 3".
std::string titleOf(const StepFacts&);

} // namespace core
