// SPDX-License-Identifier: GPL-3.0-or-later
// Each repair mends all splits of the product at once, and is kept where the product can be planned then.
#include "core/check/sharding_repairs.h"

#include "core/quantity/format.h"
#include "core/scenario/shard_size.h"
#include "core/scenario/text_forms.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/report.h"
#include "core/sharding/syntax_repairs.h"
#include "core/step/report.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view expressionId = "shard.expr";
constexpr std::string_view meshId = "shard.mesh";

/// A dimension as one array has it.
struct SplitDimension {
    std::string dim, axes;
};

std::vector<SplitDimension> splitsOf(const ShardingExpression& e)
{
    std::vector<SplitDimension> splits;
    for (std::size_t i = 0; i < e.operands.size() + (e.result ? 1 : 0); ++i)
        for (const auto& dim : e.array(i).dims)
            if (!dim.axes.empty())
                splits.push_back({dim.name, dim.axes});
    return splits;
}

/// Axes that the product names, each once.
std::string namedAxes(const ShardingExpression& e)
{
    std::string named;
    for (std::size_t i = 0; i < e.operands.size() + (e.result ? 1 : 0); ++i)
        for (const char axis : e.array(i).axes())
            if (named.find(axis) == std::string::npos)
                named += axis;
    return named;
}

/// The expression without those axes.
ShardingExpression dropAxes(ShardingExpression e, std::string_view axes)
{
    const auto drop = [axes](ShardedArray& array) {
        const auto dropped = [axes](char axis) { return axes.find(axis) != std::string_view::npos; };
        for (auto& dim : array.dims)
            std::erase_if(dim.axes, dropped);
        std::erase_if(array.partial, dropped);
    };
    std::ranges::for_each(e.operands, drop);
    if (e.result)
        drop(*e.result);
    return e;
}

Repair written(const std::string& expression)
{
    return {"Write " + expression, {{std::string(expressionId), expression}}};
}

Repair withMesh(const std::string& mesh) { return {"Use the mesh " + mesh, {{std::string(meshId), mesh}}}; }

Sharding mended(Sharding shard, const Repair& repair)
{
    for (const auto& [id, value] : repair.edits)
        if (id == expressionId)
            shard.expression = std::get<std::string>(value);
        else if (id == meshId)
            shard.mesh = std::get<std::string>(value);
        else
            shard.sizes[id.substr(shardSizePrefix.size())] = std::get<double>(value);
    return shard;
}

class Divided
{
public:
    explicit Divided(const Sharding& shard)
        : m_shard(shard), m_expression(readExpression(shard.expression).value()),
          m_mesh(readNamedMesh(shard.mesh).value_or(NamedMesh())), m_sizes(sizesOf(m_expression, shard)),
          m_splits(splitsOf(m_expression))
    {
    }

    std::vector<Repair> all() const
    {
        std::vector<Repair> repairs;
        for (auto& repair : {onMesh(shorter()), onMesh(longer()), largerSizes(), withoutAxes()})
            if (leadsToAPlan(repair))
                repairs.push_back(repair);
        return repairs;
    }

private:
    bool divides(const SplitDimension& split, const NamedMesh& mesh) const
    {
        return m_sizes.at(split.dim) % mesh.size(split.axes) == 0;
    }

    bool allDivide(const NamedMesh& mesh) const
    {
        return std::ranges::all_of(m_splits, [&](const SplitDimension& split) { return divides(split, mesh); });
    }

    /// Axis after axis the greatest length, not above the present one, whose splits divide.
    NamedMesh shorter() const
    {
        NamedMesh mesh = m_mesh;
        for (auto& axis : mesh.axes)
            axis.size = 1;
        for (std::size_t a = 0; a < mesh.axes.size(); ++a)
            for (int size = m_mesh.axes[a].size; size > 1 && mesh.axes[a].size == 1; --size) {
                mesh.axes[a].size = size;
                if (!allDivide(mesh))
                    mesh.axes[a].size = 1;
            }
        return mesh;
    }

    /// One axis alone, up to four times as long.
    NamedMesh longer() const
    {
        for (std::size_t a = 0; a < m_mesh.axes.size(); ++a) {
            NamedMesh mesh = m_mesh;
            auto& size = mesh.axes[a].size;
            for (const int most = std::min(4 * size, longestMeshAxis); size < most;) {
                ++size;
                if (allDivide(mesh))
                    return mesh;
            }
        }
        return m_mesh;
    }

    Repair onMesh(const NamedMesh& mesh) const
    {
        Repair repair;
        for (std::size_t a = 0; a < mesh.axes.size(); ++a)
            if (const auto& [name, size] = mesh.axes[a]; size != m_mesh.axes[a].size)
                repair.text += fmt::format("{} {} = {}", repair.text.empty() ? "Use" : ",", name, size);
        repair.edits.emplace_back(meshId, mesh.text());
        return repair;
    }

    /// The next multiple of all that split a size.
    Repair largerSizes() const
    {
        Repair repair;
        for (const auto& [dim, size] : m_sizes) {
            std::int64_t parts = 1;
            for (const auto& split : m_splits)
                if (split.dim == dim)
                    parts = std::lcm(parts, m_mesh.size(split.axes));
            if (size % parts == 0)
                continue;
            const std::int64_t next = (size / parts + 1) * parts;
            const auto larger = static_cast<double>(next);
            repair.text += fmt::format("{} {} = {}", repair.text.empty() ? "Set" : ",", dim, grouped(larger));
            repair.edits.emplace_back(std::string(shardSizePrefix) + dim, larger);
        }
        return repair;
    }

    /// In every array without the axes that do not divide what they split.
    Repair withoutAxes() const
    {
        auto e = m_expression;
        for (const auto& split : m_splits)
            for (std::string left = split.axes; m_sizes.at(split.dim) % m_mesh.size(left) != 0;) {
                e = dropAxes(std::move(e), std::string_view(&left.back(), 1));
                left.pop_back();
            }
        return written(e.text());
    }

    bool leadsToAPlan(const Repair& repair) const
    {
        const bool fits = std::ranges::all_of(repair.edits, [](const auto& edit) {
            const auto* size = std::get_if<double>(&edit.second);
            return !size || *size <= largestShardSize;
        });
        return fits && !repair.text.empty() && !shardingError(mended(m_shard, repair));
    }

    const Sharding& m_shard;
    ShardingExpression m_expression;
    NamedMesh m_mesh;
    Sizes m_sizes;
    std::vector<SplitDimension> m_splits;
};

/// The axes that the mesh lacks, as long as its last one or shorter; empty text where no length leads to a plan.
Repair withMissingAxes(const Sharding& shard, const ShardingExpression& e, const NamedMesh& mesh,
                       std::string_view missing)
{
    if (missing.empty() || mesh.axes.size() + missing.size() > meshAxes)
        return {};
    const auto sizes = sizesOf(e, shard);
    std::int64_t common = 0; // divisor of all sizes that the axes split; 0: of none
    for (const auto& split : splitsOf(e))
        if (split.axes.find_first_of(missing) != std::string::npos)
            common = std::gcd(common, sizes.at(split.dim));
    for (int size = mesh.axes.empty() ? 4 : std::max(2, mesh.axes.back().size); size > 1; --size) {
        if (common % size != 0)
            continue;
        Repair repair;
        NamedMesh longer = mesh;
        for (const char axis : missing) {
            longer.axes.push_back({axis, size});
            repair.text += fmt::format("{} {} = {}", repair.text.empty() ? "Add" : ",", axis, size);
        }
        repair.edits.emplace_back(meshId, longer.text());
        Sharding tried = shard;
        tried.mesh = longer.text();
        const auto error = shardingError(tried);
        if (!error) {
            repair.text += " to the mesh";
            return repair;
        }
        if (error->code != "DIVIDE" || common == 0) // no length mends it
            return {};
    }
    return {};
}

/// A mesh of those of its axes that the product names, then of others, as many as can be laid.
Repair withFewerAxes(const Sharding& shard, std::string_view named, NamedMesh mesh)
{
    if (mesh.axes.size() <= meshAxes)
        return {};
    std::ranges::stable_partition(mesh.axes,
                                  [&](const auto& axis) { return named.find(axis.name) != std::string::npos; });
    mesh.axes.resize(meshAxes);
    Sharding tried = shard;
    tried.mesh = mesh.text();
    return shardingError(tried) ? Repair() : withMesh(tried.mesh);
}

/// Each axis that is missing as the mesh has it in the other case; the same text where it has none.
std::string inCaseOfMesh(ShardingExpression e, const NamedMesh& mesh)
{
    const auto mend = [&](std::string& axes) {
        for (char& axis : axes)
            axis = mesh.has(axis) ? axis : mesh.otherCase(axis);
    };
    const auto mendArray = [&](ShardedArray& array) {
        for (auto& dim : array.dims)
            mend(dim.axes);
        mend(array.partial);
    };
    std::ranges::for_each(e.operands, mendArray);
    if (e.result)
        mendArray(*e.result);
    return e.text();
}

/// Of the axes that are missing: write them as the mesh has them, or add them, or write the product without them.
std::vector<Repair> ofMissingAxes(const Sharding& shard)
{
    const auto e = readExpression(shard.expression);
    const auto mesh = readNamedMesh(shard.mesh);
    if (!e || !mesh)
        return {};
    const auto named = namedAxes(*e);
    auto missing = named;
    std::erase_if(missing, [&](char axis) { return mesh->has(axis); });
    std::vector<Repair> repairs;
    Sharding cased = shard;
    cased.expression = inCaseOfMesh(*e, *mesh);
    if (cased.expression != e->text() && !shardingError(cased))
        repairs.push_back(written(cased.expression));
    else if (auto repair = withMissingAxes(shard, *e, *mesh, missing); !repair.text.empty())
        repairs.push_back(std::move(repair));
    if (auto fewer = withFewerAxes(shard, named, *mesh); !fewer.text.empty())
        repairs.push_back(std::move(fewer));
    Sharding without = shard;
    if (!missing.empty()) {
        without.expression = dropAxes(*e, missing).text();
        if (!shardingError(without))
            repairs.push_back(written(without.expression));
    }
    return repairs;
}

/// One text after the other: "Write A[I] and set I = 104".
std::string joined(std::string_view first, std::string second)
{
    second[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(second[0])));
    return fmt::format("{} and {}", first, second);
}

/// What a text that cannot be read may have meant, where the present mesh or a size cannot carry it: with what mends
/// these.
std::vector<Repair> ofMeaning(const Sharding& shard)
{
    std::vector<Repair> repairs;
    for (const auto& meant : syntaxRepairs(shard.expression)) {
        Sharding read = shard;
        read.expression = meant;
        for (auto& repair : shardingRepairs(read)) {
            if (std::ranges::find(repair.edits, expressionId, [](const auto& e) { return e.first; }) ==
                repair.edits.end()) {
                repair.text = joined("Write " + meant, repair.text);
                repair.edits.insert(repair.edits.begin(), {std::string(expressionId), meant});
            }
            if (repairs.size() < maxRepairs)
                repairs.push_back(std::move(repair));
        }
    }
    return repairs;
}

/// Of a text that is wrong while sizes do not divide either: what mends the text, with larger sizes.
std::vector<Repair> withLargerSizes(const Sharding& shard)
{
    Sharding even = shard;
    even.sizes.clear();
    std::vector<Repair> both;
    for (auto& repair : shardingRepairs(even)) {
        const auto rest = shardingRepairs(mended(shard, repair));
        const auto larger = std::ranges::find_if(
            rest, [](const Repair& one) { return one.edits.front().first.starts_with(shardSizePrefix); });
        if (larger == rest.end())
            continue;
        repair.text = joined(repair.text, larger->text);
        repair.edits.insert(repair.edits.end(), larger->edits.begin(), larger->edits.end());
        both.push_back(std::move(repair));
    }
    return both;
}

} // namespace

std::vector<Repair> shardingRepairs(const Sharding& shard)
{
    const auto error = shardingError(shard);
    if (!error)
        return {};
    if (error->code == "SYNTAX" && error->repairs.empty())
        return ofMeaning(shard);
    std::vector<Repair> repairs;
    if (error->code == "MESH") {
        for (const auto& mesh : error->repairs)
            repairs.push_back(withMesh(mesh));
        return repairs;
    }
    if (error->code == "DIVIDE")
        repairs = Divided(shard).all();
    if (error->code == "AXIS")
        repairs = ofMissingAxes(shard);
    for (const auto& repair : error->repairs)
        if (std::ranges::find(repairs, written(repair)) == repairs.end())
            repairs.push_back(written(repair));
    return repairs.empty() && error->code != "DIVIDE" && !shard.sizes.empty() ? withLargerSizes(shard) : repairs;
}

} // namespace core
