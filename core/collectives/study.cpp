// SPDX-License-Identifier: GPL-3.0-or-later
// Puts request, schedule, times and bound of a scenario's collective together.
#include "core/collectives/study.h"

#include "core/formulas/collectives.h"
#include "core/formulas/network.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

using Bytes = Quantity<dim::byte>;
using Count = Quantity<dim::count>;

constexpr double mostMessages = 2e7; // timed chip by chip within some seconds

/// Messages, or moved blocks, of a schedule that is not timed from one chip.
double effort(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const double chips = topology.chips();
    const double links = topology.wiring == Wiring::throughSwitch ? chips * (chips - 1) : topology.links();
    if (request.kind == CollectiveKind::allToAll)
        return chips * chips * topology.diameter();
    if (request.kind == CollectiveKind::permute)
        return topology.diameter();
    return links * 2 * topology.diameter();
}

/// Whether whole elements make pieces of equal size: shards or blocks, a part per axis, halves.
bool divides(const CollectiveRequest& request)
{
    const std::int64_t chips = request.topology.chips();
    const auto axes = static_cast<std::int64_t>(request.topology.activeAxes().size());
    const std::int64_t owners = request.kind == CollectiveKind::allToAll ? chips * chips : chips;
    return request.elements % (owners * axes * 2) == 0;
}

/// Hops that follow one another: the time when bytes cost nothing and a hop takes a second.
int hopsInSequence(const CollectiveStudy& study)
{
    const LinkRates onlyHops{Quantity<dim::bytePerSecond>(1e300), Quantity<dim::second>(1)};
    const auto& form = study.closedForm;
    if (study.schedule.goal != Goal::exchangeBlocks || !form || !form->exact || form->clock != CollectiveClock::async)
        return static_cast<int>(std::lround(timeSchedule(study.schedule, onlyHops).async.si()));
    auto request = study.request; // many blocks: the closed form is just as exact
    request.rates = onlyHops;
    const bool inTurn = study.algorithm == CollectiveAlgorithm::axisByAxis;
    return static_cast<int>(
        std::lround(exchangeTime(request, inTurn ? AxisOrder::oneByOne : AxisOrder::rotated).time.si()));
}

tl::expected<void, std::string> addSchedule(CollectiveStudy& study)
{
    constexpr int manyChips = 512;
    const auto& topology = study.request.topology;
    const bool alike = topology.isSymmetric() && study.request.kind != CollectiveKind::permute;
    if (alike && topology.chips() > manyChips) {
        study.request.even = true;
        if (!divides(study.request))
            study.notes.push_back(
                "On so many chips all pieces are taken to be alike, though elements do not divide so.");
    } else if (!alike && effort(study.request) > mostMessages) {
        return tl::unexpected(fmt::format(
            "coll.torus: {} would take {:.0f} messages to time; choose fewer chips, or axes that close into rings",
            topologyText(topology), effort(study.request)));
    }
    auto plan = planCollective(study.request);
    if (!plan)
        return tl::unexpected(plan.error());
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
    if (rate <= 0)
        return tl::unexpected(
            std::string("prec.compute: the chip has no rate for this format; choose one that it multiplies"));
    MatmulRequest request;
    request.form = s.coll.kind == CollectiveKind::matmulGather ? MatmulForm::gather : MatmulForm::scatter;
    request.mode = s.coll.algorithm;
    request.topology = network.topology;
    request.elements = network.elements;
    request.elementBytes = network.elementBytes;
    request.rates = network.rates;
    request.shardTime =
        shardProductTime(s.coll.B, s.coll.D, s.coll.F, request.topology.chips(), Quantity<dim::flopPerSecond>(rate));
    return request;
}

void setMatmul(CollectiveStudy& study, CollectiveMatmul plan, const MatmulTiming& timing)
{
    study.algorithm = plan.mode;
    study.title = plan.form == MatmulForm::gather ? "Matmul beside an all-gather" : "Matmul beside a reduce-scatter";
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
        study.time =
            s.coll.clock == CollectiveClock::async ? study.matmulTiming->pipelined : study.matmulTiming->lockstep;
        study.lowerBound = max(study.bound.time, study.matmulTiming->multiplying);
    }
    if (study.lowerBound.si() > 0)
        study.gap = study.time / study.lowerBound;
    study.steps = study.timing.steps;
    study.hops = hopsInSequence(study);
    study.bytesPerLink = study.timing.busiestLinkBytes;
    study.totalBytes = study.timing.totalBytes * study.copies;
    study.book = bookTime(study.request);
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
    setMatmul(study, own.plan, own.timing);
    addFigures(study, s);
    return study;
}

Quantity<dim::second> bookTime(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (topology.chips() == 1 || (request.kind == CollectiveKind::permute && request.from == request.to))
        return Quantity<dim::second>(0);
    int links = 0;
    for (const auto& axis : topology.axes)
        links += axis.length > 1 ? (axis.wraps && !topology.oneWay ? 2 : 1) : 0;
    const bool switched = topology.wiring == Wiring::throughSwitch;
    const int passes = request.kind == CollectiveKind::allReduce ? 2 : 1;
    double share = passes;
    if (request.kind == CollectiveKind::allToAll)
        share = switched ? 1.0 / topology.chips() : topology.oneWay ? 0.5 : 0.25;
    int hops = topology.diameter();
    if (request.kind == CollectiveKind::permute) {
        links = std::min(topology.degree(request.from), topology.degree(request.to));
        hops = topology.distance(request.from, request.to);
    }
    const auto bandwidth = formulas::axisBandwidth(Count(switched ? 1 : links), request.rates.bandwidth);
    const auto wire = formulas::axisTime(Count(share), Bytes(request.bytes()), bandwidth);
    return formulas::withLatency(wire, formulas::latencyFloor(Count(passes), Count(hops), request.rates.hop));
}

} // namespace core
