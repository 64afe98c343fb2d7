// SPDX-License-Identifier: GPL-3.0-or-later
// The sums that lead from the charge of the step to the time of the schedule.
#include "core/numbers/schedule_charge.h"

#include "core/collectives/analysis.h"
#include "core/design/charge.h"
#include "core/design/collectives.h"
#include "core/design/place.h"
#include "core/inputs/inputs.h"
#include "core/quantity/format.h"
#include "core/step/context.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

using Seconds = Quantity<dim::second>;

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

/// Why the bytes alone take another time on the chips that are drawn.
Words ofBytes(const Scenario& s, const DesignCollective& one, const CollectiveAnalysis& analysis)
{
    const auto& topology = analysis.request.topology;
    if (topology.domains() > 1)
        return {"Another network",
                "The step counts where on their domains the ranks lie, sends a token to a domain once, "
                "and keys and values through one card; the picture has full domains"};
    if (topology.wiring == Wiring::throughSwitch)
        return {"Whole pieces", "The array does not divide into equal pieces of whole elements"};
    const auto fit = fitMesh(s);
    const bool pipeline = s.mesh.axis[one.axis].role == Role::pipeline;
    const auto members = membersOf(s.mesh, one.axis, one.weights);
    double charged = pipeline ? 1 : 0;
    for (std::size_t a = 0; a < meshAxes && !pipeline; ++a)
        charged += members[a] ? fit.axis[a].links : 0;
    const int drawn = linksOf(analysis.request);
    if (charged != drawn)
        return {"Links", fmt::format("The step lets a chip send over {} links at once than there are in the picture",
                                     charged > drawn ? "more" : "fewer")};
    if (!hasEqualAxes(topology))
        return {"Unequal axes",
                "The step keeps every link busy to the end; this schedule does not, as its axes differ"};
    return {"Whole pieces", "The array does not divide into equal pieces of whole elements"};
}

Words ofHops(const Scenario& s, const CollectiveAnalysis& analysis)
{
    return {"Hops",
            fmt::format("A hop takes {}; the step {}", format(analysis.request.rates.hop.si(), dim::second),
                        s.conv.latency ? "counts the hops of a layer once, where they outlast the bytes of the pass"
                                       : "leaves hops out, since latency is off")};
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
    const auto add = [&](std::string_view number, Words words, Seconds time) {
        if (std::abs(time.si()) > minDifference * std::max(one.seconds.si(), analysis.time.si()))
            result.differences.push_back({number, std::move(words.name), std::move(words.why), time});
    };
    add("rates", {"Book rates", "Book rates take the axis to be endlessly long"}, between.rates);
    add("wire", ofBytes(s, one, analysis), between.wire);
    add("hops", ofHops(s, analysis), between.hops);
    return result;
}

} // namespace core
