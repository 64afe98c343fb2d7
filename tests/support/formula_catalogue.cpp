// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every formula on the symbols of its arguments and prints the table.
#include "support/formula_catalogue.h"

#include "core/derive/render.h"
#include "core/derive/traced.h"
#include "core/formulas/collective_steps.h"
#include "core/formulas/collectives.h"
#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/formulas/serving.h"
#include "core/formulas/sharding.h"
#include "core/formulas/step.h"
#include "core/formulas/thresholds.h"
#include "core/formulas/transformer.h"
#include "core/quantity/format.h"

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
    const auto add = [&rows](const auto&... formulas) { (rows.push_back(rowOf(formulas)), ...); };
    core::formulas::transformerFormulas(add);
    core::formulas::memoryFormulas(add);
    core::formulas::networkFormulas(add);
    core::formulas::collectivesFormulas(add);
    core::formulas::collectiveStepsFormulas(add);
    core::formulas::stepFormulas(add);
    core::formulas::thresholdsFormulas(add);
    core::formulas::rooflineFormulas(add);
    core::formulas::servingFormulas(add);
    core::formulas::shardingFormulas(add);
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
