// SPDX-License-Identifier: GPL-3.0-or-later
// Problems that wait, and for what.
#include "problems/adapter.h"

namespace tests
{

namespace
{

constexpr std::string_view clocks = "no metric makes the peak rate of a GPU of its units and clock; presets state it";
constexpr Waiting allWaiting[] = {
    {"sbgpu.q2.2", "e.8", "no metric for the bisection of a domain"},
    {"sb.appinf.q7", "h.6", "queries per second have no metric"},
    {"sb.appinf.q12", "h.6", "servers for prefill and decode have no metric"},
    {"sbgpu.q1.2", "c.4", clocks},
    {"sbgpu.q1.6", "b.2", clocks},
    {"hkust.1.1", "b.2", clocks},
    {"hkust.2.quirk", "j.4", "the scale of the softmax costs nothing"},
};

} // namespace

std::span<const Waiting> waiting() { return allWaiting; }

} // namespace tests
