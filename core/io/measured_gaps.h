// SPDX-License-Identifier: GPL-3.0-or-later
// What a measured table leaves open, in sentences.
#pragma once

#include "core/io/error.h"
#include "core/io/measured_csv.h"

#include <optional>
#include <string>
#include <string_view>

namespace core
{

/// Which of its numbers no roofline shows, as a clause; empty where it shows them all. 0 stands for one not given.
std::string beyondRoofline(const MeasuredPoint&);
/// Of numbers that say one thing twice, a clause with remedy; empty where they agree to 2 %. FLOPs and bytes as the row
/// has them, `counted` those of its operation; 0: none.
std::string contradiction(const MeasuredPoint&, double flops, double bytes, double counted);
/// Of a row of a profile that stands for others: "Total", "Average".
bool isSummary(std::string_view name);
/// Why a table of so many rows has no points; nothing where it has some.
std::optional<Error> whyNoPoints(const MeasuredFile&, std::string_view file, std::size_t rows);
/// Rows that are no points, points above their roof with the likely reason, a clause about units that were assumed, and
/// a sentence about names of operations; empty where all is said.
std::string noteOn(const MeasuredFile&, const Scenario&, std::string_view assumed, const std::string& names);

} // namespace core
