// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a collective and of its schedule that are no fields.
#pragma once

#include "core/formulas/sources.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_precision.h"

namespace core::fact::coll
{

inline constexpr Count chips{"n_coll", "Participating chips", nullptr, &field::coll::torus};
inline constexpr PerAxis length{{{"n_1", "Chips along the first axis", nullptr, &field::coll::torus},
                                 {"n_2", "Chips along the second axis", nullptr, &field::coll::torus},
                                 {"n_3", "Chips along the third axis", nullptr, &field::coll::torus}}};
inline constexpr PerAxis hops{{{"h_1", "Max hops along the first axis", &sources::sharding},
                               {"h_2", "Max hops along the second axis", &sources::sharding},
                               {"h_3", "Max hops along the third axis", &sources::sharding}}};
inline constexpr Count behindEach{"d_in", "GPUs behind each switch", nullptr, &field::coll::torus};
inline constexpr Count domains{"M_dom", "Domains that the GPUs fill", nullptr, &field::coll::torus};
inline constexpr Count smallestDomain{"g", "GPUs of the domain that is not full", nullptr, &field::coll::torus};
inline constexpr Count segments{"p", "Segments that rotate through the axes", &sources::sharding};
inline constexpr Count paths{"n_path", "Paths that share no link", &sources::schedule};
inline constexpr Count shortestPath{"h_min", "Hops of the shortest of them", &sources::schedule};
inline constexpr Count longestPath{"h_max", "Hops of the longest of them", &sources::schedule};
inline constexpr Count pathHops{"h_way", "Hops of a path", &sources::sharding};
inline constexpr Count shift{"k", "Places further round the ring", nullptr, &field::coll::to};
inline constexpr Count allPieces{"m_all", "Pieces of all paths that share no link", &sources::schedule};
inline constexpr Count pieces{"m", "Pieces that follow each other", &sources::schedule};
inline constexpr Count farthest{"h", "Hops to the farthest chip", &sources::sharding};
inline constexpr Count degree{"d", "Links into a chip", &sources::sharding};
inline constexpr Bytes load{"b_load", "Bytes that have to cross the links that limit", &sources::sharding};
inline constexpr Count linksUsed{"l", "One-way links of a chip that send at once", &sources::sharding};
inline constexpr Count copies{"n_copy", "Independent copies on the other axes", nullptr, &field::coll::axes};
inline constexpr Count hopsInSequence{"h_seq", "Hops that follow one another", &sources::schedule};
inline constexpr Count sharingLinks{"L_link", "Links that share them", &sources::sharding};
inline constexpr Count steps{"q", "Steps of the schedule", &sources::schedule};
inline constexpr Bytes criticalBytes{"b_crit", "Largest message of each step, added up", &sources::schedule};
inline constexpr Bytes busiestBytes{"b_link", "Bytes over the busiest link", &sources::schedule};
inline constexpr Bytes movedBytes{"b_moved", "Bytes over all links", &sources::schedule};
inline constexpr Bytes pathBytes{"b_seq", "Bytes of each of these messages, the mean where they differ",
                                 &sources::schedule};
inline constexpr Count pathSends{"m_seq", "Messages that follow one another", &sources::schedule};
inline constexpr Count pathShares{"x_seq", "Shards multiplied in sequence", &sources::schedule};
inline constexpr Seconds wireTime{"t_wire", "Bytes of the schedule, were hops to take nothing", &sources::schedule};
inline constexpr Count stepsDone{"q_done", "Steps that have ended", &sources::schedule};
inline constexpr Bytes cutBytes{"b_cut", "Bytes that are cut into chunks", &sources::schedule};
inline constexpr Count chunks{"m_cut", "Chunks they are cut into", &sources::schedule};
inline constexpr Count heldChunks{"c_held", "Chunks on the chip", &sources::schedule};
inline constexpr Count messageChunks{"c_msg", "Chunks in the message", &sources::schedule};
inline constexpr Count linkChunks{"c_link", "Chunks that have gone over the link", &sources::schedule};
inline constexpr Count sentChunks{"c_all", "Chunks that have gone over links, counted once for each",
                                  &sources::schedule};
inline constexpr PerAxis torusSide{{{"N_X", "Chips of the torus along X", nullptr, &field::coll::torus},
                                    {"N_Y", "Chips of the torus along Y", nullptr, &field::coll::torus},
                                    {"N_Z", "Chips of the torus along Z", nullptr, &field::coll::torus}}};
inline constexpr PerAxis blockSide{{{"c_X", "Chips of the block along X", nullptr, &field::coll::torus},
                                    {"c_Y", "Chips of the block along Y", nullptr, &field::coll::torus},
                                    {"c_Z", "Chips of the block along Z", nullptr, &field::coll::torus}}};
inline constexpr Count blockChunks{"c_block", "Chunks that have gone over these links", &sources::schedule};
inline constexpr Count messages{"m_msg", "Messages that have gone over the link", &sources::schedule};
inline constexpr Count elements{"E", "Elements of these chunks", &sources::schedule};
inline constexpr Count buffers{"n_buf", "Peak number of shards in memory besides input and result", &sources::schedule};
inline constexpr Count naiveBuffers{"n_buf,n", "Peak number of shards in memory when serialized", &sources::schedule};
inline constexpr Seconds linkFree{"t_free", "When its link was free, after the message before", &sources::schedule};
inline constexpr Seconds dataThere{"t_data", "When its data was there", &sources::schedule};
inline constexpr Seconds stepBefore{"t_prev", "When the step before had ended everywhere", &sources::schedule};
inline constexpr Seconds productBefore{"t_prod", "When the product before had ended", &sources::schedule};
inline constexpr Seconds collectiveEnd{"t_gath", "When the whole collective had ended", &sources::schedule};
inline constexpr Seconds productsEnd{"t_mult", "When all products had ended", &sources::schedule};
inline constexpr Bytes portBytes{"b_port", "Bytes of all messages of the step through its port", &sources::schedule};
inline constexpr Seconds hiddenTime{"t_hid", "Of that while its chip multiplies", &sources::schedule};
inline constexpr Count evenSteps{"s_even", "Share of the steps with two products in which no chip waits",
                                 &sources::schedule};
inline constexpr Bytes elementBytes{"s_cm", "Bytes per element sent", nullptr, &field::prec::comm};

} // namespace core::fact::coll
