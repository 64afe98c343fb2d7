// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at every row of the tables that must say where it comes from.
#include "architecture/table_rules.h"

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

} // namespace

std::vector<std::string> violations(std::span<const tests::FormulaRow> rows)
{
    std::vector<std::string> found;
    std::set<std::pair<std::string, std::string_view>> taken;
    for (const auto& row : rows) {
        const auto& facts = row.facts;
        const std::string name(facts.symbol.empty() ? facts.title : facts.symbol);
        if (!facts.source || facts.source->title.empty())
            found.push_back(name + " has no source");
        if (facts.title.empty() || facts.equation.empty())
            found.push_back(name + " has no title or no section");
        if (facts.symbol.empty())
            found.push_back(name + " has no symbol");
        else if (!taken.emplace("symbol", facts.symbol).second)
            found.push_back(name + " is the symbol of two formulas");
        if (!facts.title.empty() && !taken.emplace("title", facts.title).second)
            found.push_back(name + " takes the title " + std::string(facts.title) + " a second time");
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
