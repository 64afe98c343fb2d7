// SPDX-License-Identifier: GPL-3.0-or-later
// What every number of a scenario's collective starts from: the inputs of its costs, and what its schedule gave.
#pragma once

#include "core/collectives/costs/cost_inputs.h"

namespace core
{

struct CollectiveAnalysis;

template <class In> struct CollectiveContext : CostInputs<In> {
    CollectiveContext(const Scenario&, const CollectiveAnalysis&, const Reader<In>&);

    const Scenario& s;
    const CollectiveAnalysis& analysis;
};

} // namespace core
