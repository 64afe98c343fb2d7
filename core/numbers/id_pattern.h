// SPDX-License-Identifier: GPL-3.0-or-later
// Ids with places in them: "coll.held@{step},{chip}" stands for "coll.held@3,2".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// What stands before its first place.
std::string_view headOf(std::string_view pattern);
/// What its places are called.
std::vector<std::string_view> placesOf(std::string_view pattern);
/// The texts of its places in an id with its head; {name} takes all that is left. The error says what is missing.
tl::expected<std::vector<std::string_view>, std::string> placesIn(std::string_view pattern, std::string_view id);
/// As people are told: "coll.held@STEP,CHIP".
std::string shownPattern(std::string_view pattern);

} // namespace core
