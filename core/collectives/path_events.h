// SPDX-License-Identifier: GPL-3.0-or-later
// What was sent and multiplied when, for those who go back from the end: see critical_path.cpp.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/matmul/matmul_pass.h"
#include "core/collectives/networks/representatives.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace core
{

struct Sent { // by the million on large open networks
    int from = 0;
    int port = 0;
    double bytes = 0;
    double start = 0;
    double sent = 0;
    double arrival = 0;
};

/// All that was sent and multiplied, of the chips that were followed.
class Events
{
public:
    explicit Events(const Schedule& schedule)
        : m_schedule(schedule), m_sent(place(schedule.steps)), m_products(place(schedule.topology.chips()))
    {
    }

    void follow(const LinkRates& rates)
    {
        if (!m_schedule.symmetric && !m_schedule.phases.empty())
            m_some.emplace(m_schedule.topology);
        m_oneChip = m_schedule.symmetric;
        timeSchedule(m_schedule, rates, [&](const Transfer& t, const Flight& f) { add(t, f); });
        sort();
    }

    void add(const Transfer& t, const Flight& f)
    {
        m_sent[place(f.step)].push_back(
            {.from = t.from, .port = t.port, .bytes = t.bytes, .start = f.start, .sent = f.sent, .arrival = f.arrival});
    }
    void add(const ProductFlight& product) { m_products[place(product.chip)].push_back(product); }

    void sort()
    {
        for (auto& step : m_sent)
            std::sort(step.begin(), step.end(), [](const Sent& a, const Sent& b) { return key(a) < key(b); });
    }

    const Schedule& schedule() const { return m_schedule; }
    const std::vector<Sent>& of(int step) const { return m_sent[place(step)]; }
    const std::vector<ProductFlight>& productsOf(int chip) const { return m_products[place(chip)]; }
    const std::vector<std::vector<ProductFlight>>& products() const { return m_products; }

    /// What a chip sends through a port, as the chip that stands for it does; null where it sends nothing.
    const Sent* find(int step, int chip, int port) const
    {
        const auto stand = m_oneChip ? Representatives::Stand{}
                           : m_some  ? m_some->of(chip)
                                     : Representatives::Stand{chip};
        const std::pair wanted{stand.chip, stand.port(port)};
        const auto& all = of(step);
        const auto found = std::lower_bound(all.begin(), all.end(), wanted,
                                            [](const Sent& sent, const auto& k) { return key(sent) < k; });
        return found == all.end() || key(*found) != wanted ? nullptr : &*found;
    }

private:
    static std::pair<int, int> key(const Sent& sent) { return {sent.from, sent.port}; }

    const Schedule& m_schedule;
    std::vector<std::vector<Sent>> m_sent; // by step, then chip and port
    std::vector<std::vector<ProductFlight>> m_products;
    std::optional<Representatives> m_some;
    bool m_oneChip = false;
};

inline PathTerm termOf(const Events& events, const LinkRates& rates, int step, int chip, int port, const Sent& sent)
{
    PathTerm term;
    term.step = term.lastStep = step;
    term.from = chip;
    term.to = events.schedule().topology.neighbour(chip, port);
    term.port = port;
    term.bytes = (sent.sent - sent.start) * rates.bandwidth.si(); // with those that share the port
    if (std::abs(term.bytes - sent.bytes) <= 1e-9 * term.bytes)
        term.bytes = sent.bytes;
    term.start = sent.start;
    term.end = sent.arrival;
    return term;
}

inline PathTerm termOf(const ProductFlight& product)
{
    PathTerm term;
    term.kind = PathKind::product;
    term.step = term.lastStep = product.step;
    term.from = product.chip;
    term.share = shareOf(product.product);
    term.start = product.start;
    term.end = product.end;
    return term;
}

/// What ends with `last`, in the order of time; `before` gives what a term waited for.
template <class Before> std::vector<PathTerm> chain(const std::optional<PathTerm>& last, const Before& before)
{
    std::vector<PathTerm> path;
    if (last)
        path.push_back(*last);
    while (!path.empty()) {
        const auto earlier = before(path.back());
        if (!earlier)
            break;
        path.push_back(*earlier);
    }
    std::ranges::reverse(path);
    return path;
}

} // namespace core
