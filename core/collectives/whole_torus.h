// SPDX-License-Identifier: GPL-3.0-or-later
// The collective of a scenario on every chip of its torus: the copies on axes that take no part, and when steps end.
#pragma once

#include "core/collectives/study.h"
#include "core/quantity/format.h"

#include <array>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct WholeCollective {
    Topology whole;                   // every chip of coll.torus
    std::array<int, 3> axes{0, 1, 2}; // axis k of the study's network is this axis of `whole`
    CollectiveStudy study;            // of one copy
    std::vector<double> stepEnds;     // of the study, by the clock of the scenario
    ByteUnits units{};                // of the scenario, for whoever tells its bytes
    bool ownOrder = false;            // put together by hand: not the one that the scenario names

    /// The chip of the study's network that does what this chip of `whole` does.
    int chipOfPart(int wholeChip) const;
    /// The chip of `whole` that stands for a chip of the study's network, in the copy that `wholeChip` belongs to.
    int chipOfWhole(int partChip, int wholeChip) const;
    /// The port of `whole` for a port of the study's network.
    int portOfWhole(int partPort) const;
};

/// The error is one sentence that names the field, the value and the remedy.
tl::expected<WholeCollective, std::string> wholeCollective(const Scenario&);
/// The same where the study is known.
tl::expected<WholeCollective, std::string> wholeCollective(const Scenario&, CollectiveStudy);

/// The matmul of a scenario in an order of one's own.
WholeCollective withMatmul(WholeCollective, const OwnMatmul&, const Scenario&);

} // namespace core
