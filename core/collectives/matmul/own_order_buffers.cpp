// SPDX-License-Identifier: GPL-3.0-or-later
// What chips keep in memory while shards travel and are multiplied.
#include "core/collectives/matmul/own_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core
{

namespace
{

/// What a chip keeps of one half of a foreign shard, and when.
struct Stay {
    int from = -1; // row of products
    int until = -1;
    int made = -1; // row of its own product
};

class Occupancy
{
public:
    explicit Occupancy(const CollectiveMatmul& plan)
        : m_plan(plan), m_chips(plan.transfers.topology.chips()), m_halves(plan.transfers.chunks.form().halves),
          m_gathers(plan.form == MatmulForm::gather),
          m_stays(place(m_chips) * static_cast<std::size_t>(plan.transfers.chunks.count())),
          m_moves(place(m_chips) * plan.products.size())
    {
        addProducts();
        addTransfers();
    }

    std::vector<StepBuffers> byStep() const
    {
        std::vector<StepBuffers> steps;
        for (int chip = 0; chip < m_chips; ++chip) {
            const auto stays = staysOn(chip);
            for (std::size_t row = 0; row < stays.size(); ++row) {
                const auto found = on(chip, row, stays[row]);
                if (chip == 0)
                    steps.push_back(found);
                else if (found.chunks() > steps[row].chunks())
                    steps[row] = found;
            }
        }
        return steps;
    }

private:
    /// What is new on a chip in a row.
    struct Moves {
        int made = 0;
        int came = 0;
        int apart = 0; // of what came: beside a product of the chip's own
    };

    Stay& stay(int chip, ChunkNumber chunk)
    {
        return m_stays[place(chip) * static_cast<std::size_t>(m_plan.transfers.chunks.count()) +
                       static_cast<std::size_t>(chunk)];
    }

    Moves& moves(int chip, int row) { return m_moves[place(chip) * m_plan.products.size() + place(row)]; }

    static void extend(Stay& stay, int row)
    {
        stay.from = stay.from < 0 ? row : std::min(stay.from, row);
        stay.until = std::max(stay.until, row);
    }

    void addProducts()
    {
        const auto& chunks = m_plan.transfers.chunks;
        for (int row = 0; row < static_cast<int>(m_plan.products.size()); ++row) {
            for (int chip = 0; chip < m_chips; ++chip) {
                for (const auto& product : m_plan.products[place(row)][place(chip)]) {
                    for (int half = 0; half < m_halves; ++half) {
                        if (product.half != ShardProduct::wholeShard && product.half != half)
                            continue;
                        auto& kept = stay(chip, chunks.number({product.shard, 0, 0, half}));
                        kept.made = row;
                        if (product.shard != chip) {
                            extend(kept, row);
                            moves(chip, row).made += m_gathers ? 0 : 1;
                        }
                    }
                }
            }
        }
    }

    /// Messages of step t move beside the products of row t (gather) or t + 1 (scatter).
    void addTransfers()
    {
        Step step;
        for (int t = 0; t < m_plan.transfers.steps; ++t) {
            const int row = m_gathers ? t : t + 1;
            fillStep(m_plan.transfers, t, step);
            for (const auto& transfer : step.transfers) {
                for (const auto& run : step.chunks(transfer)) {
                    for (ChunkNumber chunk = run.first; chunk < run.first + run.count; ++chunk) {
                        const int owner = m_plan.transfers.chunks.name(chunk).owner;
                        if (transfer.from != owner)
                            extend(stay(transfer.from, chunk), row);
                        receive(transfer.to, chunk, row, owner);
                    }
                }
            }
        }
    }

    /// A sum that arrives where its own product is there already, or being made, takes a buffer of its own.
    void receive(int chip, ChunkNumber chunk, int row, int owner)
    {
        auto& kept = stay(chip, chunk);
        if (chip != owner)
            extend(kept, row);
        auto& moved = moves(chip, row);
        ++moved.came;
        moved.apart += !m_gathers && (chip == owner || kept.made <= row) ? 1 : 0;
    }

    /// By row, how many halves the chip keeps.
    std::vector<int> staysOn(int chip) const
    {
        const std::size_t rows = m_plan.products.size();
        std::vector<int> stays(rows + 1, 0); // first what begins and ends in a row, then the sums of it
        const auto chunks = static_cast<std::size_t>(m_plan.transfers.chunks.count());
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const auto& kept = m_stays[place(chip) * chunks + chunk];
            if (kept.from >= 0) {
                ++stays[place(kept.from)];
                --stays[std::min(place(kept.until) + 1, rows)];
            }
        }
        std::partial_sum(stays.begin(), stays.end(), stays.begin());
        stays.pop_back();
        return stays;
    }

    StepBuffers on(int chip, std::size_t row, int stays) const
    {
        const auto& moved = m_moves[place(chip) * m_plan.products.size() + row];
        return {chip, stays - moved.made - (moved.came - moved.apart), moved.made, moved.came, m_halves};
    }

    const CollectiveMatmul& m_plan;
    int m_chips;
    int m_halves;
    bool m_gathers;
    std::vector<Stay> m_stays;
    std::vector<Moves> m_moves; // by chip and row
};

} // namespace

std::vector<StepBuffers> buffersByStep(const CollectiveMatmul& plan) { return Occupancy(plan).byStep(); }

int buffersNeeded(const CollectiveMatmul& plan)
{
    double max = 0;
    for (const auto& step : buffersByStep(plan))
        max = std::max(max, step.shards());
    return static_cast<int>(std::ceil(max - 1e-9));
}

} // namespace core
