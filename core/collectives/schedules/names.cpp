// SPDX-License-Identifier: GPL-3.0-or-later
// Names of chips, shards, chunks and links.
#include "core/collectives/schedules/names.h"

#include <fmt/format.h>

namespace core
{

std::string chipName(const Topology& topology, int chip)
{
    if (topology.wiring == Wiring::throughSwitch)
        return fmt::format("GPU {}", chip);
    const auto at = topology.coordinates(chip);
    std::string places;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (axis == 0 || topology.axes[axis].length > 1 || (axis == 1 && topology.axes[2].length > 1))
            places += (places.empty() ? "" : ",") + std::to_string(at[axis]);
    return '(' + places + ')';
}

std::string subscript(int number)
{
    std::string digits;
    for (const char digit : std::to_string(number)) {
        digits += digit == '-' ? "₋" : "\xE2\x82"; // U+2080 and the nine after it
        if (digit != '-')
            digits += static_cast<char>(0x80 + (digit - '0'));
    }
    return digits;
}

char shardLetter(Goal goal) { return sums(goal) ? 'C' : 'A'; }

std::string shardName(const Schedule& schedule, const ChunkName& name)
{
    switch (schedule.chunks.form().cut) {
    case Cut::owned:
        return shardLetter(schedule.goal) + subscript(name.owner);
    case Cut::blocks:
        return fmt::format("{}→{}", name.source, name.owner);
    case Cut::pieces:
        return 'P' + subscript(name.part);
    }
    return {};
}

std::string chunkName(const Schedule& schedule, ChunkNumber chunk)
{
    const auto& form = schedule.chunks.form();
    const auto name = schedule.chunks.name(chunk);
    std::string text = shardName(schedule, name);
    if (form.parts > 1 && form.cut != Cut::pieces)
        text += fmt::format("·{}", name.part + 1);
    if (form.halves == 2)
        text += static_cast<char>('a' + name.half);
    else if (form.halves > 2)
        text += fmt::format("/{}", name.half + 1);
    return text;
}

std::string chunkNames(const Schedule& schedule, std::span<const ChunkRun> runs, ChunkNumber max)
{
    ChunkNumber count = 0;
    std::string text;
    for (const auto& run : runs) {
        for (ChunkNumber i = 0; i < run.count && count + i < max; ++i)
            text += (text.empty() ? "" : " ") + chunkName(schedule, run.first + i);
        count += run.count;
    }
    return count > max ? text + fmt::format(" +{}", count - max) : text;
}

std::string portName(const Topology& topology, int from, int port)
{
    if (topology.wiring == Wiring::throughSwitch)
        return topology.leavesDomain(from, topology.neighbour(from, port)) ? "NICs" : "switch";
    return "XYZ"[axisOf(port)] + std::string(isForward(port) ? "+" : "−");
}

} // namespace core
