// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes are asked for by letter.
#include "core/sharding/named_mesh.h"

#include "core/quantity/parse_number.h"
#include "core/scenario/text_forms.h"

#include <algorithm>

namespace core
{

int NamedMesh::size(char axis) const
{
    const auto found = std::ranges::find(axes, axis, &Axis::name);
    return found == axes.end() ? 1 : found->size;
}

std::int64_t NamedMesh::size(std::string_view names) const
{
    std::int64_t product = 1;
    for (const char axis : names)
        product *= size(axis);
    return product;
}

bool NamedMesh::has(char axis) const { return std::ranges::find(axes, axis, &Axis::name) != axes.end(); }

std::int64_t NamedMesh::devices() const
{
    std::int64_t product = 1;
    for (const auto& axis : axes)
        product *= axis.size;
    return product;
}

std::optional<NamedMesh> readNamedMesh(std::string_view text)
{
    if (!isNamedMesh(text))
        return std::nullopt;
    NamedMesh mesh;
    for (const auto part : parts(text, ',')) {
        const auto axis = trimmed(part);
        mesh.axes.push_back({axis[0], wholeNumber(axis.substr(2), 1, 16384).value_or(1)});
    }
    return mesh;
}

} // namespace core
