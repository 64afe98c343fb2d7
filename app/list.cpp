// SPDX-License-Identifier: GPL-3.0-or-later
// list: what ships and what can be set and asked, as tables and as JSON.
#include "app/output.h"
#include "app/program.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/quantity/format.h"
#include "ui/shell/actions.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

Json scenariosJson(const core::Catalogue& catalogue)
{
    Json list = Json::array();
    for (const auto& scenario : catalogue.scenarios)
        list.push_back({{"id", scenario.id}, {"title", scenario.title}});
    return list;
}

std::string_view kindName(core::FieldKind kind)
{
    constexpr std::array<std::string_view, 5> names{"whole", "real", "choice", "text", "toggle"};
    return names[static_cast<std::size_t>(kind)];
}

bool isNumber(const core::Field& field)
{
    return field.kind == core::FieldKind::whole || field.kind == core::FieldKind::real;
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
            row["range"] = {jsonNumber(field.min), jsonNumber(field.max)};
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
            values += " " + core::exactNumber(field.min) + " to " + core::exactNumber(field.max);
        if (field.kind == core::FieldKind::choice)
            values = fmt::format("{}", fmt::join(core::choicesOf(defaults, field), ", "));
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

/// Those that ship; `lesson list` names the user's own too.
Json lessonsJson(const core::Catalogue&)
{
    Json list = Json::array();
    for (const auto& lesson : core::shippedLessons())
        list.push_back({{"id", lesson.id},
                        {"title", lesson.title},
                        {"topic", lesson.topic},
                        {"source", lesson.source},
                        {"minutes", jsonNumber(lesson.minutes)}});
    return list;
}

const core::LessonLibrary& library()
{
    static const auto all = core::lessonLibrary();
    return all;
}

/// Those that ship, those of packs, and the user's own.
Json coursesJson(const core::Catalogue&)
{
    Json list = Json::array();
    for (const auto& course : library().courses)
        list.push_back({{"id", course.id}, {"title", course.title}, {"lessons", course.lessons}});
    return list;
}

/// One column of a table: its head, and where its cells are in the rows of the JSON.
struct ListColumn {
    std::string head, pointer;
    core::Dim dim = {};
};

std::string cellOf(const Json& row, const ListColumn& column)
{
    const Json::json_pointer place(column.pointer);
    if (!row.contains(place))
        return "–";
    const Json& value = row.at(place);
    if (value.is_object())
        return fmt::format(
            "{}", fmt::join(value.items() | std::views::transform([](auto item) { return item.key(); }), ", "));
    return value.is_number() ? core::format(value.get<double>(), column.dim) : value.get<std::string>();
}

Rows tableOf(const Json& list, const std::vector<ListColumn>& columns)
{
    Rows rows(1);
    for (const auto& column : columns)
        rows.front().push_back(column.head);
    for (const auto& row : list)
        for (auto& cells = rows.emplace_back(); const auto& column : columns)
            cells.push_back(cellOf(row, column));
    return rows;
}

/// Columns whose heads are names in the JSON.
Rows tableOf(const Json& list, std::initializer_list<const char*> names)
{
    std::vector<ListColumn> columns;
    for (const std::string name : names)
        columns.push_back({name, "/" + name});
    return tableOf(list, columns);
}

Rows chipRows(const core::Catalogue& catalogue)
{
    return tableOf(chipsJson(catalogue), {{"id", "/id"},
                                          {"title", "/title"},
                                          {"bf16", "/numbers/flops.bf16/value", core::dim::flopPerSecond},
                                          {"HBM", "/numbers/hbm.bytes/value", core::dim::byte},
                                          {"HBM rate", "/numbers/hbm.rate/value", core::dim::bytePerSecond},
                                          {"link rate, one way", "/numbers/link.rate/value", core::dim::bytePerSecond},
                                          {"variants", "/variants"}});
}

Rows modelRows(const core::Catalogue& catalogue)
{
    std::vector<ListColumn> columns{{"id", "/id"}, {"title", "/title"}};
    for (const std::string key : {"D", "F", "L", "N", "K", "H", "V", "nmat", "E", "k"})
        columns.push_back({key, "/numbers/" + key + "/value", core::dim::count});
    return tableOf(modelsJson(catalogue), columns);
}

constexpr std::array listings{
    Listing{"chips", chipsJson, chipRows},
    Listing{"models", modelsJson, modelRows},
    Listing{"scenarios", scenariosJson,
            [](const auto& all) {
                return tableOf(scenariosJson(all), {"id", "title"});
            }},
    Listing{"lessons", lessonsJson,
            [](const auto& all) {
                return tableOf(lessonsJson(all), {"id", "title", "source"});
            }},
    Listing{"courses", coursesJson,
            [](const auto& all) {
                return tableOf(coursesJson(all), {"id", "title"});
            }},
    Listing{"fields", fieldsJson, fieldRows},
    Listing{"metrics", metricsJson,
            [](const auto& all) {
                return tableOf(metricsJson(all), {"id", "unit", "formula", "title", "source"});
            }},
    Listing{"actions", actionsJson, [](const auto& all) {
                return tableOf(actionsJson(all), {"id", "text", "shortcut", "help"});
            }}};

} // namespace

Exit list(const ListRequest& request, Console console)
{
    const auto& catalogue = core::shippedCatalogue();
    const auto found = std::ranges::find(listings, request.what, &Listing::name);
    if (found == listings.end())
        throw Failure(Exit::usage, fmt::format("There is no list '{}'; the lists are {}.", request.what,
                                               fmt::join(std::views::transform(listings, &Listing::name), ", ")));
    if (request.what == "courses")
        for (const auto& problem : library().problems)
            console.messages << core::oneLine(problem) << '\n';
    console.out << (request.json ? jsonText(found->json(catalogue)) : alignedTable(found->rows(catalogue)));
    return Exit::good;
}

} // namespace app
