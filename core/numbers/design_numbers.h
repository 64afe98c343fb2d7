// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes and times of each collective of a design, and what lies between its charge and its schedule, with their
// derivations: ids like "design.total/backward/AllGather_X of W_in".
#pragma once

#include "core/design/collectives.h"
#include "core/numbers/step_numbers.h"

#include <string>
#include <string_view>

namespace core
{

/// total: time of all calls. calls: how many they are. call: time of one. bytes: of one. The others are of a collective
/// that is open: what exact rates, the bytes as scheduled, and hops add to the charge for one call; steps of its
/// schedule, whether it is open or not.
enum class DesignNumber { total, calls, call, bytes, rates, wire, hops, steps };

std::string designNumberId(DesignNumber, const DesignCollective&);
/// "time of all calls".
std::string_view wordsOf(DesignNumber);
/// Such ids are no metrics: the list of those is one for every scenario.
bool isOfDesign(std::string_view id);

/// The error says why the design has no such number.
tl::expected<DerivedNumber, std::string> designNumber(const Scenario&, std::string_view id);

} // namespace core
