// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind a view, as CSV in SI units.
#pragma once

#include "core/evaluate/report.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace app
{

/// Empty for the dashboard, whose four views have a table each.
std::optional<std::string> viewCsv(std::string_view view, const core::Scenario&, const core::Report&);

} // namespace app
