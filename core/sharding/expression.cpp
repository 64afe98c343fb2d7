// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression says of its arrays and dimensions, and its text.
#include "core/sharding/notation.h"

#include <algorithm>

namespace core
{

std::string NamedDim::text() const { return axes.empty() ? name : name + "_" + axes; }

const NamedDim* ShardedArray::find(std::string_view dim) const
{
    const auto found = std::ranges::find(dims, dim, &NamedDim::name);
    return found == dims.end() ? nullptr : &*found;
}

std::string ShardedArray::axes() const
{
    std::string all;
    for (const auto& dim : dims)
        all += dim.axes;
    return all + partial;
}

std::string ShardedArray::text() const
{
    std::string list;
    for (const auto& dim : dims)
        list += (list.empty() ? "" : ", ") + dim.text();
    return name + "[" + list + "]" + (partial.empty() ? "" : "{U_" + partial + "}");
}

const ShardedArray& ShardingExpression::array(std::size_t place) const
{
    return place >= operands.size() && result ? *result : operands[place];
}

std::vector<std::string> ShardingExpression::dims() const
{
    std::vector<std::string> names;
    for (const auto& array : operands)
        for (const auto& dim : array.dims)
            if (std::ranges::find(names, dim.name) == names.end())
                names.push_back(dim.name);
    return names;
}

bool ShardingExpression::contracts(std::string_view dim) const
{
    if (operands.size() == 1)
        return false;
    if (result)
        return !result->find(dim);
    return std::ranges::count_if(operands, [&](const auto& o) { return o.find(dim) != nullptr; }) > 1;
}

std::string ShardingExpression::text() const
{
    std::string text;
    for (const auto& array : operands)
        text += (text.empty() ? "" : " * ") + array.text();
    return result ? text + " -> " + result->text() : text;
}

} // namespace core
