// SPDX-License-Identifier: GPL-3.0-or-later
// Presets into scenarios: one table for the chip's numbers, one for the model's.
#include "core/scenario/presets.h"

#include "core/scenario/fields.h"

namespace core
{

namespace
{

struct ModelNumber {
    std::string_view key;
    double Model::*member;
};

constexpr std::array modelNumbers{
    ModelNumber{"D", &Model::D},       ModelNumber{"F", &Model::F},   ModelNumber{"L", &Model::L},
    ModelNumber{"N", &Model::N},       ModelNumber{"K", &Model::K},   ModelNumber{"H", &Model::H},
    ModelNumber{"V", &Model::V},       ModelNumber{"E", &Model::E},   ModelNumber{"k", &Model::k},
    ModelNumber{"nmat", &Model::nmat}, ModelNumber{"Es", &Model::Es}, ModelNumber{"norms", &Model::norms},
};

struct ChipNumber {
    std::string_view key;
    double Hardware::*member;
};

constexpr std::array chipNumbers{
    ChipNumber{"hbm.bytes", &Hardware::hbmBytes}, ChipNumber{"hbm.bytes.physical", &Hardware::hbmBytesPhysical},
    ChipNumber{"hbm.rate", &Hardware::hbmRate},   ChipNumber{"vmem.rate", &Hardware::vmemRate},
    ChipNumber{"link.rate", &Hardware::linkRate}, ChipNumber{"pcie.rate", &Hardware::pcieRate},
    ChipNumber{"dcn.rate", &Hardware::dcnRate},   ChipNumber{"hop", &Hardware::hop},
    ChipNumber{"hop.node", &Hardware::hopAcross}, ChipNumber{"price", &Hardware::price},
};

const Given* chipNumber(const ChipPreset& chip, std::string_view variant, std::string_view key)
{
    if (const auto found = chip.variants.find(variant); found != chip.variants.end())
        if (const auto given = found->second.find(key); given != found->second.end())
            return &given->second;
    return chip.find(key);
}

double valueOr(const Given* given, double absent) { return given ? given->value : absent; }

const ChipPreset* chipOf(const Scenario& s) { return s.presets ? s.presets->chip(s.hw.chip) : nullptr; }

const ModelPreset* modelOf(const Scenario& s) { return s.presets ? s.presets->model(s.model.preset) : nullptr; }

} // namespace

void applyModel(Scenario& s, std::string_view id)
{
    s.model.preset = id;
    const ModelPreset* preset = modelOf(s);
    if (!preset)
        return;
    for (const auto& number : modelNumbers) {
        const auto found = preset->numbers.find(number.key);
        s.model.*number.member = found == preset->numbers.end() ? 0 : found->second.value;
    }
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
    for (const auto& number : chipNumbers)
        hw.*number.member = valueOr(chipNumber(*chip, name, number.key), 0);
    for (std::size_t i = 0; i < hw.flops.size(); ++i)
        hw.flops[i] = valueOr(chipNumber(*chip, name, "flops." + std::string(dtypeNames[i])), 0);
    hw.domain = valueOr(chipNumber(*chip, name, "domain.chips"), 1);
    hw.kind = chip->kind;
    hw.wrap = chip->wrap;
    hw.axes = chip->axes;
    hw.largestTorus = chip->torus;
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

Scenario defaultScenario(const Catalogue& catalogue)
{
    Scenario s;
    s.presets = &catalogue;
    applyModel(s, s.model.preset);
    applyChip(s, s.hw.chip);
    return s;
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
