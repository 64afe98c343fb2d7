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
    NumberKey{"flops.fp32", "FLOP/s"},
    NumberKey{"flops.tf32", "FLOP/s"},
    NumberKey{"flops.bf16", "FLOP/s"},
    NumberKey{"flops.fp16", "FLOP/s"},
    NumberKey{"flops.fp8", "FLOP/s"},
    NumberKey{"flops.int8", "FLOP/s"},
    NumberKey{"flops.fp4", "FLOP/s"},
    NumberKey{"flops.int4", "FLOP/s"},
    NumberKey{"hbm.bytes", "B"},
    NumberKey{"hbm.bytes.physical", "B"},
    NumberKey{"hbm.rate", "B/s"},
    NumberKey{"vmem.bytes", "B"},
    NumberKey{"vmem.rate", "B/s"},
    NumberKey{"cmem.bytes", "B"},
    NumberKey{"smem.bytes", "B"},
    NumberKey{"tmem.bytes", "B"},
    NumberKey{"host.bytes", "B"},
    NumberKey{"link.rate", "B/s"},
    NumberKey{"nvlink.rate", "B/s"},
    NumberKey{"node.rate", "B/s"},
    NumberKey{"pcie.rate", "B/s"},
    NumberKey{"dcn.rate", "B/s"},
    NumberKey{"hop", "s"},
    NumberKey{"hop.node", "s"},
    NumberKey{"price", "USD/h"},
    NumberKey{"axes", "1", true},
    NumberKey{"links", "1", true},
    NumberKey{"torus.x", "1", true},
    NumberKey{"torus.y", "1", true},
    NumberKey{"torus.z", "1", true},
    NumberKey{"torus.chips", "1", true},
    NumberKey{"job.chips", "1", true},
    NumberKey{"host.x", "1", true},
    NumberKey{"host.y", "1", true},
    NumberKey{"host.z", "1", true},
    NumberKey{"host.chips", "1", true},
    NumberKey{"cores", "1", true},
    NumberKey{"mxu.rows", "1", true},
    NumberKey{"mxu.count", "1", true},
    NumberKey{"sms", "1", true},
    NumberKey{"nvlink.count", "1", true},
    NumberKey{"domain.chips", "1", true},
    NumberKey{"domain.switches", "1", true},
};

constexpr std::array<std::string_view, 5> neededByAll{"flops.bf16", "hbm.bytes", "hbm.rate", "link.rate", "hop"};
constexpr std::array<std::string_view, 2> neededByTpu{"axes", "torus.chips"};
constexpr std::array<std::string_view, 2> neededByGpu{"domain.chips", "hop.node"};

tl::unexpected<Error> failure(std::string code, std::string text)
{
    return tl::make_unexpected(Error{std::move(code), std::move(text)});
}

/// The place of the text under `key` in `names`, which stands in the order of the enum.
tl::expected<int, Error> choiceOf(const Json& object, const JsonPlace& place, std::string_view key,
                                  std::span<const std::string_view> names)
{
    const auto text = textOf(object, place, key);
    if (!text)
        return tl::make_unexpected(text.error());
    const auto found = std::find(names.begin(), names.end(), *text);
    if (found == names.end())
        return failure("FILE_VALUE", fmt::format("{}: \"{}\" must be one of {}, found {}. The nearest is \"{}\".",
                                                 place.at(key).where(), key, fmt::join(names, ", "),
                                                 shown(object.at(std::string(key))), nearest(*text, names)));
    return static_cast<int>(found - names.begin());
}

tl::expected<void, Error> checkNeeded(const ChipPreset& chip, const JsonPlace& place,
                                      std::span<const std::string_view> needed)
{
    for (const auto key : needed)
        if (const Given* given = chip.find(key); given == nullptr || given->value <= 0)
            return failure("FILE_KEY", fmt::format("{}: \"numbers.{}\" is missing or zero; a {} needs it. Add it.",
                                                   place.at("numbers").at(key).where(), key, nameOf(chip.kind)));
    return {};
}

/// Fills axes and torus from the numbers and checks that they agree.
tl::expected<void, Error> setTorus(ChipPreset& chip, const JsonPlace& place)
{
    constexpr std::array<std::string_view, 3> names{"torus.x", "torus.y", "torus.z"};
    const JsonPlace numbers = place.at("numbers");
    const Given* axes = chip.find("axes");
    if (chip.kind == ChipKind::gpu) {
        if (axes != nullptr || chip.wrap != WrapRule::none)
            return failure("FILE_VALUE",
                           fmt::format("{}: a gpu has no torus. Remove \"numbers.axes\" and set \"wrap\" to \"none\".",
                                       numbers.at("axes").where()));
        return {};
    }
    if (axes->value > 3)
        return failure("FILE_VALUE", fmt::format("{}: \"numbers.axes\" must be 1, 2 or 3, found {}.",
                                                 numbers.at("axes").where(), axes->value));
    chip.axes = static_cast<int>(axes->value);
    double chips = 1;
    int named = 0;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const Given* side = chip.find(names[i]); side != nullptr) {
            if (side->value < 1 || side->value > 1e6 || static_cast<int>(i) >= chip.axes)
                return failure("FILE_VALUE",
                               fmt::format("{}: \"numbers.{}\" must lie between 1 and 1,000,000 and stand for one of "
                                           "the {} axes, found {}.",
                                           numbers.at(names[i]).where(), names[i], chip.axes, side->value));
            chip.torus[i] = static_cast<int>(side->value);
            chips *= side->value;
            ++named;
        }
    if (named != 0 && (named != chip.axes || chips != chip.find("torus.chips")->value))
        return failure("FILE_VALUE",
                       fmt::format("{}: the sides of the largest torus must be as many as \"numbers.axes\" and "
                                   "multiply to \"numbers.torus.chips\"; they are {} and multiply to {}.",
                                   numbers.at("torus.chips").where(), named, chips));
    return {};
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

tl::expected<void, Error> readSlices(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    if (!object.contains("slices"))
        return {};
    const auto inside = objectOf(object, place, "slices");
    if (!inside)
        return tl::make_unexpected(inside.error());
    const JsonPlace slices = place.at("slices");
    if (auto known = checkKeys(**inside, slices, sliceKeys); !known)
        return known;
    auto source = textOf(**inside, slices, "source");
    if (!source)
        return tl::make_unexpected(source.error());
    const auto offered = memberOf(**inside, slices, "offered");
    if (!offered)
        return tl::make_unexpected(offered.error());
    chip.slicesSource = *std::move(source);
    for (const Json& text : **offered) {
        const auto slice = sliceOf(chip, text);
        if (!slice || std::find(chip.slices.begin(), chip.slices.end(), *slice) != chip.slices.end())
            return failure(
                "FILE_VALUE",
                fmt::format("{}: \"offered\" lists {}. List slices such as \"4x8\" that fit into the largest "
                            "torus, each once.",
                            slices.at("offered").where(), shown(text)));
        chip.slices.push_back(*slice);
    }
    return {};
}

tl::expected<void, Error> readVariants(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    if (!object.contains("variants"))
        return {};
    const auto variants = objectOf(object, place, "variants");
    if (!variants)
        return tl::make_unexpected(variants.error());
    for (const auto& [name, value] : (*variants)->items()) {
        const auto inside = objectOf(**variants, place.at("variants"), name);
        if (!inside)
            return tl::make_unexpected(inside.error());
        if (name == "none" || name.empty())
            return failure("FILE_VALUE", fmt::format("{}: \"{}\" cannot name a variant. Choose another name.",
                                                     place.at("variants").at(name).where(), name));
        auto numbers = readNumbers(value, place.at("variants").at(name), numberKeys);
        if (!numbers)
            return tl::make_unexpected(numbers.error());
        chip.variants.emplace(name, std::move(*numbers));
    }
    return {};
}

tl::expected<void, Error> readHead(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    auto names = presetNamesOf(object, place);
    if (!names)
        return tl::make_unexpected(names.error());
    const auto kind = choiceOf(object, place, "kind", namesOf<ChipKind>);
    if (!kind)
        return tl::make_unexpected(kind.error());
    const auto wrap = choiceOf(object, place, "wrap", namesOf<WrapRule>);
    if (!wrap)
        return tl::make_unexpected(wrap.error());
    chip.id = std::move(names->id);
    chip.name = std::move(names->name);
    chip.note = std::move(names->note);
    chip.kind = static_cast<ChipKind>(*kind);
    chip.wrap = static_cast<WrapRule>(*wrap);
    return {};
}

tl::expected<void, Error> readBody(ChipPreset& chip, const Json& object, const JsonPlace& place)
{
    auto numbers = numbersOf(object, place, numberKeys);
    if (!numbers)
        return tl::make_unexpected(numbers.error());
    chip.numbers = std::move(*numbers);
    const bool tpu = chip.kind == ChipKind::tpu;
    return checkNeeded(chip, place, neededByAll)
        .and_then([&] { return checkNeeded(chip, place, tpu ? std::span(neededByTpu) : std::span(neededByGpu)); })
        .and_then([&] { return setTorus(chip, place); })
        .and_then([&] { return readSlices(chip, object, place); })
        .and_then([&] { return readVariants(chip, object, place); });
}

} // namespace

tl::expected<ChipPreset, Error> readChip(std::string_view text, std::string_view file)
{
    const auto object = parseJson(text, file);
    if (!object)
        return tl::make_unexpected(object.error());
    const JsonPlace place{file, text};
    ChipPreset chip;
    const auto done = checkFormat(*object, place, "rooflight-chip", 1)
                          .and_then([&] { return checkKeys(*object, place, chipKeys); })
                          .and_then([&] { return readHead(chip, *object, place); })
                          .and_then([&] { return readBody(chip, *object, place); });
    if (!done)
        return tl::make_unexpected(done.error());
    return chip;
}

} // namespace core
