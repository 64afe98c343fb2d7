// SPDX-License-Identifier: GPL-3.0-or-later
// What a text that cannot be read may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// Expressions that can be read and differ by one slip from a text that cannot: a bracket, comma, arrow or letter that
/// is missing, too many or another; signs as books print them. Those first whose result keeps the letters that it alone
/// can have: K of "A[I, J] * B[J, K]". At most `maxRepairs`, as ShardingExpression::text()
/// writes.
std::vector<std::string> syntaxRepairs(std::string_view text);

} // namespace core
