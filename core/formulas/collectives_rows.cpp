// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/collectives.h.
#include "core/formulas/collectives.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

namespace
{

void gathers(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    const auto n = t.count("n");
    const auto h = t.count("h");
    const auto hop = t.seconds("t_hop");
    const auto S = t.bytes("S");
    const auto w = t.byteRate("w");
    const auto held = t.bytes("S_p");
    rows.push_back(formulaRow("ringGather", f::ringGather, h, hop, n, S, w));
    rows.push_back(formulaRow("lineGather", f::lineGather, n, hop, S, w));
    rows.push_back(formulaRow("offsetsGather", f::offsetsGather, t.count("q"), hop, n, S, t.count("d"), w));
    rows.push_back(formulaRow("ringPhaseBytes", f::ringPhaseBytes, n, held));
    rows.push_back(formulaRow("linePhaseBytes", f::linePhaseBytes, n, held));
    rows.push_back(
        formulaRow("phaseEnd", f::phaseEnd, t.seconds("T_part"), t.seconds("T_free"), h, hop, t.bytes("b_ring"), w));
}

void exchanges(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    const auto n = t.count("n");
    const auto h = t.count("h");
    const auto hop = t.seconds("t_hop");
    const auto b = t.bytes("b");
    const auto V = t.bytes("V");
    const auto M = t.bytes("M");
    const auto w = t.byteRate("w");
    const auto G = t.byteRate("W_gpu");
    const auto m = t.count("m");
    rows.push_back(formulaRow("ringExchange", f::ringExchange, h, hop, n, b, w));
    rows.push_back(formulaRow("bundledExchange", f::bundledExchange, n, hop, b, w));
    rows.push_back(formulaRow("slotExchange", f::slotExchange, n, hop, b, w));
    rows.push_back(formulaRow("exchangePhaseBytes", f::exchangePhaseBytes, n, t.bytes("S_p")));
    rows.push_back(formulaRow("reduceThenGatherTime", f::reduceThenGatherTime, t.seconds("T_ring")));
    rows.push_back(formulaRow("middleReduce", f::middleReduce, m, n, hop, V, w));
    rows.push_back(formulaRow("middlePieces", f::middlePieces, n, V, hop, w));
    rows.push_back(formulaRow("oneShotLimit", f::oneShotLimit, t.count("L_link"), n, h, hop, w));
    rows.push_back(
        formulaRow("treeRounds", f::treeRounds, t.count("h_fill"), t.count("n_others"), t.count("L_link"), V, hop, w));
    rows.push_back(formulaRow("pathTime", f::pathTime, h, hop, m, M, w));
    rows.push_back(formulaRow("pathShare", f::pathShare, t.count("p_way"), t.count("H"), h, hop, w, M));
    rows.push_back(formulaRow("shiftBytes", f::shiftBytes, t.count("k"), n, M));
    rows.push_back(formulaRow("portTime", f::portTime, t.count("q"), hop, b, G));
    rows.push_back(formulaRow("switchReduce", f::switchReduce, hop, n, V, G));
}

void bounds(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    const auto d = t.count("d");
    const auto links = t.count("L_link");
    const auto w = t.byteRate("w");
    rows.push_back(formulaRow("intakeBound", f::intakeBound, t.bytes("b_lack"), d, w));
    rows.push_back(formulaRow("reduceBound", f::reduceBound, t.count("n"), t.bytes("V"), links, d, w));
    rows.push_back(formulaRow("loadBound", f::loadBound, t.bytes("b_load"), links, w));
    rows.push_back(formulaRow("diameterBound", f::diameterBound, t.count("h"), t.seconds("t_hop")));
}

void totals(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    const auto n = t.count("n");
    const auto V = t.bytes("V");
    rows.push_back(formulaRow("shardBytes", f::shardBytes, V, n));
    rows.push_back(formulaRow("blockBytes", f::blockBytes, V, n));
    rows.push_back(formulaRow("gatherTotal", f::gatherTotal, n, V));
    rows.push_back(formulaRow("reduceTotal", f::reduceTotal, n, V));
    rows.push_back(formulaRow("barrierTime", f::barrierTime, t.count("q"), t.seconds("t_hop"), t.bytes("b_crit"),
                              t.byteRate("w")));
    rows.push_back(formulaRow("overlappedTime", f::overlappedTime, t.seconds("T_bar"), t.seconds("t_saved")));
    rows.push_back(formulaRow("noFasterThan", f::noFasterThan, t.seconds("T_in"), t.seconds("T_far")));
    rows.push_back(formulaRow("timeOverBound", f::timeOverBound, t.seconds("T_coll"), t.seconds("T_least")));
}

void matmuls(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    const auto n = t.count("n");
    const auto k = t.count("h");
    const auto tc = t.seconds("t_c");
    const auto ts = t.seconds("t_s");
    rows.push_back(formulaRow("shardFlops", f::shardFlops, t.count("B"), t.count("D"), t.count("F"), n));
    rows.push_back(formulaRow("shardTime", f::shardTime, t.flops("F_shard"), t.flopRate("C")));
    rows.push_back(formulaRow("shardTransfer", f::shardTransfer, t.seconds("t_hop"), t.bytes("S"), t.byteRate("w")));
    rows.push_back(formulaRow("bookTransfer", f::bookTransfer, t.seconds("t_hop"), t.bytes("S"), t.byteRate("w")));
    rows.push_back(formulaRow("pipelinedMatmul", f::pipelinedMatmul, n, tc, ts));
    rows.push_back(formulaRow("wholeMatmulOdd", f::wholeMatmulOdd, n, k, tc, ts));
    rows.push_back(formulaRow("wholeMatmulEven", f::wholeMatmulEven, n, k, tc, ts, t.seconds("t_s,half")));
    rows.push_back(formulaRow("matmulThenCollective", f::matmulThenCollective, n, tc, t.seconds("T_ring")));
    rows.push_back(formulaRow("matmulSaving", f::matmulSaving, t.seconds("T_naive"), t.seconds("T_cm")));
    rows.push_back(formulaRow("matmulLoss", f::matmulLoss, t.seconds("T_cm"), t.seconds("T_naive")));
    rows.push_back(formulaRow("matmulShare", f::matmulShare, t.seconds("T_saved"), t.seconds("T_naive")));
    rows.push_back(formulaRow("hidingWidth", f::hidingWidth, n, t.flopRate("C"), ts, t.count("B"), t.count("D")));
    rows.push_back(formulaRow("neverHiding", f::neverHiding, t.count("E_hid"), t.count("s_even")));
    rows.push_back(formulaRow("mathRatio", f::mathRatio, tc, ts));
    rows.push_back(formulaRow("movingBytes", f::movingBytes, t.bytes("s"), t.count("B"), t.count("D")));
    rows.push_back(formulaRow("multiplyingTime", f::multiplyingTime, n, tc));
    rows.push_back(formulaRow("waitingMatmul", f::waitingMatmul, t.seconds("T_prod"), t.seconds("t_wait")));
}

} // namespace

void collectivesRows(std::vector<FormulaRow>& rows)
{
    gathers(rows);
    exchanges(rows);
    bounds(rows);
    totals(rows);
    matmuls(rows);
}

} // namespace core
