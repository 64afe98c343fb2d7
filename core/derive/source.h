// SPDX-License-Identifier: GPL-3.0-or-later
// Where a formula or a number comes from.
#pragma once

#include <string_view>

namespace core
{

/// One citation. Constants of this type live in core/formulas/sources.h.
struct Source {
    std::string_view title; // "Scaling Book, Training"
    std::string_view url;   // may be empty
};

} // namespace core
