// SPDX-License-Identifier: GPL-3.0-or-later
// Slips of units, seen in a number that is not the expected one.
#pragma once

#include "core/lesson/answer_terms.h"
#include "core/lesson/check_answer.h"

#include <optional>

namespace core
{

/// The right digits without their unit or % may be typed again: unreadable. Known-wrong: a factor of 1,000 or 1,024,
/// and GiB for GB or the other way round. Nothing where it looks like none of these.
std::optional<CheckedAnswer> slipIn(const Closeness&, const ValueAnswer&, const Term& expected, const TypedNumber&);

/// What a number without unit was read as; empty where none is missed.
std::string unitMissed(const ValueAnswer&, const Term& expected, const TypedNumber&);

} // namespace core
