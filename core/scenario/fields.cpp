// SPDX-License-Identifier: GPL-3.0-or-later
// The groups put together, and questions about single fields.
#include "core/scenario/fields.h"

#include "core/scenario/catalogue.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_operation.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/presets.h"
#include "core/scenario/shard_size.h"

#include <map>

namespace core
{

namespace
{

class FieldList
{
public:
    explicit FieldList(std::vector<Field>& all) : m_all(all) {}

    auto under(std::string_view group)
    {
        return [this, group](const auto&... rows) { (add(group, rows), ...); };
    }

private:
    void add(std::string_view group, Field row)
    {
        if (row.group.empty())
            row.group = group;
        m_all.push_back(row);
    }
    template <std::size_t N, class Of> void add(std::string_view group, const NumberFields<N, Of>& rows)
    {
        for (const Field& row : rows.row)
            add(group, row);
    }
    template <auto... Path> void add(std::string_view, const ChipNumber<Path...>&) {}

    std::vector<Field>& m_all;
};

std::vector<Field> allFields()
{
    std::vector<Field> all;
    FieldList list(all);
    field::work::all(list.under("Workload"));
    field::model::all(list.under("Model"));
    field::hw::all(list.under("Hardware"));
    field::mesh::all(list.under("Mesh"));
    field::parallel::all(list.under("Parallelism"));
    field::prec::all(list.under("Precision"));
    field::conv::all(list.under("Conventions"));
    field::op::all(list.under("Operation"));
    field::coll::all(list.under("Collective"));
    field::net::all(list.under("Network"));
    field::trace::all(list.under("Trace"));
    field::shard::all(list.under("Sharding"));
    field::layer::all(list.under("Layer"));
    return all;
}

std::map<std::string_view, const Field*> byId()
{
    std::map<std::string_view, const Field*> found;
    for (const Field& field : fields())
        found.emplace(field.id, &field);
    return found;
}

template <class Rows> std::vector<std::string> idsOf(const Rows& rows)
{
    std::vector<std::string> ids;
    for (const auto& row : rows)
        ids.push_back(row.id);
    return ids;
}

} // namespace

bool namesPreset(std::string_view id) { return id == "model.preset" || id == "hw.chip" || id == "hw.variant"; }

std::span<const Field> fields()
{
    static const std::vector<Field> all = allFields();
    return all;
}

const Field* findField(std::string_view id)
{
    static const auto index = byId();
    const auto found = index.find(id);
    return found == index.end() ? nullptr : found->second;
}

std::vector<std::string> choicesOf(const Scenario& s, const Field& field)
{
    std::vector<std::string> names(field.choices.begin(), field.choices.end());
    if (field.id == "model.preset") {
        names = s.presets ? idsOf(s.presets->models) : names;
        names.emplace_back(customModel);
    } else if (field.id == "hw.chip" && s.presets) {
        names = idsOf(s.presets->chips);
    } else if (field.id == "hw.variant") {
        names.emplace_back(noVariant);
        if (const ChipPreset* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr)
            for (const auto& [name, numbers] : chip->variants)
                names.push_back(name);
    }
    return names;
}

std::optional<Value> fieldValue(const Scenario& s, std::string_view id)
{
    if (const auto dimension = shardDimension(id))
        return shardSize(s.shard, *dimension);
    if (const auto further = furtherField(id)) {
        const Operation* operation = operationAt(s, further->at + 2);
        return operation ? std::optional(operationValue(*operation, *further->field)) : std::nullopt;
    }
    if (const Field* field = findField(id))
        return field->get(s);
    return std::nullopt;
}

std::string sourceOf(const Scenario& s, const Field& field)
{
    if (differsFromPreset(s, field))
        return "your input";
    const Given* given = givenOf(s, field.id);
    if (!given)
        return "default";
    return given->source.empty() ? "assumed" : given->source;
}

bool differsFromPreset(const Scenario& s, const Field& field)
{
    if (!namesPreset(field.id))
        return field.get(s) != field.get(presetBaseline(s));
    // A named preset is compared with the default one; the default chip has its own numbers.
    const Scenario defaults;
    return field.get(s) != field.get(defaults);
}

} // namespace core
