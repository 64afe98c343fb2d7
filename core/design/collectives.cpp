// SPDX-License-Identifier: GPL-3.0-or-later
// The list on plain numbers.
#include "core/design/listing.h"

namespace core
{

std::vector<DesignCollective> designCollectives(const Scenario& s)
{
    const DesignNetwork<Plain> network(s, {});
    return network.fit.fits ? DesignLister<Plain>(network).list() : std::vector<DesignCollective>();
}

} // namespace core
