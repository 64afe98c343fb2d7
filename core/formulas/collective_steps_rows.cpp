// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue rows of core/formulas/collective_steps.h.
#include "core/formulas/collective_steps.h"

#include "core/formulas/symbol_tape.h"

namespace core
{

void collectiveStepsRows(std::vector<FormulaRow>& rows)
{
    namespace f = formulas;
    SymbolTape t;
    const auto chunk = t.bytes("S_chunk");
    rows.push_back(formulaRow("chunkBytes", f::chunkBytes, t.bytes("V"), t.count("m_cut")));
    rows.push_back(formulaRow("elementBytes", f::elementBytes, t.count("E"), t.bytes("s")));
    rows.push_back(formulaRow("heldBytes", f::heldBytes, t.count("c_held"), chunk));
    rows.push_back(formulaRow("messageBytes", f::messageBytes, t.count("c_msg"), chunk));
    rows.push_back(formulaRow("messagesBytes", f::messagesBytes, t.count("m_msg"), t.bytes("b_msg")));
    rows.push_back(formulaRow("carriedBytes", f::carriedBytes, t.count("c_link"), chunk));
    rows.push_back(formulaRow("sentBytes", f::sentBytes, t.count("c_all"), chunk));
    rows.push_back(formulaRow("busiestBytes", f::busiestBytes, t.bytes("b_sent")));
    rows.push_back(formulaRow("shardChunks", f::shardChunks, t.count("c_first"), t.count("c_came"), t.count("c_gone")));
    rows.push_back(formulaRow("sumTerms", f::sumTerms, t.count("n_own"), t.count("n_others")));
    rows.push_back(formulaRow("slideSum", f::slideSum, t.count("x_A"), t.count("x_B"), t.count("x_C"), t.count("x_D")));
    rows.push_back(formulaRow("stepBuffers", f::stepBuffers, t.count("c_kept"), t.count("c_made"), t.count("c_arr"),
                              t.count("m_shard")));
    const auto chips = t.count("N_torus");
    rows.push_back(formulaRow("torusChips", f::torusChips, t.count("N_X"), t.count("N_Y"), t.count("N_Z")));
    rows.push_back(formulaRow("torusBlocks", f::torusBlocks, t.count("N_X"), t.count("N_Y"), t.count("N_Z")));
    rows.push_back(formulaRow("blockChips", f::blockChips, t.count("c_X"), t.count("c_Y"), t.count("c_Z")));
    rows.push_back(formulaRow("sliceChips", f::sliceChips, chips, t.count("N_Z")));
    rows.push_back(formulaRow("innerChips", f::innerChips, t.count("N_X") - 2, t.count("N_Y") - 2, t.count("N_Z") - 2));
    rows.push_back(formulaRow("faceChips", f::faceChips, chips, t.count("N_in")));
    rows.push_back(formulaRow("blockLinks", f::blockLinks, t.count("c_X"), t.count("c_Y")));
    rows.push_back(formulaRow("linksBytes", f::linksBytes, t.count("L_block"), t.bytes("b_sent")));
    rows.push_back(formulaRow("linksChunkBytes", f::linksChunkBytes, t.count("c_block"), chunk));
    rows.push_back(formulaRow("linksMean", f::linksMean, t.bytes("b_links"), t.count("L_block")));
    rows.push_back(formulaRow("linkCapacity", f::linkCapacity, t.byteRate("w"), t.seconds("T_bar")));
    rows.push_back(formulaRow("linkLoad", f::linkLoad, t.bytes("b_sent"), t.bytes("b_cap")));
    const auto start = t.seconds("t_start");
    const auto product = t.seconds("t_c");
    rows.push_back(formulaRow("messageSent", f::messageSent, start, t.bytes("b_msg"), t.byteRate("w")));
    rows.push_back(formulaRow("messageThere", f::messageThere, t.seconds("t_sent"), t.seconds("t_hop")));
    rows.push_back(formulaRow("messageThereBook", f::messageThereBook, start, t.seconds("t_hop"), t.seconds("t_sent")));
    rows.push_back(formulaRow("exposedTime", f::exposedTime, t.bytes("b_msg"), t.byteRate("w"), t.seconds("t_hid")));
    rows.push_back(formulaRow("productEnd", f::productEnd, start, product));
    rows.push_back(formulaRow("halfProductEnd", f::halfProductEnd, start, product));
    rows.push_back(formulaRow("waitingSteps", f::waitingSteps, t.seconds("T_bar"), t.seconds("t_late")));
}

} // namespace core
