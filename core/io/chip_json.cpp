// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a chip file, and what must hold between them.
#include "core/io/chip_json.h"

#include "core/io/given_json.h"
#include "core/io/json.h"
#include "core/scenario/nearest.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 10> chipKeys{"format", "version", "id",      "name",   "kind",
                                                    "wrap",   "note",    "numbers", "slices", "variants"};
constexpr std::array<std::string_view, 2> sliceKeys{"offered", "source"};

constexpr std::array numberKeys{
    NumberKey{"flops.fp32", "FLOP/s"},    NumberKey{"flops.tf32", "FLOP/s"},    NumberKey{"flops.bf16", "FLOP/s"},
    NumberKey{"flops.fp16", "FLOP/s"},    NumberKey{"flops.fp8", "FLOP/s"},     NumberKey{"flops.int8", "FLOP/s"},
    NumberKey{"flops.fp4", "FLOP/s"},     NumberKey{"flops.int4", "FLOP/s"},    NumberKey{"vector.rate", "FLOP/s"},
    NumberKey{"hbm.bytes", "B"},          NumberKey{"hbm.bytes.physical", "B"}, NumberKey{"hbm.rate", "B/s"},
    NumberKey{"vmem.bytes", "B"},         NumberKey{"vmem.rate", "B/s"},        NumberKey{"cmem.bytes", "B"},
    NumberKey{"smem.bytes", "B"},         NumberKey{"tmem.bytes", "B"},         NumberKey{"host.bytes", "B"},
    NumberKey{"link.rate", "B/s"},        NumberKey{"nvlink.rate", "B/s"},      NumberKey{"node.rate", "B/s"},
    NumberKey{"pcie.rate", "B/s"},        NumberKey{"dcn.rate", "B/s"},         NumberKey{"hop", "s"},
    NumberKey{"hop.node", "s"},           NumberKey{"price", "USD/h"},          NumberKey{"axes", "1", true},
    NumberKey{"links", "1", true},        NumberKey{"torus.x", "1", true},      NumberKey{"torus.y", "1", true},
    NumberKey{"torus.z", "1", true},      NumberKey{"torus.chips", "1", true},  NumberKey{"job.chips", "1", true},
    NumberKey{"host.x", "1", true},       NumberKey{"host.y", "1", true},       NumberKey{"host.z", "1", true},
    NumberKey{"host.chips", "1", true},   NumberKey{"cores", "1", true},        NumberKey{"mxu.rows", "1", true},
    NumberKey{"mxu.count", "1", true},    NumberKey{"mxu.clock", "1/s"},        NumberKey{"sms", "1", true},
    NumberKey{"nvlink.count", "1", true}, NumberKey{"domain.chips", "1", true}, NumberKey{"domain.switches", "1", true},
};

constexpr std::array<std::string_view, 5> neededByAll{"flops.bf16", "hbm.bytes", "hbm.rate", "link.rate", "hop"};
constexpr std::array<std::string_view, 2> neededByTpu{"axes", "torus.chips"};
constexpr std::array<std::string_view, 2> neededByGpu{"domain.chips", "hop.node"};

/// The value whose name stands under `key`.
template <class Choice> Choice choiceOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto& names = namesOf<Choice>;
    const auto text = textOf(object, place, key);
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end())
        return static_cast<Choice>(found - names.begin());
    place.at(key).refuse("FILE_VALUE", fmt::format("\"{}\" must be one of {}, found {}. The nearest is \"{}\".", key,
                                                   fmt::join(names, ", "), shown(Json(text)), nearest(text, names)));
    return {};
}

void checkNeeded(const ChipPreset& chip, const JsonPlace& numbers, std::span<const std::string_view> needed)
{
    for (const auto key : needed)
        if (const Given* given = chip.find(key); given == nullptr || given->value <= 0)
            return numbers.at(key).refuse(
                "FILE_KEY",
                fmt::format("\"numbers.{}\" is missing or zero; a {} needs it. Add it.", key, nameOf(chip.kind)));
}

/// Fills axes and torus from the numbers of a TPU and checks that they agree.
void setTorus(ChipPreset& chip, const JsonPlace& numbers)
{
    constexpr std::array<std::string_view, 3> names{"torus.x", "torus.y", "torus.z"};
    const Given* axes = chip.find("axes");
    const Given* all = chip.find("torus.chips");
    if (!axes || !all)
        return; // which was refused
    if (axes->value > 3)
        return numbers.at("axes").refuse("FILE_VALUE",
                                         fmt::format("\"numbers.axes\" must be 1, 2 or 3, found {}.", axes->value));
    chip.axes = static_cast<int>(axes->value);
    double chips = 1;
    int named = 0;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const Given* side = chip.find(names[i]); side != nullptr) {
            if (side->value < 1 || side->value > 1e6 || static_cast<int>(i) >= chip.axes)
                return numbers.at(names[i]).refuse(
                    "FILE_VALUE", fmt::format("\"numbers.{}\" must lie between 1 and 1,000,000 and stand for one of "
                                              "the {} axes, found {}.",
                                              names[i], chip.axes, side->value));
            chip.torus[i] = static_cast<int>(side->value);
            chips *= side->value;
            ++named;
        }
    if (named != 0 && (named != chip.axes || chips != all->value))
        numbers.at("torus.chips")
            .refuse("FILE_VALUE", fmt::format("the sides of the largest torus must be as many as \"numbers.axes\" and "
                                              "multiply to \"numbers.torus.chips\"; they are {} and multiply to {}.",
                                              named, chips));
}

void checkGpu(const ChipPreset& chip, const JsonPlace& numbers)
{
    if (chip.find("axes") || chip.wrap != WrapRule::none)
        numbers.at("axes").refuse("FILE_VALUE",
                                  "a gpu has no torus. Remove \"numbers.axes\" and set \"wrap\" to \"none\".");
}

/// Sides of a slice in falling order, within the largest torus.
std::optional<std::array<int, 3>> sliceOf(const ChipPreset& chip, const Json& text)
{
    auto sides = text.is_string() ? readTorus(text.get<std::string>()) : std::nullopt;
    if (!sides)
        return std::nullopt;
    std::sort(sides->rbegin(), sides->rend());
    auto largest = chip.torus;
    std::sort(largest.rbegin(), largest.rend());
    const bool free = largest == std::array<int, 3>{};
    for (std::size_t i = 0; i < 3; ++i)
        if (static_cast<int>(i) >= chip.axes ? (*sides)[i] > 1 : !free && (*sides)[i] > largest[i])
            return std::nullopt;
    return sides;
}

void readSlices(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    if (!object.contains("slices"))
        return;
    const Json& inside = objectOf(object, place, "slices");
    const JsonPlace slices = place.at("slices");
    checkKeys(inside, slices, sliceKeys);
    chip.slicesSource = textOf(inside, slices, "source");
    for (const Json& text : memberOf(inside, slices, "offered")) {
        const auto slice = sliceOf(chip, text);
        if (!slice || std::find(chip.slices.begin(), chip.slices.end(), *slice) != chip.slices.end())
            return slices.at("offered").refuse(
                "FILE_VALUE", fmt::format("\"offered\" lists {}. List slices such as \"4x8\" that fit into the largest "
                                          "torus, each once.",
                                          shown(text)));
        chip.slices.push_back(*slice);
    }
}

void readVariants(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    if (!object.contains("variants"))
        return;
    const Json& variants = objectOf(object, place, "variants");
    const JsonPlace inside = place.at("variants");
    for (const auto& [name, value] : variants.items()) {
        const Json& numbers = objectOf(variants, inside, name);
        if (name == "none" || name.empty())
            inside.at(name).refuse("FILE_VALUE",
                                   fmt::format("\"{}\" cannot name a variant. Choose another name.", name));
        chip.variants.emplace(name, readNumbers(numbers, inside.at(name), numberKeys));
    }
}

void readChip(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    checkFormat(object, place, "rooflight-chip", 1);
    checkKeys(object, place, chipKeys);
    auto names = presetNamesOf(object, place);
    chip.id = std::move(names.id);
    chip.name = std::move(names.name);
    chip.note = std::move(names.note);
    chip.kind = choiceOf<ChipKind>(object, place, "kind");
    chip.wrap = choiceOf<WrapRule>(object, place, "wrap");
    chip.numbers = numbersOf(object, place, numberKeys);
    const bool tpu = chip.kind == ChipKind::tpu;
    checkNeeded(chip, place.at("numbers"), neededByAll);
    checkNeeded(chip, place.at("numbers"), tpu ? std::span(neededByTpu) : std::span(neededByGpu));
    tpu ? setTorus(chip, place.at("numbers")) : checkGpu(chip, place.at("numbers"));
    readSlices(chip, object, place);
    readVariants(chip, object, place);
}

} // namespace

tl::expected<ChipPreset, Error> readChip(std::string_view text, std::string_view file)
{
    ChipPreset chip;
    return readJson(text, file, [&](const Json& object, const JsonPlace& place) { readChip(chip, object, place); })
        .map([&] { return std::move(chip); });
}

} // namespace core
