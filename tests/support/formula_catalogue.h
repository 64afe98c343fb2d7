// SPDX-License-Identifier: GPL-3.0-or-later
// Every formula of the cost model as a row: what core/MODEL.md prints and the tests hold the formulas to.
#pragma once

#include "core/derive/formula.h"

#include <string>
#include <vector>

namespace tests
{

/// One formula with its text in its own symbols.
struct FormulaRow {
    core::FormulaFacts facts;
    std::string text; // "2·D·H·(N + K)"
};

/// In the order of the headers.
std::vector<FormulaRow> formulaCatalogue();

/// The table of core/MODEL.md, in Markdown.
std::string formulaTable();

} // namespace tests
