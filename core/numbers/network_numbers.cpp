// SPDX-License-Identifier: GPL-3.0-or-later
// Ways are computed once for plain and for recorded inputs.
#include "core/numbers/network_numbers.h"

#include "core/formulas/network.h"
#include "core/inputs/facts.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/text_forms.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

struct Distance {
    double hops = 0, paths = 0;
};

/// To the chip of the slice that is farthest from one: half of each ring, which both directions reach, or all of a
/// line.
Distance farthest(const MeshFit& fit)
{
    Distance far;
    for (std::size_t axis = 0; axis < fit.torus.size(); ++axis) {
        const int n = std::max(fit.torus[axis], 1);
        if (n == 1)
            continue;
        far.hops += fit.wraps[axis] ? n / 2 : n - 1;
        far.paths += fit.wraps[axis] && n % 2 == 0 ? 2 : 1;
    }
    return far;
}

/// The path between the two chips that are picked, or why there is none; empty where nothing is picked.
struct PickedEnds {
    Distance distance;
    bool sameDomain = true; // of GPUs
    std::string why;
    bool picked = false;
    std::string_view wrong = {}; // the field that names no chip
};

PickedEnds pickedTpus(const MeshFit& fit, const std::vector<int>& from, const std::vector<int>& to)
{
    PickedEnds path;
    path.picked = true;
    for (std::size_t axis = 0; axis < fit.torus.size(); ++axis) {
        const int n = std::max(fit.torus[axis], 1);
        const int a = axis < from.size() ? from[axis] : 0, b = axis < to.size() ? to[axis] : 0;
        for (const auto& [field, place] : {std::pair("net.from", a), {"net.to", b}})
            if (place >= n && path.why.empty()) {
                path.wrong = field;
                path.why = fmt::format("The slice has {} chip{} along axis {}, numbered from 0: there is no place {}",
                                       n, n == 1 ? "" : "s", axis + 1, place);
            }
        const int straight = std::abs(a - b);
        const int round = fit.wraps[axis] ? n - straight : straight;
        path.distance.hops += std::min(straight, round);
        path.distance.paths += straight == 0 ? 0 : fit.wraps[axis] && straight == round ? 2 : 1;
    }
    if (path.why.empty() && path.distance.hops == 0)
        path.why = "Both chips are the same one: nothing is sent";
    return path;
}

PickedEnds pickedEnds(const Scenario& s)
{
    const auto to = chipAt(s.net.to);
    if (!to)
        return {};
    const auto start = chipAt(s.net.from).value_or(std::vector<int>{0});
    const std::vector<int>& end = *to;
    if (s.hw.kind == ChipKind::tpu)
        return pickedTpus(fitMesh(s), start, end);
    PickedEnds path;
    path.picked = true;
    const double domain = std::max(1.0, s.hw.domain);
    path.distance = {1, 1};
    path.sameDomain = std::floor(start[0] / domain) == std::floor(end[0] / domain);
    if (start.size() > 1 || end.size() > 1)
        path.wrong = start.size() > 1 ? "net.from" : "net.to";
    if (!path.wrong.empty())
        path.why = "A GPU is named by one number, such as 9";
    else if (start[0] == end[0])
        path.why = "Both GPUs are the same one: nothing is sent";
    return path;
}

template <class R> struct PathOf {
    std::string_view id;
    std::string from, to, over;
    ByteRateOf<R> rate;
    double hops = 0, paths = 1;
    SecondsOf<R> time;
};

/// A template over plain and recorded numbers.
template <class In> class Paths
{
public:
    using R = typename In::Rep;
    Paths(const Scenario& s, const In& in) : m_s(s), m_in(in, s), m_bytes(m_in(field::net::bytes)) {}

    std::vector<PathOf<R>> all()
    {
        stream("hbm", "HBM", "cores", "memory bus", m_s.hw.hbmRate, m_in(field::hw::hbmRate));
        stream("host", "host memory", "chip", "PCIe", m_s.hw.pcieRate, m_in(field::hw::pcieRate));
        if (m_s.hw.kind == ChipKind::tpu)
            ofTpu();
        else
            ofGpu();
        return std::move(m_paths);
    }

private:
    void stream(std::string_view id, std::string from, std::string to, std::string over, ByteRate known,
                const ByteRateOf<R>& rate)
    {
        if (known.si() > 0)
            m_paths.push_back(
                {id, std::move(from), std::move(to), std::move(over), rate, 0, 1, formulas::streamTime(m_bytes, rate)});
    }

    template <class Hop> void hops(std::string_view id, std::string to, std::string over, Distance far, const Hop& hop,
                                   const ByteRateOf<R>& link)
    {
        const auto h = m_in(fact::pathHops, far.hops), p = m_in(fact::paths, far.paths);
        m_paths.push_back({id, "chip", std::move(to), std::move(over), p * link, far.hops, far.paths,
                           formulas::pointToPoint(h, hop, m_bytes, p, link)});
    }

    /// Between the two chips of net.from and net.to.
    template <class Hop> void picked(std::string over, const Hop& hop, const ByteRateOf<R>& link)
    {
        const auto path = pickedEnds(m_s);
        if (!path.picked || !path.why.empty())
            return;
        const auto name = [](const std::string& text) { return "chip " + (text.empty() ? std::string("0") : text); };
        hops("picked", name(m_s.net.to), std::move(over), path.distance, hop, link);
        m_paths.back().from = name(m_s.net.from);
    }

    void ofTpu()
    {
        const auto link = m_in(field::hw::linkRate);
        const auto hop = m_in(field::hw::hop);
        const Distance far = farthest(fitMesh(m_s));
        if (far.hops > 0)
            hops("neighbour", "neighbour", "ICI", {1, 1}, hop, link);
        if (far.hops > 1)
            hops("farthest", "farthest chip of the slice", "ICI", far, hop, link);
        picked("ICI", hop, link);
        if (!(m_s.hw.dcnRate.si() > 0))
            return;
        const auto dcn = m_in(field::hw::dcnRate);
        if (m_s.hw.pcieRate.si() > 0)
            stream("slice", "chip", "chip of another slice", "PCIe, DCN, PCIe", m_s.hw.dcnRate,
                   formulas::throughHost(m_in(field::hw::pcieRate), dcn));
        else
            stream("slice", "chip", "chip of another slice", "DCN", m_s.hw.dcnRate, dcn);
    }

    void ofGpu()
    {
        if (m_s.hw.domain > 1)
            hops("neighbour", "GPU of the same domain", "NVLink, switch", {1, 1}, m_in(field::hw::hop),
                 m_in(field::hw::linkRate));
        const bool inside = pickedEnds(m_s).sameDomain;
        if (inside && m_s.hw.domain > 1)
            picked("NVLink, switch", m_in(field::hw::hop), m_in(field::hw::linkRate));
        else if (!inside && m_s.hw.dcnRate.si() > 0)
            picked("NIC, scale-out network", m_in(field::hw::hopAcross), m_in(field::hw::dcnRate));
        if (m_s.hw.dcnRate.si() > 0)
            hops("slice", "GPU of another domain", "NIC, scale-out network", {1, 1}, m_in(field::hw::hopAcross),
                 m_in(field::hw::dcnRate));
    }

    const Scenario& m_s;
    Reader<In> m_in;
    BytesOf<R> m_bytes;
    std::vector<PathOf<R>> m_paths;
};

struct PathId {
    std::string_view id;
    std::string_view title;
};
constexpr std::array<PathId, 6> pathIds{{{"hbm", "from HBM to the cores"},
                                         {"host", "from the host's memory to a chip"},
                                         {"neighbour", "to a neighbour"},
                                         {"farthest", "to the farthest chip of the slice"},
                                         {"picked", "between the two chips that are picked"},
                                         {"slice", "to another slice or domain"}}};

template <class Get>
NumberRow pathRow(std::string_view number, const PathId& path, std::string_view words, Dim dim, Get get)
{
    const auto title = fmt::format("{} {}", words, path.title);
    return {fmt::format("net.{}.{}", number, path.id),
            title,
            {},
            dim,
            [=](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto isIt = [&](const auto& one) { return one.id == path.id; };
                const auto all = Paths<Plain>(w.scenario, Plain()).all();
                const auto found = std::ranges::find_if(all, isIt);
                if (const auto picked = pickedEnds(w.scenario); found == all.end() && path.id == "picked")
                    return tl::unexpected(picked.picked ? picked.why
                                                        : "No chip is picked that receives the bytes (net.to)");
                if (found == all.end())
                    return tl::unexpected(fmt::format("{} ({}) does not apply to this chip and slice", id, title));
                auto shown = numberOf(w, id, title, {}, dim, get(*found).si());
                derive(shown, w.scenario, depth, [&](const Recording& inputs) {
                    const auto traced = Paths<Recording>(w.scenario, inputs).all();
                    return get(*std::ranges::find_if(traced, isIt)).si();
                });
                return shown;
            }};
}

} // namespace

std::vector<NumberRow> networkNumberRows()
{
    std::vector<NumberRow> rows;
    for (const auto& path : pathIds) {
        rows.push_back(
            pathRow("time", path, "Time of the transfer", dim::second, [](const auto& one) { return one.time; }));
        rows.push_back(
            pathRow("rate", path, "Bandwidth", dim::bytePerSecond, [](const auto& one) { return one.rate; }));
    }
    return rows;
}

std::vector<NetworkPath> networkPaths(const Scenario& s)
{
    std::vector<NetworkPath> found;
    for (const auto& path : Paths<Plain>(s, Plain()).all())
        found.push_back(
            {path.id, path.from, path.to, path.over, path.rate.si(), path.hops, path.paths, path.time.si()});
    return found;
}

std::string whyNoPickedPath(const Scenario& s) { return pickedEnds(s).why; }

std::string_view wrongPickedEnd(const Scenario& s) { return pickedEnds(s).wrong; }

std::optional<std::vector<int>> chipAt(std::string_view text)
{
    std::vector<int> places;
    for (const auto part : parts(text, ','))
        if (const auto place = wholeNumber(trimmed(part), 0, longestSide - 1))
            places.push_back(*place);
    return text.empty() ? std::nullopt : std::optional(places);
}

std::vector<std::vector<int>> pickedPath(const Scenario& s)
{
    const auto ends = pickedEnds(s);
    const auto to = chipAt(s.net.to);
    if (!to || !ends.picked || !ends.why.empty())
        return {};
    const std::vector<int>& end = *to;
    auto at = chipAt(s.net.from).value_or(std::vector<int>{0});
    if (s.hw.kind != ChipKind::tpu)
        return {at, end};
    const MeshFit fit = fitMesh(s);
    at.resize(fit.torus.size());
    std::vector<std::vector<int>> path{at};
    for (std::size_t axis = 0; axis < fit.torus.size(); ++axis) {
        const int n = std::max(fit.torus[axis], 1), goal = axis < end.size() ? end[axis] : 0;
        const int ahead = (goal - at[axis] + n) % n;
        const bool forward = fit.wraps[axis] ? 2 * ahead <= n : goal > at[axis];
        while (at[axis] != goal) {
            at[axis] = (at[axis] + (forward ? 1 : n - 1)) % n;
            path.push_back(at);
        }
    }
    return path;
}

} // namespace core
