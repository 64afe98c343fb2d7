// SPDX-License-Identifier: GPL-3.0-or-later
// Plans the collectives of a box whose arrays were edited: of its products, forward and for both gradients, and of what
// it passes on.
#pragma once

#include "core/sharding/reshard.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core
{

class WireCosts;
enum class Moment;
enum class Role;
struct BoxArrays;
struct EditedBox;
struct LayerArrays;
struct Scenario;
struct ShardingPlan;

/// Counts into one box after another what the plans of its products and moves need: seconds, bytes, collectives.
class BoxPlanner
{
public:
    BoxPlanner(const Scenario&, const LayerArrays&, const Sizes& ofMicrobatch);
    BoxPlanner(const BoxPlanner&) = delete;
    BoxPlanner& operator=(const BoxPlanner&) = delete;
    ~BoxPlanner();

    /// Of a box with weights, in place of the design's.
    void product(const BoxArrays& box, double recomputed, EditedBox& out);

    /// Of an array that is read as it lies and is to lie as another one of the same dimensions.
    void reshard(const ShardedArray& from, const ShardedArray& to, EditedBox& out);

    /// Of tokens that other boxes read as this one gathers them; these leave terms of the gradient over `sums`.
    void share(const ShardedArray& read, ShardedArray gathered, const std::string& sums, EditedBox& out);

private:
    static constexpr std::size_t longest = 5; // steps of a path

    void move(Moment when, const ShardedArray& from, const ShardedArray& to);

    /// Of the input and of the weights, from what the forward pass gathered.
    bool gradients(const ShardingExpression& e, const ShardingPlan& forward);

    /// A device that keeps its part of the weights adds up its part of the gradient in each microbatch, as FSDP does;
    /// what it keeps whole, or ZeRO splits later, is summed once.
    bool weightGradient(const std::vector<ShardedArray>& factors, const ShardedArray& wanted,
                        const ShardedArray& weights);

    /// In work.pass, of a step with the gradient of these weights.
    double callsOf(const ReshardStep& step, const ShardedArray& weights) const;
    std::optional<ShardingPlan> weightPlan(const ShardingExpression& e, const ShardedArray& wanted,
                                           const ShardedArray& weights) const;

    double mathOf(const ShardingPlan& plan) const;

    /// ZeRO keeps a part of the gradient on each rank.
    void split(ShardedArray& array, Role role) const;

    /// What another matrix of the box has moved costs nothing more. `share`: of a step's calls in the microbatches.
    std::optional<ShardingPlan> best(const ShardingExpression& e, const WireCosts& wire, Moment when,
                                     const StepSeconds& share = {}) const;

    void add(Moment when, const ShardingPlan& plan, const WireCosts& wire, double calls);

    /// Tokens are gathered, and their gradients added, once for all matrices of a box.
    void count(Moment when, const ReshardStep& step, const WireCosts& wire, double calls);

    bool isFound(Moment when, const ReshardStep& step) const;

    /// The first reason is told.
    void cannot(const std::string& why);

    const Scenario& m_s;
    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    std::unique_ptr<const WireCosts> m_values, m_gradients;
    bool m_whole;       // the step, with its backward pass
    std::string m_sums; // of tokens that go back from experts: added up in another box
    EditedBox* m_out = nullptr;
};

} // namespace core
