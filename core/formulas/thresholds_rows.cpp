// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/thresholds.h.
#include "core/formulas/thresholds.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

void thresholdsRows(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(
        formulaRow("criticalOverlapped", f::criticalOverlapped, t.count("B"), t.seconds("T_w"), t.seconds("T_math")));
    rows.push_back(formulaRow("criticalAdded", f::criticalAdded, t.count("B"), t.seconds("T_w"), t.seconds("T_math"),
                              t.seconds("T_tokens")));
    rows.push_back(formulaRow("criticalDcn", f::criticalDcn, t.count("B"), t.seconds("T_dcn"), t.seconds("T_math")));
    rows.push_back(formulaRow("criticalBatch", f::criticalBatch, t.count("B_fwd"), t.count("B_bwd"), t.count("B_dcn")));
    rows.push_back(formulaRow("criticalPerChip", f::criticalPerChip, t.count("B_crit"), t.count("n")));
    rows.push_back(formulaRow("criticalPerRank", f::criticalPerRank, t.count("B_crit"), t.count("n_rank")));
    rows.push_back(formulaRow("tensorIntensity", f::tensorIntensity, t.flopRate("C"), t.byteRate("W")));
    rows.push_back(formulaRow("floorOverlapped", f::floorOverlapped, t.bytes("s"), t.count("q"), t.count("D"),
                              t.intensity("alpha_X"), t.intensity("alpha_Y"), t.count("P_l")));
    rows.push_back(formulaRow("floorAdded", f::floorAdded, t.bytes("s"), t.count("q"), t.count("D"),
                              t.intensity("alpha_X"), t.intensity("alpha_Y"), t.count("P_l")));
    rows.push_back(formulaRow("sharedTokens", f::sharedTokens, t.count("tau"), t.count("X")));
    rows.push_back(formulaRow("sharedChips", f::sharedChips, t.count("X"), t.count("Y")));
    rows.push_back(formulaRow("bestDataAxis", f::bestDataAxis, t.count("q"), t.count("D"), t.count("B_xy"),
                              t.count("N_xy"), t.intensity("alpha_Y"), t.count("P_l"), t.intensity("alpha_X")));
    rows.push_back(formulaRow("tensorLimit", f::tensorLimit, t.count("P_l"), t.count("q"), t.bytes("s"), t.count("D"),
                              t.intensity("alpha"), t.count("1")));
}

} // namespace core
