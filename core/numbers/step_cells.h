// SPDX-License-Identifier: GPL-3.0-or-later
// What a chip holds of one shard or chunk after a step, counted on a replay: chunks, terms of a sum, slide numbers.
#pragma once

#include "core/collectives/schedules/holdings.h"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace core
{

/// What is counted together: chunks of a shard, blocks for a chip, or parts of a piece.
int shardOfChunk(const Schedule&, ChunkNumber);
/// How many of these there are.
int shardsOf(const Schedule&);

struct ShardCount {
    int atFirst = 0;
    int came = 0;
    int gone = 0;
    std::string name; // "Chunks of A₂", "Blocks for (1,0)"
};
/// `holds`: whether the chip holds a chunk now.
ShardCount countShard(const Schedule&, int chip, int shard, const std::function<bool(ChunkNumber)>& holds);

struct SumTerms {
    int own = 0; // of the chip itself
    int others = 0;
};
SumTerms termsIn(const Holdings&, int chip, ChunkNumber);

/// Numbers of the slide that are in a partial sum, by its chips A to D.
using SlideTerms = std::array<std::optional<int>, 4>;
SlideTerms slideTerms(const Holdings&, int chip, ChunkNumber);

} // namespace core
