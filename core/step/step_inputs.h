// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a scenario that its network and its layers are counted from.
#pragma once

#include "core/inputs/inputs.h"
#include "core/scenario/fields_work.h"
#include "core/step/degrees.h"
#include "core/step/memory.h"
#include "core/step/mesh_fit.h"
#include "core/step/workload.h"

namespace core
{

/// On doubles or on traced numbers; `inputs` outlives it.
template <class In> struct StepInputs {
    using R = typename In::Rep;

    StepInputs(const Scenario& s, const In& inputs)
        : fit(fitMesh(s)), in(inputs, s), facts(factsOf(s, in)), d(degreesOf(s, in)),
          params(parametersOf(s, in, facts)),
          tokens(tokensOf(s, in, facts, d)), context{s, in, params, facts, d, tokens, fit}
    {
    }
    StepInputs(const StepInputs&) = delete; // the context refers to the other members

    static WorkloadFactsOf<R> factsOf(const Scenario& s, const Reader<In>& in)
    {
        WorkloadFactsOf<R> facts;
        facts.training = s.work.mode == Mode::training;
        facts.B = in(field::work::batch);
        return facts;
    }

    MeshFit fit;
    Reader<In> in;
    WorkloadFactsOf<R> facts;
    DegreesOf<R> d;
    ParametersOf<R> params;
    TokensOf<R> tokens;
    NetworkContext<In> context;
};

} // namespace core
