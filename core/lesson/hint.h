// SPDX-License-Identifier: GPL-3.0-or-later
// What helps after a miss: where the number is shown, and then how it comes about.
#pragma once

#include "core/lesson/check_answer.h"

#include <string>

namespace core
{

/// The first hint of the lesson, or where the number pointed at is shown.
std::string viewHint(const PosedStep&);

/// The second hint of the lesson; else the line of the number asked for, "I_op = F_mm / Q_op" and what its symbols
/// mean, what was counted, or what is put together, "It is “Memory capacity” − 2 · “Bytes on one device of W”."; else
/// that of the number pointed at. Empty where there is none.
std::string lineHint(const PosedStep&);

/// How the number asked for comes about, with its values, in a line or two: "T = V / W = 33.55 MB / 90 GB/s = 372.8
/// µs", or what it puts together, "“Hops” · “Hop latency” = 3 hops · 1 µs". For those who have answered; empty where
/// there is no such line.
std::string answerLine(const PosedStep&);

} // namespace core
