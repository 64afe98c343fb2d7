// SPDX-License-Identifier: GPL-3.0-or-later
// What contains what, from the chip up.
#pragma once

#include <string>
#include <vector>

namespace core
{

struct Scenario;

/// What contains what, from the chip up; counts of one unit of the level.
struct NetworkLevel {
    std::string name;  // "Slice 4×4×4"
    std::string facts; // "64 chips, 16 hosts"
};
std::vector<NetworkLevel> networkLevels(const Scenario&);

} // namespace core
