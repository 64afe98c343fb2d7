// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a model file, and what must hold between them.
#include "core/io/model_json.h"

#include "core/io/given_json.h"
#include "core/io/json.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 8> modelKeys{"format", "version",   "id",   "name",
                                                    "note",   "attention", "tied", "numbers"};

constexpr std::array numberKeys{
    NumberKey{"D", "1", true}, NumberKey{"F", "1", true}, NumberKey{"L", "1", true},  NumberKey{"N", "1", true},
    NumberKey{"K", "1", true}, NumberKey{"H", "1", true}, NumberKey{"V", "1", true},  NumberKey{"nmat", "1", true},
    NumberKey{"E", "1", true}, NumberKey{"k", "1", true}, NumberKey{"Es", "1", true}, NumberKey{"norms", "1", true},
};
constexpr std::array<std::string_view, 7> neverZero{"D", "F", "L", "N", "K", "H", "nmat"};

tl::unexpected<Error> wrongValue(std::string text) { return tl::make_unexpected(Error{"FILE_VALUE", std::move(text)}); }

tl::expected<void, Error> checkShape(const ModelPreset& model, std::string_view file)
{
    for (const auto& key : numberKeys)
        if (!model.numbers.contains(key.key))
            return tl::make_unexpected(
                Error{"FILE_KEY", fmt::format("{}: key \"numbers.{}\" is missing. Add it.", file, key.key)});
    const auto n = [&](std::string_view key) { return model.numbers.find(key)->second.value; };
    for (const auto key : neverZero)
        if (n(key) < 1)
            return wrongValue(fmt::format("{}: \"numbers.{}\" must be at least 1, found {}.", file, key, n(key)));
    if (n("nmat") > 3)
        return wrongValue(fmt::format("{}: \"numbers.nmat\" must be 1, 2 or 3, found {}.", file, n("nmat")));
    if (n("nmat") == 1 && n("F") != n("D"))
        return wrongValue(fmt::format("{}: with one matrix (nmat = 1) \"numbers.F\" must equal D = {}, found {}.", file,
                                      n("D"), n("F")));
    if (std::fmod(n("N"), n("K")) != 0)
        return wrongValue(
            fmt::format("{}: \"numbers.K\" = {} must divide the {} query heads N.", file, n("K"), n("N")));
    if (n("E") == 0 ? n("k") + n("Es") > 0 : n("k") < 1 || n("k") > n("E"))
        return wrongValue(fmt::format(
            "{}: \"numbers.k\" must lie between 1 and E = {} experts (0, as Es, without experts), found {}.", file,
            n("E"), n("k")));
    return {};
}

tl::expected<void, Error> readInto(ModelPreset& model, const Json& object, const JsonPlace& place)
{
    const auto id = textOf(object, place, "id");
    if (!id)
        return tl::make_unexpected(id.error());
    const auto name = textOf(object, place, "name");
    if (!name)
        return tl::make_unexpected(name.error());
    const auto attention = switchOf(object, place, "attention");
    if (!attention)
        return tl::make_unexpected(attention.error());
    const auto tied = switchOf(object, place, "tied");
    if (!tied)
        return tl::make_unexpected(tied.error());
    if (object.contains("note")) {
        const auto note = textOf(object, place, "note");
        if (!note)
            return tl::make_unexpected(note.error());
        model.note = *note;
    }
    const auto inside = objectOf(object, place, "numbers");
    if (!inside)
        return tl::make_unexpected(inside.error());
    auto numbers = readNumbers(**inside, place.at("numbers"), numberKeys);
    if (!numbers)
        return tl::make_unexpected(numbers.error());
    model.id = *id;
    model.name = *name;
    model.attention = *attention;
    model.tied = *tied;
    model.numbers = std::move(*numbers);
    return checkShape(model, place.file);
}

} // namespace

tl::expected<ModelPreset, Error> readModel(std::string_view text, std::string_view file)
{
    const auto object = parseJson(text, file);
    if (!object)
        return tl::make_unexpected(object.error());
    const JsonPlace place{file};
    ModelPreset model;
    const auto done = checkFormat(*object, place, "rooflight-model", 1)
                          .and_then([&] { return checkKeys(*object, place, modelKeys); })
                          .and_then([&] { return readInto(model, *object, place); });
    if (!done)
        return tl::make_unexpected(done.error());
    return model;
}

} // namespace core
