// SPDX-License-Identifier: GPL-3.0-or-later
// Puts request, schedule, times and bound of a scenario's collective together.
#include "core/collectives/study.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/effort.h"
#include "core/collectives/matmul/own_order.h"
#include "core/formulas/collectives.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

using Bytes = Quantity<dim::byte>;
using Count = Quantity<dim::count>;

constexpr double mostEffort = 1.2e7; // timed within half a second
constexpr int mostMatmulChips = 512; // every one of them multiplies every shard

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
                    topologyText(topology), effort / 1e6, mostEffort / 1e6,
                    topology.isSymmetric() ? "" : ", or axes that close into rings"));
}

tl::expected<void, std::string> addSchedule(CollectiveStudy& study)
{
    constexpr int manyChips = 512;
    auto& request = study.request;
    const bool alike = request.topology.isSymmetric() && request.kind != CollectiveKind::permute;
    const bool mayBeEven = alike || request.kind == CollectiveKind::allGather ||
                           request.kind == CollectiveKind::reduceScatter || request.kind == CollectiveKind::allReduce;
    const double blocks = request.kind == CollectiveKind::allToAll
                              ? std::pow(request.topology.chips(), 2) * meanHops(request.topology)
                              : 0;
    request.even = alike && (request.topology.chips() > manyChips || blocks > mostEffort / 2);
    if (!alike && blocks > mostEffort)
        return tooMuch(request.topology, blocks); // before the blocks are cut
    auto plan = planCollective(request);
    if (plan && !plan->schedule.symmetric && mayBeEven && timingEffort(plan->schedule) > mostEffort) {
        request.even = true;
        plan = planCollective(request);
    }
    if (!plan)
        return tl::unexpected(plan.error());
    if (const double pieces = timingEffort(plan->schedule); pieces > mostEffort)
        return tooMuch(request.topology, pieces);
    if (request.even && !divides(request))
        study.notes.emplace_back(
            "On so many chips all pieces are taken to be alike, though elements do not divide so.");
    if (const auto* row = algorithmRow(request.kind, plan->algorithm); row && row->note)
        if (auto note = row->note(request); !note.empty())
            study.notes.push_back(std::move(note));
    study.algorithm = plan->algorithm;
    study.title = plan->title;
    study.why = plan->why;
    study.schedule = std::move(plan->schedule);
    study.closedForm = plan->closedForm;
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
    if (network.topology.chips() > mostMatmulChips)
        return tl::unexpected(
            fmt::format("coll.torus: {} chips would take too long to simulate with a matmul; choose at "
                        "most {} along the axis",
                        network.topology.chips(), mostMatmulChips));
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

void setMatmul(CollectiveStudy& study, CollectiveMatmul plan, const MatmulTiming& timing)
{
    study.algorithm = plan.mode;
    study.title = plan.form == MatmulForm::gather ? "Matmul overlapped with an all-gather"
                                                  : "Matmul overlapped with a reduce-scatter";
    study.why = plan.why;
    study.schedule = plan.transfers;
    study.matmulTiming = timing;
    study.matmul = std::move(plan);
}

tl::expected<void, std::string> addMatmul(CollectiveStudy& study, const Scenario& s)
{
    const auto request = matmulOn(study.request, s);
    if (!request)
        return tl::unexpected(request.error());
    auto plan = planMatmul(*request);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto timing = timeMatmul(*request, *plan);
    setMatmul(study, *std::move(plan), timing);
    return {};
}

void addFigures(CollectiveStudy& study, const Scenario& s)
{
    study.timing = timeSchedule(study.schedule, study.request.rates);
    study.bound = lowerBound(study.request);
    study.time = study.timing.by(s.coll.clock);
    study.lowerBound = study.bound.time;
    if (study.matmulTiming) {
        study.time = study.matmulTiming->beside.by(s.coll.clock);
        study.lowerBound = max(study.bound.time, study.matmulTiming->multiplying);
        if (study.matmulTiming->multiplying.si() > study.bound.time.si())
            study.bound.reason = "every chip multiplies all shards";
    }
    study.bytesPerLink = study.timing.busiestLinkBytes;
    study.totalBytes = study.timing.totalBytes * study.copies;
    const auto& topology = study.request.topology;
    if (study.request.kind == CollectiveKind::allReduce && topology.wiring == Wiring::throughSwitch &&
        topology.chips() > 1)
        study.addedInSwitch = formulas::switchReduce(study.request.rates.hop, Count(topology.chips()),
                                                     Bytes(study.request.bytes()), study.request.rates.bandwidth);
}

} // namespace

tl::expected<CollectiveStudy, std::string> studyCollective(const Scenario& s)
{
    CollectiveStudy study;
    auto request = collectiveRequest(s, study.notes);
    if (!request)
        return tl::unexpected(request.error());
    study.request = *std::move(request);
    const bool multiplies = s.coll.kind == CollectiveKind::matmulGather || s.coll.kind == CollectiveKind::matmulScatter;
    const auto added = multiplies ? addMatmul(study, s) : addSchedule(study);
    if (!added)
        return tl::unexpected(added.error());
    if (study.request.topology.wiring == Wiring::torus) {
        const auto whole = readTopology(s.coll.torus, s.hw, s.coll.wrap);
        study.copies = whole->chips() / study.request.topology.chips();
    }
    addFigures(study, s);
    return study;
}

tl::expected<MatmulRequest, std::string> matmulRequest(const Scenario& s)
{
    std::vector<std::string> notes;
    const auto network = collectiveRequest(s, notes);
    return network ? matmulOn(*network, s) : tl::unexpected(network.error());
}

CollectiveStudy withMatmul(CollectiveStudy study, const OwnMatmul& own, const Scenario& s)
{
    study.request.topology.oneWay = own.plan.alone.topology.oneWay;
    setMatmul(study, own.plan, own.timing);
    addFigures(study, s);
    return study;
}

} // namespace core
