// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about the single collective: whether there is one, without planning it. And whether picked chips are there.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/analysis.h"
#include "core/numbers/network_numbers.h"
#include "core/scenario/choices.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view code = "COLL";

/// Why the algorithm does not fit the network; empty where it does.
std::string misfit(const CollectiveRequest& request, bool matmul)
{
    if (matmul) { // what decides is seen on a short axis as well
        if (auto obstacle = matmulObstacle(request.topology); !obstacle.empty())
            return obstacle;
        MatmulRequest small{.mode = request.algorithm, .topology = request.topology, .elements = 64, .rates = {}};
        for (auto& axis : small.topology.axes)
            axis.length = std::min(axis.length, 4);
        const auto plan = planMatmul(small);
        return plan ? std::string() : plan.error();
    }
    if (request.algorithm == CollectiveAlgorithm::automatic)
        return {};
    const auto* row = algorithmRow(request.kind, request.algorithm);
    if (!row)
        return fmt::format("coll.algorithm is \"{}\", which is not an algorithm for \"{}\"", nameOf(request.algorithm),
                           nameOf(request.kind));
    const auto obstacle = row->obstacle(request);
    return obstacle.empty() ? obstacle
                            : fmt::format("coll.algorithm is \"{}\", but {}", nameOf(request.algorithm), obstacle);
}

void add(std::vector<Issue>& found, std::string_view field, const std::string& text)
{
    addIssue(found, std::string(code), std::string(field), text + ". Its numbers do not apply then.").lost = "coll.";
}

void findMisfit(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    std::vector<std::string> notes;
    const auto request = collectiveRequest(s, notes);
    if (!request) {
        const auto& text = request.error();
        for (const std::string_view field : {"coll.axes", "coll.from", "coll.to", "hw.link.rate"})
            if (text.starts_with(field))
                return add(found, field, text);
        return add(found, "coll.torus", text);
    }
    const bool severalAxes = isMatmul(s.coll.kind) && (request->topology.activeAxes().size() > 1 ||
                                                       request->topology.wiring == Wiring::throughSwitch);
    if (const auto text = misfit(*request, isMatmul(s.coll.kind)); !text.empty())
        add(found, severalAxes ? "coll.torus" : "coll.algorithm", text);
}

std::vector<Repair> propose(const Scenario& s, const Report&, const Issue& issue)
{
    const Value automatic = std::string("auto");
    if (issue.field == "coll.from" || issue.field == "coll.to")
        return {{"Use opposite corners", {{"coll.from", std::string()}, {"coll.to", std::string()}}}};
    std::vector<Repair> repairs{
        repairWith("coll.algorithm", automatic),      repairWith("coll.wrap", std::string("ring")),
        repairWith("coll.axes", std::string("all")),  repairWith("coll.axes", std::string("X")),
        repairWith("coll.torus", std::string("4x4")), repairWith("coll.torus", std::string("4"))};
    if (s.coll.axes != "all" && s.coll.axes != "X") // names axes that a ring does not have
        repairs.back() = {"Use a ring of 4 chips, all axes",
                          {{"coll.torus", std::string("4")}, {"coll.axes", std::string("all")}}};
    if (isMatmul(s.coll.kind) && s.coll.algorithm != CollectiveAlgorithm::automatic)
        repairs.push_back({"Use one axis of 4 chips and the algorithm that fits it",
                           {{"coll.torus", std::string("4")}, {"coll.algorithm", automatic}}});
    return repairs;
}

/// Of a torus that has become smaller.
void findIdleAxes(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto whole = readTopology(s.coll.torus, s.hw, s.coll.wrap);
    if (!whole || s.coll.kind == CollectiveKind::permute)
        return;
    if (auto text = idleAxes(s.coll, *whole); !text.empty())
        addIssue(found, std::string(code), "coll.axes", std::move(text), Severity::note);
}

/// Of the two chips between which bytes go, or the first alone; a warning, as only that time depends on them.
void findChips(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (s.net.to.empty() && !s.net.from.empty()) {
        Scenario alone = s;
        alone.net.to = s.net.from;
        return findChips(alone, report, found);
    }
    if (const auto field = wrongPickedEnd(s); !field.empty())
        addIssue(found, "CHIP", std::string(field), whyNoPickedPath(s) + ".").lost = "net.";
}

std::vector<Repair> proposeNoChip(const Scenario&, const Report&, const Issue& issue)
{
    return {{"Name no chip", {{issue.field, std::string()}}}};
}

} // namespace

std::span<const Rule> collectiveRules()
{
    static constexpr std::array rules{Rule{findMisfit, propose}, Rule{findIdleAxes, propose},
                                      Rule{findChips, proposeNoChip}};
    return rules;
}

} // namespace core
