// SPDX-License-Identifier: GPL-3.0-or-later
// How the ranks of a group lie on the domains of a switched network.
#pragma once

#include "core/step/report.h"

#include <span>

namespace core
{

/// A mesh axis longer than one, and whether the group that is asked for runs along it.
struct LaidAxis {
    double size = 1;
    bool member = false;
};

/// GPUs are numbered along `axes`, the nearest first, and fill one domain of `domain` GPUs after the other. Over all
/// groups, which may begin anywhere in a domain: the most and the fewest ranks that one has on a domain that it
/// touches, and the domains that it touches at most.
DomainSpan spanOf(std::span<const LaidAxis> axes, double domain);

} // namespace core
