// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every formula on the symbols of its arguments and prints the table.
#include "support/formula_catalogue.h"

#include "core/derive/render.h"
#include "core/derive/traced.h"
#include "core/quantity/format.h"
#include "support/formula_list.h"

#include <fmt/format.h>

namespace tests
{

namespace
{

core::Traced symbol(core::Tape& tape, std::string_view name, core::Dim dim)
{
    core::Label label;
    label.symbol = label.title = name;
    label.dim = dim;
    return core::Traced::input(tape, 2, std::move(label)); // whose value does not matter
}

template <core::Dim D, class Body, core::Dim... Args> FormulaRow rowOf(const core::Formula<D, Body, Args...>& formula)
{
    core::Tape tape;
    const auto run = [&](auto... names) {
        return formula(core::Quantity<Args, core::Traced>(symbol(tape, names, Args))...);
    };
    const auto result = std::apply(run, formula.arguments.symbols);
    const auto derivation = core::derivationTree({}, result.si(), D);
    return {formula.facts(), core::expressionText(derivation, 0, core::TextStyle::plain)};
}

} // namespace

std::vector<FormulaRow> formulaCatalogue()
{
    std::vector<FormulaRow> rows;
    eachFormula([&rows](const auto& formula) { rows.push_back(rowOf(formula)); });
    return rows;
}

std::string formulaTable()
{
    std::string out = "| section | symbol | formula | what | unit | source |\n|---|---|---|---|---|---|\n";
    for (const auto& row : formulaCatalogue())
        out += fmt::format("| {} | `{}` | `{}` | {} | {} | {} |\n", row.facts.equation, row.facts.symbol, row.text,
                           row.facts.title, core::unitText(row.facts.dim), row.facts.source->title);
    return out;
}

} // namespace tests
