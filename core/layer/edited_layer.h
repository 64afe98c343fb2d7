// SPDX-License-Identifier: GPL-3.0-or-later
// What a layer with edited arrays needs, beside what its design has: a what-if, which no other number counts.
#pragma once

#include "core/sharding/reshard.h"

#include <optional>
#include <string>
#include <vector>

namespace core
{

enum class LayerPart;
enum class Moment;
struct LayerCollective;
struct Scenario;
template <class R> struct LayerOf;

/// A collective of a box, as the planner of sharded products finds it from its arrays.
struct FoundCollective {
    Moment when{};
    ReshardStep step; // "AllReduce_X(Hid)"
    double bytes = 0; // V of one call
    double seconds = 0;
    double calls = 1;     // in a layer and work.pass
    double rankBytes = 0; // of V what one rank hands in: of an all-to-all its share

    double total() const { return seconds * calls; }
};

/// Of work.pass and all microbatches, on one chip, like the numbers of a box of the design.
struct EditedNumbers {
    double math = 0, comms = 0; // s
    double payload = 0;         // B, of its collectives
    double weights = 0;         // B, as its arrays lie

    void add(const EditedNumbers& more)
    {
        math += more.math;
        comms += more.comms;
        payload += more.payload;
        weights += more.weights;
    }
};

struct EditedBox {
    LayerPart part{};
    EditedNumbers numbers;
    std::vector<FoundCollective> found;   // free steps are left out
    std::vector<LayerCollective> designs; // that it keeps
    std::string absence;                  // why its arrays cannot be brought together; else empty
};

/// The whole layer: edited boxes as found, the others as designed.
struct EditedLayer {
    std::vector<EditedBox> boxes; // which read or write an edited array, in the order of the layer
    EditedNumbers numbers;

    const EditedBox* of(LayerPart) const;
    /// Why a box has no collectives that would do, and their sum none; else empty.
    std::string absence() const;
};

/// Nothing where no array is edited, or none of layer.arrays can be laid. Of plans that gather and sum
/// the cheapest is taken; of others where there is none.
std::optional<EditedLayer> editedLayer(const Scenario&, const LayerOf<double>&);

} // namespace core
