// SPDX-License-Identifier: GPL-3.0-or-later
// Puts request, schedule, times and bound of a scenario's collective together.
#include "core/collectives/analysis.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/effort.h"
#include "core/collectives/matmul/own_order.h"
#include "core/formulas/collectives.h"

#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

using Count = Quantity<dim::count>;

constexpr double maxEffort = 1.2e7; // timed within half a second
constexpr int maxMatmulChips = 512; // every one of them multiplies every shard

/// Whether whole elements make pieces of equal size: shards or blocks, a part per axis, halves.
bool divides(const CollectiveRequest& request)
{
    const std::int64_t chips = request.topology.chips();
    const auto axes = static_cast<std::int64_t>(request.topology.activeAxes().size());
    const std::int64_t owners = request.kind == CollectiveKind::allToAll ? chips * chips : chips;
    return request.elements % (owners * axes * 2) == 0;
}

tl::unexpected<std::string> tooMuch(const Topology& topology, double effort)
{
    return tl::unexpected(
        fmt::format("coll.torus: {} would take {:.0f} million pieces to time, more than {:.0f} million; "
                    "choose fewer chips{}",
                    topologyText(topology), effort / 1e6, maxEffort / 1e6,
                    topology.isSymmetric() ? "" : ", or axes that close into rings"));
}

tl::expected<void, std::string> addSchedule(CollectiveAnalysis& analysis)
{
    constexpr int manyChips = 512;
    auto& request = analysis.request;
    const bool alike = request.topology.isSymmetric() && request.kind != CollectiveKind::permute;
    const bool mayBeEven = alike || request.kind == CollectiveKind::allGather ||
                           request.kind == CollectiveKind::reduceScatter || request.kind == CollectiveKind::allReduce;
    const double blocks = request.kind == CollectiveKind::allToAll
                              ? std::pow(request.topology.chips(), 2) * meanHops(request.topology)
                              : 0;
    request.even = alike && (request.topology.chips() > manyChips || blocks > maxEffort / 2);
    if (!alike && blocks > maxEffort)
        return tooMuch(request.topology, blocks); // before the blocks are cut
    auto plan = planCollective(request);
    if (plan && !plan->schedule.symmetric && mayBeEven && timingEffort(plan->schedule) > maxEffort) {
        request.even = true;
        plan = planCollective(request);
    }
    if (!plan)
        return tl::unexpected(plan.error());
    if (const double pieces = timingEffort(plan->schedule); pieces > maxEffort)
        return tooMuch(request.topology, pieces);
    if (request.even && !divides(request))
        analysis.notes.emplace_back(
            "On so many chips all pieces are taken to be alike, though elements do not divide so.");
    if (const auto* row = algorithmRow(request.kind, plan->algorithm); row && row->note)
        if (auto note = row->note(request); !note.empty())
            analysis.notes.push_back(std::move(note));
    analysis.algorithm = plan->algorithm;
    analysis.title = plan->title;
    analysis.why = plan->why;
    analysis.schedule = std::move(plan->schedule);
    analysis.closedForm = plan->closedForm;
    return {};
}

tl::expected<MatmulRequest, std::string> matmulOn(const CollectiveRequest& network, const Scenario& s)
{
    const auto rate = s.hw.flops[static_cast<std::size_t>(s.prec.compute)];
    if (rate.si() <= 0)
        return tl::unexpected(
            std::string("prec.compute: the chip has no rate for this format; choose one that it multiplies"));
    if (auto obstacle = matmulObstacle(network.topology); !obstacle.empty())
        return tl::unexpected(std::move(obstacle));
    if (network.topology.chips() > maxMatmulChips)
        return tl::unexpected(
            fmt::format("coll.torus: {} chips would take too long to simulate with a matmul; choose at "
                        "most {} along the axis",
                        network.topology.chips(), maxMatmulChips));
    MatmulRequest request;
    request.form = s.coll.kind == CollectiveKind::matmulGather ? MatmulForm::gather : MatmulForm::scatter;
    request.mode = s.coll.algorithm;
    request.topology = network.topology;
    request.elements = network.elements;
    request.elementBytes = network.elementBytes;
    request.rates = network.rates;
    request.clock = s.coll.clock;
    request.shardTime = shardProductTime(s.coll.B, s.coll.D, s.coll.F, request.topology.chips(), rate);
    return request;
}

void setMatmul(CollectiveAnalysis& analysis, CollectiveMatmul plan, const MatmulTiming& timing)
{
    analysis.algorithm = plan.mode;
    analysis.title = plan.form == MatmulForm::gather ? "Matmul overlapped with an all-gather"
                                                     : "Matmul overlapped with a reduce-scatter";
    analysis.why = plan.why;
    analysis.schedule = plan.transfers;
    analysis.matmulTiming = timing;
    analysis.matmul = std::move(plan);
}

tl::expected<void, std::string> addMatmul(CollectiveAnalysis& analysis, const Scenario& s)
{
    const auto request = matmulOn(analysis.request, s);
    if (!request)
        return tl::unexpected(request.error());
    auto plan = planMatmul(*request);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto timing = timeMatmul(*request, *plan);
    setMatmul(analysis, *std::move(plan), timing);
    return {};
}

void addFigures(CollectiveAnalysis& analysis, const Scenario& s)
{
    analysis.timing = timeSchedule(analysis.schedule, analysis.request.rates);
    analysis.bound = lowerBound(analysis.request);
    analysis.time = analysis.timing.by(s.coll.clock);
    analysis.lowerBound = analysis.bound.time;
    if (analysis.matmulTiming) {
        analysis.time = analysis.matmulTiming->overlapped.by(s.coll.clock);
        analysis.lowerBound = max(analysis.bound.time, analysis.matmulTiming->multiplying);
        if (analysis.matmulTiming->multiplying.si() > analysis.bound.time.si())
            analysis.bound.reason = "every chip multiplies all shards";
    }
    analysis.bytesPerLink = analysis.timing.busiestLinkBytes;
    analysis.totalBytes = analysis.timing.totalBytes * analysis.copies;
    const auto& topology = analysis.request.topology;
    if (analysis.request.kind == CollectiveKind::allReduce && topology.wiring == Wiring::throughSwitch &&
        topology.chips() > 1 && !(analysis.request.domains.size > 0))
        analysis.addedInSwitch = formulas::switchReduce(
            analysis.request.rates.hop, Count(topology.chips()), Bytes(analysis.request.bytes()),
            analysis.request.inSwitch ? analysis.request.domains.inside : analysis.request.rates.bandwidth);
}

} // namespace

tl::expected<CollectiveAnalysis, std::string> analyseCollective(const Scenario& s)
{
    CollectiveAnalysis analysis;
    auto request = collectiveRequest(s, analysis.notes);
    if (!request)
        return tl::unexpected(request.error());
    analysis.request = *std::move(request);
    const bool multiplies = isMatmul(s.coll.kind);
    const auto added = multiplies ? addMatmul(analysis, s) : addSchedule(analysis);
    if (!added)
        return tl::unexpected(added.error());
    if (analysis.request.topology.wiring == Wiring::torus) {
        const auto whole = readTopology(s.coll.torus, s.hw, s.coll.wrap);
        analysis.copies = whole->chips() / analysis.request.topology.chips();
    }
    addFigures(analysis, s);
    analysis.paths = std::make_shared<PathCache>();
    return analysis;
}

tl::expected<MatmulRequest, std::string> matmulRequest(const Scenario& s)
{
    std::vector<std::string> notes;
    const auto network = collectiveRequest(s, notes);
    return network ? matmulOn(*network, s) : tl::unexpected(network.error());
}

CollectiveAnalysis withMatmul(CollectiveAnalysis analysis, const OwnMatmul& own, const Scenario& s)
{
    analysis.request.topology.oneWay = own.plan.alone.topology.oneWay;
    analysis.paths = std::make_shared<PathCache>();
    setMatmul(analysis, own.plan, own.timing);
    addFigures(analysis, s);
    return analysis;
}

} // namespace core
