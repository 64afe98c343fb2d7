// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of orders that somebody made up, and the words for what breaks them.
#include "core/collectives/matmul/own_order.h"

#include "core/collectives/schedules/names.h"

#include <fmt/format.h>

namespace core
{

namespace
{

bool holds(const ShardProduct& product, int half)
{
    return product.half == ShardProduct::wholeShard || product.half == half;
}

/// Which halves a chip has multiplied so far.
class Multiplied
{
public:
    explicit Multiplied(int chips) : m_chips(chips), m_done(place(chips) * place(chips) * 2, false) {}

    /// The first half that was there before.
    std::optional<int> add(int chip, const ShardProduct& product)
    {
        std::optional<int> twice;
        for (int half = 0; half < 2; ++half) {
            if (!holds(product, half))
                continue;
            const auto at = place((chip * m_chips + product.shard) * 2 + half);
            if (m_done[at] && !twice)
                twice = half;
            m_done[at] = true;
        }
        return twice;
    }

    std::optional<ShardProduct> missing(int chip) const
    {
        for (int shard = 0; shard < m_chips; ++shard) {
            const auto at = place((chip * m_chips + shard) * 2);
            if (!m_done[at] && !m_done[at + 1])
                return ShardProduct{shard};
            if (!m_done[at] || !m_done[at + 1])
                return ShardProduct{shard, m_done[at] ? 1 : 0};
        }
        return std::nullopt;
    }

private:
    int m_chips;
    std::vector<bool> m_done;
};

/// What is wrong with one product, apart from what other steps hold.
std::optional<OrderFault> faultAt(MatmulForm form, const Topology& topology, const OrderFault& at, int rows)
{
    OrderFault fault = at;
    const bool known = at.product.shard >= 0 && at.product.shard < topology.chips() &&
                       at.product.half >= ShardProduct::wholeShard && at.product.half < 2;
    fault.kind = OrderFault::Kind::unknown;
    if (!known)
        return fault;
    const int hops = hopsOf(form, topology, at.chip, at.product.shard);
    const bool gathers = form == MatmulForm::gather;
    fault.kind = gathers ? OrderFault::Kind::early : OrderFault::Kind::late;
    fault.bound = gathers ? hops : rows - 1 - hops;
    if (gathers ? at.step < fault.bound : at.step > fault.bound)
        return fault;
    return std::nullopt;
}

} // namespace

std::vector<ProductRow> rotated(const ChipOrder& order, int chips)
{
    std::vector<ProductRow> table;
    for (const auto& step : order) {
        ProductRow row(place(chips), step);
        for (int chip = 0; chip < chips; ++chip)
            for (auto& product : row[place(chip)])
                if (product.shard >= 0 && product.shard < chips) // others are refused as they are
                    product.shard = (product.shard + chip) % chips;
        table.push_back(std::move(row));
    }
    return table;
}

std::string productName(MatmulForm form, const ShardProduct& product)
{
    const auto goal = form == MatmulForm::gather ? Goal::gather : Goal::reduceScatter;
    std::string whole = shardLetter(goal) + subscript(product.shard);
    if (product.half == ShardProduct::wholeShard)
        return whole;
    return whole + (product.half == 0 ? "a" : "b");
}

std::string faultText(MatmulForm form, const OrderFault& fault)
{
    const auto name = productName(form, fault.product);
    const int step = fault.step + 1;
    switch (fault.kind) {
    case OrderFault::Kind::unknown:
        return fmt::format("Chip {} multiplies {} in step {}, but there is no such {}", fault.chip, name, step,
                           form == MatmulForm::gather ? "shard" : "block");
    case OrderFault::Kind::twice:
        return fmt::format("Chip {} multiplies {} twice, the second time in step {}", fault.chip, name, step);
    case OrderFault::Kind::early:
        return fmt::format("Chip {} uses {} in step {}, but it arrives after step {} at the earliest", fault.chip, name,
                           step, fault.bound);
    case OrderFault::Kind::late:
        if (fault.bound < 0)
            return fmt::format("Chip {} adds to {} in step {}, but the sum needs more steps to reach its owner",
                               fault.chip, name, step);
        return fmt::format("Chip {} adds to {} in step {}, but the sum has to leave after step {} at the latest",
                           fault.chip, name, step, fault.bound + 1);
    case OrderFault::Kind::missing:
        return fmt::format("{} is never multiplied on chip {}", name, fault.chip);
    }
    return {};
}

int hopsOf(MatmulForm form, const Topology& topology, int chip, int shard)
{
    return form == MatmulForm::gather ? topology.distance(shard, chip) : topology.distance(chip, shard);
}

std::optional<OrderFault> firstFault(MatmulForm form, const Topology& topology, const std::vector<ProductRow>& table)
{
    const int chips = topology.chips();
    const int rows = static_cast<int>(table.size());
    Multiplied done(chips);
    for (int step = 0; step < rows; ++step) {
        const auto& row = table[place(step)];
        for (int chip = 0; chip < chips && place(chip) < row.size(); ++chip) {
            for (const auto& product : row[place(chip)]) {
                OrderFault fault{OrderFault::Kind::twice, step, chip, product, 0};
                if (const auto wrong = faultAt(form, topology, fault, rows))
                    return wrong;
                if (const auto half = done.add(chip, product)) {
                    fault.product.half = product.half == ShardProduct::wholeShard ? product.half : *half;
                    return fault;
                }
            }
        }
    }
    for (int chip = 0; chip < chips; ++chip)
        if (const auto left = done.missing(chip))
            return OrderFault{OrderFault::Kind::missing, OrderFault::atTheEnd, chip, *left, 0};
    return std::nullopt;
}

} // namespace core
