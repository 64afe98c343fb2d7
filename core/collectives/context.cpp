// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the array of a collective from the scenario, or from the matmul beside it.
#include "core/collectives/context.h"

#include "core/collectives/analysis.h"
#include "core/collectives/costs/matmul.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_collective.h"

namespace core
{

template <class In> CollectiveContext<In>::CollectiveContext(const Scenario& scenario, const CollectiveAnalysis& found,
                                                             const Reader<In>& inputs)
    : CostInputs<In>(found.request, inputs,
                     found.matmul ? matmulBytes(inputs, found.request)
                                  : inputs(field::coll::bytes, Bytes(found.request.bytes()))),
      s(scenario), analysis(found)
{
}

template struct CollectiveContext<Plain>;
template struct CollectiveContext<Recording>;

} // namespace core
