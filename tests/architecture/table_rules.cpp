// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at every row of the tables that must say where it comes from.
#include "architecture/table_rules.h"

#include "architecture/source_text.h"

#include <map>
#include <set>
#include <utility>

namespace tests
{

namespace
{

template <class Numbers> void inspect(const std::string& owner, const Numbers& numbers, std::vector<std::string>& found)
{
    for (const auto& [key, given] : numbers) {
        if (given.unit.empty())
            found.push_back(owner + ": " + key + " has no unit");
        if (given.source.empty())
            found.push_back(owner + ": " + key + " has no source");
    }
}

std::vector<std::string> constantsOf(const std::string& header)
{
    static constexpr std::string_view opening = "inline constexpr auto ";
    const std::string code = codeOnly(header);
    std::vector<std::string> names;
    for (auto i = code.find(opening); i != std::string::npos; i = code.find(opening, i)) {
        i += opening.size();
        names.push_back(code.substr(i, code.find_first_of(" =\n", i) - i));
    }
    return names;
}

} // namespace

std::vector<std::string> violations(std::span<const core::FormulaRow> rows)
{
    std::vector<std::string> found;
    std::set<std::pair<std::string, std::string>> taken;
    const auto claim = [&](const core::FormulaRow& row, const std::string& what, std::string_view value) {
        if (!value.empty() && !taken.emplace(what, value).second)
            found.push_back(row.name + " takes the " + what + " " + std::string(value) + " a second time");
    };
    for (const auto& row : rows) {
        if (!row.facts.source || row.facts.source->title.empty())
            found.push_back(row.name + " has no source");
        if (row.facts.title.empty() || row.facts.equation.empty())
            found.push_back(row.name + " has no title or no section");
        if (row.facts.symbol.empty())
            found.push_back(row.name + " has no symbol");
        claim(row, "symbol", row.facts.symbol);
        claim(row, "title", row.facts.title);
        claim(row, "name", row.name);
    }
    return found;
}

std::vector<std::string> violations(std::span<const SourceFile> headers, std::span<const core::FormulaRow> rows)
{
    std::vector<std::string> found;
    std::map<std::string, std::string> declared; // by name, the header
    for (const SourceFile& header : headers) {
        for (const std::string& name : constantsOf(header.text)) {
            const auto [before, isNew] = declared.emplace(name, header.path);
            if (!isNew)
                found.push_back(header.path + " declares " + name + ", as " + before->second + " does");
        }
    }
    std::set<std::string_view> listed;
    for (const auto& row : rows)
        listed.insert(row.name);
    for (const auto& [name, path] : declared) {
        if (!listed.contains(name))
            found.push_back(name + " of " + path + " is not in the catalogue");
    }
    for (const auto& row : rows) {
        if (!declared.contains(row.name))
            found.push_back(row.name + " is in the catalogue, but in no header");
    }
    return found;
}

std::vector<std::string> violations(const core::Catalogue& catalogue)
{
    std::vector<std::string> found;
    for (const auto& chip : catalogue.chips) {
        inspect(chip.id, chip.numbers, found);
        for (const auto& [name, numbers] : chip.variants)
            inspect(chip.id + " " + name, numbers, found);
    }
    for (const auto& model : catalogue.models)
        inspect(model.id, model.numbers, found);
    return found;
}

} // namespace tests
