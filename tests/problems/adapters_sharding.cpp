// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about sharded arrays and products (MODEL.md, section d), asked through shard.*.
#include "problems/adapter.h"

#include <algorithm>
#include <stdexcept>

namespace tests
{

namespace
{

/// Sizes are set by the caller.
Case product(std::string_view chip, const char* expression, const char* mesh)
{
    Case c(chip);
    c.set("conv.rates", "book");
    return c.set("shard.expr", expression).set("shard.mesh", mesh);
}

Case& sized(Case& c, const Inputs& in, std::initializer_list<const char*> dims)
{
    for (const char* dim : dims)
        c.set(std::string("shard.size.") + dim, in[dim]);
    return c;
}

/// A number of the plan of these steps, which is not the cheapest one.
double ofPlan(const Case& c, const std::string& steps, const std::string& number)
{
    const auto others = std::get<core::Texts>(c.value("shard.alternatives"));
    const auto found = std::find(others.begin(), others.end(), steps);
    if (found == others.end())
        throw std::runtime_error("there is no plan " + steps);
    return c["shard.plan." + number + "@" + std::to_string(found - others.begin() + 2)];
}

/// Of how the product would be brought about otherwise.
Asked::Make plan(std::string steps, std::string number)
{
    return [=](auto& c, auto&) { return ofPlan(c, steps, number); };
}

bool takes(const Case& c, const char* step)
{
    const auto steps = std::get<core::Texts>(c.value("shard.steps"));
    return std::find(steps.begin(), steps.end(), step) != steps.end();
}

Adapters layouts()
{
    return {{"sb.sharding.pq1",
             [](auto& in) {
                 Case c = product("tpu-v5p", "A[I_XY, J]", "X=2, Y=8, Z=2");
                 return c.set("shard.dtype", "int8")
                     .set("shard.size.I", in.at("shape", 0))
                     .set("shard.size.J", in.at("shape", 1));
             },
             {{"local_rows", [](auto& c, auto& in) { return c["shard.bytes.A"] / in.at("shape", 1); }},
              {"bytes_per_device", "shard.bytes.A"},
              {"replication", "shard.replication.A"},
              {"bytes_total", [](auto& c, auto&) { return c["shard.bytes.A"] * (2 * 8 * 2); }}}},
            {"sb.sharding.q1",
             [](auto&) { return product("tpu-v5p", "A[I_X, J, K]", "X=4, Y=8, Z=2"); },
             {{"ratio", "shard.replication.A"}}}};
}

/// What depends on one size alone is that size times the ratio of two times.
Adapters strategies()
{
    const std::string gather = "AllGather_X(W) → In · W";
    const std::string reduce = "Slice_X(In) → In · W → AllReduce_X(Out)";
    const auto ratio = [](const char* size, const std::string& above, const char* of, const std::string& below,
                          const char* by) -> Asked::Make {
        return [=](auto& c, auto& in) { return in[size] * ofPlan(c, above, of) / ofPlan(c, below, by); };
    };
    return {{"sb.sharding.q4",
             [](auto& in) {
                 Case c = product("tpu-v5p", "In[B, D] * W[D_X, F] -> Out[B, F]", "X=4");
                 return sized(c.set("conv.wrap", "ring"), in, {"B", "D", "F"});
             },
             {{"T_strategy1", plan(gather, "time")},
              {"T_strategy2", plan(reduce, "time")},
              {"X_max_s2_compute_bound", ratio("X", reduce, "math", reduce, "comms")},
              {"s1_comms_bound_below_B", ratio("B", gather, "comms", gather, "math")},
              {"s2_less_comms_when_D_above", ratio("D", reduce, "comms", gather, "comms")},
              {"if_s1_compute_bound_s2_better_when_D_above", ratio("D", reduce, "comms", gather, "math")}}}};
}

/// Fully sharded, the output gathered; or all of it on every chip.
std::vector<Asked> gathered(const std::string& chip, const std::string& name)
{
    const std::string whole = "AllGather_XYZ(W) → In · W";
    const auto on = [chip](auto ask) -> Asked::Make {
        return [chip, ask](auto& c, auto& in) { return ask(c.with("hw.chip", chip.c_str()), in); };
    };
    return {{name + "_T_math_sharded", on([](const Case& c, auto&) { return c["shard.math"]; })},
            {name + "_T_allgather_output", on([](const Case& c, auto&) { return c["shard.comms"]; })},
            {name + "_T_replicated", on([whole](const Case& c, auto&) { return ofPlan(c, whole, "math"); })},
            {name + "_D_compute_bound_above",
             on([](const Case& c, auto& in) { return in["D"] * c["shard.comms"] / c["shard.math"]; })},
            {name + "_D_replicate_below",
             on([whole](const Case& c, auto& in) { return in["D"] * c["shard.comms"] / ofPlan(c, whole, "math"); })}};
}

Adapters replicatedOutput()
{
    auto asked = gathered("tpu-v5p", "v5p");
    const auto other = gathered("tpu-v4", "v4p");
    asked.insert(asked.end(), other.begin(), other.end());
    return {{"sb.sharding.q5",
             [](auto& in) {
                 Case c = product("tpu-v5p", "In[B, D] * W[D, F_XYZ] -> Out[B, F]", "X=4, Y=4, Z=4");
                 return sized(c, in, {"B", "D", "F"});
             },
             asked}};
}

Adapters threeShardings()
{
    const auto at = [](const char* expression, const char* number) -> Asked::Make {
        return [=](auto& c, auto&) { return c.with("shard.expr", expression)[number]; };
    };
    const auto collective = [](const char* expression, const char* step, const std::string& words) -> Asked::Make {
        return [=](auto& c, auto&) { return takes(c.with("shard.expr", expression), step) ? words : std::string(); };
    };
    constexpr auto sums = "A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]";
    constexpr auto gathers = "A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]";
    constexpr auto free = "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]";
    return {{"sb.sharding.q6",
             [](auto& in) {
                 Case c = product("tpu-v5e", free, "X=4, Y=4");
                 return sized(c.set("conv.rates", "exact"), in, {"I", "J", "K"});
             },
             {{"case1_collective", collective(sums, "AllReduce_Y(C)", "AllReduce_Y of C[I_X,K]")},
              {"case1_T_comms", at(sums, "shard.comms")},
              {"case2_collective", collective(gathers, "AllGather_X(B)", "AllGather_X of B[J,K_Y]")},
              {"case2_T_comms", at(gathers, "shard.comms")},
              {"case3_T_comms", at(free, "shard.comms")},
              {"T_math_all", at(free, "shard.math")}}}};
}

constexpr auto second = "H[B, F_XY] * V[F_XY, D] -> Out[B, D]";

/// In[B, D] -> [D, F_XY] -> [F_XY, D] -> Out[B, D]: two alike matrices.
Adapters block()
{
    return {{"sb.sharding.q7",
             [](auto& in) {
                 Case c = product("tpu-v5e", "In[B, D] * W[D, F_XY] -> H[B, F_XY]", "X=2, Y=2");
                 return sized(c, in, {"B", "D", "F"});
             },
             {{"bytes_one_weight", [](auto& c, auto& in) { return c["shard.bytes.W"] * in["n"]; }},
              {"bytes_two_weights_per_chip", [](auto& c, auto&) { return 2 * c["shard.bytes.W"]; }},
              {"left_per_chip", [](auto& c, auto& in) { return in["free"] - 2 * c["shard.bytes.W"]; }},
              {"T_math", [](auto& c, auto&) { return 2 * c["shard.math"]; }},
              {"T_tp_book", [](auto& c, auto&) { return c.with("shard.expr", second)["shard.comms"]; }},
              {"T_tp_exact_4ring",
               [](auto& c, auto&) { return c.with("shard.expr", second).with("conv.rates", "exact")["shard.comms"]; }},
              {"T_fsdp_book",
               [](auto& c, auto&) { return 2 * c.with("shard.expr", "W[D, F_XY] -> W[D, F]")["shard.comms"]; }}}}};
}

Adapters counts()
{
    return {{"sb.sharding.q9",
             [](auto& in) {
                 Case c = product("tpu-v5p", "A[N, M_X] -> A[N, M]", "X=4");
                 return sized(c, in, {"N", "M", "K"});
             },
             {{"ratio",
               [](auto& c, auto&) {
                   return c["shard.comms"] / c.with("shard.expr", "C[N, K]{U_X} -> C[N, K_X]")["shard.comms"];
               }}}},
            {"sb.transformers.q2",
             [](auto& in) {
                 Case c = product("tpu-v5p", "A[B_X, D_Y] * W[D_Y, F] -> C[B_X, F]{U_Y}", "X=4, Y=8, Z=4");
                 return sized(c, in, {"B", "D", "F"});
             },
             {{"useful", [](auto& c, auto& in) { return c["shard.flops"] * in["X"] * in["Y"]; }},
              {"performed", [](auto& c, auto& in) { return c["shard.flops"] * in["X"] * in["Y"] * in["Z"]; }},
              {"per_device", "shard.flops"}}},
            {"sb.transformers.q3",
             [](auto& in) {
                 Case c = product("tpu-v5p", "A[I, J, K, L] * B[I, J, M, N, O] -> C[K, L, M, N, O]", "X=1");
                 return sized(c, in, {"I", "J", "K", "L", "M", "N", "O"});
             },
             {{"flops", "shard.flops"}}}};
}

} // namespace

Adapters shardingAdapters()
{
    Adapters all;
    for (const auto& part : {layouts(), strategies(), replicatedOutput(), threeShardings(), block(), counts()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace tests
