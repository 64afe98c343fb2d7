// SPDX-License-Identifier: GPL-3.0-or-later
// What every number of a scenario's collective starts from: the inputs of its costs, and what its schedule gave.
#pragma once

#include "core/collectives/costs/matmul.h"
#include "core/collectives/study.h"

namespace core
{

template <class In> struct CollectiveContext : CostInputs<In> {
    CollectiveContext(const Scenario& scenario, const CollectiveStudy& found, const Reader<In>& inputs)
        : CostInputs<In>(found.request, inputs,
                         found.matmul ? matmulBytes(inputs, found.request)
                                      : inputs(field::coll::bytes, Bytes(found.request.bytes()))),
          s(scenario), study(found)
    {
    }

    const Scenario& s;
    const CollectiveStudy& study;
};

} // namespace core
