// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the rows of all formula headers together and prints them.
#include "core/formulas/catalogue.h"

#include "core/formulas/symbol_tape.h"
#include "core/quantity/format.h"

#include <fmt/format.h>

namespace core
{

std::vector<FormulaRow> formulaCatalogue()
{
    std::vector<FormulaRow> rows;
    transformerRows(rows);
    memoryRows(rows);
    networkRows(rows);
    collectivesRows(rows);
    collectiveStepsRows(rows);
    stepRows(rows);
    thresholdsRows(rows);
    rooflineRows(rows);
    servingRows(rows);
    return rows;
}

std::string formulaTable()
{
    std::string out = "| section | symbol | formula | what | unit | source |\n|---|---|---|---|---|---|\n";
    for (const auto& row : formulaCatalogue())
        out += fmt::format("| {} | `{}` | `{}` | {} | {} | {} |\n", row.facts.equation, row.facts.symbol, row.text,
                           row.facts.title, unitText(row.facts.dim), row.facts.source->title);
    return out;
}

} // namespace core
