// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar, read by descent; what stands where is kept for the errors.
#include "core/sharding/notation.h"

#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/shard_size.h"
#include "core/sharding/named_mesh.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace core
{

namespace
{

bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
/// Columns of what was read, in the order of the text.
struct Places {
    struct OfArray {
        int name = 1;
        std::vector<int> dims;
        std::vector<int> axes; // of each dimension, then of the partial sums: of the first letter
    };
    std::vector<OfArray> arrays; // operands, then the result
};

class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    tl::expected<ShardingExpression, NotationError> read()
    {
        ShardingExpression expression;
        do {
            skip();
            if (expression.operands.size() == maxOperands)
                fail(fmt::format("A product has up to {} operands; write two products.", maxOperands));
            expression.operands.push_back(array());
        } while (!m_error && takes("*"));
        if (!m_error && takes("->"))
            expression.result = array();
        skip();
        if (!m_error && m_at < m_text.size())
            fail(expression.result ? "Nothing may follow the result."
                                   : "Expected * and another array, or -> and the result.");
        if (!m_error)
            checkNames(expression);
        if (m_error)
            return tl::unexpected(*m_error);
        return expression;
    }

    const Places& places() const { return m_places; }

private:
    void skip()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }

    bool takes(std::string_view token)
    {
        skip();
        if (!m_text.substr(m_at).starts_with(token))
            return false;
        m_at += token.size();
        return true;
    }

    int column() const { return static_cast<int>(m_at) + 1; }

    void fail(std::string sentence) { failAt(column(), std::move(sentence)); }
    void failAt(int column, std::string sentence, std::vector<std::string> repairs = {})
    {
        if (!m_error)
            m_error = {"SYNTAX", column, std::move(sentence), std::move(repairs)};
    }

    std::string name(std::string_view of)
    {
        skip();
        const auto begin = m_at;
        while (m_at < m_text.size() && isNameLetter(m_text[m_at]))
            ++m_at;
        const auto found = m_text.substr(begin, m_at - begin);
        if (found.empty() || !isCapital(found.front()) || !isDimension(found)) {
            m_at = begin;
            fail(fmt::format("Expected the name of {}: letters and digits, the first a capital, as in A[I_X, J].", of));
        }
        return std::string(found);
    }

    std::string axes(Places::OfArray& places)
    {
        places.axes.push_back(column());
        std::string found;
        while (m_at < m_text.size() && isLetter(m_text[m_at]))
            found += m_text[m_at++];
        if (found.empty())
            fail("Expected mesh axes after _: letters such as X or XY.");
        return found;
    }

    ShardedArray array()
    {
        ShardedArray array;
        skip();
        Places::OfArray places;
        places.name = column();
        array.name = name("an array");
        if (!m_error && !takes("["))
            fail("Expected [ and the dimensions of the array, as in A[I_X, J].");
        if (!m_error && !takes("]")) {
            do {
                skip();
                places.dims.push_back(column());
                NamedDim dim{name("a dimension"), {}};
                count(dim.name, array.dims.size(), places.dims.back());
                if (!m_error && takes("_"))
                    dim.axes = axes(places);
                else
                    places.axes.push_back(column());
                array.dims.push_back(std::move(dim));
            } while (!m_error && takes(","));
            if (!m_error && !takes("]"))
                fail("Expected a comma and another dimension, or ].");
        }
        skip();
        if (!m_error && takes("{")) {
            if (!takes("U") || !takes("_"))
                fail("Partial sums are written {U_X}: the axes whose devices hold terms of the sum.");
            if (!m_error)
                array.partial = axes(places);
            if (!m_error && !takes("}"))
                fail("Expected } after the axes of the partial sum.");
        }
        if (places.axes.size() == array.dims.size())
            places.axes.push_back(column());
        m_places.arrays.push_back(std::move(places));
        return array;
    }

    /// What is planned grows with the dimensions.
    void count(const std::string& dim, std::size_t before, int column)
    {
        m_dims.insert(dim);
        if (before == maxDimensions || m_dims.size() > maxNames)
            failAt(column, fmt::format("An array has up to {} dimensions and a product {}; write those that nothing "
                                       "splits as one.",
                                       maxDimensions, maxNames));
    }

    /// A dimension twice in one array, a dimension of the result that no operand has, two operands of one name.
    void checkNames(const ShardingExpression& e)
    {
        for (std::size_t i = 0; i < m_places.arrays.size(); ++i) {
            const bool isResult = i == e.operands.size();
            const auto& array = e.array(i);
            for (std::size_t d = 0; d < array.dims.size(); ++d) {
                const auto& dim = array.dims[d].name;
                const int at = m_places.arrays[i].dims[d];
                if (array.find(dim) != &array.dims[d])
                    failAt(at, fmt::format("{} has the dimension {} twice.", array.name, dim));
                const bool given = std::ranges::any_of(e.operands, [&](const auto& o) { return o.find(dim); });
                if (isResult && !given)
                    failAt(at, fmt::format("No operand has the dimension {} of the result.", dim));
            }
            for (std::size_t j = 0; j < i && !isResult; ++j)
                if (e.operands[j].name == array.name)
                    failAt(m_places.arrays[i].name, fmt::format("Two operands are called {}.", array.name));
            if (isResult && i > 1 && std::ranges::find(e.operands, array.name, &ShardedArray::name) != e.operands.end())
                failAt(m_places.arrays[i].name,
                       fmt::format("An operand and the result are both called {}.", array.name));
        }
        if (e.operands.size() == 1 && e.result)
            for (const auto& dim : e.operands[0].dims)
                if (!e.result->find(dim.name))
                    failAt(m_places.arrays[1].name,
                           fmt::format("{} is resharded, so the result has its dimension {} too.", e.operands[0].name,
                                       dim.name));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Places m_places;
    std::set<std::string> m_dims;
    std::optional<NotationError> m_error;
};

/// Operands, then the result.
ShardedArray& arrayAt(ShardingExpression& e, std::size_t place)
{
    return place >= e.operands.size() && e.result ? *e.result : e.operands[std::min(place, e.operands.size() - 1)];
}

/// The expression with other axes of one dimension; the dimension after the last stands for the partial sums.
std::string changed(ShardingExpression e, std::size_t array, std::size_t dim, const std::string& axes)
{
    auto& of = arrayAt(e, array);
    (dim < of.dims.size() ? of.dims[dim].axes : of.partial) = axes;
    return e.text();
}

std::string without(std::string axes, char axis)
{
    std::erase(axes, axis);
    return axes;
}

/// What checkExpression looks at, one array after the other.
struct Checked {
    const ShardingExpression& expression;
    const NamedMesh& mesh;
    const Sizes& sizes;

    std::string meshText() const
    {
        std::string text;
        for (const auto& axis : mesh.axes)
            text += fmt::format("{}{}={}", text.empty() ? "" : ", ", axis.name, axis.size);
        return text;
    }

    /// Repairs are each axis of the mesh instead, and no axis.
    NotationError unknownAxis(std::size_t i, std::size_t d, const std::string& axes, char axis, int column) const
    {
        const char meant = mesh.otherCase(axis);
        NotationError error{"AXIS",
                            column,
                            fmt::format("The mesh has no axis {}{}: it is {}.", axis,
                                        meant == axis ? "" : fmt::format(", but {}", meant), meshText()),
                            {}};
        for (const auto& other : mesh.axes) {
            std::string instead = axes;
            std::ranges::replace(instead, axis, other.name);
            error.repairs.push_back(changed(expression, i, d, instead));
        }
        error.repairs.push_back(changed(expression, i, d, without(axes, axis)));
        return error;
    }

    /// An axis that splits a dimension and of which the array holds partial sums.
    NotationError splitAndSummed(std::size_t i, const ShardedArray& array, char axis, int column) const
    {
        NotationError error{"SHARD_TWICE",
                            column,
                            fmt::format("{} already splits {}, so {} cannot hold partial sums over it too.", axis,
                                        array.name, array.name),
                            {}};
        error.repairs.push_back(changed(expression, i, array.dims.size(), without(array.partial, axis)));
        for (std::size_t d = 0; d < array.dims.size(); ++d)
            if (array.dims[d].axes.find(axis) != std::string::npos)
                error.repairs.push_back(changed(expression, i, d, without(array.dims[d].axes, axis)));
        return error;
    }

    NotationError spentTwice(std::size_t i, const ShardedArray& array, std::size_t d, char axis, int column) const
    {
        const auto& dim = array.dims[d];
        NotationError error{"SHARD_TWICE", column, {}, {}};
        const auto first = std::ranges::find_if(
            array.dims, [&](const auto& other) { return other.axes.find(axis) != std::string::npos; });
        error.sentence = fmt::format("{} already splits {}; {} has no meaning: an axis can be spent once in an array.",
                                     axis, first->name, array.text());
        for (const auto& other : mesh.axes)
            if (array.axes().find(other.name) == std::string::npos && error.repairs.empty()) {
                auto axes = dim.axes;
                axes[axes.rfind(axis)] = other.name;
                error.repairs.push_back(changed(expression, i, d, axes));
            }
        if (first->name == dim.name) {
            error.repairs.push_back(changed(expression, i, d, std::string(1, axis) + without(dim.axes, axis)));
            return error;
        }
        error.repairs.push_back(changed(expression, i, d, without(dim.axes, axis)));
        error.repairs.push_back(
            changed(expression, i, static_cast<std::size_t>(first - array.dims.begin()), without(first->axes, axis)));
        return error;
    }

    NotationError uneven(std::size_t i, std::size_t d, const NamedDim& dim, std::int64_t size, int column) const
    {
        const auto by = mesh.size(dim.axes);
        NotationError error{"DIVIDE",
                            column,
                            fmt::format("{} = {} does not divide {} = {}: {:.2f} a device.", dim.axes, by, dim.name,
                                        grouped(static_cast<double>(size)),
                                        static_cast<double>(size) / static_cast<double>(by)),
                            {}};
        for (const char axis : dim.axes) {
            const auto left = without(dim.axes, axis);
            if (size % mesh.size(left) == 0 && error.repairs.empty())
                error.repairs.push_back(changed(expression, i, d, left));
        }
        if (error.repairs.empty())
            error.repairs.push_back(changed(expression, i, d, ""));
        return error;
    }

    /// The first size of an array whose axes are right that they do not divide.
    std::optional<NotationError> split(std::size_t i, const ShardedArray& array, const Places::OfArray& at) const
    {
        for (std::size_t d = 0; d < array.dims.size(); ++d)
            if (const auto size = sizes.at(array.dims[d].name); size % mesh.size(array.dims[d].axes) != 0)
                return uneven(i, d, array.dims[d], size, at.dims[d]);
        return std::nullopt;
    }

    std::optional<NotationError> axes(std::size_t i, const ShardedArray& array, const Places::OfArray& at) const
    {
        std::string spent;
        for (std::size_t d = 0; d < array.dims.size(); ++d) {
            const auto& dim = array.dims[d];
            int column = at.axes[d];
            for (const char axis : dim.axes) {
                if (!mesh.has(axis))
                    return unknownAxis(i, d, dim.axes, axis, column);
                if (spent.find(axis) != std::string::npos)
                    return spentTwice(i, array, d, axis, column);
                spent += axis;
                ++column;
            }
        }
        int column = at.axes.back(); // of the partial sums, where there are some
        for (const char axis : array.partial) {
            if (!mesh.has(axis))
                return unknownAxis(i, array.dims.size(), array.partial, axis, column);
            if (spent.find(axis) != std::string::npos)
                return splitAndSummed(i, array, axis, column);
            spent += axis;
            ++column;
        }
        return std::nullopt;
    }
};

} // namespace

bool isNameLetter(char c) { return isLetter(c) || (c >= '0' && c <= '9'); }

std::string errorText(const NotationError& error)
{
    std::string text = error.sentence;
    for (const auto& repair : error.repairs)
        text += (&repair == &error.repairs.front() ? " Write " : " or ") + repair;
    return text;
}

tl::expected<ShardingExpression, NotationError> readExpression(std::string_view text) { return Parser(text).read(); }

namespace
{

/// Axes before sizes: what is wrong as it is written is told, however a size of before divides.
std::optional<NotationError> firstError(std::string_view text, const NamedMesh& mesh, const Sizes& sizes)
{
    Parser parser(text);
    const auto expression = parser.read();
    if (!expression)
        return expression.error();
    const Checked checked{*expression, mesh, sizes};
    const auto& places = parser.places().arrays;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (auto error = checked.axes(i, expression->array(i), places[i]))
            return error;
    }
    for (std::size_t i = 0; i < places.size(); ++i)
        if (auto error = checked.split(i, expression->array(i), places[i]))
            return error;
    return std::nullopt;
}

} // namespace

std::optional<NotationError> checkExpression(std::string_view text, const NamedMesh& mesh, const Sizes& sizes)
{
    auto error = firstError(text, mesh, sizes);
    if (error)
        std::erase_if(error->repairs, [&](const std::string& repair) { return firstError(repair, mesh, sizes); });
    if (error && error->repairs.size() > maxRepairs)
        error->repairs.resize(maxRepairs);
    return error;
}

Sizes sizesOf(const ShardingExpression& expression, const Sharding& sharding)
{
    Sizes sizes;
    for (const auto& dim : expression.dims())
        sizes[dim] = static_cast<std::int64_t>(shardSize(sharding, dim));
    return sizes;
}

} // namespace core
