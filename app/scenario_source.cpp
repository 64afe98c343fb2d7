// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of scenarios for the verbs, and the sentences said when a name is not known.
#include "app/scenario_source.h"

#include "core/io/picture_state.h"
#include "core/io/preset_catalogue.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>
#include <sstream>

namespace app
{

namespace
{

Expected<std::string> contents(std::istream& in, const std::string& name)
{
    std::string text;
    std::array<char, 65536> block;
    while (in.read(block.data(), block.size()) || in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > core::largestFile(text))
            return failed(Exit::file, core::tooLargeText(name, text));
    }
    if (in.bad())
        return failed(Exit::file, name + " cannot be read.");
    return text;
}

Expected<core::Scenario> parsed(std::string_view text, std::string_view name)
{
    auto scenario = core::readDocument(text, name, core::shippedCatalogue());
    if (!scenario)
        return failed(Exit::invalid, scenario.error().code + ": " + scenario.error().text);
    return *std::move(scenario);
}

Expected<core::Scenario> fileScenario(const std::string& name)
{
    std::error_code error;
    if (!std::filesystem::exists(name, error)) {
        std::vector<std::string_view> known;
        for (const auto& preset : core::shippedCatalogue().scenarios)
            known.push_back(preset.id);
        return failed(Exit::file,
                      "There is no file '" + name + "' and no shipped scenario of that name; the nearest is '" +
                          std::string(core::nearest(name, known)) + "', and 'rooflight list scenarios' names all.");
    }
    if (std::filesystem::is_directory(name, error))
        return failed(Exit::file, "'" + name + "' is a folder; name a scenario file in it.");
    std::ifstream file(name, std::ios::binary);
    if (!file)
        return failed(Exit::file, "File '" + name + "' cannot be opened for reading; check its permissions.");
    const auto text = contents(file, name);
    if (!text)
        return tl::unexpected(text.error());
    return parsed(*text, name);
}

struct Edit {
    std::string_view id;
    std::string_view value;
};

/// Presets set whole groups, so they come before what overrides one value of a group.
int rank(const Edit& edit)
{
    constexpr std::array<std::string_view, 3> first{"model.preset", "hw.chip", "hw.variant"};
    const auto place = std::find(first.begin(), first.end(), edit.id);
    return static_cast<int>(place - first.begin());
}

std::string notKnown(std::string_view what, std::string_view id, std::span<const std::string_view> known)
{
    return "There is no " + std::string(what) + " '" + std::string(id) + "'; the nearest is '" +
           std::string(core::nearest(id, known)) + "', and 'rooflight list " + std::string(what) + "s' names all.";
}

} // namespace

Expected<core::Scenario> namedScenario(const std::string& name, std::istream& in)
{
    if (name == "-") {
        const auto text = contents(in, "standard input");
        if (!text)
            return tl::unexpected(text.error());
        return parsed(*text, "standard input");
    }
    std::error_code error;
    if (!std::filesystem::is_regular_file(name, error))
        if (const auto* preset = core::shippedCatalogue().scenario(name))
            return parsed(preset->json, preset->id);
    return fileScenario(name);
}

Expected<core::Scenario> requestedScenario(const ScenarioRequest& request, std::istream& in)
{
    std::vector<Edit> edits;
    for (const std::string_view text : request.edits) {
        const auto equals = text.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return failed(Exit::usage, "--set " + std::string(text) + " is not ID=VALUE, e.g. --set work.batch=64k.");
        edits.push_back({text.substr(0, equals), text.substr(equals + 1)});
        if (auto known = checkField(edits.back().id); !known)
            return tl::unexpected(known.error());
    }
    std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return rank(a) < rank(b); });
    auto scenario = namedScenario(request.name, in);
    if (!scenario)
        return scenario;
    for (const auto& edit : edits)
        if (const auto set = core::setFieldFromText(*scenario, edit.id, edit.value); !set)
            return failed(Exit::invalid, set.error());
    return scenario;
}

Expected<void> checkMetric(const core::Catalogue& catalogue, std::string_view id)
{
    if (core::findMetric(catalogue, id))
        return {};
    std::vector<std::string_view> known;
    const auto metrics = core::metrics(catalogue);
    for (const auto& metric : metrics)
        known.push_back(metric.id);
    return failed(Exit::usage, notKnown("metric", id, known));
}

Expected<void> checkField(std::string_view id)
{
    if (core::findField(id) || id.starts_with("shard.size."))
        return {};
    std::vector<std::string_view> known;
    for (const auto& field : core::fields())
        known.push_back(field.id);
    return failed(Exit::usage, notKnown("field", id, known));
}

} // namespace app
