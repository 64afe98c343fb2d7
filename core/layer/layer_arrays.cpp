// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens lie over the axes that share the batch, weights over FSDP axes on D and over tensor axes on the other side.
#include "core/layer/layer_arrays.h"
#include "core/layer/edited_arrays.h"
#include "core/quantity/format.h"
#include "core/scenario/fields_precision.h"
#include "core/step/payload.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Letters of mesh axes by what they do.
struct AxisLetters {
    std::string tokens;  // share the batch
    std::string rows;    // of them those that do not spread experts: tokens of one expert
    std::string weights; // FSDP, in the order in which they reduce
    std::string tensor, experts;
    std::string residual; // between blocks: tensor axes with sequence sharding
};

AxisLetters lettersOf(const Scenario& s)
{
    AxisLetters out;
    const Mesh& mesh = s.mesh;
    const auto data = dataAxisOf(mesh);
    std::vector<std::size_t> fsdp;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const auto& axis = mesh.axis[a];
        if (axis.size <= 1)
            continue;
        const auto letter = axisNames[a];
        const bool shares = isData(axis.role) || axis.role == Role::context;
        if (shares || axis.role == Role::expert)
            out.tokens += letter;
        if (shares)
            out.rows += letter;
        if (axis.role == Role::expert)
            out.experts += letter;
        if (axis.role == Role::tensor)
            out.tensor += letter;
        const auto role = isContext(axis) && data < meshAxes ? mesh.axis[data].role : axis.role;
        if (role == Role::fsdp)
            fsdp.push_back(a);
    }
    std::ranges::stable_sort(fsdp, [&](std::size_t a, std::size_t b) { return reducesBefore(mesh, a, b); });
    for (const auto a : fsdp)
        out.weights += axisNames[a];
    out.residual = s.tensorSequence ? out.tensor : std::string();
    return out;
}

class ArrayMaker
{
public:
    explicit ArrayMaker(const Scenario& s) : m_model(s.model), m_at(lettersOf(s)) {}

    BoxArrays of(LayerPart part) const
    {
        BoxArrays box{part, {}, {}, {}};
        switch (part) {
        case LayerPart::attentionNorm:
        case LayerPart::mlpNorm:
            box.in = {stream("Res")};
            box.out = {stream("In")};
            break;
        case LayerPart::qkv:
            box.in = {stream("In")};
            box.weights = {heads("W_Q", "N"), heads("W_K", "K"), heads("W_V", "K")};
            box.out = {perHead("Q", "N"), perHead("K", "K"), perHead("V", "K")};
            break;
        case LayerPart::attention:
            box.in = {perHead("Q", "N"), perHead("K", "K"), perHead("V", "K")};
            box.out = {perHead("Att", "N")};
            break;
        case LayerPart::attentionOut:
            box.in = {perHead("Att", "N")};
            box.weights = {{"W_O", {{"N", m_at.tensor}, {"H", ""}, {"D", m_at.weights}}, ""}};
            box.out = {stream("Out")};
            break;
        case LayerPart::embedding: // each token takes a row
            box.in = {{"Tok", {{"B", m_at.tokens}}, ""}};
            box.weights = {{"W_E", {{"V", m_at.tensor}, {"D", m_at.weights}}, ""}};
            box.out = {stream("Res")};
            break;
        case LayerPart::logits:
            box.in = {stream("In")};
            box.weights = {{m_model.tied ? "W_E" : "W_U", {{"D", m_at.weights}, {"V", m_at.tensor}}, ""}};
            box.out = {{"Logits", {{"B", m_at.tokens}, {"V", m_at.tensor}}, ""}};
            break;
        default:
            mlp(part, box);
        }
        return box;
    }

private:
    void mlp(LayerPart part, BoxArrays& box) const
    {
        const ShardedArray ofExperts{"Tok", {{"E", m_at.experts}, {"C", m_at.rows}, {"D", ""}}, ""};
        const ShardedArray terms{"Sum", ofExperts.dims, m_at.tensor};
        switch (part) {
        case LayerPart::router:
            box.in = {stream("In")};
            box.weights = {{"W_router", {{"D", m_at.weights}, {"E", m_at.tensor}}, ""}};
            box.out = {{"Gate", {{"B", m_at.tokens}, {"E", m_at.tensor}}, ""}};
            break;
        case LayerPart::dispatch:
            box.in = {{"In", {{"B", m_at.tokens}, {"D", ""}}, ""}};
            box.out = {ofExperts};
            break;
        case LayerPart::experts:
            box.in = {ofExperts};
            box.weights = matrices("W", {{"E", m_at.experts}});
            box.out = {terms};
            break;
        case LayerPart::shared:
            box.in = {{"In", {{"B", m_at.tokens}, {"D", ""}}, ""}};
            box.weights = matrices("S", {});
            box.out = {{"Out", {{"B", m_at.tokens}, {"D", ""}}, m_at.tensor}};
            break;
        case LayerPart::combine:
            box.in = {terms};
            box.out = {stream("Out")};
            break;
        case LayerPart::activation:
            box.in = hidden();
            box.out = {{"Act", {{"B", m_at.tokens}, {"F", m_at.tensor}}, ""}};
            break;
        case LayerPart::mlpOut:
            box.in = {{"Act", {{"B", m_at.tokens}, {"F", m_at.tensor}}, ""}};
            box.weights = {down("W_out", {})};
            box.out = {stream("Out")};
            break;
        default:
            box.in = {stream("In")};
            box.weights = {up(m_model.nmat > 1 ? "W_in" : "W", {})};
            if (m_model.nmat > 2)
                box.weights.push_back(up("W_gate", {}));
            box.out = hidden();
        }
    }

    ShardedArray stream(std::string_view name) const
    {
        return {std::string(name), {{"B", m_at.tokens}, {"D", m_at.residual}}, ""};
    }
    ShardedArray heads(std::string_view name, std::string_view count) const
    {
        return {std::string(name), {{"D", m_at.weights}, {std::string(count), m_at.tensor}, {"H", ""}}, ""};
    }
    ShardedArray perHead(std::string_view name, std::string_view count) const
    {
        return {std::string(name), {{"B", m_at.tokens}, {std::string(count), m_at.tensor}, {"H", ""}}, ""};
    }
    ShardedArray up(std::string_view name, std::vector<NamedDim> dims) const
    {
        dims.push_back({"D", m_at.weights});
        dims.push_back({"F", m_at.tensor});
        return {std::string(name), std::move(dims), ""};
    }
    ShardedArray down(std::string_view name, std::vector<NamedDim> dims) const
    {
        dims.push_back({"F", m_at.tensor});
        dims.push_back({"D", m_at.weights});
        return {std::string(name), std::move(dims), ""};
    }
    std::vector<ShardedArray> matrices(const std::string& name, const std::vector<NamedDim>& first) const
    {
        std::vector<ShardedArray> all{up(m_model.nmat > 1 ? name + "_in" : name, first)};
        if (m_model.nmat > 2)
            all.push_back(up(name + "_gate", first));
        if (m_model.nmat > 1)
            all.push_back(down(name + "_out", first));
        return all;
    }
    std::vector<ShardedArray> hidden() const
    {
        std::vector<ShardedArray> all{{"Hid", {{"B", m_at.tokens}, {"F", m_at.tensor}}, ""}};
        if (m_model.nmat > 2)
            all.push_back({"Gate", all.front().dims, ""});
        return all;
    }

    const Model& m_model;
    AxisLetters m_at;
};

std::string joined(const std::vector<ShardedArray>& arrays)
{
    std::string text;
    for (const auto& array : arrays)
        text += (text.empty() ? "" : ", ") + array.text();
    return text;
}

/// Names of the fields shard.* have letters and digits alone.
std::string plainText(ShardedArray array)
{
    std::erase(array.name, '_');
    return array.text();
}

Sizes sizesOf(const Scenario& s)
{
    const auto& m = s.model;
    const auto whole = [](double n) { return static_cast<std::int64_t>(std::max(1.0, std::floor(n))); };
    Sizes sizes{{"B", whole(s.work.batch)}, {"D", whole(m.D)}, {"F", whole(m.F)},
                {"N", whole(m.N)},          {"K", whole(m.K)}, {"H", whole(m.H)}};
    if (m.V > 0)
        sizes["V"] = whole(m.V);
    if (m.E > 0) {
        sizes["E"] = whole(m.E);
        sizes["C"] = whole(s.work.batch * m.k / m.E);
    }
    return sizes;
}

} // namespace

std::string BoxArrays::text() const
{
    std::string text = joined(in);
    if (!weights.empty())
        text += " · " + joined(weights);
    return text + " → " + joined(out);
}

std::vector<ShardingExpression> BoxArrays::products() const
{
    std::vector<ShardingExpression> all;
    const bool several = part == LayerPart::experts || part == LayerPart::shared; // one after the other
    auto hidden = in.front();
    hidden.dims.back() = {"F", out.front().partial}; // which W_out adds up
    for (const auto& w : weights) {
        const bool down = several && w.dims.back().name == "D";
        auto result = out.size() == weights.size() ? out[all.size()] : out.front();
        if (several && !down) {
            result = hidden;
            result.name = all.empty() ? "Hid" : "Gate";
        }
        all.push_back({{down ? hidden : in.front(), w}, result});
        if (down)
            all.back().operands.front().name = "Act";
    }
    return all;
}

std::string BoxArrays::expression() const
{
    if (weights.empty() || part == LayerPart::embedding)
        return {};
    const auto first = products().front();
    return fmt::format("{} * {} -> {}", plainText(first.operands[0]), plainText(first.operands[1]),
                       plainText(*first.result));
}

const BoxArrays& LayerArrays::of(LayerPart part) const
{
    const auto end = std::ranges::find(ends, part, &BoxArrays::part);
    return end != ends.end() ? *end : *std::ranges::find(boxes, part, &BoxArrays::part);
}

std::string LayerArrays::shape(const ShardedArray& array, bool local) const
{
    std::string text;
    for (const auto& dim : array.dims) {
        const double parts = local ? static_cast<double>(mesh.size(dim.axes)) : 1;
        const double size = static_cast<double>(sizes.at(dim.name)) / parts;
        text += (text.empty() ? "" : " × ") + format(size, dim::count, {.digits = 4});
    }
    return text;
}

LayerArrays layerArrays(const Scenario& s)
{
    auto layer = arraysOfRoles(s);
    for (const auto& edited : laidArrays(s))
        for (auto& box : layer.boxes)
            for (auto* arrays : {&box.in, &box.weights, &box.out})
                std::ranges::replace_if(
                    *arrays, [&](const ShardedArray& one) { return one.name == edited.name; }, edited);
    return layer;
}

LayerArrays arraysOfRoles(const Scenario& s)
{
    LayerArrays out;
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (s.mesh.axis[a].size > 1)
            out.mesh.axes.push_back({axisNames[a].front(), static_cast<int>(s.mesh.axis[a].size)});
    out.sizes = sizesOf(s);
    const ArrayMaker maker(s);
    for (const auto part : partsOf(s.model))
        out.boxes.push_back(maker.of(part));
    for (const auto part : endsOf(s.model))
        out.ends.push_back(maker.of(part));
    return out;
}

std::vector<std::pair<std::string, Value>> shardingEdits(const LayerArrays& layer, const BoxArrays& box,
                                                         const Scenario& s)
{
    const auto expression = box.expression();
    if (expression.empty())
        return {};
    std::string mesh;
    for (const auto& axis : layer.mesh.axes)
        mesh += fmt::format("{}{}={}", mesh.empty() ? "" : ", ", axis.name, axis.size);
    std::vector<std::pair<std::string, Value>> edits{{"shard.expr", expression},
                                                     {"shard.mesh", mesh.empty() ? std::string("X=1") : mesh},
                                                     {"shard.dtype", std::string(nameOf(s.prec.comm))}};
    for (const auto& array : {box.in.front(), box.weights.front()})
        for (const auto& dim : array.dims)
            edits.emplace_back("shard.size." + dim.name, static_cast<double>(layer.sizes.at(dim.name)));
    return edits;
}

} // namespace core
