// SPDX-License-Identifier: GPL-3.0-or-later
// How long the chains of includes are that a source drags along.
#pragma once

#include "architecture/rules.h"

#include <string_view>
#include <vector>

namespace tests
{

/// The longest chain of our own includes of each file below `folder`, ascending. Files outside the tree do not count.
std::vector<int> includeDepths(const std::vector<SourceFile>& tree, std::string_view folder);

/// Nine of ten files stay at or below it; 0 of none.
int ninetiethPercentile(const std::vector<int>& ascending);

} // namespace tests
