// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/transformer.h.
#include "core/formulas/transformer.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

namespace
{

void transformerPart1(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("attentionParameters", f::attentionParameters, t.count("D"), t.count("H"), t.count("N"),
                              t.count("K")));
    rows.push_back(formulaRow("mlpParameters", f::mlpParameters, t.count("nmat"), t.count("D"), t.count("F")));
    rows.push_back(
        formulaRow("expertParameters", f::expertParameters, t.count("E"), t.count("nmat"), t.count("D"), t.count("F")));
    rows.push_back(formulaRow("sharedParameters", f::sharedParameters, t.count("E_s"), t.count("nmat"), t.count("D"),
                              t.count("F"), t.count("E")));
    rows.push_back(formulaRow("matrixParameters", f::matrixParameters, t.count("n"), t.count("D"), t.count("F")));
    rows.push_back(formulaRow("normParameters", f::normParameters, t.count("n"), t.count("D")));
    rows.push_back(
        formulaRow("layerParameters", f::layerParameters, t.count("P_attn"), t.count("P_mlp"), t.count("P_norm")));
    rows.push_back(formulaRow("moeParameters", f::moeParameters, t.count("P_exp"), t.count("P_shared")));
    rows.push_back(
        formulaRow("embeddingParameters", f::embeddingParameters, t.count("n_emb"), t.count("V_vocab"), t.count("D")));
    rows.push_back(formulaRow("totalParameters", f::totalParameters, t.count("L"), t.count("P_l"), t.count("P_emb"),
                              t.count("P_final")));
    rows.push_back(formulaRow("allLayers", f::allLayers, t.count("L"), t.count("P_part")));
    rows.push_back(formulaRow("multiplyingParameters", f::multiplyingParameters, t.count("L"), t.count("P_l"),
                              t.count("V_vocab"), t.count("D")));
    rows.push_back(formulaRow("causalShare", f::causalShare, t.count("T")));
    rows.push_back(formulaRow("attentionFlops", f::attentionFlops, t.count("B"), t.count("S"), t.count("N"),
                              t.count("H"), t.count("f"), t.count("L")));
    rows.push_back(formulaRow("forwardFlops", f::forwardFlops, t.count("P_mm"), t.count("B"), t.flops("F_attn")));
    rows.push_back(formulaRow("backwardFlops", f::backwardFlops, t.flops("F_fwd")));
    rows.push_back(formulaRow("stepFlops", f::stepFlops, t.flops("F_fwd"), t.flops("F_bwd")));
    rows.push_back(formulaRow("attentionOfPass", f::attentionOfPass, t.flops("F_attn"), t.count("n_pass")));
    rows.push_back(formulaRow("recomputeLayers", f::recomputeLayers, t.count("L"), t.count("P_l"), t.count("B"),
                              t.flops("F_attn")));
    rows.push_back(formulaRow("recomputeAttention", f::recomputeAttention, t.flops("F_attn")));
    rows.push_back(formulaRow("chipFlops", f::chipFlops, t.flops("F_pass"), t.flops("F_re"), t.count("n")));
    rows.push_back(
        formulaRow("cachePerToken", f::cachePerToken, t.count("L"), t.count("K"), t.count("H"), t.bytes("s")));
    rows.push_back(formulaRow("residualWidth", f::residualWidth, t.count("n_D"), t.count("D")));
}

void transformerPart2(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    rows.push_back(formulaRow("hiddenWidth", f::hiddenWidth, t.count("k"), t.count("E_s"), t.count("F")));
    rows.push_back(formulaRow("innerWidthAll", f::innerWidthAll, t.count("N"), t.count("K"), t.count("H"),
                              t.count("n_F"), t.count("F")));
    rows.push_back(formulaRow("innerWidthMatmuls", f::innerWidthMatmuls, t.count("N"), t.count("K"), t.count("H"),
                              t.count("nmat"), t.count("F")));
    rows.push_back(formulaRow("innerWidthMlp", f::innerWidthMlp, t.count("nmat"), t.count("F")));
    rows.push_back(formulaRow("savedElements", f::savedElements, t.count("e_D"), t.count("e_in")));
    rows.push_back(formulaRow("savedElementsShard", f::savedElementsShard, t.count("e_D"), t.count("n_seq"),
                              t.count("e_in"), t.count("Y")));
    rows.push_back(formulaRow("savedPerToken", f::savedPerToken, t.bytes("s_act"), t.count("e_l"), t.count("L")));
    rows.push_back(formulaRow("savedGlobal", f::savedGlobal, t.bytes("a_tok"), t.count("B")));
}

} // namespace

void transformerRows(std::vector<FormulaRow>& rows)
{
    transformerPart1(rows);
    transformerPart2(rows);
}

} // namespace core
