// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/network.h.
#include "core/formulas/network.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

namespace
{

void networkPart1(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("ringShare", f::ringShare, t.count("n")));
    rows.push_back(formulaRow("allToAllRing", f::allToAllRing, t.count("p"), t.count("n")));
    rows.push_back(formulaRow("allToAllBook", f::allToAllBook, t.count("p"), t.count("n")));
    rows.push_back(formulaRow("allToAllLine", f::allToAllLine, t.count("p"), t.count("n")));
    rows.push_back(formulaRow("allToAllSwitch", f::allToAllSwitch, t.count("n")));
    rows.push_back(formulaRow("allToAllSwitchBook", f::allToAllSwitchBook, t.count("n")));
    rows.push_back(formulaRow("allToAllInside", f::allToAllInside, t.count("kappa_sw"), t.count("n_out")));
    rows.push_back(formulaRow("axisBandwidth", f::axisBandwidth, t.count("l"), t.byteRate("w")));
    rows.push_back(formulaRow("nodeEgress", f::nodeEgress, t.count("d"), t.byteRate("W_nic")));
    rows.push_back(formulaRow("sharedEgress", f::sharedEgress, t.byteRate("W_node"), t.count("n_share")));
    rows.push_back(formulaRow("shardedParameters", f::shardedParameters, t.count("L"), t.count("P_l"), t.count("P_emb"),
                              t.count("Z"), t.count("Y")));
    rows.push_back(formulaRow("weightArray", f::weightArray, t.bytes("s"), t.count("P_mesh"), t.count("n_fsdp")));
    rows.push_back(
        formulaRow("gradientArray", f::gradientArray, t.bytes("s_gc"), t.count("P_mesh"), t.count("n_fsdp")));
    rows.push_back(formulaRow("activationArray", f::activationArray, t.bytes("s"), t.count("B_rank"), t.count("D")));
    rows.push_back(formulaRow("routedArray", f::routedArray, t.bytes("s"), t.count("k"), t.count("B_rank"),
                              t.count("n"), t.count("D")));
    rows.push_back(formulaRow("keyValueArray", f::keyValueArray, t.bytes("s"), t.count("B_rank"), t.count("n"),
                              t.count("K"), t.count("H")));
    rows.push_back(formulaRow("perMicrobatch", f::perMicrobatch, t.bytes("V_w"), t.count("m")));
    rows.push_back(formulaRow("perLayer", f::perLayer, t.count("q"), t.count("L"), t.count("Z"), t.bytes("V_a")));
    rows.push_back(formulaRow("reduceAndGather", f::reduceAndGather, t.bytes("V_ag"), t.bytes("V_rs"), t.bytes("V_ar"),
                              t.bytes("V_other")));
    rows.push_back(formulaRow("boundaryBytes", f::boundaryBytes, t.bytes("V_a"), t.count("v"), t.count("n_seq")));
    rows.push_back(formulaRow("axisTime", f::axisTime, t.count("kappa"), t.bytes("U"), t.byteRate("W")));
    rows.push_back(formulaRow("levelTime", f::levelTime, t.count("kappa_in"), t.byteRate("W_gpu"), t.count("kappa_out"),
                              t.byteRate("W_out"), t.bytes("U")));
    rows.push_back(formulaRow("latencyFloor", f::latencyFloor, t.count("n_coll"), t.count("h"), t.seconds("t_hop")));
    rows.push_back(formulaRow("withLatency", f::withLatency, t.seconds("T_axis"), t.seconds("T_hops")));
    rows.push_back(formulaRow("wireBytes", f::wireBytes, t.count("kappa"), t.bytes("U")));
}

void networkPart2(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(
        formulaRow("dcnBytes", f::dcnBytes, t.count("kappa"), t.bytes("s_gc"), t.count("P"), t.count("N_slice")));
    rows.push_back(formulaRow("dcnTime", f::dcnTime, t.bytes("b_dcn"), t.byteRate("W_dcn")));
    rows.push_back(
        formulaRow("callTime", f::callTime, t.seconds("T_lat"), t.count("n_pass"), t.bytes("V"), t.bytes("U")));
    rows.push_back(formulaRow("callCount", f::callCount, t.count("n_each"), t.count("L"), t.count("Z"), t.count("m")));
    rows.push_back(formulaRow("allCallsTime", f::allCallsTime, t.count("n_each"), t.count("L"), t.count("Z"),
                              t.count("m"), t.seconds("T_call")));
    rows.push_back(formulaRow("exactRates", f::exactRates, t.seconds("T_exact"), t.seconds("T_bytes")));
    rows.push_back(formulaRow("bytesTime", f::bytesTime, t.bytes("b_crit"), t.byteRate("w")));
    rows.push_back(formulaRow("scheduledBytes", f::scheduledBytes, t.seconds("T_wire"), t.seconds("T_exact")));
    rows.push_back(formulaRow("chargedHops", f::chargedHops, t.seconds("T_call"), t.seconds("T_bytes")));
    rows.push_back(
        formulaRow("scheduledHops", f::scheduledHops, t.seconds("T_coll"), t.seconds("T_wire"), t.seconds("T_wait")));
    rows.push_back(formulaRow("twoPasses", f::twoPasses, t.bytes("b_fwd"), t.bytes("b_bwd")));
}

} // namespace

void networkRows(std::vector<FormulaRow>& rows)
{
    networkPart1(rows);
    networkPart2(rows);
}

} // namespace core
