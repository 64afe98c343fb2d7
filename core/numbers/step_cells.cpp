// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through chunks and terms.
#include "core/numbers/step_cells.h"

#include "core/collectives/schedules/names.h"
#include "core/collectives/schedules/slide.h"

namespace core
{

int shardOfChunk(const Schedule& schedule, ChunkNumber chunk)
{
    const auto name = schedule.chunks.name(chunk);
    return schedule.chunks.form().cut == Cut::pieces ? name.part : name.owner;
}

int shardsOf(const Schedule& schedule)
{
    const auto& form = schedule.chunks.form();
    return form.cut == Cut::pieces ? form.parts : schedule.topology.chips();
}

ShardCount countShard(const Schedule& schedule, int chip, int shard, const std::function<bool(ChunkNumber)>& holds)
{
    ShardCount count;
    for (ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk) {
        if (shardOfChunk(schedule, chunk) != shard)
            continue;
        if (count.name.empty())
            count.name = schedule.chunks.form().cut == Cut::blocks
                             ? "Blocks for " + chipName(schedule.topology, shard)
                             : "Chunks of " + shardName(schedule, schedule.chunks.name(chunk));
        const int first = firstHolder(schedule, chunk);
        const bool before = first == everyChip || first == chip;
        const bool now = holds(chunk);
        count.atFirst += before ? 1 : 0;
        count.came += now && !before ? 1 : 0;
        count.gone += before && !now ? 1 : 0;
    }
    return count;
}

SumTerms termsIn(const Holdings& holdings, int chip, ChunkNumber chunk)
{
    const int own = holdings.hasTerm(chip, chunk, chip) ? 1 : 0;
    return {own, holdings.terms(chip, chunk) - own};
}

SlideTerms slideTerms(const Holdings& holdings, int chip, ChunkNumber chunk)
{
    const int column = slideChip(holdings.schedule().chunks.name(chunk).owner);
    SlideTerms terms;
    for (int term = 0; term < 4; ++term)
        if (holdings.hasTerm(chip, chunk, slideChip(term)))
            terms[static_cast<std::size_t>(term)] =
                slideNumbers[static_cast<std::size_t>(term)][static_cast<std::size_t>(column)];
    return terms;
}

} // namespace core
