// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the mesh and of what its axes do.
#include "core/scenario/rows.h"

namespace core
{

namespace
{

constexpr auto mesh = &Scenario::mesh;
constexpr auto axes = &Mesh::axis;

template <std::size_t I> constexpr Field size(Field row)
{
    row.unit = "chips";
    row.help = "Chips along this axis of the mesh.";
    row.least = 1;
    row.most = 16384;
    return whole<mesh, axes, At<I>{}, &MeshAxis::size>(row);
}

template <std::size_t I> constexpr Field role(Field row)
{
    row.group = "Parallelism";
    row.help = "What is split over this axis.";
    return choice<mesh, axes, At<I>{}, &MeshAxis::role>(row);
}

template <std::size_t I> constexpr Field hardwareAxes(Field row)
{
    row.unit = "axes";
    row.help = "Hardware axes that this mesh axis spans; 0 derives them from the slice.";
    row.scale = Scale::linear;
    row.most = 3;
    return whole<mesh, axes, At<I>{}, &MeshAxis::axes>(row);
}

constexpr std::array meshRows{
    size<0>({.id = "mesh.X", .symbol = "X", .title = "Chips on X"}),
    role<0>({.id = "mesh.X.role", .title = "Role of X"}),
    hardwareAxes<0>({.id = "mesh.X.axes", .symbol = "M_X", .title = "Hardware axes of X"}),
    size<1>({.id = "mesh.Y", .symbol = "Y", .title = "Chips on Y"}),
    role<1>({.id = "mesh.Y.role", .title = "Role of Y"}),
    hardwareAxes<1>({.id = "mesh.Y.axes", .symbol = "M_Y", .title = "Hardware axes of Y"}),
    size<2>({.id = "mesh.Z", .symbol = "Z", .title = "Chips on Z"}),
    role<2>({.id = "mesh.Z.role", .title = "Role of Z"}),
    hardwareAxes<2>({.id = "mesh.Z.axes", .symbol = "M_Z", .title = "Hardware axes of Z"}),
    whole<mesh, &Mesh::slices>({.id = "mesh.slices",
                                .symbol = "R",
                                .title = "Slices",
                                .unit = "slices",
                                .help = "Copies of the slice that share the batch over the data-centre network.",
                                .least = 1,
                                .most = 4096}),
};

constexpr std::array parallelismRows{
    choice<&Scenario::pipe, &Pipeline::schedule>(
        {.id = "pipe.schedule", .title = "Pipeline schedule", .help = "Order of the microbatches in a pipeline."}),
    whole<&Scenario::pipe, &Pipeline::chunks>({.id = "pipe.chunks",
                                               .symbol = "v",
                                               .title = "Virtual chunks",
                                               .unit = "chunks",
                                               .help = "Stages per device of the interleaved schedule.",
                                               .least = 1,
                                               .most = 64}),
    toggle<&Scenario::tensorSequence>({.id = "tensor.sequence",
                                       .title = "Sequence-sharded activations",
                                       .help = "Between blocks, activations are split over the tensor axis."}),
    real<&Scenario::actSharded>({.id = "act.sharded",
                                 .symbol = "f_act",
                                 .title = "Activations sharded further",
                                 .help = "Share of a device's saved activations that is split over the FSDP axis too.",
                                 .scale = Scale::linear,
                                 .least = 0,
                                 .most = 1}),
};

} // namespace

std::span<const Field> meshFields() { return meshRows; }

std::span<const Field> parallelismFields() { return parallelismRows; }

} // namespace core
