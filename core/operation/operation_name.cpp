// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds, sizes and formats in a few words.
#include "core/operation/operation_name.h"

#include "core/operation/operation_curve.h"
#include "core/operation/operation_unit.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/further_operation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

std::string formatsOf(const Operation& o)
{
    return o.x == o.w ? std::string(nameOf(o.x)) : fmt::format("{}×{}", nameOf(o.x), nameOf(o.w));
}

std::string_view wordOf(OpKind kind)
{
    switch (kind) {
    case OpKind::batched:
        return "batched matmul";
    case OpKind::dot:
        return "dot product";
    default:
        return nameOf(kind);
    }
}

std::string attentionName(const Operation& o)
{
    const auto* pass = o.T == 1 ? "decode" : "prefill";
    return fmt::format("attention {}{}{} T={:.0f} S={:.0f}", pass, o.causal ? ", causal" : "",
                       o.fused ? "" : ", unfused", o.T, o.S);
}

} // namespace

std::string problemOf(const Operation& o)
{
    if (o.kind == OpKind::attention && std::fmod(o.heads, o.kv) != 0)
        return fmt::format("{} query heads do not divide by {} key/value heads.", grouped(o.heads), grouped(o.kv));
    if (o.kind == OpKind::moe && o.k > o.E)
        return fmt::format("Tokens visit {} experts, but there are only {}.", grouped(o.k), grouped(o.E));
    return {};
}

std::string titleOf(const Operation& o)
{
    if (!o.name.empty())
        return o.name;
    if (o.kind == OpKind::attention)
        return attentionName(o);
    if (o.kind == OpKind::moe)
        return fmt::format("MoE {:.0f} of {:.0f}, {}", o.k, o.E, nameOf(o.moe));
    const auto sizes = runsOnVector(o.kind) ? fmt::format("{:.0f}×{:.0f}", o.B, o.D)
                                            : fmt::format("{:.0f}×{:.0f}×{:.0f}", o.B, o.D, o.F);
    return fmt::format("{} {} {}", wordOf(o.kind), sizes, formatsOf(o));
}

std::vector<std::string> operationTitles(const Scenario& s)
{
    std::vector<std::string> titles;
    std::map<std::string, int> alike;
    for (std::size_t number = 1; number <= s.ops.size() + 1; ++number) {
        const auto title = titleOf(*operationAt(s, number));
        const int same = ++alike[title];
        titles.push_back(same > 1 ? fmt::format("{} ({})", title, same) : title);
    }
    return titles;
}

OperationFinder::OperationFinder(const Scenario& s) : m_titles(operationTitles(s))
{
    for (std::size_t number = 1; number <= m_titles.size(); ++number)
        m_names.push_back(titleOf(*operationAt(s, number)));
}

bool OperationFinder::knows(const std::string& name) const
{
    return std::ranges::count(m_titles, spelt(name)) > 0; // the first of a name has it as its title
}

std::string OperationFinder::spelt(const std::string& typed) const
{
    if (std::ranges::count(m_titles, typed) > 0)
        return typed;
    std::string name;
    for (std::size_t at = 0; at < typed.size(); ++at) {
        const bool times =
            typed[at] == 'x' && at > 0 && at + 1 < typed.size() && isDigit(typed[at - 1]) && isDigit(typed[at + 1]);
        name += times ? std::string("×") : std::string(1, typed[at]);
    }
    return name;
}

std::size_t OperationFinder::next(const std::string& typed)
{
    const auto name = spelt(typed);
    if (std::ranges::count(m_names, name) < 2) {
        const auto found = std::ranges::find(m_titles, name);
        return found == m_titles.end() ? 0 : static_cast<std::size_t>(found - m_titles.begin()) + 1;
    }
    auto& last = m_last[name];
    do
        last = last % m_names.size() + 1;
    while (m_names[last - 1] != name);
    return last;
}

std::string OperationFinder::note() const
{
    std::string said;
    for (const auto& [name, last] : m_last) {
        std::vector<std::string> numbers;
        for (std::size_t number = 1; number <= m_names.size(); ++number)
            if (m_names[number - 1] == name)
                numbers.push_back(std::to_string(number));
        said +=
            fmt::format("{}Rows called \"{}\" are taken for the operations {}, which share that name, one after the "
                        "other; a column \"operation\" with their numbers says it otherwise.",
                        said.empty() ? "" : " ", name, fmt::join(numbers, " and "));
    }
    return said;
}

std::string_view batchUnitOf(OpKind kind)
{
    switch (kind) {
    case OpKind::batched:
        return "matmul";
    case OpKind::dot:
        return "vector";
    case OpKind::elementwise:
    case OpKind::reduction:
        return "row";
    case OpKind::attention:
        return "sequence";
    case OpKind::matmul:
    case OpKind::moe:
        break;
    }
    return "token";
}

std::string_view nameOf(Channel channel, const Scenario& s)
{
    const bool gpu = s.hw.kind == ChipKind::gpu;
    switch (channel) {
    case Channel::vmem:
        return gpu ? "L2 cache" : "VMEM";
    case Channel::hbm:
        return "HBM";
    case Channel::pcie:
        return "PCIe";
    case Channel::ici:
        return gpu ? "NVLink" : "ICI, one axis";
    case Channel::dcn:
        break;
    }
    return "DCN";
}

std::string unitOf(const Operation& o, const Scenario& s)
{
    const bool gpu = s.hw.kind == ChipKind::gpu;
    if (runsOnVector(o.kind))
        return gpu ? "CUDA cores" : "VPU";
    const auto dtype = operationDtype(o);
    const auto* unit = !gpu ? "MXU" : dtype == Dtype::fp32 ? "CUDA cores" : "tensor cores";
    return fmt::format("{} {}", nameOf(dtype), unit);
}

std::string unstatedOf(const OperationOf<double>& r, const Scenario& s)
{
    return std::isnan(r.math.si()) ? unitOf(s.op, s) : std::string(nameOf(r.channel, s));
}

std::string boundOf(const OperationOf<double>& r, const Scenario& s)
{
    if (std::isnan(r.math.si()) || std::isnan(r.memory.si()))
        return {};
    return r.math.si() >= r.memory.si() ? std::string("math") : std::string(nameOf(r.channel, s));
}

namespace
{

std::string perByte(double intensity) { return format(intensity, dim::flopPerByte); }

/// Of an operation that no batch makes compute-bound.
std::string neverOf(const OperationOf<double>& r, const Scenario& s)
{
    const auto& o = s.op;
    const auto limit = intensityLimit(s, "B");
    const auto ridge = perByte(r.machine.si());
    if (o.kind != OpKind::matmul && o.kind != OpKind::moe)
        return fmt::format("Never compute-bound: a larger batch multiplies FLOPs and bytes alike; {} stays below the "
                           "ridge at {}.",
                           perByte(r.intensity.si()), ridge);
    return fmt::format("Never compute-bound: as B grows the intensity tends to {}, not above the ridge at {}.",
                       limit ? perByte(limit->value()) : std::string("its limit"), ridge);
}

} // namespace

std::string missingRateOf(const OperationOf<double>& r, const Scenario& s)
{
    if (!boundOf(r, s).empty())
        return {};
    const auto unit = unstatedOf(r, s);
    if (!std::isnan(r.math.si()))
        return fmt::format("No rate of the {} is stated for this chip: enter it under Hardware.", unit);
    if (runsOnVector(s.op.kind))
        return fmt::format("No rate of the {} is stated for this chip: enter hw.vector.rate under Hardware.", unit);
    return fmt::format("No rate of the {} is stated for this chip: enter hw.flops.{} under Hardware, or choose another "
                       "format of the math (op.compute).",
                       unit, nameOf(operationDtype(s.op)));
}

namespace
{

/// Where two formats meet and nobody says in which the products are: why it is this one.
std::string formatSaid(const Operation& o)
{
    if (runsOnVector(o.kind) || o.compute != Dtype::none || o.x == o.w)
        return {};
    const bool alike = dtypeBytes(o.x).si() == dtypeBytes(o.w).si();
    return fmt::format(" Math at the rate of {}, {} of {} and {}; op.compute names another.", nameOf(operationDtype(o)),
                       alike ? "the format of x, which is as wide as that of w," : "the wider", nameOf(o.x),
                       nameOf(o.w));
}

/// Tokens of an expert follow from the batch: they have no field of their own.
std::string expertsSaid(const Operation& o)
{
    if (o.kind != OpKind::moe)
        return {};
    const auto routed = format(o.B * o.k / o.E, dim::count);
    return o.moe == MoeExecution::expertByExpert
               ? fmt::format(" Each expert multiplies all {} tokens; on average B·k/E = {} of them are routed to it.",
                             grouped(o.B), routed)
               : fmt::format(" Each expert gets B·k/E = {} of the {} tokens on average.", routed, grouped(o.B));
}

std::string judged(const OperationOf<double>& r, const Scenario& s)
{
    const auto bound = boundOf(r, s);
    if (bound.empty())
        return missingRateOf(r, s);
    const double critical = r.batchCritical.si();
    if (std::isinf(critical))
        return neverOf(r, s);
    const auto how =
        fmt::format("{}-bound: {}, {} the ridge at {}.", bound == "math" ? "Compute" : bound, perByte(r.intensity.si()),
                    bound == "math" ? "not below" : "below", perByte(r.machine.si()));
    if (s.op.kind != OpKind::matmul && s.op.kind != OpKind::moe)
        return how + " A larger batch multiplies FLOPs and bytes alike.";
    const bool leavesOut = s.op.kind == OpKind::moe && s.op.moe == MoeExecution::grouped && s.op.Es > 0;
    return fmt::format("{} Critical batch: {}{}.", how, format(critical, dim::count),
                       std::isnan(r.batchApprox.si()) ? std::string()
                                                      : fmt::format(" exactly, {} where B is far below D and F{}",
                                                                    format(r.batchApprox.si(), dim::count),
                                                                    leavesOut ? " and no expert is shared" : ""));
}

} // namespace

std::string reasonOf(const OperationOf<double>& r, const Scenario& s)
{
    if (auto problem = problemOf(s.op); !problem.empty())
        return problem;
    return judged(r, s) + formatSaid(s.op) + expertsSaid(s.op);
}

} // namespace core
