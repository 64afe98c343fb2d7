// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of one collective on TPUs with links of 45 GB/s and hops of a microsecond.
#pragma once

#include "core/scenario/scenario.h"

namespace tests
{

inline constexpr auto v5e = core::WrapRule::length16;
inline constexpr auto v4 = core::WrapRule::cubesOf4;

inline core::Scenario tpu(core::WrapRule rule)
{
    core::Scenario s;
    s.hw.linkRate = core::ByteRate(45e9);
    s.hw.hop = core::Seconds(1e-6);
    s.hw.wrap = rule;
    s.hw.axes = rule == core::WrapRule::cubesOf4 ? 3 : 2;
    s.hw.flops[static_cast<std::size_t>(core::Dtype::bf16)] = core::FlopRate(275e12);
    return s;
}

inline core::Scenario collective(core::WrapRule rule, const char* torus, const char* axes, core::CollectiveKind kind,
                                 double bytes)
{
    core::Scenario s = tpu(rule);
    s.coll.torus = torus;
    s.coll.axes = axes;
    s.coll.kind = kind;
    s.coll.bytes = core::Bytes(bytes);
    return s;
}

} // namespace tests
