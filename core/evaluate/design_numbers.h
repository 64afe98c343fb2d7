// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes and times of each collective of a design, with their derivations: ids like
// "design.total/backward/AllGather_X of W_in".
#pragma once

#include "core/evaluate/design_collectives.h"
#include "core/evaluate/step_numbers.h"

#include <string>
#include <string_view>

namespace core
{

/// total: of all calls. call: time of one. bytes: of one.
enum class DesignNumber { total, call, bytes };

std::string designNumberId(DesignNumber, const DesignCollective&);
/// Such ids are no metrics: the list of those is one for every scenario.
bool isOfDesign(std::string_view id);

/// The error says why the design has no such number.
tl::expected<DerivedNumber, std::string> designNumber(const Scenario&, std::string_view id);

} // namespace core
