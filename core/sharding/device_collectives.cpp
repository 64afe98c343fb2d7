// SPDX-License-Identifier: GPL-3.0-or-later
// A collective moves chunks of flat arrays; here blocks are laid flat, and put together again.
#include "core/sharding/device_collectives.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/quantity/nth.h"
#include "core/sharding/named_mesh.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace core
{

namespace
{

/// Sizes of the dimensions on one device.
std::vector<std::int64_t> shapeOf(const ShardedArray& array, const NamedMesh& mesh, const Sizes& sizes)
{
    std::vector<std::int64_t> shape;
    for (const auto& dim : array.dims)
        shape.push_back(sizes.at(dim.name) / mesh.size(dim.axes));
    return shape;
}

/// A part of a block, `from` being its first index in each dimension.
struct Part {
    std::vector<std::int64_t> shape, from, whole;

    /// Where its elements lie in the block, in their order.
    std::vector<std::size_t> places() const
    {
        std::vector<std::size_t> all(
            nth(std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>())));
        for (std::size_t e = 0; e < all.size(); ++e) {
            std::int64_t rest = static_cast<std::int64_t>(e);
            std::int64_t offset = 0;
            std::int64_t stride = 1;
            for (std::size_t d = shape.size(); d-- > 0;) {
                offset += (from[d] + rest % shape[d]) * stride;
                rest /= shape[d];
                stride *= whole[d];
            }
            all[e] = nth(offset);
        }
        return all;
    }
};

/// The part that goes to a device, of a block that a step splits.
Numbers partFor(int device, const Numbers& block, const std::vector<std::int64_t>& whole, const ReshardStep& step,
                const NamedMesh& mesh)
{
    Part part{whole, std::vector<std::int64_t>(whole.size(), 0), whole};
    for (const auto d : splitDims(step)) {
        const auto added = std::string_view(step.after.dims[d].axes).substr(step.before.dims[d].axes.size());
        part.shape[d] /= mesh.size(added);
        part.from[d] = blockOf(mesh, added, device) * part.shape[d];
    }
    Numbers numbers;
    for (const auto place : part.places())
        numbers.push_back(block[place]);
    return numbers;
}

/// Where a chunk lies in the flat array of its owner, of a pair of chips, or of all.
struct ChunkPlace {
    ChunkName name;
    std::int64_t offset = 0, length = 0;
};

std::vector<ChunkPlace> placesOf(const ChunkSpace& chunks)
{
    std::map<std::tuple<int, int, int, int>, ChunkNumber> ordered;
    for (ChunkNumber i = 0; i < chunks.count(); ++i) {
        const auto name = chunks.name(i);
        ordered[{name.owner, name.source, name.part, name.half}] = i;
    }
    std::vector<ChunkPlace> places(nth(chunks.count()));
    std::int64_t offset = 0;
    const ChunkName* before = nullptr;
    for (const auto& [key, i] : ordered) {
        auto& place = places[nth(i)];
        place.name = chunks.name(i);
        if (before && (before->owner != place.name.owner || before->source != place.name.source))
            offset = 0;
        place.offset = offset;
        place.length = static_cast<std::int64_t>(chunks.bytes({i, 1}));
        offset += place.length;
        before = &place.name;
    }
    return places;
}

/// Chunks that every chip of a schedule holds.
class Holders
{
public:
    explicit Holders(const Schedule& schedule)
        : m_schedule(schedule), m_held(nth(schedule.topology.chips())), m_places(placesOf(schedule.chunks))
    {
    }

    const std::vector<ChunkPlace>& places() const { return m_places; }
    void put(int chip, ChunkNumber chunk, Numbers numbers) { m_held[nth(chip)][chunk] = std::move(numbers); }
    const Numbers& get(int chip, ChunkNumber chunk) const { return m_held[nth(chip)].at(chunk); }

    void run()
    {
        Step step;
        for (int t = 1; t <= m_schedule.steps; ++t) {
            fillStep(m_schedule, t - 1, step);
            std::vector<std::pair<const Transfer*, std::map<ChunkNumber, Numbers>>> sent;
            for (const auto& transfer : step.transfers)
                sent.emplace_back(&transfer, taken(transfer, step.chunks(transfer)));
            for (auto& [transfer, chunks] : sent)
                for (auto& [chunk, numbers] : chunks)
                    arrive(*transfer, chunk, std::move(numbers));
        }
    }

private:
    std::map<ChunkNumber, Numbers> taken(const Transfer& transfer, std::span<const ChunkRun> runs)
    {
        std::map<ChunkNumber, Numbers> chunks;
        auto& held = m_held[nth(transfer.from)];
        for (const auto& run : runs)
            for (ChunkNumber chunk = run.first; chunk < run.first + run.count; ++chunk) {
                if (m_places[nth(chunk)].length == 0)
                    continue;
                chunks[chunk] = held.at(chunk);
                if (transfer.op == TransferOp::reduce || transfer.op == TransferOp::move)
                    held.erase(chunk);
            }
        return chunks;
    }

    void arrive(const Transfer& transfer, ChunkNumber chunk, Numbers numbers)
    {
        auto& held = m_held[nth(transfer.to)];
        const auto known = held.find(chunk);
        const bool adds = transfer.op == TransferOp::reduce || transfer.op == TransferOp::exchange;
        if (!adds || known == held.end()) {
            held[chunk] = std::move(numbers);
            return;
        }
        std::ranges::transform(known->second, numbers, known->second.begin(), std::plus<>());
    }

    const Schedule& m_schedule;
    std::vector<std::map<ChunkNumber, Numbers>> m_held; // by chip
    std::vector<ChunkPlace> m_places;
};

tl::expected<Schedule, std::string> scheduleOf(CollectiveKind kind, std::int64_t elements, const NamedMesh& mesh,
                                               std::string_view axes)
{
    CollectiveRequest request;
    request.kind = kind;
    request.elements = elements;
    request.elementBytes = 1;
    request.rates = {Quantity<dim::bytePerSecond>(1), Quantity<dim::second>(0)};
    for (std::size_t i = 0; i < axes.size() && i < request.topology.axes.size(); ++i) {
        const int length = mesh.size(axes[axes.size() - 1 - i]); // the minor axis is counted first
        request.topology.axes[i] = {length, length > 2};
    }
    return planCollective(request).map([](CollectivePlan&& plan) { return std::move(plan.schedule); });
}

Numbers slice(const Numbers& flat, const ChunkPlace& place, std::int64_t base = 0)
{
    const auto begin = flat.begin() + base + place.offset;
    return {begin, begin + place.length};
}

/// Flat arrays of the members before and after; `parts`: shards or blocks of equal length that an array has.
struct FlatCollective {
    CollectiveKind kind;
    std::vector<Numbers> before;

    tl::expected<std::vector<Numbers>, std::string> after(const NamedMesh& mesh, std::string_view axes) const
    {
        const auto chips = static_cast<int>(before.size());
        const auto length = static_cast<std::int64_t>(before.front().size());
        const bool gathers = kind == CollectiveKind::allGather;
        const bool exchanges = kind == CollectiveKind::allToAll;
        const auto schedule = scheduleOf(kind, gathers || exchanges ? length * chips : length, mesh, axes);
        if (!schedule)
            return tl::unexpected(schedule.error());
        const bool pieces = schedule->chunks.form().cut == Cut::pieces;
        Holders holders(*schedule);
        const auto& places = holders.places();
        const auto base = [&](const ChunkPlace& p) {
            return gathers || pieces ? 0 : startOf(places, p.name.owner, length, chips, exchanges);
        };
        for (ChunkNumber c = 0; c < static_cast<ChunkNumber>(places.size()); ++c) {
            const auto& p = places[nth(c)];
            for (int chip = 0; chip < chips && p.length > 0; ++chip)
                if (gathers ? p.name.owner == chip : !exchanges || p.name.source == chip)
                    holders.put(chip, c, slice(before[nth(chip)], p, base(p)));
        }
        holders.run();
        std::vector<Numbers> result(before.size());
        for (int chip = 0; chip < chips; ++chip) {
            const auto part = exchanges ? length / chips : length;
            result[nth(chip)].assign(nth(resultLength(length, chips, chip)), 0);
            for (ChunkNumber c = 0; c < static_cast<ChunkNumber>(places.size()); ++c) {
                const auto& p = places[nth(c)];
                const bool scattered = kind == CollectiveKind::reduceScatter || exchanges;
                if (p.length == 0 || (scattered && p.name.owner != chip))
                    continue;
                const auto start = gathers     ? p.name.owner * part
                                   : exchanges ? p.name.source * part
                                   : scattered ? 0
                                               : base(p);
                std::ranges::copy(holders.get(chip, c), result[nth(chip)].begin() + start + p.offset);
            }
        }
        return result;
    }

private:
    std::int64_t resultLength(std::int64_t length, int chips, int chip) const
    {
        if (kind == CollectiveKind::allGather)
            return length * chips;
        return kind == CollectiveKind::reduceScatter ? split(length, chips, chip) : length;
    }

    /// Where the shard of a chip begins in a whole array.
    static std::int64_t startOf(const std::vector<ChunkPlace>&, int owner, std::int64_t length, int chips,
                                bool exchanges)
    {
        if (exchanges)
            return owner * (length / chips);
        std::int64_t start = 0;
        for (int i = 0; i < owner; ++i)
            start += split(length, chips, i);
        return start;
    }
};

/// Where the part of a device begins among those that are joined: by the axes that its dimensions lose.
std::vector<std::int64_t> startsOf(const ReshardStep& step, const std::vector<std::int64_t>& shape,
                                   const NamedMesh& mesh, int device)
{
    std::vector<std::int64_t> starts;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const auto& was = step.before.dims[d].axes;
        const auto kept = std::min(step.after.dims[d].axes.size(), was.size());
        starts.push_back(blockOf(mesh, std::string_view(was).substr(kept), device) * shape[d]);
    }
    return starts;
}

} // namespace

std::vector<int> placeOf(const NamedMesh& mesh, int device)
{
    std::vector<int> place;
    for (const auto& axis : mesh.axes) {
        place.push_back(device % axis.size);
        device /= axis.size;
    }
    return place;
}

std::int64_t blockOf(const NamedMesh& mesh, std::string_view axes, int device)
{
    const auto place = placeOf(mesh, device);
    std::int64_t block = 0;
    for (const char name : axes) {
        const auto axis = std::ranges::find(mesh.axes, name, &NamedMesh::Axis::name) - mesh.axes.begin();
        block = block * mesh.axes[nth(axis)].size + place[nth(axis)];
    }
    return block;
}

std::vector<DeviceGroup> groupsAlong(const NamedMesh& mesh, std::string_view axes)
{
    std::string others;
    for (const auto& axis : mesh.axes)
        if (axes.find(axis.name) == std::string_view::npos)
            others += axis.name;
    std::vector<DeviceGroup> groups(nth(mesh.size(others)), DeviceGroup(nth(mesh.size(axes))));
    for (int device = 0; device < static_cast<int>(mesh.devices()); ++device)
        groups[nth(blockOf(mesh, others, device))][nth(blockOf(mesh, axes, device))] = device;
    return groups;
}

tl::expected<DeviceArray, std::string> resharded(const DeviceArray& array, const ReshardStep& step,
                                                 const NamedMesh& mesh, const Sizes& sizes)
{
    DeviceArray out{step.after, std::vector<Numbers>(array.blocks.size())};
    const auto before = shapeOf(step.before, mesh, sizes);
    const auto n = mesh.size(step.axes);
    const bool splits =
        step.op == ReshardOp::slice || step.op == ReshardOp::reduceScatter || step.op == ReshardOp::allToAll;
    for (const auto& group : groupsAlong(mesh, step.axes)) {
        FlatCollective flat{kindOf(step.op), {}};
        for (const int device : group) {
            const auto& block = array.blocks[nth(device)];
            if (!splits) {
                flat.before.push_back(block);
                continue;
            }
            Numbers parts;
            for (const int taker : group) {
                const auto part = partFor(taker, block, before, step, mesh);
                parts.insert(parts.end(), part.begin(), part.end());
            }
            flat.before.push_back(std::move(parts));
        }
        if (step.isFree()) {
            for (std::size_t i = 0; i < group.size(); ++i) {
                auto& kept = out.blocks[nth(group[i])];
                if (step.op == ReshardOp::zeros)
                    kept = i == 0 ? flat.before[i] : Numbers(flat.before[i].size(), 0);
                else
                    kept = partFor(group[i], array.blocks[nth(group[i])], before, step, mesh);
            }
            continue;
        }
        auto after = flat.after(mesh, step.axes);
        if (!after)
            return tl::unexpected(after.error());
        for (std::size_t i = 0; i < group.size(); ++i) {
            auto& numbers = (*after)[i];
            auto& block = out.blocks[nth(group[i])];
            if (step.op != ReshardOp::allGather && step.op != ReshardOp::allToAll) {
                block = std::move(numbers);
                continue;
            }
            auto shape = before; // of one part
            if (step.op == ReshardOp::allToAll)
                shape[splitDims(step).front()] /= n;
            const auto whole = shapeOf(step.after, mesh, sizes);
            block.assign(nth(std::accumulate(whole.begin(), whole.end(), std::int64_t{1}, std::multiplies<>())), 0);
            const auto length = static_cast<std::ptrdiff_t>(numbers.size()) / n;
            for (std::int64_t p = 0; p < n; ++p) {
                const auto places = Part{shape, startsOf(step, shape, mesh, group[nth(p)]), whole}.places();
                for (std::ptrdiff_t e = 0; e < length; ++e)
                    block[places[nth(e)]] = numbers[nth(p * length + e)];
            }
        }
    }
    return out;
}

} // namespace core
