// SPDX-License-Identifier: GPL-3.0-or-later
// Presets into scenarios: one table for the chip's numbers, one for the model's.
#include "core/scenario/presets.h"

#include "core/scenario/catalogue.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_model.h"

namespace core
{

namespace
{

const Given* chipNumber(const ChipPreset& chip, std::string_view variant, std::string_view key)
{
    if (const auto found = chip.variants.find(variant); found != chip.variants.end())
        if (const auto given = found->second.find(key); given != found->second.end())
            return &given->second;
    return chip.find(key);
}

double valueOr(const Given* given, double absent) { return given ? given->value : absent; }

/// Part of a field's id that is its key among the numbers of a preset: "hbm.rate" of "hw.hbm.rate".
std::string_view keyOf(const Field& row) { return row.id.substr(row.id.find('.') + 1); }

/// Puts the numbers of a preset into the members that its rows stand for; `given(key)` finds them.
template <class Find> class Fill
{
public:
    Fill(Scenario& s, Find given) : m_s(s), m_given(given) {}

    template <class... Row> void operator()(const Row&... rows) const { (fill(rows), ...); }

private:
    void fill(const Field&) const {} // of no number
    template <auto... Path> void fill(const NumberField<Path...>& row) const
    {
        row.put(m_s, valueOr(m_given(keyOf(row)), 0));
    }
    template <std::size_t N, class Of> void fill(const NumberFields<N, Of>& rows) const
    {
        for (const Field& row : rows.row)
            row.set(m_s, valueOr(m_given(keyOf(row)), 0));
    }
    template <auto... Path> void fill(const ChipNumber<Path...>& row) const
    {
        row.put(m_s, valueOr(m_given(row.key), row.absent));
    }

    Scenario& m_s;
    Find m_given;
};

const ChipPreset* chipOf(const Scenario& s) { return s.presets ? s.presets->chip(s.hw.chip) : nullptr; }

const ModelPreset* modelOf(const Scenario& s) { return s.presets ? s.presets->model(s.model.preset) : nullptr; }

} // namespace

void applyModel(Scenario& s, std::string_view id)
{
    s.model.preset = id;
    const ModelPreset* preset = modelOf(s);
    if (!preset)
        return;
    field::model::all(Fill(s, [&](std::string_view key) {
        const auto found = preset->numbers.find(key);
        return found == preset->numbers.end() ? nullptr : &found->second;
    }));
    s.model.attention = preset->attention;
    s.model.tied = preset->tied;
}

void applyChip(Scenario& s, std::string_view id)
{
    s.hw.chip = id;
    applyVariant(s, noVariant);
}

void applyVariant(Scenario& s, std::string_view name)
{
    Hardware& hw = s.hw;
    hw.variant = name;
    const ChipPreset* chip = chipOf(s);
    if (!chip)
        return;
    field::hw::all(Fill(s, [&](std::string_view key) { return chipNumber(*chip, name, key); }));
    hw.kind = chip->kind;
    hw.inSwitch = false;
    hw.wrap = chip->wrap;
    hw.axes = chip->axes;
    hw.largestTorus = chip->torus;
    hw.offered = chip->slices.empty() ? nullptr : &chip->slices;
}

const Given* givenOf(const Scenario& s, std::string_view fieldId)
{
    constexpr std::string_view ofModel = "model.", ofChip = "hw.";
    if (fieldId.starts_with(ofChip))
        if (const ChipPreset* chip = chipOf(s))
            return chipNumber(*chip, s.hw.variant, fieldId.substr(ofChip.size()));
    if (fieldId.starts_with(ofModel))
        if (const ModelPreset* model = modelOf(s)) {
            const auto found = model->numbers.find(fieldId.substr(ofModel.size()));
            return found == model->numbers.end() ? nullptr : &found->second;
        }
    return nullptr;
}

void setCapacity(Scenario& s, double bytes)
{
    const Given* preset = givenOf(s, "hw.hbm.bytes");
    const Given* documented = givenOf(s, "hw.hbm.bytes.physical");
    s.hw.hbmBytes = Bytes(bytes);
    s.hw.hbmBytesPhysical = Bytes(preset && preset->value == bytes && documented ? documented->value : 0);
}

Scenario defaultScenario(const Catalogue& catalogue)
{
    Scenario s;
    s.presets = &catalogue;
    applyModel(s, s.model.preset);
    applyChip(s, s.hw.chip);
    return s;
}

char freeLetter(const Scenario& s)
{
    const auto free = std::ranges::find_if(
        baselineLetters, [&](char letter) { return !std::ranges::count(s.baselines, letter, &Scenario::letter); });
    return free == baselineLetters.end() ? '\0' : *free;
}

Scenario presetBaseline(const Scenario& scenario)
{
    Scenario s;
    s.presets = scenario.presets;
    applyModel(s, Scenario{}.model.preset);
    applyModel(s, scenario.model.preset);
    applyChip(s, scenario.hw.chip);
    applyVariant(s, scenario.hw.variant);
    return s;
}

} // namespace core
