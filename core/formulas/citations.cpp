// SPDX-License-Identifier: GPL-3.0-or-later
// One row for the formulas of a chapter and a section of MODEL.md, or for one of them.
#include "core/formulas/citations.h"

#include "core/formulas/sources.h"

#include <algorithm>
#include <array>

namespace core
{

namespace
{

/// `symbol` is empty in the row for all formulas of that source and section that have no row of their own.
struct Row {
    const Source* source;
    std::string_view equation, symbol, section;
};

struct Other {
    std::string_view equation, symbol, title, url;
};

constexpr std::array rows{
    Row{&sources::training, "g.10", "", "own: each token's copies travel to its experts and back"},
    Row{&sources::training, "g.10", "P_dense",
        "own: layers, matrices and experts are split evenly over the devices that share them"},
    Row{&sources::training, "g.4", "T_both", "own: the sum over the collectives of the pass"},
    Row{&sources::training, "g.3", "b_both", "own: the sum over the collectives of the pass"},
    Row{&sources::gpus, "g.6", "", "section Tensor Parallelism"},
    Row{&sources::gpus, "e.8", "kappa_nvls", "section Intra-node collectives"},
    Row{&sources::gpus, "e.8", "T_nvls", "own: an efficiency measured on 8 H200"},
    Row{&sources::megatron, "g.9", "T_micro", "own: what happens once a step hides behind the last microbatch alone"},
    Row{&sources::megatron, "g.9", "T_last", "own: what happens once a step hides behind the last microbatch alone"},
    Row{&sources::megatron, "g.9", "T_step,red",
        "own: what happens once a step hides behind the last microbatch alone"},
    Row{&sources::megatron, "g.9", "T_slots", "own: what happens once a step hides behind the last microbatch alone"},
    Row{&sources::sharding, "e.1", "", "section Case 2: one multiplicand has a sharded contracting dimension"},
    Row{&sources::rooflines, "a.1", "", "section Where Does the Time Go?"},
    Row{&sources::rooflines, "c.1", "", "section Matrix multiplication"},
    Row{&sources::rooflines, "c.1", "I_op", "section Where Does the Time Go?"},
    Row{&sources::rooflines, "c.1", "I_step",
        "own: the roofline of one operation, applied to the FLOPs and bytes of a step"},
    Row{&sources::rooflines, "c.2", "", "section Where Does the Time Go?"},
    Row{&sources::rooflines, "c.2", "R_op", "section Visualizing rooflines"},
    Row{&sources::rooflines, "c.2", "R_step",
        "own: what a point or a roof of the roofline of a step means: a rate is an amount over its time"},
    Row{&sources::rooflines, "c.2", "W_axis",
        "own: what a point or a roof of the roofline of a step means: a rate is an amount over its time"},
    Row{&sources::rooflines, "c.3", "", "section Matrix multiplication"},
    Row{&sources::rooflines, "c.4", "", "section A Few Problems to Work"},
    Row{&sources::sharding, "e.2", "", "section Case 2: one multiplicand has a sharded contracting dimension"},
    Row{&sources::sharding, "e.3", "", "section Case 2: one multiplicand has a sharded contracting dimension"},
    Row{&sources::sharding, "e.6", "", "section Case 2: one multiplicand has a sharded contracting dimension"},
    Row{&sources::sharding, "e.7", "", "section What Have We Learned?"},
    Row{&sources::sharding, "e.4", "", "section Our final communication primitive: the AllToAll"},
    Row{&sources::sharding, "e.5", "", "section Case 3: both multiplicands have sharded contracting dimensions"},
    Row{&sources::sharding, "e.2", "T_line",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.3", "T_off",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.3", "b_ring",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.3", "b_line",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.3", "T_phase",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.4", "T_a2a,1",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.4", "T_slot",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.4", "b_a2a",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.4", "kappa_line",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "T_mid",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "m_mid",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "V_shot",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "m_tree",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "T_path",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "f_path",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.5", "b_shift",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "T_bar",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "b_crit",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "T_msg",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "T_busy",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "T_hop,max",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "t_s,max",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.6", "t_there,max",
        "own: time of the schedule that is shown, checked against a simulation of every message"},
    Row{&sources::sharding, "e.3", "T_in",
        "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster"},
    Row{&sources::sharding, "e.3", "T_least",
        "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster"},
    Row{&sources::sharding, "e.3", "gap",
        "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster"},
    Row{&sources::sharding, "e.4", "T_load",
        "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster"},
    Row{&sources::sharding, "e.5", "T_add",
        "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster"},
    Row{&sources::sharding, "e.6", "T_far",
        "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster"},
    Row{&sources::sharding, "e.2", "S_chunk", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_el", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_held", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_msg", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_sent", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_sent,c", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_sent,all", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "t_sent", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "t_there", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.2", "b_all", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.5", "b_all,ar", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "N_torus", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "N_blocks", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "N_block", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "N_slice", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "N_in", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "N_face", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "L_block", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "b_links", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "b_links,c", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "b_mean", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "b_cap", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "load", "own: counted on the network or the schedule that is shown"},
    Row{&sources::sharding, "e.3", "Delta_wire",
        "own: the difference between what the step charges and what the schedule takes, by cause"},
    Row{&sources::sharding, "e.6", "T_wire",
        "own: the difference between what the step charges and what the schedule takes, by cause"},
    Row{&sources::sharding, "e.6", "T_wait",
        "own: the difference between what the step charges and what the schedule takes, by cause"},
    Row{&sources::sharding, "e.6", "Delta_hops",
        "own: the difference between what the step charges and what the schedule takes, by cause"},
    Row{&sources::sharding, "e.7", "Delta_rates",
        "own: the difference between what the step charges and what the schedule takes, by cause"},
    Row{&sources::sharding, "i.1", "",
        "own: the overlap of a matmul with its transfers, checked against a simulation of every message"},
    Row{&sources::sharding, "i.4", "",
        "own: the overlap of a matmul with its transfers, checked against a simulation of every message"},
    Row{&sources::transformers, "f.1", "", "section Global FLOPs and Params Calculation"},
    Row{&sources::transformers, "f.1", "P_attn", "section Attention"},
    Row{&sources::transformers, "f.1", "P_mlp", "section MLPs"},
    Row{&sources::transformers, "f.1", "P_exp", "section Sparsity and Mixture-of-Experts"},
    Row{&sources::transformers, "f.1", "P_shared", "section Sparsity and Mixture-of-Experts"},
    Row{&sources::transformers, "f.1", "P_moe", "section Sparsity and Mixture-of-Experts"},
    Row{&sources::transformers, "f.1", "P_norm", "section Other Operations"},
    Row{&sources::transformers, "f.1", "P_emb", "section Other Operations"},
    Row{&sources::transformers, "f.2", "", "section General rule of thumb for Transformer FLOPs"},
    Row{&sources::transformers, "f.2", "F_attn", "section Attention"},
    Row{&sources::transformers, "f.2", "F_attn,pass", "section Attention"},
    Row{&sources::transformers, "f.2", "F_bwd", "section Forward and reverse FLOPs"},
    Row{&sources::transformers, "f.3", "", "section General rule of thumb for Transformer FLOPs"},
    Row{&sources::transformers, "f.5", "", "section Key-Value (KV) caching"},
    Row{&sources::transformers, "f.6", "", "section Gradient checkpointing"},
    Row{&sources::transformers, "f.7", "", "section Gradient checkpointing"},
    Row{&sources::transformers, "g.2", "", "section Gradient checkpointing"},
    Row{&sources::transformers, "c.5", "", "section Attention"},
    Row{&sources::transformers, "c.6", "", "section Sparsity and Mixture-of-Experts"},
    Row{&sources::training, "a.1", "", "section Data Parallelism"},
    Row{&sources::training, "a.2", "", "section Mixed FSDP and Tensor Parallelism"},
    Row{&sources::training, "a.2", "B_rank", "section Data Parallelism"},
    Row{&sources::training, "a.2", "B_chip", "section Data Parallelism"},
    Row{&sources::training, "a.2", "T_pass,tp",
        "own: the pessimistic convention: collectives of the tensor axis stand on the critical path"},
    Row{&sources::training, "a.2", "T_pass,sum", "own: the convention that nothing overlaps"},
    Row{&sources::training, "c.1", "", "section Tensor Parallelism"},
    Row{&sources::training, "f.7", "", "own: recomputed FLOPs run at the rate of the backward pass"},
    Row{&sources::training, "g.2", "",
        "own: layers, matrices and experts are split evenly over the devices that share them"},
    Row{&sources::training, "g.2", "tau", "section Data Parallelism"},
    Row{&sources::training, "g.2", "m_ag",
        "own: FSDP holds the layer at work, the next one, and a gradient that is not reduced yet"},
    Row{&sources::training, "g.2", "m_gb",
        "own: FSDP holds the layer at work, the next one, and a gradient that is not reduced yet"},
    Row{&sources::training, "g.2", "m_l", "own: the loss is computed in fp32"},
    Row{&sources::training, "g.2", "m_dev", "own: the sum of the parts above"},
    Row{&sources::training, "g.2", "M_use", "own: the reserve that the user sets"},
    Row{&sources::training, "g.3", "", "section Fully-Sharded Data Parallelism (FSDP)"},
    Row{&sources::training, "g.3", "V_a", "section Tensor Parallelism"},
    Row{&sources::training, "g.3", "U_l", "section Tensor Parallelism"},
    Row{&sources::training, "g.3", "U",
        "own: the sum over the collectives of the pass, and one call of it by its share of the bytes"},
    Row{&sources::training, "g.3", "T_call",
        "own: the sum over the collectives of the pass, and one call of it by its share of the bytes"},
    Row{&sources::training, "g.3", "N_calls",
        "own: the sum over the collectives of the pass, and one call of it by its share of the bytes"},
    Row{&sources::training, "g.3", "T_calls",
        "own: the sum over the collectives of the pass, and one call of it by its share of the bytes"},
    Row{&sources::training, "g.3", "b_pass",
        "own: the sum over the collectives of the pass, and one call of it by its share of the bytes"},
    Row{&sources::training, "g.4", "", "section Data Parallelism"},
    Row{&sources::training, "g.4", "T_hbm",
        "own: weights and saved activations cross the memory bus in each pass; kernels overlap it with math"},
    Row{&sources::training, "g.4", "b_w",
        "own: weights and saved activations cross the memory bus in each pass; kernels overlap it with math"},
    Row{&sources::training, "g.4", "b_a",
        "own: weights and saved activations cross the memory bus in each pass; kernels overlap it with math"},
    Row{&sources::training, "g.4", "T_step",
        "own: forward and backward follow one another; a pipeline adds its idle slots"},
    Row{&sources::training, "g.4", "T_sum",
        "own: forward and backward follow one another; a pipeline adds its idle slots"},
    Row{&sources::training, "g.6", "", "section Mixed FSDP and Tensor Parallelism"},
    Row{&sources::training, "g.6", "Y_max", "section Tensor Parallelism"},
    Row{&sources::training, "g.7", "", "section Mixed FSDP and Tensor Parallelism"},
    Row{&sources::training, "g.8", "", "section Scaling Between Pods"},
    Row{&sources::training, "g.9", "", "section Pipelining"},
    Row{&sources::training, "g.12", "", "own: the FLOPs of the run over the rate of all chips"},
    Row{&sources::inference, "h.1", "", "section Prefill"},
    Row{&sources::inference, "h.2", "", "section Theoretical estimates for LLM latency and throughput"},
    Row{&sources::inference, "h.2", "m_kv", "section What about memory?"},
    Row{&sources::inference, "h.3", "", "section What about memory?"},
    Row{&sources::inference, "h.3", "B_dec", "section Linear operations: what bottlenecks us?"},
    Row{&sources::gpus, "e.8", "", "section Cross-node collectives"},
    Row{&sources::gpus, "e.8", "kappa_sw", "section Intra-node collectives"},
    Row{&sources::gpus, "e.8", "kappa_sw,book", "section Intra-node collectives"},
    Row{&sources::gpus, "e.8", "T_port", "section Intra-node collectives"},
    Row{&sources::gpus, "e.8", "T_sharp", "section Intra-node collectives"},
    Row{&sources::gpus, "g.13", "", "section Data Parallelism"},
};

/// Formulas whose publication is another one than their chapter's.
constexpr std::array others{
    Other{"b.5", "cost", "Scaling Book, Applied Inference, section What's the LLaMA Serving Story?",
          "https://jax-ml.github.io/scaling-book/applied-inference"},
    Other{"g.10", "V_r", "Scaling Book, Transformers, section Sparsity and Mixture-of-Experts",
          sources::transformers.url},
    Other{"g.9", "i_int", "Korthikanti et al. 2022, Reducing Activation Recomputation, section 4.2.3",
          sources::korthikanti.url},
    Other{"g.9", "i_1f1b", "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2.1",
          sources::megatron.url},
    Other{"g.9", "sigma", "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2.2",
          sources::megatron.url},
    Other{"g.9", "beta_idle", "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2.2",
          sources::megatron.url},
    Other{"g.9", "V_p", "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2",
          sources::megatron.url},
    Other{"f.6", "e_dev", "Korthikanti et al. 2022, Reducing Activation Recomputation, section 4.2.2",
          sources::korthikanti.url},
    Other{"g.2", "m_w", "Rajbhandari et al. 2020, ZeRO, section 5.3", sources::zero.url},
    Other{"g.2", "m_m", "Rajbhandari et al. 2020, ZeRO, section 5.1", sources::zero.url},
    Other{"g.2", "m_g", "Rajbhandari et al. 2020, ZeRO, section 5.2", sources::zero.url},
    Other{"g.2", "m_o", "Rajbhandari et al. 2020, ZeRO, section 5.1", sources::zero.url},
};

constexpr std::string_view ownWork = "own: ";

} // namespace

Citation citationOf(std::string_view source, std::string_view url, std::string_view equation, std::string_view symbol)
{
    const auto bare = symbol.substr(0, symbol.find('['));
    for (const Other& other : others)
        if (other.equation == equation && other.symbol == bare)
            return {std::string(other.title), std::string(other.url)};
    const auto find = [&](std::string_view wanted) {
        return std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
            return row.source->title == source && row.equation == equation && row.symbol == wanted;
        });
    };
    auto row = find(bare);
    if (row == rows.end())
        row = find("");
    if (row == rows.end())
        return {std::string(source), std::string(url)};
    if (row->section.starts_with(ownWork))
        return {std::string(row->section), {}};
    return {std::string(source) + ", " + std::string(row->section), std::string(url)};
}

} // namespace core
