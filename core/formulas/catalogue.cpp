// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every formula on the symbols of its arguments and prints the table.
#include "core/formulas/catalogue.h"

#include "core/derive/render.h"
#include "core/formulas/collective_steps.h"
#include "core/formulas/collectives.h"
#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/formulas/serving.h"
#include "core/formulas/step.h"
#include "core/formulas/thresholds.h"
#include "core/formulas/transformer.h"
#include "core/quantity/format.h"

#include <fmt/format.h>

namespace core
{

namespace
{

Traced symbol(Tape& tape, std::string_view name, Dim dim)
{
    Label label;
    label.symbol = label.title = name;
    label.dim = dim;
    return Traced::input(tape, 2, std::move(label)); // whose value does not matter
}

template <Dim D, class Body, Dim... Args> FormulaRow rowOf(const Formula<D, Body, Args...>& formula)
{
    Tape tape;
    const auto run = [&](auto... names) { return formula(Quantity<Args, Traced>(symbol(tape, names, Args))...); };
    const auto result = std::apply(run, formula.arguments.symbols);
    const auto derivation = derivationTree({}, result.si(), D);
    return {formula.facts(), expressionText(derivation, 0, TextStyle::plain)};
}

} // namespace

std::vector<FormulaRow> formulaCatalogue()
{
    std::vector<FormulaRow> rows;
    const auto add = [&rows](const auto&... formulas) { (rows.push_back(rowOf(formulas)), ...); };
    formulas::transformerFormulas(add);
    formulas::memoryFormulas(add);
    formulas::networkFormulas(add);
    formulas::collectivesFormulas(add);
    formulas::collectiveStepsFormulas(add);
    formulas::stepFormulas(add);
    formulas::thresholdsFormulas(add);
    formulas::rooflineFormulas(add);
    formulas::servingFormulas(add);
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
