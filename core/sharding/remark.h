// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression that can be planned means for its devices, and the same with an axis at another place.
#pragma once

#include "core/sharding/notation.h"

namespace core
{

struct ShardingReport;

/// Its case (1 to 4) in a sentence, and the steps of the chosen plan and of the cheapest; UNREDUCED and
/// BOTH_NONCONTRACT with whole expressions to write instead. A result left as partial sums is UNREDUCED in every case.
/// Nothing where there is an error, or no product.
std::optional<NotationError> remarkOf(const ShardingReport&);

/// The expression with a mesh axis of one of its arrays at a dimension of it, at its partial sums (-1) or nowhere (-2);
/// an axis that is there already goes.
std::string withAxis(ShardingExpression, std::size_t array, char axis, int dim);

} // namespace core
