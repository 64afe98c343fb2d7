// SPDX-License-Identifier: GPL-3.0-or-later
// The sums that lead from the charge of the step to the time of the schedule.
#include "core/numbers/schedule_charge.h"

#include "core/collectives/analysis.h"
#include "core/design/charge.h"
#include "core/design/collectives.h"
#include "core/design/place.h"
#include "core/design/sharding_opening.h"
#include "core/inputs/inputs.h"
#include "core/numbers/collective_cache.h"
#include "core/quantity/format.h"
#include "core/sharding/mesh_on_chips.h"
#include "core/sharding/report.h"
#include "core/step/context.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double minDifference = 1e-6; // of the times; cutting into whole elements makes smaller ones

int linksOf(const CollectiveRequest& request)
{
    if (request.kind == CollectiveKind::permute)
        return 1;
    int links = 0;
    for (const auto& axis : request.topology.axes)
        links += axis.length > 1 ? (axis.wraps ? 2 : 1) : 0;
    return links;
}

struct Words {
    std::string name, why;
};

/// One-way links at once that the step counts for a collective of the design; 0 through a switch.
double chargedLinks(const Scenario& s, const DesignCollective& one)
{
    if (one.axis == slicesAxis || s.hw.kind == ChipKind::gpu)
        return 0;
    if (s.mesh.axis[one.axis].role == Role::pipeline)
        return 1;
    const auto fit = fitMesh(s);
    const auto members = membersOf(s.mesh, one.axis, one.weights);
    double links = 0;
    for (std::size_t a = 0; a < meshAxes; ++a)
        links += members[a] ? fit.axis[a].links : 0;
    return links;
}

/// Why the bytes alone take another time on the chips that are drawn. `links`: those that are charged.
Words ofBytes(double links, const CollectiveAnalysis& analysis)
{
    const auto& topology = analysis.request.topology;
    if (topology.domains() > 1)
        return {"Another network",
                "The step counts where on their domains the ranks lie, sends a token to a domain once, "
                "and keys and values through one card; the picture has full domains"};
    if (topology.wiring == Wiring::throughSwitch)
        return {"Whole pieces", "The array does not divide into equal pieces of whole elements"};
    const int drawn = linksOf(analysis.request);
    if (links != drawn)
        return {"Links", fmt::format("A chip is charged for {} links at once than there are in the picture",
                                     links > drawn ? "more" : "fewer")};
    if (!hasEqualAxes(topology))
        return {"Unequal axes",
                "The charge keeps every link busy to the end; this schedule does not, as its axes differ"};
    return {"Whole pieces", "The array does not divide into equal pieces of whole elements"};
}

Words ofHops(const CollectiveAnalysis& analysis, std::string_view charged)
{
    return {"Hops", fmt::format("A hop takes {}; {}", format(analysis.request.rates.hop.si(), dim::second), charged)};
}

/// `hops`: how they are charged.
void addDifferences(ChargeOfSchedule& result, const ChargeDifferencesOf<double>& between, Words bytes, Words hops)
{
    const auto add = [&](std::string_view number, Words words, Seconds time) {
        if (std::abs(time.si()) > minDifference * std::max(result.charged.si(), result.scheduled.si()))
            result.differences.push_back({number, std::move(words.name), std::move(words.why), time});
    };
    add("rates", {"Book rates", "Book rates take the axis to be endlessly long"}, between.rates);
    add("wire", std::move(bytes), between.wire);
    add("hops", std::move(hops), between.hops);
}

std::string signedTime(Seconds time)
{
    return fmt::format("{} {}", time.si() < 0 ? "−" : "+", format(std::abs(time.si()), dim::second));
}

/// "Sharding charges 746 µs, this schedule takes 559 µs. Book rates take the axis to be endlessly long (− 186 µs)."
std::string sentenceOf(std::string_view who, const ChargeOfSchedule& charge)
{
    const auto text = [](Seconds time) { return format(time.si(), dim::second); };
    if (charge.differences.empty() || text(charge.charged) == text(charge.scheduled))
        return {};
    auto sentence =
        fmt::format("{} charges {}, this schedule takes {}.", who, text(charge.charged), text(charge.scheduled));
    for (const auto& difference : charge.differences)
        sentence += fmt::format(" {} ({}).", difference.why, signedTime(difference.time));
    return sentence;
}

} // namespace

ChargeOfSchedule compareWithSchedule(const Scenario& s, const DesignCollective& one, const CollectiveAnalysis& analysis)
{
    ChargeOfSchedule result{one.seconds, analysis.time, {}};
    const auto all = designCollectives(s);
    const auto at = std::find_if(all.begin(), all.end(), [&](const DesignCollective& other) {
        return other.name == one.name && other.when == one.when;
    });
    if (at == all.end())
        return result;
    const auto between =
        chargeDifferences(s, analysis, Plain{}, static_cast<std::size_t>(at - all.begin()), analysis.time);
    addDifferences(result, between, ofBytes(chargedLinks(s, one), analysis),
                   ofHops(analysis, s.conv.latency
                                        ? "the step counts the hops of a layer once, where they outlast the bytes of "
                                          "the pass"
                                        : "the step leaves hops out, since latency is off"));
    return result;
}

ChargeOfSchedule compareWithSchedule(const Scenario& s, const ShardingReport& report, const ReshardStep& step,
                                     const CollectiveAnalysis& analysis)
{
    ChargeOfSchedule result{chargeOf(s, report, step), analysis.time, {}};
    Scenario bare = s;
    bare.conv.latency = false;
    const auto bandwidth = chargeOf(bare, report, step);
    bare.conv.rates = Rates::exact;
    const auto exact = chargeOf(bare, report, step);
    const auto wire = timeOfBytes(s, analysis);
    const MeshOnChips chips(s, report.mesh);
    double links = 0;
    for (std::size_t a = 0; a < report.mesh.axes.size(); ++a)
        links += step.axes.find(report.mesh.axes[a].name) != std::string::npos ? chips.axis[a].links : 0;
    addDifferences(result, {exact - bandwidth, wire - exact, analysis.time - wire - (result.charged - bandwidth)},
                   ofBytes(links, analysis),
                   ofHops(analysis, s.conv.latency ? "Sharding counts them where they outlast the bytes"
                                                   : "Sharding leaves hops out, since latency is off"));
    return result;
}

std::string otherTimeSentence(const Scenario& s, CollectiveCache& cache, const CollectiveAnalysis& analysis)
{
    const auto all = designCollectives(s);
    if (const auto at = openedAmong(s, all))
        return sentenceOf("The step", compareWithSchedule(s, all[*at], analysis));
    const auto report = cache.sharding(s); // planned only here
    if (const auto step = report->error ? std::nullopt : openedStep(s, *report))
        return sentenceOf("Sharding", compareWithSchedule(s, *report, *step, analysis));
    return {};
}

} // namespace core
