// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of chip presets (format "rooflight-chip").
#pragma once

#include "core/io/error.h"
#include "core/scenario/catalogue.h"

#include <string_view>
#include <tl/expected.hpp>

namespace core
{

/// `file` is used in error texts.
tl::expected<ChipPreset, Error> readChip(std::string_view text, std::string_view file);

} // namespace core
