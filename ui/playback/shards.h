// SPDX-License-Identifier: GPL-3.0-or-later
// What is followed and coloured as one: shards by their owner, blocks by source and destination, pieces one by one;
// and what chips and chunks are called: "(1,0,0)", "A₅", "A₂→₃".
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

/// "(1,0)" with as many places as the torus has axes; a GPU behind a switch is "GPU 3".
QString chipName(const core::Topology&, int chip);
/// Of shards: 'A', or 'C' for sums.
QChar shardLetter(const core::Schedule&);
/// "A₅": shard of a gather; "C₅": destination of a sum; "2→3": a block; "P₄": a piece that belongs to nobody.
QString shardName(const core::Schedule&, const core::ChunkName&);
/// The same with its part and half: "A₅·1a".
QString chunkName(const core::Schedule&, core::ChunkNumber);
/// The half of which all chunks are; −1 where there are both, or none.
int commonHalf(const core::Schedule&, std::span<const core::ChunkRun>);
/// What a message says of itself: a chunk, a shard or its half, "A₅·1a", "A₅", "A₅a", or "A₅+" where it carries others
/// too.
QString runName(const core::Schedule&, std::span<const core::ChunkRun>);
/// The chunks of a message one by one, the first four and how many others.
QString chunkNames(const core::Schedule&, std::span<const core::ChunkRun> runs);
/// "X+", "Z−", or "port 3" of a switch.
QString portName(const core::Topology&, int from, int port);

} // namespace ui
