// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of named dimensions, `shard.size.DIM`: fields whose ids are open.
#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/text_forms.h"

#include <optional>
#include <string>
#include <string_view>

namespace core
{

inline constexpr std::string_view shardSizePrefix = "shard.size.";
inline constexpr double defaultShardSize = 8192;
inline constexpr double largestShardSize = 1099511627776; // 2^40

/// The dimension that an id such as "shard.size.I" names.
inline std::optional<std::string_view> shardDimension(std::string_view id)
{
    if (!id.starts_with(shardSizePrefix) || !isDimension(id.substr(shardSizePrefix.size())))
        return std::nullopt;
    return id.substr(shardSizePrefix.size());
}

inline double shardSize(const Sharding& sharding, std::string_view dimension)
{
    const auto found = sharding.sizes.find(std::string(dimension));
    return found == sharding.sizes.end() ? defaultShardSize : found->second;
}

} // namespace core
