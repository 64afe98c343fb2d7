// SPDX-License-Identifier: GPL-3.0-or-later
// What most sources of core include, compiled once. Sources include what they use all the same.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>
