// SPDX-License-Identifier: GPL-3.0-or-later
// coll.*: values and derivations from the same lambda, both made when they are asked for.
#include "core/numbers/collective_metrics.h"

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/design/collectives.h"
#include "core/design/opening.h"
#include "core/formulas/sources.h"
#include "core/inputs/collective_facts.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/torus_number.h"
#include "core/numbers/workspace.h"

namespace core
{

namespace
{

/// `Get` is a captureless generic lambda: CollectiveOf -> Quantity.
template <class Get> Metric number(std::string id, std::string_view title, std::string_view unit,
                                   std::string_view equation, const Source& source, Get)
{
    Metric m;
    m.id = std::move(id);
    m.title = title;
    m.unit = unit;
    m.equation = equation;
    m.source = source.title;
    m.dim = decltype(Get{}(std::declval<const CollectiveOf<double>&>()))::dim;
    m.value = [](const Report&, int) -> MetricValue { return notANumber; };
    m.onDemand = [](const Workspace& w) -> MetricValue { return Get{}(w.cache.report(w.scenario)->numbers).si(); };
    m.tracedOnDemand = [](const Workspace& w, const Recording& in) {
        return Get{}(tracedCollective(w.scenario, *w.cache.report(w.scenario), in)).si();
    };
    return m;
}

MetricValue isHidden(const Workspace& w)
{
    const auto report = w.cache.report(w.scenario);
    if (!report->analysis || !report->analysis->matmul)
        return notANumber;
    return report->numbers.hidden;
}

const CollectiveMatmul* matmulOf(const CollectiveReport& report)
{
    if (!report.analysis)
        return nullptr;
    const auto& matmul = report.analysis->matmul;
    return matmul ? &*matmul : nullptr;
}

/// Shards in memory beside a matmul, with the collective beside it and one after the other.
template <bool naive> Metric buffers(std::string id, std::string_view title)
{
    auto m = number(std::move(id), title, "", "i.1", sources::schedule, [](const auto& c) { return c.steps; });
    m.onDemand = [](const Workspace& w) -> MetricValue {
        const auto report = w.cache.report(w.scenario);
        const auto* plan = matmulOf(*report);
        return plan ? double(naive ? plan->naiveBuffers : plan->buffers) : notANumber;
    };
    m.tracedOnDemand = [](const Workspace& w, const Recording& in) {
        const auto report = w.cache.report(w.scenario);
        const auto* plan = matmulOf(*report);
        const Reader<Recording> reader(in, w.scenario);
        return !plan   ? Traced(notANumber)
               : naive ? reader(fact::coll::naiveBuffers, plan->naiveBuffers).si()
                       : reader(fact::coll::buffers, plan->buffers).si();
    };
    return m;
}

MetricValue charge(const Workspace& w)
{
    const auto all = designCollectives(w.scenario);
    const auto opened = openedAmong(w.scenario, all);
    return opened ? all[*opened].seconds.si() : notANumber;
}

Traced tracedCharge(const Workspace& w, const Recording& in)
{
    const auto opened = openedAmong(w.scenario, designCollectives(w.scenario));
    if (!opened)
        return Traced(notANumber);
    return listCollectives(w.scenario, in).all[*opened].seconds.si();
}

template <class In, class Get> typename In::Rep ofTorus(const Workspace& w, const In& in)
{
    const auto& s = w.scenario;
    const auto whole = readTopology(s.coll.torus, s.hw, s.coll.wrap);
    if (!whole || !w.cache.report(s)->analysis)
        return typename In::Rep(notANumber);
    const Reader<In> reader(in, s);
    return Get{}(TorusPart<In>(*whole, reader)).si();
}

/// `Get` is a captureless generic lambda: TorusPart -> count.
template <class Get> Metric torusNumber(std::string id, std::string_view title, Get)
{
    auto m = number(std::move(id), title, "", "e.3", sources::contracting, [](const auto& c) { return c.steps; });
    m.onDemand = [](const Workspace& w) -> MetricValue { return ofTorus<Plain, Get>(w, Plain{}); };
    m.tracedOnDemand = [](const Workspace& w, const Recording& in) { return ofTorus<Recording, Get>(w, in); };
    return m;
}

void torusMetrics(std::vector<Metric>& rows)
{
    rows.push_back(torusNumber("coll.chips", "Chips of the torus", [](const auto& t) { return t.chips(); }));
    rows.push_back(torusNumber("coll.domains", "Domains that the GPUs lie in, each behind its own switch",
                               [](const auto& t) { return t.domains(); }));
    rows.push_back(torusNumber("coll.blocks", "Blocks of 4×4×4 chips that a large torus is drawn in",
                               [](const auto& t) { return t.blocks(); }));
    rows.push_back(torusNumber("coll.face_chips", "Chips on the outer faces of the torus",
                               [](const auto& t) { return t.faceChips(); }));
    rows.push_back(
        torusNumber("coll.slice_chips", "Chips of a slice of the torus", [](const auto& t) { return t.sliceChips(); }));
}

/// What binds a collective, and the paths of a transfer.
void bindingMetrics(std::vector<Metric>& rows)
{
    namespace s = sources;
    rows.push_back(number("coll.bound_bytes", "Bytes that no schedule gets round", "", "e.3", s::contracting,
                          [](const auto& c) { return c.boundBytes; }));
    rows.push_back(number("coll.bound_links", "Links that carry what no schedule gets round", "link", "e.3",
                          s::contracting, [](const auto& c) { return c.boundLinks; }));
    rows.push_back(number("coll.bound_hops", "Hops to the farthest chip, which take longer than the bytes", "hop",
                          "e.3", s::contracting, [](const auto& c) { return c.boundHops; }));
    rows.push_back(number("coll.paths", "Paths of the transfer that share no link", "path", "e.5", s::bothContracting,
                          [](const auto& c) { return c.paths; }));
    rows.push_back(number("coll.shortest_path", "Hops of the shortest of these paths", "hop", "e.5", s::bothContracting,
                          [](const auto& c) { return c.shortestPath; }));
    rows.push_back(number("coll.longest_path", "Hops of the longest of these paths", "hop", "e.5", s::bothContracting,
                          [](const auto& c) { return c.longestPath; }));
}

} // namespace

void collectiveMetrics(std::vector<Metric>& rows)
{
    namespace s = sources;
    rows.push_back(
        number("coll.time", "Time of the collective", "", "e.2", s::contracting, [](const auto& c) { return c.time; }));
    rows.push_back(number("coll.lower_bound", "Min time of any schedule", "", "e.3", s::contracting,
                          [](const auto& c) { return c.lowerBound; }));
    torusMetrics(rows);
    bindingMetrics(rows);
    rows.push_back(number("coll.gap", "Time of the collective over its lower bound", "", "e.3", s::contracting,
                          [](const auto& c) { return c.gap; }));
    rows.push_back(number("coll.steps", "Steps of the collective", "step", "e.1", s::contracting,
                          [](const auto& c) { return c.steps; }));
    rows.push_back(number("coll.hops", "Hops that follow one another", "hop", "e.2", s::contracting,
                          [](const auto& c) { return c.hops; }));
    rows.push_back(number("coll.bytes_per_link", "Bytes over the busiest link", "", "e.2", s::contracting,
                          [](const auto& c) { return c.bytesPerLink; }));
    rows.push_back(number("coll.total_bytes", "Bytes over all links of all copies", "", "e.2", s::contracting,
                          [](const auto& c) { return c.totalBytes; }));
    rows.push_back(number("coll.book", "Scaling Book time: all bytes over all links, or the hops", "", "e.6",
                          s::contracting, [](const auto& c) { return c.book; }));
    rows.push_back(number("coll.barrier", "Lockstep time: a barrier after every step", "", "e.6", s::contracting,
                          [](const auto& c) { return c.barrier; }));
    rows.push_back(number("coll.closed_form", "Time by the closed form, pieces all alike", "", "e.2", s::contracting,
                          [](const auto& c) { return c.closedForm; }));
    rows.push_back(number("coll.in_switch", "Time of the all-reduce, were the switch to add", "", "e.8", s::acrossNodes,
                          [](const auto& c) { return c.inSwitch; }));
    auto charged = number("coll.charge", "What the step charges for this collective, one call", "", "g.3", s::fsdp,
                          [](const auto& c) { return c.time; });
    charged.onDemand = charge;
    charged.tracedOnDemand = tracedCharge;
    rows.push_back(std::move(charged));
    rows.push_back(number("coll.naive", "Matmul and collective, serialized", "", "i.4", s::own::overlapped,
                          [](const auto& c) { return c.naive; }));
    rows.push_back(number("coll.pipelined", "Matmul overlapped with its collective", "", "i.1", s::own::overlapped,
                          [](const auto& c) { return c.pipelined; }));
    rows.push_back(number("coll.saved", "Time saved by overlapping matmul and collective; below 0 it is lost", "",
                          "i.4", s::own::overlapped, [](const auto& c) { return c.saved; }));
    rows.push_back(number("coll.saved_share", "Share of the serialized time that is saved; below 0 it is lost", "share",
                          "i.4", s::own::overlapped, [](const auto& c) { return c.savedShare; }));
    rows.push_back(buffers<false>("coll.most_buffers", "Buffers of the collective matmul, in shards"));
    rows.push_back(buffers<true>("coll.naive_buffers", "Buffers when serialized, in shards"));
    rows.push_back(number("coll.hidden_from", "F (gather) or D (scatter) that just hides the collective", "", "i.1",
                          s::own::overlapped, [](const auto& c) { return c.hiddenFrom; }));
    rows.push_back(number("coll.math_ratio", "Math over transfer, of one shard", "", "i.1", s::own::overlapped,
                          [](const auto& c) { return c.mathRatio; }));
    auto hidden = number("coll.hidden", "The collective costs no time", "", "i.1", s::own::overlapped,
                         [](const auto& c) { return c.pipelined; });
    hidden.dim = dim::count;
    hidden.value = [](const Report&, int) -> MetricValue { return false; };
    hidden.onDemand = isHidden;
    rows.push_back(std::move(hidden));
}

} // namespace core
