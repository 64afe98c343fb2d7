// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about the collective of a scenario (coll.* fields): its schedule, times, bound, bytes, and notes.
#pragma once

#include "core/collectives/clocks/timing.h"
#include "core/collectives/costs/bounds.h"
#include "core/collectives/costs/closed_forms.h"
#include "core/collectives/costs/path_time.h"
#include "core/collectives/matmul/collective_matmul.h"
#include "core/collectives/schedules/request.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct LinksOfChip;
struct OwnMatmul;

/// Critical paths of all steps, by clock, kept once they were asked for. The copies of an analysis share it; any thread
/// may ask.
class PathCache
{
public:
    using Path = std::vector<PathTerm>;
    Path of(CollectiveClock, const std::function<Path()>& find);

private:
    std::mutex m_mutex;
    std::map<CollectiveClock, Path> m_known;
};

/// The metrics coll.*, and what the timelines and the subcommand `schedule` show.
struct CollectiveAnalysis {
    CollectiveRequest request; // permute: with its chips
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    std::string title; // of the algorithm
    std::string why;
    std::vector<std::string> notes; // what was assumed

    Schedule schedule;
    CollectiveTiming timing;
    LowerBound bound;
    std::optional<ClosedForm> closedForm;

    Quantity<dim::second> time{0};       // coll.time, by coll.clock
    Quantity<dim::second> lowerBound{0}; // coll.lower_bound
    Quantity<dim::byte> bytesPerLink{0}; // coll.bytes_per_link: the busiest
    Quantity<dim::byte> totalBytes{0};   // coll.total_bytes: all links of all copies
    int copies = 1;                      // independent copies on the axes that take no part

    std::optional<Quantity<dim::second>> addedInSwitch; // all-reduce, were the switch to add; a model, no schedule
    std::optional<CollectiveMatmul> matmul;             // of matmul-gather and matmul-scatter
    std::optional<MatmulTiming> matmulTiming;           // coll.naive, coll.pipelined, coll.hidden

    std::shared_ptr<const LinksOfChip> busiest; // null until keepBusiestLinks()
    std::shared_ptr<PathCache> paths;           // of what analyseCollective() gives
};

/// An error names the field and what to do; also where following the pieces would take more than half a second.
tl::expected<CollectiveAnalysis, std::string> analyseCollective(const Scenario&);

/// The matmul of a scenario whose collective is one.
tl::expected<MatmulRequest, std::string> matmulRequest(const Scenario&);
/// An analysis of that matmul in an order of one's own.
CollectiveAnalysis withMatmul(CollectiveAnalysis, const OwnMatmul&, const Scenario&);

/// The network and rates that a scenario names, without a schedule.
tl::expected<CollectiveRequest, std::string> collectiveRequest(const Scenario&, std::vector<std::string>& notes);
/// Where a named axis has one chip nothing moves along it, which is seldom what is meant: a sentence; else empty.
std::string idleAxes(const Collective&, const Topology&);

/// The collective of a scenario on every chip of its torus: the copies on axes that take no part, and when steps end.
struct WholeCollective {
    Topology whole;                   // every chip of coll.torus
    std::array<int, 3> axes{0, 1, 2}; // axis k of the analysis's network is this axis of `whole`
    CollectiveAnalysis analysis;      // of one copy
    std::vector<double> stepEnds;     // of the analysis, by the clock of the scenario
    ByteUnits units{};                // of the scenario, for whoever tells its bytes
    bool ownOrder = false;            // put together by hand: not the one that the scenario names

    /// The chip of the analysis's network that does what this chip of `whole` does.
    int chipOfPart(int wholeChip) const;
    /// The chip of `whole` that stands for a chip of the analysis's network, in the copy that `wholeChip` belongs to.
    int chipOfWhole(int partChip, int wholeChip) const;
    /// The port of `whole` for a port of the analysis's network.
    int portOfWhole(int partPort) const;
};

/// The error is one sentence that names the field, the value and the remedy.
tl::expected<WholeCollective, std::string> wholeCollective(const Scenario&);
/// The same where the analysis is known.
tl::expected<WholeCollective, std::string> wholeCollective(const Scenario&, CollectiveAnalysis);

/// The matmul of a scenario in an order of one's own.
WholeCollective withMatmul(WholeCollective, const OwnMatmul&, const Scenario&);

} // namespace core
