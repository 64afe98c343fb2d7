// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/serving.h.
#include "core/formulas/serving.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

void servingRows(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("servedWeights", f::servedWeights, t.bytes("s_w"), t.count("P")));
    rows.push_back(formulaRow("servedCache", f::servedCache, t.count("S"), t.bytes("KV")));
    rows.push_back(formulaRow("decodeStep", f::decodeStep, t.count("B"), t.bytes("KV_seq"), t.count("n"),
                              t.byteRate("W_hbm"), t.count("P"), t.flopRate("C"), t.bytes("b_serve")));
    rows.push_back(formulaRow("prefillTime", f::prefillTime, t.count("P_mm"), t.count("T"), t.flops("F_attn"),
                              t.count("n"), t.flopRate("C"), t.count("mfu")));
    rows.push_back(formulaRow("decodeThroughput", f::decodeThroughput, t.count("B"), t.seconds("t_dec")));
    rows.push_back(formulaRow("tokenLatency", f::tokenLatency, t.seconds("t_dec")));
    rows.push_back(formulaRow("decodeCritical", f::decodeCritical, t.flopRate("C"), t.byteRate("W_hbm"), t.bytes("s_w"),
                              t.count("P"), t.count("P_act")));
    rows.push_back(formulaRow("decodeBatchMax", f::decodeBatchMax, t.count("n"), t.bytes("M_hbm"), t.bytes("b_serve"),
                              t.bytes("KV_seq"), t.count("0")));
}

} // namespace core
