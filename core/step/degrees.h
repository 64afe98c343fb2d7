// SPDX-License-Identifier: GPL-3.0-or-later
// How many ways the mesh splits batch, weights, layers and experts.
#pragma once

#include "core/formulas/memory.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_mesh.h"
#include "core/step/context.h"

namespace core
{

template <class In> DegreesOf<typename In::Rep> degreesOf(const Scenario& s, const Reader<In>& in)
{
    DegreesOf<typename In::Rep> d;
    d.ranks = d.tensor = d.pipeline = d.expert = d.fsdp = d.gradients = d.optimizer = in.one();
    d.slice = d.working = in.one();
    d.slices = s.mesh.slices > 1 ? in(field::mesh::slices) : in.one();
    const auto data = dataAxisOf(s.mesh); // shards over the context axes too
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const auto& axis = s.mesh.axis[a];
        const auto n = axis.size > 1 ? in(field::mesh::size, a) : in.one();
        d.size[a] = n;
        d.slice = d.slice * n;
        if (axis.role != Role::replicate)
            d.working = d.working * n;
        if (isData(axis.role) || axis.role == Role::context || axis.role == Role::expert)
            d.ranks = d.ranks * n;
        if (axis.role == Role::tensor)
            d.tensor = d.tensor * n;
        if (axis.role == Role::pipeline)
            d.pipeline = d.pipeline * n;
        if (axis.role == Role::expert)
            d.expert = d.expert * n;
        const auto role = isContext(axis) && data < meshAxes ? s.mesh.axis[data].role : axis.role;
        if (role == Role::fsdp)
            d.fsdp = d.fsdp * n;
        if (role == Role::fsdp || role == Role::zero2)
            d.gradients = d.gradients * n;
        if (role == Role::fsdp || role == Role::zero2 || role == Role::zero1)
            d.optimizer = d.optimizer * n;
    }
    d.ranks = d.ranks * d.slices;
    d.chips = d.slice * d.slices;
    d.working = d.working * d.slices;
    return d;
}

/// Parameters of a layer that one chip holds before its tensor shard: the experts are spread.
template <class R>
CountOf<R> heldLayer(const ParametersOf<R>& p, const WorkloadFactsOf<R>& facts, const DegreesOf<R>& d)
{
    return plain(d.expert) > 1 ? formulas::splitExperts(p.layer, facts.experts, d.expert) : p.layer;
}

} // namespace core
