// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a model file, and what must hold between them.
#include "core/io/model_json.h"

#include "core/io/given_json.h"
#include "core/io/json.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

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

/// FILE_VALUE at the number `key`: what must hold of it, and what was found.
tl::unexpected<Error> wrongNumber(const ModelPreset& model, const JsonPlace& place, std::string_view key,
                                  std::string_view must)
{
    return tl::make_unexpected(
        Error{"FILE_VALUE", fmt::format("{}: \"numbers.{}\" must {}, found {}.", place.at("numbers").at(key).where(),
                                        key, must, model.numbers.find(key)->second.value)});
}

tl::expected<void, Error> checkShape(const ModelPreset& model, const JsonPlace& place)
{
    for (const auto& key : numberKeys)
        if (!model.numbers.contains(key.key))
            return tl::make_unexpected(Error{"FILE_KEY", fmt::format("{}: key \"numbers.{}\" is missing. Add it.",
                                                                     place.at("numbers").where(), key.key)});
    const auto n = [&](std::string_view key) { return model.numbers.find(key)->second.value; };
    for (const auto key : neverZero)
        if (n(key) < 1)
            return wrongNumber(model, place, key, "be at least 1");
    if (n("nmat") > 3)
        return wrongNumber(model, place, "nmat", "be 1, 2 or 3");
    if (n("nmat") == 1 && n("F") != n("D"))
        return wrongNumber(model, place, "F",
                           fmt::format("equal D = {} where one matrix is the whole layer (nmat = 1)", n("D")));
    if (std::fmod(n("N"), n("K")) != 0)
        return wrongNumber(model, place, "K", fmt::format("divide the {} query heads N", n("N")));
    if (n("E") == 0 && n("k") + n("Es") > 0)
        return wrongNumber(model, place, n("k") > 0 ? "k" : "Es", "be 0 in a model without experts (E = 0)");
    if (n("E") > 0 && (n("k") < 1 || n("k") > n("E")))
        return wrongNumber(model, place, "k", fmt::format("lie between 1 and the E = {} experts", n("E")));
    return {};
}

tl::expected<void, Error> readInto(ModelPreset& model, const Json& object, const JsonPlace& place)
{
    auto names = presetNamesOf(object, place);
    if (!names)
        return tl::make_unexpected(names.error());
    const auto attention = switchOf(object, place, "attention");
    if (!attention)
        return tl::make_unexpected(attention.error());
    const auto tied = switchOf(object, place, "tied");
    if (!tied)
        return tl::make_unexpected(tied.error());
    auto numbers = numbersOf(object, place, numberKeys);
    if (!numbers)
        return tl::make_unexpected(numbers.error());
    model.id = std::move(names->id);
    model.name = std::move(names->name);
    model.note = std::move(names->note);
    model.attention = *attention;
    model.tied = *tied;
    model.numbers = std::move(*numbers);
    return checkShape(model, place);
}

} // namespace

tl::expected<ModelPreset, Error> readModel(std::string_view text, std::string_view file)
{
    const auto object = parseJson(text, file);
    if (!object)
        return tl::make_unexpected(object.error());
    const JsonPlace place{file, text};
    ModelPreset model;
    const auto done = checkFormat(*object, place, "rooflight-model", 1)
                          .and_then([&] { return checkKeys(*object, place, modelKeys); })
                          .and_then([&] { return readInto(model, *object, place); });
    if (!done)
        return tl::make_unexpected(done.error());
    return model;
}

} // namespace core
