// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes and times of each collective of a design, and what lies between its charge and its schedule, as numbers of the
// registry: "design.total/backward/AllGather_X of W_in".
#pragma once

#include "core/design/collectives.h"

#include <string>
#include <string_view>

namespace core
{

/// `number` names a row: total: time of all calls. calls: how many they are. call: time of one. bytes: of one. The
/// others are of a collective that is open: what exact rates, the bytes as scheduled ("wire"), and hops add to the
/// charge for one call; steps of its schedule, whether it is open or not.
std::string designNumberId(std::string_view number, const DesignCollective&);
/// "time of all calls".
std::string_view wordsOf(std::string_view number);

} // namespace core
