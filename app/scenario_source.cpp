// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of scenarios for the subcommands, and the sentences said when a name is not known.
#include "app/scenario_source.h"

#include "core/design/following.h"
#include "core/io/picture_state.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/numbers/metrics.h"
#include "core/numbers/numbers.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <istream>

#include <fmt/format.h>

namespace app
{

namespace
{

std::string contents(std::istream& in, const std::string& name)
{
    std::string text;
    std::array<char, 65536> block;
    while (in.read(block.data(), block.size()) || in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > core::largestFile(text))
            throw Failure(core::Error{"FILE_SIZE", core::tooLargeText(name, text)});
    }
    if (in.bad())
        throw Failure(core::Error{"FILE_READ", name + " cannot be read."});
    return text;
}

core::Scenario parsed(std::string_view text, std::string_view name)
{
    return orFail(core::readDocument(text, name, core::shippedCatalogue()));
}

std::string nearest(std::string_view id, std::span<const std::string_view> known, std::string_view list)
{
    return fmt::format("; the nearest is '{}', and 'rooflight list {}' names all.", core::nearest(id, known), list);
}

core::Scenario fileScenario(const std::string& name)
{
    std::error_code error;
    const bool exists = std::filesystem::exists(std::filesystem::symlink_status(name, error));
    if (error == std::errc::permission_denied)
        throw Failure(Exit::file, name + " cannot be read: Permission denied. Its folder may be another user's.");
    if (!exists) {
        std::vector<std::string_view> known;
        for (const auto& preset : core::shippedCatalogue().scenarios)
            known.push_back(preset.id);
        throw Failure(Exit::file, "There is no file '" + name + "' and no shipped scenario of that name" +
                                      nearest(name, known, "scenarios"));
    }
    if (std::filesystem::is_directory(name, error))
        throw Failure(Exit::file, "'" + name + "' is a folder; name a scenario file in it.");
    return parsed(orFail(core::readFile(name)), name);
}

/// Presets set whole groups, so they come before what overrides one value of a group.
std::ptrdiff_t rank(const Edit& edit)
{
    constexpr std::array<std::string_view, 3> first{"model.preset", "hw.chip", "hw.variant"};
    return std::ranges::find(first, edit.id) - first.begin();
}

} // namespace

Edit editOf(std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        throw Failure(Exit::usage, fmt::format("--set {} is not ID=VALUE, e.g. --set work.batch=64k.", text));
    checkField(text.substr(0, equals));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

core::Scenario namedScenario(const std::string& name, std::istream& in)
{
    if (name == "-")
        return parsed(contents(in, "standard input"), "standard input");
    std::error_code error;
    if (!std::filesystem::is_regular_file(name, error))
        if (const auto* preset = core::shippedCatalogue().scenario(name))
            return parsed(preset->json, preset->id);
    return fileScenario(name);
}

core::Scenario requestedScenario(const ScenarioRequest& request, std::istream& in)
{
    std::vector<Edit> edits;
    for (const std::string_view text : request.edits)
        edits.push_back(editOf(text));
    std::ranges::stable_sort(edits, {}, rank);
    auto scenario = namedScenario(request.name, in);
    for (const auto& edit : edits)
        orFail(core::setFieldFromText(scenario, edit.id, edit.value), Exit::invalid);
    for (const auto& edit : edits)
        checkDimension(scenario, edit.id);
    return scenario;
}

core::Scenario drawnScenario(const ScenarioRequest& request, std::istream& in)
{
    auto scenario = requestedScenario(request, in);
    const auto isOfCollective = [](std::string_view edit) { return edit.starts_with("coll."); };
    return std::ranges::any_of(request.edits, isOfCollective) ? scenario : core::openedOnDesign(std::move(scenario));
}

void checkDimension(const core::Scenario& scenario, std::string_view id)
{
    if (const auto sentence = core::unreadSize(scenario.shard, id); !sentence.empty())
        throw Failure(Exit::invalid, sentence);
}

void checkMetric(const core::Catalogue& catalogue, std::string_view id)
{
    if (core::findMetric(catalogue, id))
        return;
    if (core::checkNumber(catalogue, id))
        throw Failure(Exit::usage, fmt::format("'{}' is a number of one scenario, which is not swept; 'rooflight list "
                                               "metrics' names what is.",
                                               id));
    const auto metrics = core::metrics(catalogue);
    std::vector<std::string_view> known;
    for (const auto& metric : metrics)
        known.push_back(metric.id);
    throw Failure(Exit::usage, fmt::format("There is no metric '{}'{}", id, nearest(id, known, "metrics")));
}

void checkField(std::string_view id)
{
    const auto row = core::fieldRow(id);
    if (row)
        return;
    if (id.starts_with("shard.size.") || core::findField(id.substr(0, id.find('@')))) // almost
        throw Failure(Exit::usage, row.error());
    std::vector<std::string_view> known;
    for (const auto& field : core::fields())
        known.push_back(field.id);
    throw Failure(Exit::usage, fmt::format("There is no field '{}'{}", id, nearest(id, known, "fields")));
}

} // namespace app
