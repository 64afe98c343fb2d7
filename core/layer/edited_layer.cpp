// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes with weights are planned as products; what has none is resharded from what it reads to what it writes.
#include "core/layer/edited_layer.h"

#include "core/layer/box_planner.h"
#include "core/layer/edited_arrays.h"
#include "core/layer/layer_arrays.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

/// As the residual stream lies, which every block adds to.
const ShardedArray& residual(const LayerArrays& layer)
{
    const auto* norm = &layer.boxes.front();
    return norm->in.front(); // without norms: what the block reads
}

/// The last box of a block, which adds to the residual stream.
bool endsBlock(const Model& m, LayerPart part)
{
    return part == LayerPart::attentionOut || part == (m.nmat > 1 ? LayerPart::mlpOut : LayerPart::mlpIn);
}

/// Heads of queries and of keys lie alike, and a device has all of a head.
ShardedArray besideScores(const ShardedArray& array, const ShardedArray& result)
{
    auto wanted = array;
    for (std::size_t d = 0; d < 2; ++d)
        wanted.dims[d].axes = result.dims[d].axes;
    wanted.dims[2].axes.clear();
    return wanted;
}

Sizes ofMicrobatch(const Scenario& s, Sizes sizes)
{
    const double parts = s.mesh.slices * (s.work.mode == Mode::decode ? 1 : s.work.micro);
    for (const char* tokens : {"B", "C"})
        if (const auto size = sizes.find(tokens); size != sizes.end())
            size->second =
                std::max<std::int64_t>(1, std::llround(std::floor(static_cast<double>(size->second) / parts)));
    return sizes;
}

class LayerEditor
{
public:
    LayerEditor(const Scenario& s, const LayerOf<double>& numbers)
        : m_s(s), m_numbers(numbers), m_roles(arraysOfRoles(s)), m_layer(layerArrays(s)),
          m_sizes(ofMicrobatch(s, m_layer.sizes)), m_planner(s, m_layer, m_sizes)
    {
    }

    EditedLayer edit()
    {
        EditedLayer out;
        for (std::size_t i = 0; i < m_layer.boxes.size(); ++i) {
            auto box = edited(i);
            out.numbers.add(box ? box->numbers : asDesigned(i));
            if (box)
                out.boxes.push_back(*std::move(box));
        }
        return out;
    }

private:
    EditedNumbers asDesigned(std::size_t i) const
    {
        const auto& of = m_numbers.boxes[i].numbers;
        return {of.math.si(), of.comms.si(), of.payload.si(), of.weights.si()};
    }

    std::optional<EditedBox> edited(std::size_t i)
    {
        const auto& now = m_layer.boxes[i];
        const auto& before = m_roles.boxes[i];
        const bool ends = endsBlock(m_s.model, now.part);
        if (now.in == before.in && now.weights == before.weights && now.out == before.out &&
            !(ends && residual(m_layer).dims != residual(m_roles).dims))
            return std::nullopt;
        EditedBox box;
        box.part = now.part;
        const auto& numbers = m_numbers.boxes[i].numbers;
        if (now.weights.empty()) {
            box.numbers = asDesigned(i);
            std::ranges::copy_if(m_numbers.collectives, std::back_inserter(box.designs),
                                 [&](const LayerCollective& one) { return one.part == now.part; });
            resharded(now, box);
        } else {
            const double forward = numbers.forward.si();
            m_planner.product(now, forward > 0 ? numbers.recompute.si() / forward : 0, box);
            box.numbers.weights = numbers.weights.si() * held(now.weights) / held(before.weights);
        }
        if (now.part == LayerPart::router)
            m_planner.share(now.in.front(), m_layer.of(LayerPart::dispatch).in.front(),
                            m_layer.of(LayerPart::experts).out.front().partial, box);
        if (ends)
            m_planner.reshard(now.out.front(), residual(m_layer), box);
        return box;
    }

    /// Elements on a device.
    double held(const std::vector<ShardedArray>& arrays) const
    {
        double all = 0;
        for (const auto& array : arrays) {
            double one = 1;
            for (const auto& dim : array.dims)
                one *= static_cast<double>(m_sizes.at(dim.name)) / static_cast<double>(m_layer.mesh.size(dim.axes));
            all += one;
        }
        return all;
    }

    void resharded(const BoxArrays& now, EditedBox& box)
    {
        const auto& result = now.out.front();
        if (now.part != LayerPart::attention) {
            for (const auto& array : now.in)
                m_planner.reshard(array, result, box);
            return;
        }
        for (const auto& array : now.in)
            m_planner.reshard(array, besideScores(array, result), box);
        m_planner.reshard(besideScores(result, result), result, box);
    }

    const Scenario& m_s;
    const LayerOf<double>& m_numbers;
    LayerArrays m_roles, m_layer;
    Sizes m_sizes; // of a microbatch
    BoxPlanner m_planner;
};

} // namespace

const EditedBox* EditedLayer::of(LayerPart part) const
{
    const auto found = std::ranges::find(boxes, part, &EditedBox::part);
    return found == boxes.end() ? nullptr : &*found;
}

std::string EditedLayer::absence() const
{
    const auto found = std::ranges::find_if(boxes, [](const EditedBox& box) { return !box.absence.empty(); });
    return found == boxes.end() ? std::string() : found->absence;
}

std::optional<EditedLayer> editedLayer(const Scenario& s, const LayerOf<double>& numbers)
{
    if (laidArrays(s).empty())
        return std::nullopt;
    return LayerEditor(s, numbers).edit();
}

} // namespace core
