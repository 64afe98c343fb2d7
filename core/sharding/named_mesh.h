// SPDX-License-Identifier: GPL-3.0-or-later
// The mesh of a sharded product: "X=4, Y=2".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

struct NotationError;

/// Mesh axes by their letters, in the order in which they were given.
struct NamedMesh {
    struct Axis {
        char name;
        int size;
        bool operator==(const Axis&) const = default;
    };
    std::vector<Axis> axes;

    /// 1 for a letter that is none of them.
    int size(char axis) const;
    /// Product of the sizes.
    std::int64_t size(std::string_view axes) const;
    bool has(char axis) const;
    /// X of x where the mesh has X, and x of X likewise; else the same letter.
    char otherCase(char axis) const;
    std::int64_t devices() const;
    std::string text() const;
    bool operator==(const NamedMesh&) const = default;
};

/// "X=4, Y=2"; nothing where a letter occurs twice or a size is no whole number of 1 to 16,384.
std::optional<NamedMesh> readNamedMesh(std::string_view);

/// What is wrong with such a text, where, and the mesh that it may have meant; nothing where it can be read.
std::optional<NotationError> namedMeshError(std::string_view);

} // namespace core
