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

struct Declared {
    std::string name, symbol;
};

std::vector<Declared> formulasOf(const std::string& header)
{
    static constexpr std::string_view opening = "inline constexpr auto ";
    const std::string code = codeOnly(header);
    std::vector<Declared> formulas;
    for (auto i = code.find(opening); i != std::string::npos; i = code.find(opening, i)) {
        i += opening.size();
        const auto symbol = header.find('"', i) + 1;
        formulas.push_back({code.substr(i, code.find_first_of(" =\n", i) - i),
                            header.substr(symbol, header.find('"', symbol) - symbol)});
    }
    return formulas;
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

std::vector<std::string> violations(std::span<const SourceFile> headers, std::span<const tests::FormulaRow> rows)
{
    std::vector<std::string> found;
    std::map<std::string, std::string> declared; // by name, the header
    std::map<std::string, std::string> symbols;  // by symbol, the name
    for (const SourceFile& header : headers) {
        for (const auto& [name, symbol] : formulasOf(header.text)) {
            const auto [before, isNew] = declared.emplace(name, header.path);
            if (!isNew)
                found.push_back(header.path + " declares " + name + ", as " + before->second + " does");
            symbols.emplace(symbol, name);
        }
    }
    std::set<std::string_view> listed;
    for (const auto& row : rows)
        listed.insert(row.facts.symbol);
    for (const auto& [symbol, name] : symbols) {
        if (!listed.contains(symbol))
            found.push_back(name + " of " + declared.at(name) + " is not in the catalogue");
    }
    for (const auto& row : rows) {
        if (!symbols.contains(std::string(row.facts.symbol)))
            found.push_back(std::string(row.facts.symbol) + " is in the catalogue, but in no header");
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
