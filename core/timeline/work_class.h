// SPDX-License-Identifier: GPL-3.0-or-later
// What a chip spends a step on, as a profile tells it apart: by the names of kernels. The same of a step on a clock.
#pragma once

#include "core/scenario/text_forms.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace core
{

struct Scenario;
struct StepTimeline;

inline constexpr std::size_t workClasses = namesOf<WorkClass>.size();

/// "AllGather"; of copies "copies and fills".
std::string_view titleOf(WorkClass);

/// Of the first of these patterns that is a part of the name, in small letters without - and _; else of NCCL's, XLA's
/// or a library's names, such as gemm. Nothing where no pattern is.
std::optional<WorkClass> matchedClass(std::string_view name, const std::vector<TracePattern>& first = {});

/// NCCL's, XLA's and libraries' parts of names, in the order in which they are tried.
std::vector<TracePattern> usualPatterns();

/// What a kernel or an operation of a profile does, by its name. What no pattern matches counts as math.
WorkClass classOf(std::string_view name, const std::vector<TracePattern>& first = {});

/// Seconds of the busiest stage of a step, in each class. A tensor axis gathers and reduce-scatters activations, half
/// of its time each; ZeRO 1 and 2 reduce-scatter gradients and gather weights. Copies are not part of a step.
std::array<double, workClasses> classSeconds(const Scenario&, const StepTimeline&);

} // namespace core
