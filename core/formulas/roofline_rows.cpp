// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/roofline.h.
#include "core/formulas/roofline.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

void rooflineRows(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("matmulFlops", f::matmulFlops, t.count("B"), t.count("D"), t.count("F")));
    rows.push_back(formulaRow("matmulBytes", f::matmulBytes, t.bytes("s_x"), t.bytes("s_w"), t.bytes("s_o"),
                              t.count("B"), t.count("D"), t.count("F")));
    rows.push_back(formulaRow("batchedBytes", f::batchedBytes, t.bytes("s_x"), t.bytes("s_w"), t.bytes("s_o"),
                              t.count("B"), t.count("D"), t.count("F")));
    rows.push_back(formulaRow("fusedAttentionFlops", f::fusedAttentionFlops, t.count("B"), t.count("T"), t.count("S"),
                              t.count("N"), t.count("H"), t.count("f_mask")));
    rows.push_back(formulaRow("fusedAttentionBytes", f::fusedAttentionBytes, t.bytes("s"), t.count("B"), t.count("T"),
                              t.count("S"), t.count("N"), t.count("K"), t.count("H")));
    rows.push_back(formulaRow("causalShareOf", f::causalShareOf, t.count("T"), t.count("S")));
    rows.push_back(formulaRow("causalShareOfLong", f::causalShareOfLong, t.count("T"), t.count("S")));
    rows.push_back(formulaRow("expertSize", f::expertSize, t.count("nmat"), t.count("D"), t.count("F")));
    rows.push_back(
        formulaRow("moeFlops", f::moeFlops, t.count("B"), t.count("E_used"), t.count("E_s"), t.count("m_e")));
    rows.push_back(formulaRow("moeBytes", f::moeBytes, t.bytes("s_w"), t.count("E_loaded"), t.count("E_s"),
                              t.count("m_e"), t.bytes("s_x"), t.count("B"), t.count("D")));
    rows.push_back(formulaRow("loadedPerToken", f::loadedPerToken, t.count("k"), t.count("B")));
    rows.push_back(formulaRow("hitExperts", f::hitExperts, t.count("E"), t.count("k"), t.count("B")));
    rows.push_back(formulaRow("operationIntensity", f::operationIntensity, t.flops("F_mm"), t.bytes("Q_op")));
    rows.push_back(formulaRow("machineIntensity", f::machineIntensity, t.flopRate("C"), t.byteRate("W")));
    rows.push_back(formulaRow("operationMath", f::operationMath, t.flops("F_mm"), t.flopRate("C")));
    rows.push_back(formulaRow("operationMemory", f::operationMemory, t.bytes("Q_op"), t.byteRate("W")));
    rows.push_back(formulaRow("operationLower", f::operationLower, t.seconds("t_math"), t.seconds("t_mem")));
    rows.push_back(formulaRow("operationUpper", f::operationUpper, t.seconds("t_math"), t.seconds("t_mem")));
    rows.push_back(formulaRow("operationRate", f::operationRate, t.flopRate("C"), t.intensity("I"), t.byteRate("W")));
    rows.push_back(formulaRow("matmulCritical", f::matmulCritical, t.intensity("alpha"), t.bytes("s_w"), t.count("D"),
                              t.count("F"), t.bytes("s_x"), t.bytes("s_o")));
    rows.push_back(formulaRow("matmulCriticalApprox", f::matmulCriticalApprox, t.intensity("alpha"), t.bytes("s_w")));
    rows.push_back(formulaRow("moeCriticalApprox", f::moeCriticalApprox, t.intensity("alpha"), t.bytes("s_w"),
                              t.count("E"), t.count("k")));
}

} // namespace core
