// SPDX-License-Identifier: GPL-3.0-or-later
// What a projection is called says which dimensions of the model it multiplies.
#include "core/operation/model_operations.h"

#include "core/scenario/fields_operation.h"
#include "core/scenario/further_operation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

using Edits = std::vector<std::pair<std::string, Value>>;

constexpr auto query = "Q projection", key = "K projection", values = "V projection", output = "output projection",
               gate = "gate projection", up = "up projection", down = "down projection", logits = "logits",
               router = "router";

bool isOneOf(const Operation& o, std::initializer_list<const char*> names)
{
    return std::find(names.begin(), names.end(), o.name) != names.end();
}

Operation base(const Scenario& s, OpKind kind, const char* name)
{
    Operation o;
    o.name = name;
    o.kind = kind;
    o.B = s.work.batch;
    o.D = s.model.D;
    o.F = s.model.F;
    o.x = o.o = o.compute = s.prec.compute;
    o.w = s.prec.weights;
    return o;
}

Operation matmul(const Scenario& s, const char* name, double D, double F)
{
    Operation o = base(s, OpKind::matmul, name);
    o.D = D;
    o.F = F;
    return o;
}

Operation attention(const Scenario& s)
{
    const bool decode = s.work.mode == Mode::decode;
    Operation o = base(s, OpKind::attention, "attention");
    o.B = decode ? s.work.batch : s.work.batch / s.work.seq;
    o.T = decode ? 1 : s.work.seq;
    o.S = s.work.seq;
    o.heads = s.model.N;
    o.kv = s.model.K;
    o.H = s.model.H;
    o.causal = masksScores(s);
    o.w = decode ? s.prec.kv : s.prec.compute;
    o.sweep = decode ? Sweep::S : Sweep::T;
    return o;
}

Operation experts(const Scenario& s)
{
    Operation o = base(s, OpKind::moe, "experts");
    o.E = s.model.E;
    o.k = s.model.k;
    o.Es = s.model.Es;
    o.nmat = s.model.nmat;
    return o;
}

Operation activation(const Scenario& s)
{
    const bool gated = s.model.nmat >= 3;
    Operation o = base(s, OpKind::elementwise, gated ? "activation times gate" : "activation, of two operands");
    o.D = s.model.F;
    o.w = o.x;
    return o;
}

tl::unexpected<std::string> refuse(std::string sentence) { return tl::make_unexpected(std::move(sentence)); }

tl::expected<Edits, std::string> ofHeads(const Scenario& s, const char* field, double width, double D, double B)
{
    const double heads = width / s.model.H;
    if (heads != std::floor(heads) || heads < 1)
        return refuse(fmt::format("A width of {:.0f} is no whole number of heads of {:.0f}: make it a multiple of the "
                                  "model's head width.",
                                  width, s.model.H));
    return Edits{{"model.attention", true}, {"model.D", D}, {field, heads}, {"work.batch", B}};
}

tl::expected<Edits, std::string> ofMatmul(const Scenario& s, const Operation& o)
{
    if (o.name == query)
        return ofHeads(s, "model.N", o.F, o.D, o.B);
    if (o.name == output)
        return ofHeads(s, "model.N", o.D, o.F, o.B);
    if (isOneOf(o, {key, values}))
        return ofHeads(s, "model.K", o.F, o.D, o.B);
    if (o.name == router)
        return Edits{{"model.D", o.D}, {"model.E", o.F}, {"work.batch", o.B}};
    if (o.name == logits)
        return Edits{{"model.D", o.D}, {"model.V", o.F}, {"work.batch", o.B}};
    const bool turned = o.name == down;
    return Edits{{"model.D", turned ? o.F : o.D}, {"model.F", turned ? o.D : o.F}, {"work.batch", o.B}};
}

tl::expected<Edits, std::string> ofAttention(const Scenario& s, const Operation& o)
{
    const bool decode = s.work.mode == Mode::decode;
    if (decode ? o.T != 1 : o.T != o.S)
        return refuse(fmt::format("In {} attention has {}: set the queries to {:.0f}, or choose another mode.",
                                  nameOf(s.work.mode), decode ? "one query a sequence" : "as many queries as keys",
                                  decode ? 1 : o.S));
    return Edits{{"model.attention", true},
                 {"model.N", o.heads},
                 {"model.K", o.kv},
                 {"model.H", o.H},
                 {"model.causal", o.causal || (decode && s.model.causal)},
                 {"work.seq", o.S},
                 {"work.batch", decode ? o.B : o.B * o.S}};
}

} // namespace

std::optional<Operation> operationOf(const Scenario& s, ModelOperation which)
{
    const Model& m = s.model;
    const bool dense = m.E == 0;
    const auto where = [](bool has, Operation one) { return has ? std::optional(std::move(one)) : std::nullopt; };
    switch (which) {
    case ModelOperation::query:
        return where(m.attention, matmul(s, query, m.D, m.N * m.H));
    case ModelOperation::key:
        return where(m.attention, matmul(s, key, m.D, m.K * m.H));
    case ModelOperation::value:
        return where(m.attention, matmul(s, values, m.D, m.K * m.H));
    case ModelOperation::attention:
        return where(m.attention, attention(s));
    case ModelOperation::output:
        return where(m.attention, matmul(s, output, m.N * m.H, m.D));
    case ModelOperation::router:
        return where(!dense, matmul(s, router, m.D, m.E));
    case ModelOperation::experts:
        return where(!dense, experts(s));
    case ModelOperation::gate:
        return where(dense && m.nmat >= 3, matmul(s, gate, m.D, m.F));
    case ModelOperation::up:
        return where(dense, matmul(s, up, m.D, m.F));
    case ModelOperation::activation:
        return where(dense, activation(s));
    case ModelOperation::down:
        return where(dense && m.nmat >= 2, matmul(s, down, m.F, m.D));
    case ModelOperation::logits:
        break;
    }
    return where(m.V > 0, matmul(s, logits, m.D, m.V));
}

std::vector<Operation> modelOperations(const Scenario& s)
{
    using enum ModelOperation;
    std::vector<Operation> all;
    for (const auto which : {query, key, value, attention, output, router, experts, gate, up, down, logits})
        if (auto one = operationOf(s, which))
            all.push_back(*std::move(one));
    return all;
}

bool fits(const Operation& o)
{
    const std::initializer_list<const Field*> sizes{&field::op::B, &field::op::D, &field::op::F, &field::op::T,
                                                    &field::op::S};
    return std::all_of(sizes.begin(), sizes.end(), [&](const Field* field) {
        const double size = std::get<double>(operationValue(o, *field));
        return size >= field->min && size <= field->max && size == std::floor(size);
    });
}

tl::expected<std::vector<std::pair<std::string, Value>>, std::string> modelEdits(const Scenario& s, const Operation& o)
{
    switch (o.kind) {
    case OpKind::matmul:
        return ofMatmul(s, o);
    case OpKind::attention:
        return ofAttention(s, o);
    case OpKind::moe:
        return Edits{{"model.D", o.D},   {"model.F", o.F},       {"model.E", o.E},   {"model.k", o.k},
                     {"model.Es", o.Es}, {"model.nmat", o.nmat}, {"work.batch", o.B}};
    default:
        return refuse("Only a matmul, attention or a mixture of experts has a place in the model.");
    }
}

} // namespace core
