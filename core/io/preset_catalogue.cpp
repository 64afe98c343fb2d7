// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts preset files by folder and reads them.
#include "core/io/preset_catalogue.h"

#include "core/io/chip_json.h"
#include "core/io/json.h"
#include "core/io/model_json.h"
#include "core/step/report.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

namespace
{

/// "v5p" of "chips/v5p.json"; empty when the path is not `folder` + id + `ending`.
std::string_view idOfPath(std::string_view path, std::string_view folder, std::string_view ending)
{
    if (!path.starts_with(folder) || !path.ends_with(ending) || path.size() <= folder.size() + ending.size())
        return {};
    return path.substr(folder.size(), path.size() - folder.size() - ending.size());
}

template <class Row> tl::expected<void, Error> appendPreset(std::vector<Row>& rows, tl::expected<Row, Error> row,
                                                            std::string_view id, std::string_view path)
{
    if (!row)
        return tl::make_unexpected(row.error());
    for (const auto& other : rows)
        if (other.id == row->id)
            return tl::make_unexpected(
                Error{"FILE_VALUE",
                      fmt::format("{}: the id \"{}\" is taken by another file. Rename one of them.", path, row->id)});
    if (row->id != id)
        return tl::make_unexpected(
            Error{"FILE_VALUE",
                  fmt::format("{}: \"id\" must be the name of the file, \"{}\", found \"{}\".", path, id, row->id)});
    rows.push_back(std::move(*row));
    return {};
}

/// Title and form only: the fields are read when the scenario is opened, like those of any other file.
tl::expected<ScenarioPreset, Error> readScenarioPreset(const EmbeddedFile& file, std::string_view id)
{
    ScenarioPreset preset{std::string(id), {}, {}, std::string(file.text)};
    const auto done = readJson(file.text, file.path, [&](const Json& object, const JsonPlace& place) {
        checkFormat(object, place, "rooflight-scenario", 1);
        preset.title = textOf(object, place, "title");
        preset.teaches = textOf(object, place, "teaches");
    });
    return done.map([&] { return std::move(preset); });
}

/// Refused, since the counts of one more would be missing from every report.
tl::unexpected<Error> tooManyChips(std::string_view path)
{
    return tl::make_unexpected(
        Error{"FILE_VALUE", fmt::format("{}: a report counts {} chips, and there are as many. Raise maxFleet in "
                                        "core/step/report.h.",
                                        path, maxFleet)});
}

tl::expected<void, Error> readFile(Catalogue& catalogue, const EmbeddedFile& file)
{
    if (const auto chip = idOfPath(file.path, "chips/", ".json"); !chip.empty())
        return catalogue.chips.size() < maxFleet
                   ? appendPreset(catalogue.chips, readChip(file.text, file.path), chip, file.path)
                   : tooManyChips(file.path);
    if (const auto model = idOfPath(file.path, "models/", ".json"); !model.empty())
        return appendPreset(catalogue.models, readModel(file.text, file.path), model, file.path);
    if (const auto scenario = idOfPath(file.path, "scenarios/", ".rooflight.json"); !scenario.empty())
        return appendPreset(catalogue.scenarios, readScenarioPreset(file, scenario), scenario, file.path);
    if (!idOfPath(file.path, "lessons/", ".json").empty() || !idOfPath(file.path, "courses/", ".json").empty())
        return {}; // read when one is asked for, see lesson_catalogue.h
    return tl::make_unexpected(
        Error{"FILE_FORMAT", fmt::format("{}: a preset must be chips/ID.json, models/ID.json, "
                                         "scenarios/ID.rooflight.json, lessons/ID.json or courses/ID.json. Move "
                                         "the file.",
                                         file.path)});
}

Catalogue readShipped()
{
    auto catalogue = readCatalogue(embeddedPresets());
    if (!catalogue) { // a defect of this build, found by its tests; there is nothing to run without presets
        std::fputs((catalogue.error().text + "\n").c_str(), stderr);
        std::abort();
    }
    return std::move(*catalogue);
}

} // namespace

tl::expected<Catalogue, Error> readCatalogue(std::span<const EmbeddedFile> files)
{
    Catalogue catalogue;
    for (const auto& file : files)
        if (const auto read = readFile(catalogue, file); !read)
            return tl::make_unexpected(read.error());
    catalogue.index();
    return catalogue;
}

const Catalogue& shippedCatalogue()
{
    static const Catalogue catalogue = readShipped();
    return catalogue;
}

} // namespace core
