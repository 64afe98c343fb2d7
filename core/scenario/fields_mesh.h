// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the mesh and of what its axes do.
#pragma once

#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"

namespace core::field::mesh
{

template <std::size_t I> constexpr Field sizeOf(std::string_view id, std::string_view symbol, std::string_view title)
{
    return whole<&Scenario::mesh, &Mesh::axis, At<I>{}, &MeshAxis::size>({.id = id,
                                                                          .symbol = symbol,
                                                                          .title = title,
                                                                          .unit = "chips",
                                                                          .help = "Chips along this axis of the mesh.",
                                                                          .min = 1,
                                                                          .max = 16384});
}

template <std::size_t I> constexpr Field roleOf(std::string_view id, std::string_view title)
{
    return choice<&Scenario::mesh, &Mesh::axis, At<I>{}, &MeshAxis::role>(
        {.id = id, .title = title, .group = "Parallelism", .help = "What is split over this axis."});
}

template <std::size_t I> constexpr Field axesOf(std::string_view id, std::string_view symbol, std::string_view title)
{
    return whole<&Scenario::mesh, &Mesh::axis, At<I>{}, &MeshAxis::axes>(
        {.id = id,
         .symbol = symbol,
         .title = title,
         .unit = "axes",
         .help = "Hardware axes that this mesh axis spans; 0 derives them from the slice.",
         .scale = Scale::linear,
         .max = 3});
}

inline constexpr auto size =
    numberFields(std::array{sizeOf<0>("mesh.X", "X", "Chips on X"), sizeOf<1>("mesh.Y", "Y", "Chips on Y"),
                            sizeOf<2>("mesh.Z", "Z", "Chips on Z")},
                 [](const Scenario& s, std::size_t axis) { return s.mesh.axis[axis].size; });
inline constexpr std::array role{roleOf<0>("mesh.X.role", "Role of X"), roleOf<1>("mesh.Y.role", "Role of Y"),
                                 roleOf<2>("mesh.Z.role", "Role of Z")};
inline constexpr std::array axes{axesOf<0>("mesh.X.axes", "M_X", "Hardware axes of X"),
                                 axesOf<1>("mesh.Y.axes", "M_Y", "Hardware axes of Y"),
                                 axesOf<2>("mesh.Z.axes", "M_Z", "Hardware axes of Z")};
inline constexpr auto slices = whole<&Scenario::mesh, &Mesh::slices>(
    {.id = "mesh.slices",
     .symbol = "R",
     .title = "Slices",
     .unit = "slices",
     .help = "Slices that split the batch and reduce gradients over the data-centre network.",
     .min = 1,
     .max = 4096});

/// In file order.
constexpr void all(auto visit)
{
    for (std::size_t a = 0; a < size.row.size(); ++a)
        visit(size.row[a], role[a], axes[a]);
    visit(slices);
}

} // namespace core::field::mesh

namespace core::field::parallel
{

inline constexpr auto schedule = choice<&Scenario::pipe, &Pipeline::schedule>(
    {.id = "pipe.schedule", .title = "Pipeline schedule", .help = "Order of the microbatches in a pipeline."});
inline constexpr auto chunks =
    whole<&Scenario::pipe, &Pipeline::chunks>({.id = "pipe.chunks",
                                               .symbol = "v",
                                               .title = "Virtual chunks",
                                               .unit = "chunks",
                                               .help = "Stages per device of the interleaved schedule.",
                                               .min = 1,
                                               .max = 64});
inline constexpr auto tensorSequence =
    toggle<&Scenario::tensorSequence>({.id = "tensor.sequence",
                                       .title = "Sequence-sharded activations",
                                       .help = "Between blocks, activations are split over the tensor axis."});
inline constexpr auto actSharded = real<&Scenario::actSharded>(
    {.id = "act.sharded",
     .symbol = "f_act",
     .title = "Activations sharded further",
     .help = "Share of a device's saved activations that is split over the FSDP axis too, and over the "
             "chips that count.min_shards counts.",
     .scale = Scale::linear,
     .min = 0,
     .max = 1});

/// In file order.
constexpr void all(auto visit) { visit(schedule, chunks, tensorSequence, actSharded); }

} // namespace core::field::parallel
