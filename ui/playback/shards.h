// SPDX-License-Identifier: GPL-3.0-or-later
// What is followed and coloured as one: shards by their owner, blocks by source and destination, pieces one by one.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <QString>

#include <vector>

#include <tl/expected.hpp>

namespace ui
{

/// Of blocks, one for every pair of chips.
int shardCount(const core::Schedule&);
/// In ascending order.
std::vector<core::ChunkNumber> chunksOfShard(const core::Schedule&, int shard);
/// What colour and pattern go by: of blocks the destination, of pieces the piece.
int markOfChunk(const core::Schedule&, core::ChunkNumber);
/// "A₅", "C₅", "2→3", "P₄".
QString shardText(const core::Schedule&, int shard);
/// From "A5", "5" or the owner's coordinates "(1,0)"; of blocks "2→3" or "2 3". The error names what there is.
tl::expected<int, QString> shardFromText(const core::Schedule&, const QString&);

} // namespace ui
