// SPDX-License-Identifier: GPL-3.0-or-later
// The line with numbers put in, chosen so that working it out as written gives the shown result.
#pragma once

#include "core/derive/derivation.h"
#include "core/quantity/shown.h"

#include <vector>

namespace core
{

/// An expression and what stands at each of its leaves (empty at operations).
struct Line {
    Expression expression;
    std::vector<Shown> numbers;
};

/// The expression in the order in which it is read without needless brackets: a·(b / c) is read (a·b) / c.
Expression asRead(const Expression&);

/// Operands with as few digits as it takes, four at least; all digits and the order of the computation where nothing
/// less will do.
Line chooseLine(const Derivation&, int step, ByteUnits);

} // namespace core
