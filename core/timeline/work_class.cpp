// SPDX-License-Identifier: GPL-3.0-or-later
// The table of patterns, and which collectives the axes of a mesh run by their roles.
#include "core/timeline/work_class.h"

#include "core/scenario/scenario.h"
#include "core/timeline/step_timeline.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace core
{

namespace
{

constexpr std::size_t at(WorkClass what) { return static_cast<std::size_t>(what); }

struct Pattern {
    std::string_view part; // of the name, in small letters without - and _
    WorkClass what;
};

constexpr std::array patterns{Pattern{"allgather", WorkClass::gather},
                              Pattern{"reducescatter", WorkClass::scatter},
                              Pattern{"allreduce", WorkClass::reduce},
                              Pattern{"alltoall", WorkClass::exchange},
                              Pattern{"sendrecv", WorkClass::send},
                              Pattern{"collectivepermute", WorkClass::send},
                              Pattern{"nccldevkernelsend", WorkClass::send},
                              Pattern{"nccldevkernelrecv", WorkClass::send},
                              Pattern{"nccl", WorkClass::other},
                              Pattern{"collectivebroadcast", WorkClass::other},
                              Pattern{"memcpy", WorkClass::copy},
                              Pattern{"memset", WorkClass::copy},
                              Pattern{"copystart", WorkClass::copy},
                              Pattern{"copydone", WorkClass::copy}};

/// Parts of the names of kernels that compute, of libraries and compilers. No word that a collective has as well.
constexpr std::array<std::string_view, 33> mathParts{
    "gemm", "matmul",    "xmma",        "cublas", "cutlass",    "cudnn",       "conv",
    "dot",  "fusion",    "triton",      "flash",  "fmha",       "attention",   "softmax",
    "norm", "gelu",      "silu",        "relu",   "dropout",    "elementwise", "reducekernel",
    "loss", "embedding", "indexselect", "concat", "catarray",   "multitensor", "adam",
    "rope", "transpose", "topk",        "cumsum", "fillfunctor"};

std::string plainLetters(std::string_view name)
{
    std::string plain;
    for (const char c : name)
        if (c != '-' && c != '_')
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

/// Of what an axis moves for tokens.
void addTokens(std::array<double, workClasses>& all, Role role, double seconds)
{
    switch (role) {
    case Role::tensor:
        all[at(WorkClass::gather)] += seconds / 2;
        all[at(WorkClass::scatter)] += seconds / 2;
        break;
    case Role::expert:
        all[at(WorkClass::exchange)] += seconds;
        break;
    default:
        all[at(WorkClass::send)] += seconds;
    }
}

/// Of gradients that are reduced once a step.
void addReduction(std::array<double, workClasses>& all, Role role, double seconds)
{
    const bool sharded = role == Role::zero1 || role == Role::zero2;
    all[at(sharded ? WorkClass::gather : WorkClass::reduce)] += sharded ? seconds / 2 : seconds;
    if (sharded)
        all[at(WorkClass::scatter)] += seconds / 2;
}

} // namespace

std::string_view titleOf(WorkClass what)
{
    constexpr std::array<std::string_view, workClasses> names{
        "math", "AllGather", "ReduceScatter", "AllReduce", "AllToAll", "send", "other collectives", "copies and fills"};
    return names[at(what)];
}

std::optional<WorkClass> matchedClass(std::string_view name, const std::vector<TracePattern>& first)
{
    const std::string plain = plainLetters(name);
    for (const auto& [part, what] : first)
        if (plain.find(part) != std::string::npos)
            return what;
    const auto found = std::ranges::find_if(
        patterns, [&plain](const Pattern& pattern) { return plain.find(pattern.part) != std::string::npos; });
    if (found != patterns.end())
        return found->what;
    const bool computes = std::ranges::any_of(
        mathParts, [&plain](std::string_view part) { return plain.find(part) != std::string::npos; });
    return computes ? std::optional(WorkClass::math) : std::nullopt;
}

std::vector<TracePattern> usualPatterns()
{
    std::vector<TracePattern> all;
    for (const auto& [part, what] : patterns)
        all.push_back({std::string(part), what});
    for (const std::string_view part : mathParts)
        all.push_back({std::string(part), WorkClass::math});
    return all;
}

WorkClass classOf(std::string_view name, const std::vector<TracePattern>& first)
{
    return matchedClass(name, first).value_or(WorkClass::math);
}

std::array<double, workClasses> classSeconds(const Scenario& s, const StepTimeline& step)
{
    std::array<double, workClasses> all{};
    const auto& parts = step.parts;
    const double layers = static_cast<double>(parts.layers) * parts.chunks;
    all[at(WorkClass::math)] = step.busy[static_cast<std::size_t>(ClockRow::math)];
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const Role role = s.mesh.axis[a].role;
        for (const auto& layer : parts.layer) {
            addTokens(all, role, layer.tokens[a] * layers * parts.microbatches);
            all[at(WorkClass::gather)] += layer.gather[a] * layers * parts.microbatches;
            all[at(WorkClass::scatter)] += layer.scatter[a] * layers * parts.microbatches;
        }
        addReduction(all, role, parts.once[a] * layers);
    }
    all[at(WorkClass::reduce)] += parts.dcn * layers;
    return all;
}

} // namespace core
