// SPDX-License-Identifier: GPL-3.0-or-later
// What chips, shards, chunks and links are called wherever people read them: "(1,0)", "A₅·1a", "2→3", "X−".
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <span>
#include <string>

namespace core
{

/// "(1,0)" with as many places as the torus has axes; a GPU behind a switch is "GPU 3".
std::string chipName(const Topology&, int chip);
/// Digits below the line.
std::string subscript(int);
/// 'A' where shards are copied, 'C' where they are sums: of a matmul the input and the result.
char shardLetter(Goal);
/// "A₅": shard of a gather; "C₅": destination of a sum; "2→3": a block; "P₄": a piece that belongs to nobody.
std::string shardName(const Schedule&, const ChunkName&);
/// The same with its part and half: "A₅·1a".
std::string chunkName(const Schedule&, ChunkNumber);
/// The chunks of a message one by one, the first `most`, and how many others: "A₀ A₁ +3".
std::string chunkNames(const Schedule&, std::span<const ChunkRun> runs, ChunkNumber max);
/// What a message from a chip crosses: "X+", "Z−", "switch", or "NICs" where it leaves its domain.
std::string portName(const Topology&, int from, int port);

} // namespace core
