// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of recorded inputs, each with its citation.
#include "core/inputs/inputs.h"

#include "core/scenario/fields.h"
#include "core/scenario/fields_hardware.h"

namespace core
{

namespace
{

std::string chipCitation(const Scenario& s, std::string_view key)
{
    const auto* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    const auto* given = chip ? chip->find(key) : nullptr;
    return given ? given->source : std::string("preset of the chip");
}

Label labelOf(const Scenario& s, const InputFacts& row, Dim dim)
{
    Label label;
    label.symbol = row.symbol;
    label.context = row.context;
    label.title = row.title;
    label.source = row.source;
    label.dim = dim;
    label.unit = row.unit;
    label.citation = row.citation;
    if (!row.chipNumber.empty()) {
        label.fieldId = field::hw::chip.id;
        label.citation = chipCitation(s, row.chipNumber);
    } else if (row.field) {
        label.fieldId = row.field->id;
        label.citation = sourceOf(s, *row.field);
    }
    return label;
}

} // namespace

Traced Recording::record(const InputFacts& facts, double value, Dim dim) const
{
    const auto fresh = [&] { return Traced::input(*m_tape, value, labelOf(*m_scenario, facts, dim)); };
    if (value != value || !facts.context.empty()) // NaN has no order; what has a place is another number at another
        return fresh();
    const auto key = std::pair{facts.title, value};
    const auto found = m_seen.find(key);
    return found != m_seen.end() ? found->second : m_seen.emplace(key, fresh()).first->second;
}

} // namespace core
