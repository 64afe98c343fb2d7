// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a step and of an operation that are no fields: facts of the mesh, counts of a policy.
#pragma once

#include "core/formulas/sources.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"

namespace core::fact
{

inline constexpr Count embeddings{"n_emb", "Embedding matrices", nullptr, &field::model::tied};
inline constexpr Count optimizerStates{"n_opt", "Optimizer states per parameter", nullptr, &field::prec::optimizer};
inline constexpr Count passes{"n_pass", "Passes: forward, and backward twice its work", &sources::transformers};
inline constexpr Count hiddenSaved{"n_F", "Hidden activations saved", &sources::transformers};
inline constexpr Count widthSaved{"n_D", "Activations of width D saved", &sources::transformers};
inline constexpr Count blockNorms{"n_v", "Norm vectors of the block", &sources::otherOperations, &field::model::norms};
inline constexpr Count sameArrays{"n_W", "Weight matrices of that shape", &sources::transformers};
inline constexpr Count matmulsSaved{"n_DM", "Matmul outputs of width D saved", &sources::transformers};
inline constexpr Count memoryPasses{"n_hbm", "Passes of memory traffic", &sources::training};

inline constexpr Count oneToken{"B_1", "One token (decode: one sequence), whose costs are counted", &sources::training};

// Calls of collectives.
inline constexpr Count tensorBlocks{"q", "Tensor-parallel blocks per layer", &sources::training};
inline constexpr Count ringForward{"n_ring,f", "Times keys and values go round, forward", &sources::ring};
inline constexpr Count ringBackward{"n_ring,b", "Times keys and values go round, backward", &sources::ring};
inline constexpr Count exchanges{"n_a2a", "AllToAlls per layer and pass", &sources::training};
inline constexpr Count callsEach{"n_each", "Calls in a layer and microbatch", &sources::training};
inline constexpr Seconds callBytes{"T_bytes", "What the step charges for the bytes of one call", &sources::training};
inline constexpr PerAxis forwardCalls{{{"n_cf,X", "Collectives of axis X, forward", &sources::sharding},
                                       {"n_cf,Y", "Collectives of axis Y, forward", &sources::sharding},
                                       {"n_cf,Z", "Collectives of axis Z, forward", &sources::sharding}}};
inline constexpr PerAxis backwardCalls{{{"n_cb,X", "Collectives of axis X, backward", &sources::sharding},
                                        {"n_cb,Y", "Collectives of axis Y, backward", &sources::sharding},
                                        {"n_cb,Z", "Collectives of axis Z, backward", &sources::sharding}}};
inline constexpr PerAxis weightForwardCalls{
    {{"n_cwf,X", "Collectives of weights over axis X, forward", &sources::sharding},
     {"n_cwf,Y", "Collectives of weights over axis Y, forward", &sources::sharding},
     {"n_cwf,Z", "Collectives of weights over axis Z, forward", &sources::sharding}}};
inline constexpr PerAxis weightBackwardCalls{
    {{"n_cwb,X", "Collectives of weights over axis X, backward", &sources::sharding},
     {"n_cwb,Y", "Collectives of weights over axis Y, backward", &sources::sharding},
     {"n_cwb,Z", "Collectives of weights over axis Z, backward", &sources::sharding}}};

// From one place to another.
inline constexpr Count pathHops{"h_path", "Hops of a shortest path", &sources::hostLink};
inline constexpr Count paths{"p_path", "Shortest paths that share no link", &sources::hostLink};

// How the mesh lies on the hardware. Weights of an expert axis take all its links at once, tokens go along one.
inline constexpr PerAxis weightLinks{{{"l_w,X", "One-way links of axis X for weights", &sources::sharding},
                                      {"l_w,Y", "One-way links of axis Y for weights", &sources::sharding},
                                      {"l_w,Z", "One-way links of axis Z for weights", &sources::sharding}}};
inline constexpr PerAxis weightHops{{{"h_w,X", "Hops of axis X for weights", &sources::sharding},
                                     {"h_w,Y", "Hops of axis Y for weights", &sources::sharding},
                                     {"h_w,Z", "Hops of axis Z for weights", &sources::sharding}}};
inline constexpr PerAxis links{{{"l_X", "One-way links of axis X that send at once", &sources::sharding},
                                {"l_Y", "One-way links of axis Y that send at once", &sources::sharding},
                                {"l_Z", "One-way links of axis Z that send at once", &sources::sharding}}};
inline constexpr PerAxis hops{{{"h_X", "Hops of axis X", &sources::sharding},
                               {"h_Y", "Hops of axis Y", &sources::sharding},
                               {"h_Z", "Hops of axis Z", &sources::sharding}}};
inline constexpr PerAxis parts{{{"p_1", "Chips of the axis on its first hardware axis", &sources::sharding},
                                {"p_2", "Chips of the axis on its second hardware axis", &sources::sharding},
                                {"p_3", "Chips of the axis on its third hardware axis", &sources::sharding}}};
inline constexpr PerAxis within{{{"n_in,X", "Ranks of a group of axis X inside a domain", &sources::gpus},
                                 {"n_in,Y", "Ranks of a group of axis Y inside a domain", &sources::gpus},
                                 {"n_in,Z", "Ranks of a group of axis Z inside a domain", &sources::gpus}}};
inline constexpr PerAxis nodes{{{"n_out,X", "Domains that axis X spans", &sources::gpus},
                                {"n_out,Y", "Domains that axis Y spans", &sources::gpus},
                                {"n_out,Z", "Domains that axis Z spans", &sources::gpus}}};
inline constexpr Count domainRanks{"n_dom", "Ranks of the tensor axis that a domain can hold", &sources::gpus};
inline constexpr PerAxis rest{{{"r_X", "Ranks of axis X on the domain that has fewest", &sources::gpus},
                               {"r_Y", "Ranks of axis Y on the domain that has fewest", &sources::gpus},
                               {"r_Z", "Ranks of axis Z on the domain that has fewest", &sources::gpus}}};
// Of groups that move weights of an axis that moves tokens too: other axes join them.
inline constexpr PerAxis weightWithin{
    {{"n_inw,X", "Ranks of a group of weights of axis X inside a domain", &sources::gpus},
     {"n_inw,Y", "Ranks of a group of weights of axis Y inside a domain", &sources::gpus},
     {"n_inw,Z", "Ranks of a group of weights of axis Z inside a domain", &sources::gpus}}};
inline constexpr PerAxis weightNodes{{{"n_outw,X", "Domains that a group of weights of axis X spans", &sources::gpus},
                                      {"n_outw,Y", "Domains that a group of weights of axis Y spans", &sources::gpus},
                                      {"n_outw,Z", "Domains that a group of weights of axis Z spans", &sources::gpus}}};
inline constexpr PerAxis weightRest{
    {{"r_w,X", "Ranks of a group of weights of axis X on the domain that has fewest", &sources::gpus},
     {"r_w,Y", "Ranks of a group of weights of axis Y on the domain that has fewest", &sources::gpus},
     {"r_w,Z", "Ranks of a group of weights of axis Z on the domain that has fewest", &sources::gpus}}};
inline constexpr Count ringLinks{"l_op", "One-way links of a ring axis", &sources::sharding};

} // namespace core::fact

// Of a sharded product; the place is the step or the dimension.
namespace core::fact::shard
{

inline constexpr Count size{"I", "Size of the dimension", &sources::sharding};
inline constexpr Count devices{"n", "Devices along these axes", &sources::sharding};
inline constexpr Count all{"N_dev", "Devices of the mesh", &sources::sharding};
inline constexpr Count links{"l", "One-way links of these axes that send at once", &sources::sharding};
inline constexpr Count hops{"h", "Hops along these axes", &sources::sharding};
inline constexpr Count calls{"n_pass", "Passes of the collective", &sources::sharding};
inline constexpr Count within{"n_in", "Ranks inside a domain", &sources::gpus};
inline constexpr Count nodes{"n_out", "Domains", &sources::gpus};

} // namespace core::fact::shard
