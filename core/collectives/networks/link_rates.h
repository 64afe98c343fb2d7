// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a link is.
#pragma once

#include "core/quantity/quantity.h"

namespace core
{

/// One-way rate of a link (or of the port of a GPU behind a switch) and the latency of one hop.
struct LinkRates {
    Quantity<dim::bytePerSecond> bandwidth{1};
    Quantity<dim::second> hop{0};

    bool operator==(const LinkRates&) const = default;
};

} // namespace core
