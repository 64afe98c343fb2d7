// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the products of a collective matmul beside its transfers.
#include "support/check_matmul.h"

#include <algorithm>

#include <fmt/format.h>

namespace tests
{

using namespace core;

namespace
{

/// Shares of every shard that a chip multiplies, and the step of each.
void checkChip(const CollectiveMatmul& plan, int chip, std::vector<Violation>& found)
{
    const auto& chunks = plan.transfers.chunks;
    std::vector<int> row(static_cast<std::size_t>(chunks.count()), -1);
    for (std::size_t t = 0; t < plan.products.size(); ++t) {
        for (const auto& product : plan.products[t][place(chip)]) {
            for (int half = 0; half < chunks.form().halves; ++half) {
                if (product.half != ShardProduct::wholeShard && product.half != half)
                    continue;
                auto& at = row[static_cast<std::size_t>(chunks.number({product.shard, 0, 0, half}))];
                if (at >= 0)
                    found.push_back({ScheduleRule::multiplying, static_cast<int>(t),
                                     fmt::format("chip {} multiplies shard {} twice", chip, product.shard)});
                at = static_cast<int>(t);
            }
        }
    }
    if (std::find(row.begin(), row.end(), -1) != row.end())
        found.push_back({ScheduleRule::multiplying, -1, fmt::format("chip {} leaves a shard out", chip)});
    Step step;
    const bool gathers = plan.form == MatmulForm::gather;
    for (int t = 0; t < plan.transfers.steps; ++t) {
        fillStep(plan.transfers, t, step);
        for (const auto& transfer : step.transfers) {
            if ((gathers ? transfer.to : transfer.from) != chip)
                continue;
            for (const auto& run : step.chunks(transfer))
                for (ChunkNumber i = run.first; i < run.first + run.count; ++i)
                    if (gathers ? row[static_cast<std::size_t>(i)] <= t : row[static_cast<std::size_t>(i)] > t)
                        found.push_back({ScheduleRule::multiplying, t,
                                         fmt::format("chip {} multiplies chunk {} {}", chip, i,
                                                     gathers ? "before it has it" : "after it sent its sum")});
        }
    }
}

} // namespace

std::vector<Violation> checkMatmul(const CollectiveMatmul& plan)
{
    auto found = checkEveryChip(plan.transfers).value_or(std::vector<Violation>{});
    for (int chip = 0; chip < plan.transfers.topology.chips(); ++chip)
        checkChip(plan, chip, found);
    return found;
}

} // namespace tests
