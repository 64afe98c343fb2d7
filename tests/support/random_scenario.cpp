// SPDX-License-Identifier: GPL-3.0-or-later
// Draws fields through the table of fields, so that a new field is covered without a change here.
#include "support/random_scenario.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tests
{

namespace
{

using core::Field;
using core::FieldKind;
using core::Scenario;
using core::Value;

template <class T> const T& oneOf(const std::vector<T>& values)
{
    return values[*rc::gen::inRange<std::size_t>(0, values.size())];
}

double randomNumber(const Field& field)
{
    const auto detents = core::detents(field);
    if (*rc::gen::inRange(0, 4) > 0 && !detents.empty())
        return oneOf(detents);
    const double share = *rc::gen::inRange(0, 1001) / 1000.;
    const double value = field.scale == core::Scale::log2 && field.min > 0
                             ? field.min * std::pow(field.max / field.min, share)
                             : field.min + (field.max - field.min) * share;
    const double inside = std::clamp(value, field.min, field.max);
    return field.kind == FieldKind::whole ? std::floor(inside) : inside;
}

Value randomValue(const Field& field, const Scenario& scenario)
{
    switch (field.kind) {
    case FieldKind::whole:
    case FieldKind::real:
        return randomNumber(field);
    case FieldKind::choice:
        return oneOf(core::choicesOf(scenario, field));
    case FieldKind::toggle:
        return *rc::gen::arbitrary<bool>();
    case FieldKind::text:
        break;
    }
    return field.get(scenario);
}

void set(Scenario& scenario, std::string_view id, const Value& value)
{
    const auto done = core::setField(scenario, id, value);
    RC_ASSERT(done.has_value());
}

std::vector<std::string> chipIds()
{
    std::vector<std::string> ids;
    for (const auto& chip : core::shippedCatalogue().chips)
        ids.push_back(chip.id);
    return ids;
}

std::vector<std::string> modelIds()
{
    std::vector<std::string> ids;
    for (const auto& model : core::shippedCatalogue().models)
        ids.push_back(model.id);
    return ids;
}

/// Roles that can stand beside each other, each on one axis.
void drawMesh(Scenario& scenario)
{
    static const std::vector<std::string> dataRoles{"data", "zero1", "zero2", "fsdp"};
    static const std::vector<std::string> thirdRoles{"pipeline", "replicate", "context"};
    set(scenario, "mesh.X.role", oneOf(dataRoles));
    set(scenario, "mesh.Y.role", std::string("tensor"));
    set(scenario, "mesh.Z.role", oneOf(thirdRoles));
    set(scenario, "mesh.X", std::exp2(*rc::gen::inRange(0, 8)));
    set(scenario, "mesh.Y", std::exp2(*rc::gen::inRange(0, 4)));
    set(scenario, "mesh.Z", std::exp2(*rc::gen::inRange(0, 3)));
    set(scenario, "mesh.slices", std::exp2(*rc::gen::inRange(0, 2)));
    for (const std::string axis : {"X", "Y", "Z"})
        set(scenario, "mesh." + axis + ".axes", 1.);
}

void drawField(Scenario& scenario, std::string_view id)
{
    const Field* field = core::findField(id);
    RC_ASSERT(field != nullptr);
    set(scenario, id, randomValue(*field, scenario));
}

} // namespace

Scenario anyScenario()
{
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    for (const Field& field : core::fields())
        if (*rc::gen::inRange(0, 3) > 0)
            (void)core::setField(scenario, field.id, randomValue(field, scenario));
    return scenario;
}

Scenario everyField()
{
    static const auto chips = chipIds();
    static const auto models = modelIds();
    static const std::vector<double> sizes{1, 1, 2, 3, 4, 6, 8, 16, 32};
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    set(scenario, "hw.chip", oneOf(chips));
    set(scenario, "model.preset", oneOf(models));
    for (const Field& field : core::fields()) {
        const bool preset = field.id.starts_with("hw.") || field.id.starts_with("model.");
        if (field.id == "hw.chip" || field.id == "model.preset" || *rc::gen::inRange(0, preset ? 12 : 2) > 0)
            continue;
        const bool size = field.id == "mesh.X" || field.id == "mesh.Y" || field.id == "mesh.Z";
        (void)core::setField(scenario, field.id, size ? Value(oneOf(sizes)) : randomValue(field, scenario));
    }
    RC_PRE(core::canBeEvaluated(scenario, core::evaluate(scenario)));
    return scenario;
}

Scenario validScenario()
{
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    static const auto chips = chipIds();
    static const auto models = modelIds();
    set(scenario, "hw.chip", oneOf(chips));
    set(scenario, "model.preset", oneOf(models));
    drawMesh(scenario);
    set(scenario, "work.seq", std::exp2(*rc::gen::inRange(8, 13)));
    set(scenario, "work.micro", std::exp2(*rc::gen::inRange(0, 4)));
    set(scenario, "work.batch", std::exp2(*rc::gen::inRange(16, 25)));
    for (const char* id : {"work.pass", "work.remat", "pipe.schedule",     "tensor.sequence", "act.sharded",
                           "opt.kind",  "conv.comms", "conv.rates",        "conv.capacity",   "conv.latency",
                           "conv.wrap", "conv.hbm",   "mem.logits.chunks", "conv.unit",       "prec.weights",
                           "prec.grad", "prec.opt",   "prec.act",          "mem.reserve",     "op.kind"})
        drawField(scenario, id);
    RC_PRE(core::canBeEvaluated(scenario, core::evaluate(scenario)));
    return scenario;
}

} // namespace tests
