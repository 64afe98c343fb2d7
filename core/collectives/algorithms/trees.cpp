// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce on an open mesh of two axes by a bundle of trees that load every link alike.
#include "core/collectives/algorithms/catalogue.h"
#include "core/formulas/collectives.h"
#include "core/inputs/inputs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr int maxTreeChips = 256; // of larger networks the pieces on all their links are too many to follow

/// Every line along `branches` sums into its place `at`; these places sum along `trunk` into their middle.
struct Tree {
    int branches = 0;
    int trunk = 0;
    int at = 0;
    int share = 0;       // of the pieces
    std::vector<int> up; // port of each chip towards the root; -1 at the root
};

int towards(int axis, int from, int to) { return from == to ? -1 : 2 * axis + (from < to ? 0 : 1); }

Tree treeOf(const Topology& topology, int branches, int trunk, int at)
{
    const int trunkLength = topology.axes[place(trunk)].length;
    Tree tree{branches, trunk, at, trunkLength - 1, {}};
    for (int chip = 0; chip < topology.chips(); ++chip) {
        const auto where = topology.coordinates(chip);
        const int sideways = towards(branches, where[place(branches)], at);
        tree.up.push_back(sideways >= 0 ? sideways : towards(trunk, where[place(trunk)], trunkLength / 2));
    }
    return tree;
}

/// A tree through every column and one through every row; with these shares all links carry the same.
std::vector<Tree> bundle(const Topology& topology)
{
    const auto active = topology.activeAxes();
    std::vector<Tree> trees;
    for (const auto& [branches, trunk] : {std::pair(active[0], active[1]), std::pair(active[1], active[0])})
        for (int at = 0; at < topology.axes[place(branches)].length; ++at)
            trees.push_back(treeOf(topology, branches, trunk, at));
    return trees;
}

/// Tree of every piece. Trees take turns, so that pieces of about the same number are about as old.
std::vector<int> treeOfPieces(const std::vector<Tree>& trees, int rounds)
{
    struct Turn {
        double when;
        int tree;
    };
    std::vector<Turn> turns;
    for (std::size_t tree = 0; tree < trees.size(); ++tree)
        for (int piece = 0; piece < trees[tree].share * rounds; ++piece)
            turns.push_back({(piece + 0.5) / (trees[tree].share * rounds), static_cast<int>(tree)});
    std::stable_sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.when < b.when; });
    std::vector<int> order;
    for (const auto& turn : turns)
        order.push_back(turn.tree);
    return order;
}

class TreeSteps
{
public:
    TreeSteps(const Topology& topology, const ChunkSpace& chunks, const std::vector<int>& treeOfPiece)
        : m_topology(topology), m_chunks(chunks), m_trees(bundle(topology)), m_treeOfPiece(treeOfPiece),
          m_missing(treeOfPiece.size() * place(topology.chips()), 0), m_waiting(place(topology.chips() * 6))
    {
        for (std::size_t piece = 0; piece < treeOfPiece.size(); ++piece)
            if (chunks.bytes({static_cast<ChunkNumber>(piece), 1}) > 0)
                begin(static_cast<int>(piece));
    }

    std::vector<Step> steps()
    {
        std::vector<Step> steps;
        while (m_underWay > 0)
            steps.push_back(nextStep());
        return steps;
    }

private:
    struct Sending {
        int piece;
        bool up;
    };

    static bool leavesLater(const Sending& a, const Sending& b) { return a.piece > b.piece; }

    const Tree& tree(int piece) const { return m_trees[place(m_treeOfPiece[place(piece)])]; }
    int& missing(int piece, int chip) { return m_missing[place(piece) * place(m_topology.chips()) + place(chip)]; }

    /// The oldest piece leaves first; of one piece, up and down never use the same link.
    void queue(int chip, int port, Sending sending)
    {
        auto& waiting = m_waiting[place(chip * 6 + port)];
        waiting.push_back(sending);
        std::push_heap(waiting.begin(), waiting.end(), leavesLater);
        ++m_underWay;
    }

    void begin(int piece)
    {
        const auto& up = tree(piece).up;
        for (int chip = 0; chip < m_topology.chips(); ++chip)
            if (up[place(chip)] >= 0)
                ++missing(piece, m_topology.neighbour(chip, up[place(chip)]));
        for (int chip = 0; chip < m_topology.chips(); ++chip)
            if (missing(piece, chip) == 0)
                summed(piece, chip);
    }

    /// All that comes from below is in the sum of this chip.
    void summed(int piece, int chip)
    {
        if (const int port = tree(piece).up[place(chip)]; port >= 0)
            queue(chip, port, {piece, true});
        else
            sendDown(piece, chip);
    }

    void sendDown(int piece, int chip)
    {
        for (int port = 0; port < 6; ++port) {
            const int below = m_topology.neighbour(chip, port);
            if (below >= 0 && tree(piece).up[place(below)] == m_topology.portBack(chip, port))
                queue(chip, port, {piece, false});
        }
    }

    Step nextStep()
    {
        Step step;
        std::vector<Sending> sent;
        for (int link = 0; link < static_cast<int>(m_waiting.size()); ++link) {
            auto& waiting = m_waiting[place(link)];
            if (waiting.empty())
                continue;
            std::pop_heap(waiting.begin(), waiting.end(), leavesLater);
            const Sending sending = waiting.back();
            waiting.pop_back();
            const ChunkRun run{sending.piece, 1};
            step.add({link / 6, m_topology.neighbour(link / 6, link % 6), link % 6,
                      sending.up ? TransferOp::reduce : TransferOp::copy, m_chunks.bytes(run), 0, 0},
                     std::span(&run, 1));
            sent.push_back(sending);
        }
        for (std::size_t i = 0; i < sent.size(); ++i) {
            const int to = step.transfers[i].to;
            --m_underWay;
            if (!sent[i].up)
                sendDown(sent[i].piece, to);
            else if (--missing(sent[i].piece, to) == 0)
                summed(sent[i].piece, to);
        }
        return step;
    }

    const Topology& m_topology;
    const ChunkSpace& m_chunks;
    std::vector<Tree> m_trees;
    const std::vector<int>& m_treeOfPiece;
    std::vector<int> m_missing;                  // by piece and chip: sums from below
    std::vector<std::vector<Sending>> m_waiting; // by chip and port
    int m_underWay = 0;
};

/// Rounds of the trees that make it fastest under a barrier after every step, within what can be followed.
int bestRounds(const CollectiveRequest& request)
{
    constexpr double maxMessages = 4e5;
    const auto& topology = request.topology;
    const int links = topology.links() / 2; // one way: the array is cut into so many pieces, or a multiple
    const double others = topology.chips() - 1;
    const double max = std::max(
        1.0, std::min(maxMessages / (2 * links * others), std::floor(static_cast<double>(request.elements) / links)));
    if (request.rates.hop.si() <= 0)
        return static_cast<int>(max);
    const auto best = formulas::treeRounds(Quantity<dim::count>(2 * topology.diameter()), Quantity<dim::count>(others),
                                           Quantity<dim::count>(links), Quantity<dim::byte>(request.bytes()),
                                           request.rates.hop, request.rates.bandwidth);
    return static_cast<int>(std::clamp(std::round(best.si()), 1.0, max));
}

/// Sums go up the trees and results down, the oldest piece first on every link.
Schedule allReduceByTrees(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const int rounds = request.pieces > 0 ? request.pieces : bestRounds(request);
    const auto treeOfPiece = treeOfPieces(bundle(topology), rounds);
    const ChunkSpace chunks(topology,
                            {.cut = Cut::pieces, .parts = static_cast<int>(treeOfPiece.size()), .even = request.even},
                            request.elements, request.elementBytes);
    Schedule schedule{Goal::allReduce, topology, chunks, 0, {}};
    return withSteps(std::move(schedule), TreeSteps(topology, chunks, treeOfPiece).steps());
}

std::string needsOpenMesh(const CollectiveRequest& r)
{
    const auto& axes = r.topology.axes;
    const bool open = std::none_of(axes.begin(), axes.end(), [](const TorusAxis& a) { return a.wraps; });
    if (r.topology.wiring == Wiring::throughSwitch || r.topology.activeAxes().size() != 2 || !open)
        return "trees go over a mesh of two axes that do not close";
    return r.topology.chips() > maxTreeChips ? fmt::format("trees go over at most {} chips", maxTreeChips) : "";
}

std::string_view aside(const CollectiveRequest& r, const Shape& shape)
{
    return shape.axes == 2 && shape.allOpen && r.topology.chips() <= maxTreeChips
               ? "; without wraparound up to twice as slow as need be, \"trees\" get closer for many bytes"
               : "";
}

} // namespace

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::trees>()
{
    return {{.kind = CollectiveKind::allReduce,
             .id = CollectiveAlgorithm::trees,
             .rank = 8,
             .title = "Up and down a bundle of trees",
             .obstacle = needsOpenMesh,
             .schedule = [](const CollectiveRequest& r) { return std::optional(allReduceByTrees(r)); },
             .closedForm = NoForm{},
             .recommended = [](const CollectiveRequest&, const Shape&) { return Recommendation{}; },
             .aside = aside}};
}

} // namespace core
