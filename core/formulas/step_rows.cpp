// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/step.h.
#include "core/formulas/step.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

namespace
{

void stepPart1(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("passMath", f::passMath, t.flops("F_pass"), t.count("n"), t.flopRate("C")));
    rows.push_back(formulaRow("recomputingMath", f::recomputingMath, t.flops("F_bwd"), t.flops("F_re"), t.count("n"),
                              t.flopRate("C")));
    rows.push_back(
        formulaRow("memoryTime", f::memoryTime, t.count("n_hbm"), t.bytes("b_w"), t.bytes("b_a"), t.byteRate("W_hbm")));
    rows.push_back(formulaRow("weightTraffic", f::weightTraffic, t.count("m"), t.bytes("s_w"), t.count("P_mesh")));
    rows.push_back(formulaRow("activationTraffic", f::activationTraffic, t.bytes("s_act"), t.count("e_dev"),
                              t.count("B_rank"), t.count("L"), t.count("Z")));
    rows.push_back(
        formulaRow("commsOverlapped", f::commsOverlapped, t.seconds("T_X"), t.seconds("T_Y"), t.seconds("T_Z")));
    rows.push_back(formulaRow("commsAdded", f::commsAdded, t.seconds("T_X"), t.seconds("T_Y"), t.seconds("T_Z")));
    rows.push_back(formulaRow("passOverlapped", f::passOverlapped, t.seconds("T_math"), t.seconds("T_comms")));
    rows.push_back(formulaRow("passTensorExposed", f::passTensorExposed, t.seconds("T_math"), t.seconds("T_other"),
                              t.seconds("T_tensor")));
    rows.push_back(formulaRow("passSerial", f::passSerial, t.seconds("T_math"), t.seconds("T_comms")));
    rows.push_back(formulaRow("slotFactor", f::slotFactor, t.count("m"), t.count("Z"), t.count("v")));
    rows.push_back(formulaRow("bubbleShare", f::bubbleShare, t.count("m"), t.count("Z"), t.count("v")));
    rows.push_back(formulaRow("inflightInterleaved", f::inflightInterleaved, t.count("Z"), t.count("v")));
    rows.push_back(formulaRow("inflightOneForward", f::inflightOneForward, t.count("m"), t.count("Z")));
    rows.push_back(formulaRow("dcnExposed", f::dcnExposed, t.seconds("T_dcn"), t.seconds("T_bwd")));
    rows.push_back(formulaRow("stepTime", f::stepTime, t.count("sigma"), t.seconds("T_fwd"), t.seconds("T_bwd"),
                              t.seconds("T_dcn,exp")));
    rows.push_back(formulaRow("sumOfPasses", f::sumOfPasses, t.seconds("T_fwd"), t.seconds("T_bwd")));
    rows.push_back(formulaRow("lowerTime", f::lowerTime, t.count("sigma"), t.seconds("T_math"), t.seconds("T_hbm"),
                              t.seconds("T_X"), t.seconds("T_Y"), t.seconds("T_Z"), t.seconds("T_dcn")));
    rows.push_back(formulaRow("upperTime", f::upperTime, t.count("sigma"), t.seconds("T_math"), t.seconds("T_hbm"),
                              t.seconds("T_X"), t.seconds("T_Y"), t.seconds("T_Z"), t.seconds("T_dcn")));
    rows.push_back(formulaRow("boundMargin", f::boundMargin, t.seconds("T_math"), t.seconds("T_other")));
    rows.push_back(formulaRow("utilisation", f::utilisation, t.flops("F_pass"), t.count("n"), t.flopRate("C"),
                              t.seconds("T_step")));
    rows.push_back(formulaRow("trainingTime", f::trainingTime, t.count("P"), t.count("tokens"), t.count("n"),
                              t.flopRate("C"), t.count("mfu")));
}

void stepPart2(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("trainingDays", f::trainingDays, t.seconds("T_train")));
    rows.push_back(formulaRow("trainingCost", f::trainingCost, t.count("days"), t.count("n"), t.dollars("price")));
}

} // namespace

void stepRows(std::vector<FormulaRow>& rows)
{
    stepPart1(rows);
    stepPart2(rows);
}

} // namespace core
