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

constexpr std::array modelNumberKeys{
    NumberKey{"D", "1", true}, NumberKey{"F", "1", true}, NumberKey{"L", "1", true},  NumberKey{"N", "1", true},
    NumberKey{"K", "1", true}, NumberKey{"H", "1", true}, NumberKey{"V", "1", true},  NumberKey{"nmat", "1", true},
    NumberKey{"E", "1", true}, NumberKey{"k", "1", true}, NumberKey{"Es", "1", true}, NumberKey{"norms", "1", true},
};
constexpr std::array<std::string_view, 7> neverZero{"D", "F", "L", "N", "K", "H", "nmat"};

void checkShape(const ModelPreset& model, const JsonPlace& numbers)
{
    for (const auto& key : modelNumberKeys)
        if (!model.numbers.contains(key.key))
            return numbers.refuse("FILE_KEY", fmt::format("key \"numbers.{}\" is missing. Add it.", key.key));
    const auto n = [&](std::string_view key) { return model.numbers.find(key)->second.value; };
    const auto check = [&](bool holds, std::string_view key, std::string_view must) {
        if (!holds)
            numbers.at(key).refuse("FILE_VALUE", fmt::format("\"numbers.{}\" must {}, found {}.", key, must, n(key)));
    };
    for (const auto key : neverZero)
        check(n(key) >= 1, key, "be at least 1");
    check(n("nmat") <= 3, "nmat", "be 1, 2 or 3");
    check(n("nmat") != 1 || n("F") == n("D"), "F",
          fmt::format("equal D = {} where one matrix is the whole layer (nmat = 1)", n("D")));
    check(std::fmod(n("N"), n("K")) == 0, "K", fmt::format("divide the {} query heads N", n("N")));
    check(n("E") > 0 || n("k") + n("Es") == 0, n("k") > 0 ? "k" : "Es", "be 0 in a model without experts (E = 0)");
    check(n("E") == 0 || (n("k") >= 1 && n("k") <= n("E")), "k",
          fmt::format("lie between 1 and the E = {} experts", n("E")));
}

void readModel(ModelPreset& model, const Json& object, const JsonPlace& place)
{
    checkFormat(object, place, "rooflight-model", 1);
    checkKeys(object, place, modelKeys);
    auto names = presetNamesOf(object, place);
    model.id = std::move(names.id);
    model.name = std::move(names.name);
    model.note = std::move(names.note);
    model.attention = switchOf(object, place, "attention");
    model.tied = switchOf(object, place, "tied");
    model.numbers = numbersOf(object, place, modelNumberKeys);
    checkShape(model, place.at("numbers"));
}

} // namespace

tl::expected<ModelPreset, Error> readModel(std::string_view text, std::string_view file)
{
    ModelPreset model;
    return readJson(text, file, [&](const Json& object, const JsonPlace& place) { readModel(model, object, place); })
        .map([&] { return std::move(model); });
}

} // namespace core
