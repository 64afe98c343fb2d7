// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/memory.h.
#include "core/formulas/memory.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

namespace
{

void memoryPart1(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("splitExperts", f::splitExperts, t.count("P_l"), t.count("P_exp"), t.count("n_ep")));
    rows.push_back(formulaRow("stageParameters", f::stageParameters, t.count("L"), t.count("Z"), t.count("P_l"),
                              t.count("P_out"), t.count("Y")));
    rows.push_back(formulaRow("weightBytes", f::weightBytes, t.bytes("s_w"), t.count("P_dev"), t.count("f_w")));
    rows.push_back(formulaRow("masterBytes", f::masterBytes, t.bytes("s_m"), t.count("P_dev"), t.count("f_o")));
    rows.push_back(formulaRow("gradientBytes", f::gradientBytes, t.bytes("s_g"), t.count("P_dev"), t.count("f_g")));
    rows.push_back(formulaRow("optimizerBytes", f::optimizerBytes, t.count("n_opt"), t.bytes("s_opt"), t.count("P_dev"),
                              t.count("f_o")));
    rows.push_back(formulaRow("tokensPerRank", f::tokensPerRank, t.count("B"), t.count("n_rank")));
    rows.push_back(formulaRow("tokensPerChip", f::tokensPerChip, t.count("B"), t.count("N_dev")));
    rows.push_back(formulaRow("microTokens", f::microTokens, t.count("B"), t.count("m")));
    rows.push_back(formulaRow("activationBytes", f::activationBytes, t.bytes("s_act"), t.count("e_dev"), t.count("tau"),
                              t.count("L"), t.count("Z"), t.count("i"), t.count("phi")));
    rows.push_back(formulaRow("shardedShare", f::shardedShare, t.count("f"), t.count("X")));
    rows.push_back(formulaRow("gatheredBytes", f::gatheredBytes, t.bytes("s_w"), t.count("P_l"), t.count("Y")));
    rows.push_back(
        formulaRow("gradientBufferBytes", f::gradientBufferBytes, t.bytes("s_gc"), t.count("P_l"), t.count("Y")));
    rows.push_back(formulaRow("logitBytes", f::logitBytes, t.count("tau"), t.count("V_vocab"), t.count("Y")));
    rows.push_back(formulaRow("cacheBytes", f::cacheBytes, t.count("B"), t.count("S"), t.bytes("KV"), t.count("n")));
    rows.push_back(formulaRow("chipBytes", f::chipBytes, t.bytes("m_w"), t.bytes("m_m"), t.bytes("m_g"), t.bytes("m_o"),
                              t.bytes("m_a"), t.bytes("m_ag"), t.bytes("m_gb"), t.bytes("m_l"), t.bytes("m_kv")));
    rows.push_back(formulaRow("stateBytes", f::stateBytes, t.count("P"), t.bytes("s_w"), t.bytes("s_m"), t.bytes("s_g"),
                              t.count("n_opt"), t.bytes("s_opt")));
    rows.push_back(formulaRow("gibCapacity", f::gibCapacity, t.bytes("M_hbm")));
    rows.push_back(formulaRow("usableCapacity", f::usableCapacity, t.bytes("M_hbm"), t.count("r")));
    rows.push_back(formulaRow("chipsForState", f::chipsForState, t.bytes("S_all"), t.bytes("M_hbm")));
    rows.push_back(formulaRow("chipsForAll", f::chipsForAll, t.bytes("S_all"), t.bytes("A_all"), t.bytes("M_hbm")));
    rows.push_back(formulaRow("wholeChips", f::wholeChips, t.count("n")));
}

void memoryPart2(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("savedPerRank", f::savedPerRank, t.bytes("a_tok"), t.count("B_rank")));
    rows.push_back(
        formulaRow("leastShards", f::leastShards, t.bytes("S_all"), t.count("f"), t.bytes("A_rank"), t.bytes("M_hbm")));
}

} // namespace

void memoryRows(std::vector<FormulaRow>& rows)
{
    memoryPart1(rows);
    memoryPart2(rows);
}

} // namespace core
