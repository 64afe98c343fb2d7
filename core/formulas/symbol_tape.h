// SPDX-License-Identifier: GPL-3.0-or-later
// A formula run on symbols instead of numbers, for the rows of the formula catalogue.
#pragma once

#include "core/derive/render.h"
#include "core/formulas/catalogue.h"

#include <string_view>

namespace core
{

/// Named arguments on one tape; each call gives an input whose value does not matter.
class SymbolTape
{
public:
    template <Dim D> Quantity<D, Traced> symbol(std::string_view name)
    {
        Label label;
        label.symbol = name;
        label.title = name;
        label.dim = D;
        return Quantity<D, Traced>(Traced::input(m_tape, 2, std::move(label)));
    }
    CountOf<Traced> count(std::string_view n) { return symbol<dim::count>(n); }
    BytesOf<Traced> bytes(std::string_view n) { return symbol<dim::byte>(n); }
    FlopsOf<Traced> flops(std::string_view n) { return symbol<dim::flop>(n); }
    SecondsOf<Traced> seconds(std::string_view n) { return symbol<dim::second>(n); }
    ByteRateOf<Traced> byteRate(std::string_view n) { return symbol<dim::bytePerSecond>(n); }
    FlopRateOf<Traced> flopRate(std::string_view n) { return symbol<dim::flopPerSecond>(n); }
    IntensityOf<Traced> intensity(std::string_view n) { return symbol<dim::flopPerByte>(n); }
    DollarsOf<Traced> dollars(std::string_view n) { return symbol<dim::dollar>(n); }

private:
    Tape m_tape;
};

template <class F, class... Q> FormulaRow formulaRow(std::string name, const F& formula, const Q&... arguments)
{
    const auto result = formula(arguments...);
    const auto derivation = derivationTree(name, result.si(), decltype(result)::dim);
    return {std::move(name), formula.facts(), expressionText(derivation, 0, TextStyle::plain)};
}

void transformerRows(std::vector<FormulaRow>& rows);
void memoryRows(std::vector<FormulaRow>& rows);
void networkRows(std::vector<FormulaRow>& rows);
void collectivesRows(std::vector<FormulaRow>& rows);
void collectiveStepsRows(std::vector<FormulaRow>& rows);
void stepRows(std::vector<FormulaRow>& rows);
void thresholdsRows(std::vector<FormulaRow>& rows);
void rooflineRows(std::vector<FormulaRow>& rows);
void servingRows(std::vector<FormulaRow>& rows);

} // namespace core
