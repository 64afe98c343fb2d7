// SPDX-License-Identifier: GPL-3.0-or-later
// list: what ships and what can be set and asked, as tables and as JSON.
#include "app/failure.h"
#include "app/output.h"
#include "core/io/preset_catalogue.h"
#include "core/quantity/format.h"
#include "ui/shell/actions.h"

#include <functional>

namespace app
{

namespace
{

using Rows = std::vector<std::vector<std::string>>;

/// One kind of list: its name and both of its forms.
struct Listing {
    std::string_view name;
    Json (*json)(const core::Catalogue&);
    Rows (*rows)(const core::Catalogue&);
};

using Numbers = std::map<std::string, core::Given, std::less<>>;

Json numbersJson(const Numbers& numbers)
{
    Json object = Json::object();
    for (const auto& [key, given] : numbers)
        object[key] = {{"value", jsonNumber(given.value)},
                       {"unit", given.unit},
                       {"source", given.source},
                       {"assumed", given.assumed}};
    return object;
}

/// A preset's number as shown; empty where the preset has none.
std::string numberText(const Numbers& numbers, std::string_view key, core::Dim dim)
{
    const auto it = numbers.find(key);
    return it == numbers.end() ? std::string("–") : core::format(it->second.value, dim);
}

Json chipsJson(const core::Catalogue& catalogue)
{
    Json list = Json::array();
    for (const auto& chip : catalogue.chips) {
        Json variants = Json::object();
        for (const auto& [name, numbers] : chip.variants)
            variants[name] = numbersJson(numbers);
        list.push_back({{"id", chip.id},
                        {"title", chip.name},
                        {"kind", core::nameOf(chip.kind)},
                        {"axes", chip.axes},
                        {"torus", chip.torus},
                        {"numbers", numbersJson(chip.numbers)},
                        {"variants", variants}});
    }
    return list;
}

Rows chipRows(const core::Catalogue& catalogue)
{
    Rows rows{{"id", "title", "bf16", "HBM", "HBM rate", "link rate, one way", "variants"}};
    for (const auto& chip : catalogue.chips) {
        std::string variants;
        for (const auto& [name, numbers] : chip.variants)
            variants += (variants.empty() ? "" : ", ") + name;
        rows.push_back({chip.id, chip.name, numberText(chip.numbers, "flops.bf16", core::dim::flopPerSecond),
                        numberText(chip.numbers, "hbm.bytes", core::dim::byte),
                        numberText(chip.numbers, "hbm.rate", core::dim::bytePerSecond),
                        numberText(chip.numbers, "link.rate", core::dim::bytePerSecond), variants});
    }
    return rows;
}

Json modelsJson(const core::Catalogue& catalogue)
{
    Json list = Json::array();
    for (const auto& model : catalogue.models)
        list.push_back({{"id", model.id},
                        {"title", model.name},
                        {"attention", model.attention},
                        {"tied", model.tied},
                        {"numbers", numbersJson(model.numbers)}});
    return list;
}

Rows modelRows(const core::Catalogue& catalogue)
{
    constexpr std::array<std::string_view, 10> keys{"D", "F", "L", "N", "K", "H", "V", "nmat", "E", "k"};
    Rows rows{{"id", "title"}};
    rows.front().insert(rows.front().end(), keys.begin(), keys.end());
    for (const auto& model : catalogue.models) {
        rows.push_back({model.id, model.name});
        for (const auto key : keys)
            rows.back().push_back(numberText(model.numbers, key, core::dim::count));
    }
    return rows;
}

Json scenariosJson(const core::Catalogue& catalogue)
{
    Json list = Json::array();
    for (const auto& scenario : catalogue.scenarios)
        list.push_back({{"id", scenario.id}, {"title", scenario.title}});
    return list;
}

Rows scenarioRows(const core::Catalogue& catalogue)
{
    Rows rows{{"id", "title"}};
    for (const auto& scenario : catalogue.scenarios)
        rows.push_back({scenario.id, scenario.title});
    return rows;
}

std::string_view kindName(core::FieldKind kind)
{
    switch (kind) {
    case core::FieldKind::whole:
        return "whole";
    case core::FieldKind::real:
        return "real";
    case core::FieldKind::choice:
        return "choice";
    case core::FieldKind::text:
        return "text";
    case core::FieldKind::toggle:
        return "toggle";
    }
    return {};
}

bool isNumber(const core::Field& field)
{
    return field.kind == core::FieldKind::whole || field.kind == core::FieldKind::real;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

Json fieldsJson(const core::Catalogue& catalogue)
{
    const auto defaults = core::defaultScenario(catalogue);
    Json list = Json::array();
    for (const auto& field : core::fields()) {
        Json row{{"id", field.id},           {"title", field.title},
                 {"symbol", field.symbol},   {"group", field.group},
                 {"unit", unitOf(field)},    {"kind", kindName(field.kind)},
                 {"choices", Json::array()}, {"default", jsonValue(field.get(defaults))},
                 {"range", nullptr},         {"help", field.help}};
        if (field.kind == core::FieldKind::choice)
            row["choices"] = core::choicesOf(defaults, field);
        if (isNumber(field))
            row["range"] = {jsonNumber(field.least), jsonNumber(field.most)};
        list.push_back(std::move(row));
    }
    return list;
}

Rows fieldRows(const core::Catalogue& catalogue)
{
    const auto defaults = core::defaultScenario(catalogue);
    Rows rows{{"id", "title", "unit", "default", "values"}};
    for (const auto& field : core::fields()) {
        std::string values(field.kind == core::FieldKind::toggle ? "true, false" : kindName(field.kind));
        if (isNumber(field))
            values += " " + exactNumber(field.least) + " to " + exactNumber(field.most);
        if (field.kind == core::FieldKind::choice)
            values = joined(core::choicesOf(defaults, field));
        rows.push_back({std::string(field.id), std::string(field.title), unitOf(field),
                        core::valueText(field, field.get(defaults)), values});
    }
    return rows;
}

Json metricsJson(const core::Catalogue& catalogue)
{
    Json list = Json::array();
    for (const auto& metric : core::metrics(catalogue))
        list.push_back({{"id", metric.id},
                        {"title", metric.title},
                        {"unit", unitOf(metric)},
                        {"formula", metric.equation},
                        {"source", metric.source}});
    return list;
}

Rows metricRows(const core::Catalogue& catalogue)
{
    Rows rows{{"id", "unit", "formula", "title", "source"}};
    for (const auto& metric : core::metrics(catalogue))
        rows.push_back({metric.id, unitOf(metric), metric.equation, metric.title, metric.source});
    return rows;
}

/// Words of a menu without the mark of their access key.
std::string plain(std::string words)
{
    std::erase(words, '&');
    return words;
}

Json actionsJson(const core::Catalogue&)
{
    Json list = Json::array();
    for (const auto& action : ui::actionRows())
        list.push_back({{"id", action.id},
                        {"text", plain(action.words)},
                        {"shortcut", action.shortcut},
                        {"menu", plain(action.menu)},
                        {"help", action.tip}});
    return list;
}

Rows actionRows(const core::Catalogue&)
{
    Rows rows{{"id", "text", "shortcut", "help"}};
    for (const auto& action : ui::actionRows())
        rows.push_back({action.id, plain(action.words), action.shortcut, action.tip});
    return rows;
}

constexpr std::array<Listing, 6> listings{{{"chips", chipsJson, chipRows},
                                           {"models", modelsJson, modelRows},
                                           {"scenarios", scenariosJson, scenarioRows},
                                           {"fields", fieldsJson, fieldRows},
                                           {"metrics", metricsJson, metricRows},
                                           {"actions", actionsJson, actionRows}}};

} // namespace

Exit listVerb(const ListRequest& request, Console console)
{
    std::string known;
    for (const auto& listing : listings) {
        if (listing.name == request.what) {
            const auto& catalogue = core::shippedCatalogue();
            console.out << (request.json ? jsonText(listing.json(catalogue)) : alignedTable(listing.rows(catalogue)));
            return Exit::good;
        }
        known += (known.empty() ? "" : ", ") + std::string(listing.name);
    }
    return stop({Exit::usage, "There is no list '" + request.what + "'; the lists are " + known + "."}, console);
}

} // namespace app
