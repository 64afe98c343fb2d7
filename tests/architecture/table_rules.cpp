// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at every row of the tables that must say where it comes from.
#include "architecture/table_rules.h"

#include <set>

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

std::vector<std::string> violations(std::span<const core::FormulaRow> rows)
{
    std::vector<std::string> found;
    std::set<std::string_view> taken;
    for (const auto& row : rows) {
        if (!row.facts.source || row.facts.source->title.empty())
            found.push_back(row.name + " has no source");
        if (row.facts.title.empty() || row.facts.equation.empty())
            found.push_back(row.name + " has no title or no section");
        if (!taken.insert(row.facts.symbol).second)
            found.push_back(row.name + " takes the symbol " + std::string(row.facts.symbol) + " a second time");
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
