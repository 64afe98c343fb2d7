// SPDX-License-Identifier: GPL-3.0-or-later
// Sharding notation: A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y], arrays with partial sums as C[I, K]{U_X}.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct NamedMesh;
struct Sharding;

/// A named dimension and the mesh axes that split it, major to minor.
struct NamedDim {
    std::string name;
    std::string axes;

    std::string text() const;
    bool operator==(const NamedDim&) const = default;
};

/// How an array lies on the mesh. Axes that it does not name hold copies.
struct ShardedArray {
    std::string name;
    std::vector<NamedDim> dims;
    std::string partial; // {U_XY}: axes whose devices hold terms of a sum that is still to be made

    const NamedDim* find(std::string_view dim) const;
    /// All axes that split it or that it is a partial sum over.
    std::string axes() const;
    std::string text() const;
    bool operator==(const ShardedArray&) const = default;
};

/// One operand alone is an array to look at, or one that is resharded to the result.
struct ShardingExpression {
    std::vector<ShardedArray> operands;
    std::optional<ShardedArray> result;

    /// Operands, then the result.
    const ShardedArray& array(std::size_t place) const;
    /// Names of all dimensions, in the order in which they occur.
    std::vector<std::string> dims() const;
    /// Occurs in several operands and not in the result, or is left out of it.
    bool contracts(std::string_view dim) const;
    std::string text() const;
};

/// Of which names of arrays and dimensions are made.
bool isNameLetter(char);

/// What is wrong with an expression, where, and whole expressions that are right.
struct NotationError {
    std::string code; // "SYNTAX", "AXIS", "SHARD_TWICE", "DIVIDE", "UNREDUCED"; "MESH": the text of the mesh
    int column = 1;   // of the first byte that is wrong, from 1
    std::string sentence;
    std::vector<std::string> repairs; // at most `maxRepairs`; of "MESH" whole meshes
};

/// The sentence, and what to write instead.
std::string errorText(const NotationError&);

using Sizes = std::map<std::string, std::int64_t>;

inline constexpr std::size_t maxRepairs = 3;
inline constexpr std::size_t maxOperands = 4;
inline constexpr std::size_t maxDimensions = 8; // of an array
inline constexpr std::size_t maxNames = 12;     // of dimensions, in all

/// The expression, free of errors of its own: letters, brackets, names that occur twice, more than is planned.
tl::expected<ShardingExpression, NotationError> readExpression(std::string_view);

/// Of a text that is read: whether the arrays can lie on that mesh as they say: axes that exist, each spent once an
/// array, sizes that divide.
std::optional<NotationError> checkExpression(std::string_view text, const NamedMesh&, const Sizes&);

/// Sizes of the dimensions of an expression: as set, or 8,192.
Sizes sizesOf(const ShardingExpression&, const Sharding&);

} // namespace core
