// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces an array is cut into for a collective, numbered so that what travels together is mostly consecutive.
#pragma once

#include "core/collectives/networks/topology.h"

#include <cstdint>
#include <vector>

namespace core
{

using ChunkNumber = std::int64_t;

/// Consecutive chunk numbers.
struct ChunkRun {
    ChunkNumber first = 0;
    ChunkNumber count = 0;

    bool operator==(const ChunkRun&) const = default;
};

/// How the array is cut. `owned`: a shard for every chip. `blocks`: a block for every pair of chips. `pieces`: parts of
/// the whole array that belong to nobody.
enum class Cut { owned, blocks, pieces };

/// What a chunk is. A shard or block is cut into parts, a part into halves.
struct ChunkName {
    int owner = 0;  // blocks: the destination; pieces: 0
    int source = 0; // blocks only
    int part = 0;   // pieces: the piece
    int half = 0;

    bool operator==(const ChunkName&) const = default;
};

/// Elements of piece i of e elements cut into k: the first e mod k pieces have one more.
constexpr std::int64_t split(std::int64_t e, std::int64_t k, std::int64_t i) { return e / k + (i < e % k ? 1 : 0); }

/// The array and its cut; values, except that sizes are summed up beforehand where that is small.
class ChunkSpace
{
public:
    struct Form {
        Cut cut = Cut::owned;
        int parts = 1;
        int halves = 1;
        bool ownerFirst = false; // all parts of a shard have consecutive numbers (owned only)
        bool even = false;       // sizes are fractions, all alike, instead of whole elements
        bool operator==(const Form&) const = default;
    };

    ChunkSpace() = default;
    /// `elements` of `elementBytes` each.
    ChunkSpace(const Topology&, const Form&, std::int64_t elements, double elementBytes);

    const Form& form() const { return m_form; }
    ChunkNumber count() const { return m_count; }
    /// Numbers per (part, half).
    ChunkNumber plane() const { return m_plane; }
    double totalBytes() const { return static_cast<double>(m_elements) * m_elementBytes; }
    double bytes(ChunkRun) const;
    /// All chunks have the same size, hence every chip does the same on a symmetric network.
    bool isUniform() const { return m_uniform; }

    ChunkName name(ChunkNumber) const;
    ChunkNumber number(const ChunkName&) const;
    /// Place of a chip in the numbering of a part: digits of its coordinates, axis `part` fastest.
    int position(int chip, int part) const;
    /// The same for destinations of blocks: axis `part` slowest.
    int destinationPosition(int chip, int part) const;
    /// The same chunk as seen by a network moved by one link: chip c there is chip `toward(c)` here.
    ChunkNumber moved(ChunkNumber, int port) const;

private:
    double sizeOf(ChunkNumber) const;
    int chipAt(int position, int part, bool destination) const;

    Topology m_topology;
    std::vector<int> m_active;
    Form m_form;
    std::int64_t m_elements = 0;
    double m_elementBytes = 1;
    ChunkNumber m_count = 0;
    ChunkNumber m_plane = 1;
    bool m_uniform = true;
    double m_uniformBytes = 0;
    std::vector<double> m_upTo; // bytes of all chunks before a number; empty where uniform or too many
};

} // namespace core
