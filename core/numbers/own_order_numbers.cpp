// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of any collective matmul, run on a study with the order put into it.
#include "core/numbers/own_order_numbers.h"

#include "core/collectives/report_numbers.h"
#include "core/collectives/whole_torus.h"
#include "core/numbers/derive.h"
#include "core/numbers/metrics.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view playedPrefix = "own.played.";

enum class Own { time, naive, saved, lost, savedShare, lostShare, buffers, naiveBuffers, steps };

struct Row {
    std::string_view id, title, unit;
    Own number;
    Dim dim;
};

constexpr std::array rows{
    Row{"own.time", "Time of this order", "", Own::time, dim::second},
    Row{"own.naive", "Matmul and collective one after the other", "", Own::naive, dim::second},
    Row{"own.saved", "Time that this order saves", "", Own::saved, dim::second},
    Row{"own.lost", "Time that this order loses", "", Own::lost, dim::second},
    Row{"own.saved_share", "Share of the time that this order saves", "%", Own::savedShare, dim::count},
    Row{"own.lost_share", "Share of the time that this order loses", "%", Own::lostShare, dim::count},
    Row{"own.buffers", "Buffers of this order, in shards", "", Own::buffers, dim::count},
    Row{"own.naive_buffers", "Buffers one after the other, in shards", "", Own::naiveBuffers, dim::count},
    Row{"own.steps", "Steps of this order", "", Own::steps, dim::count}};

struct Engine {
    std::string_view id, title;
    CollectiveAlgorithm algorithm;
};

constexpr std::array engines{Engine{"own.engine.uni", "The engine, one direction", CollectiveAlgorithm::uni},
                             Engine{"own.engine.halves", "The engine, in halves", CollectiveAlgorithm::halves},
                             Engine{"own.engine.whole", "The engine, whole shards", CollectiveAlgorithm::whole}};

template <class In>
typename In::Rep numberOf(Own number, const Scenario& s, const CollectiveStudy& study, const Reader<In>& in)
{
    if (!study.matmul)
        return typename In::Rep(0);
    const auto c = CollectivePart<In>(s, study, in).numbers();
    switch (number) {
    case Own::time:
        return c.time.si();
    case Own::naive:
        return c.naive.si();
    case Own::saved:
        return c.saved.si();
    case Own::lost:
        return formulas::matmulLoss(c.time, c.naive).si();
    case Own::savedShare:
        return c.savedShare.si();
    case Own::lostShare:
        return formulas::matmulShare.in("%")(formulas::matmulLoss(c.time, c.naive), c.naive).si();
    case Own::buffers:
        return in.count("coll.buffers", study.matmul->buffers).si();
    case Own::naiveBuffers:
        return in.count("coll.buffers.naive", study.matmul->naiveBuffers).si();
    case Own::steps:
        return in.count("coll.steps", study.matmul->transfers.steps).si();
    }
    return typename In::Rep(0);
}

tl::expected<OwnOrderNumber, std::string> engineNumber(Scenario s, const Engine& engine)
{
    s.coll.algorithm = engine.algorithm;
    s.coll.direction = LinkDirection::both; // one way is an engine of its own
    const auto& metric = *findMetric(*s.presets, "coll.time");
    const auto value = metricValue(s, {}, metric);
    auto derivation = derive(s, metric.id);
    if (!applies(value) || derivation.steps.empty())
        return tl::unexpected(fmt::format("'{}': the engine has no such order here", engine.id));
    derivation.id = engine.id;
    return OwnOrderNumber{{std::string(engine.id), std::string(engine.title), "", metric.dim, std::get<double>(value)},
                          std::move(derivation)};
}

const Row* rowNamed(std::string_view id)
{
    const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.id == id; });
    return row == rows.end() ? nullptr : row;
}

OwnOrderNumber derived(const Row& row, const Scenario& s, const CollectiveStudy& study, std::string_view id)
{
    const Plain plain;
    const double value = numberOf(row.number, s, study, Reader<Plain>(plain));
    Tape tape;
    const Recording recording(tape, s);
    const auto traced = numberOf(row.number, s, study, Reader<Recording>(recording));
    return {{std::string(id), std::string(row.title), std::string(row.unit), row.dim, value},
            derivationTree(std::string(id), traced, row.dim)};
}

} // namespace

bool isOfOwnOrder(std::string_view id) { return id.starts_with("own."); }

tl::expected<OwnOrderNumber, std::string> ownOrderNumber(const Scenario& s, const OwnMatmul* own, std::string_view id)
{
    const auto engine = std::find_if(engines.begin(), engines.end(), [&](const Engine& e) { return e.id == id; });
    if (engine != engines.end())
        return engineNumber(s, *engine);
    const auto* row = rowNamed(id);
    if (!row)
        return tl::unexpected(fmt::format("'{}' is no number of an order", id));
    if (!own)
        return tl::unexpected(std::string("There is no valid order at the moment"));
    auto study = studyCollective(s);
    if (!study)
        return tl::unexpected(study.error());
    return derived(*row, s, withMatmul(*std::move(study), *own, s), id);
}

bool isOfPlayedOrder(std::string_view id) { return isOfOwnOrder(id) && (hasPlace(id) || id.starts_with(playedPrefix)); }

tl::expected<OwnOrderNumber, std::string> playedOrderNumber(const Scenario& s, const WholeCollective& collective,
                                                            std::string_view id)
{
    if (hasPlace(id))
        return placedNumberOf(collective, s, id);
    const bool played = id.starts_with(playedPrefix);
    const auto* row = played ? rowNamed(fmt::format("own.{}", id.substr(playedPrefix.size()))) : nullptr;
    if (!row)
        return tl::unexpected(fmt::format("'{}' is no number of an order that is played", id));
    return derived(*row, s, collective.study, id);
}

} // namespace core
