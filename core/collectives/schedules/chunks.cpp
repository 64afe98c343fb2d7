// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, names and sizes of chunks.
#include "core/collectives/schedules/chunks.h"

namespace core
{

namespace
{

constexpr ChunkNumber maxSummed = 1 << 22; // sizes summed up beforehand take 8 bytes each

} // namespace

ChunkSpace::ChunkSpace(const Topology& topology, const Form& form, std::int64_t elements, double elementBytes)
    : m_topology(topology), m_active(topology.activeAxes()), m_form(form), m_elements(elements),
      m_elementBytes(elementBytes)
{
    m_topology.oneWay = false; // chunks may be named from either neighbour
    const ChunkNumber chips = topology.chips();
    m_plane = form.cut == Cut::owned ? chips : form.cut == Cut::blocks ? chips * chips : 1;
    const ChunkNumber pieces = ChunkNumber{form.parts} * form.halves;
    m_count = m_plane * pieces;
    const bool divides = elements % m_count == 0;
    m_uniform = form.even || divides;
    m_uniformBytes = totalBytes() / static_cast<double>(m_count);
    if (m_uniform || m_count > maxSummed)
        return;
    m_upTo.resize(static_cast<std::size_t>(m_count) + 1);
    for (ChunkNumber i = 0; i < m_count; ++i)
        m_upTo[static_cast<std::size_t>(i) + 1] = m_upTo[static_cast<std::size_t>(i)] + sizeOf(i);
}

double ChunkSpace::bytes(ChunkRun run) const
{
    if (m_uniform)
        return m_uniformBytes * static_cast<double>(run.count);
    if (!m_upTo.empty())
        return m_upTo[static_cast<std::size_t>(run.first + run.count)] - m_upTo[static_cast<std::size_t>(run.first)];
    double sum = 0;
    for (ChunkNumber i = run.first; i < run.first + run.count; ++i)
        sum += sizeOf(i);
    return sum;
}

double ChunkSpace::sizeOf(ChunkNumber number) const
{
    const auto chunk = name(number);
    const std::int64_t chips = m_topology.chips();
    std::int64_t elements = m_elements;
    if (m_form.cut == Cut::owned)
        elements = split(elements, chips, chunk.owner);
    else if (m_form.cut == Cut::blocks)
        elements = split(split(elements, chips, chunk.source), chips, chunk.owner);
    elements = split(split(elements, m_form.parts, chunk.part), m_form.halves, chunk.half);
    return static_cast<double>(elements) * m_elementBytes;
}

int ChunkSpace::position(int chip, int part) const
{
    const auto at = m_topology.coordinates(chip);
    int position = 0;
    int stride = 1;
    for (std::size_t k = 0; k < m_active.size(); ++k) {
        const auto axis = place(m_active[(place(part) + k) % m_active.size()]);
        position += at[axis] * stride;
        stride *= m_topology.axes[axis].length;
    }
    return position;
}

int ChunkSpace::destinationPosition(int chip, int part) const
{
    const auto at = m_topology.coordinates(chip);
    int position = 0;
    for (std::size_t k = 0; k < m_active.size(); ++k) {
        const auto axis = place(m_active[(place(part) + k) % m_active.size()]);
        position = position * m_topology.axes[axis].length + at[axis];
    }
    return position;
}

int ChunkSpace::chipAt(int position, int part, bool destination) const
{
    Coordinates at{};
    const std::size_t axes = m_active.size();
    for (std::size_t i = 0; i < axes; ++i) {
        const std::size_t k = destination ? axes - 1 - i : i;
        const auto axis = place(m_active[(place(part) + k) % axes]);
        at[axis] = position % m_topology.axes[axis].length;
        position /= m_topology.axes[axis].length;
    }
    return m_topology.chip(at);
}

ChunkName ChunkSpace::name(ChunkNumber number) const
{
    const auto pieces = static_cast<ChunkNumber>(m_form.parts) * m_form.halves;
    const auto piece = static_cast<int>(m_form.ownerFirst ? number % pieces : number / m_plane);
    const auto within = m_form.ownerFirst ? number / pieces : number % m_plane;
    ChunkName chunk{0, 0, piece / m_form.halves, piece % m_form.halves};
    if (m_form.cut == Cut::owned)
        chunk.owner =
            m_form.ownerFirst ? static_cast<int>(within) : chipAt(static_cast<int>(within), chunk.part, false);
    if (m_form.cut == Cut::blocks) {
        const int chips = m_topology.chips();
        chunk.source = chipAt(static_cast<int>(within / chips), chunk.part, false);
        chunk.owner = chipAt(static_cast<int>(within % chips), chunk.part, true);
    }
    return chunk;
}

ChunkNumber ChunkSpace::number(const ChunkName& chunk) const
{
    const ChunkNumber piece = static_cast<ChunkNumber>(chunk.part) * m_form.halves + chunk.half;
    if (m_form.ownerFirst)
        return chunk.owner * (static_cast<ChunkNumber>(m_form.parts) * m_form.halves) + piece;
    ChunkNumber within = 0;
    if (m_form.cut == Cut::owned)
        within = position(chunk.owner, chunk.part);
    if (m_form.cut == Cut::blocks)
        within = static_cast<ChunkNumber>(position(chunk.source, chunk.part)) * m_topology.chips() +
                 destinationPosition(chunk.owner, chunk.part);
    return piece * m_plane + within;
}

ChunkNumber ChunkSpace::moved(ChunkNumber number, int port) const
{
    auto chunk = name(number);
    chunk.owner = m_topology.neighbour(chunk.owner, port);
    if (m_form.cut == Cut::blocks)
        chunk.source = m_topology.neighbour(chunk.source, port);
    return this->number(chunk);
}

} // namespace core
