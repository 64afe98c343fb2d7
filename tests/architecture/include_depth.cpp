// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the includes of a tree of sources.
#include "architecture/include_depth.h"

#include "architecture/source_text.h"

#include <algorithm>
#include <map>
#include <string>

namespace tests
{
namespace
{

using Includes = std::map<std::string, std::vector<std::string>>;

int depthOf(const std::string& path, const Includes& includes, std::map<std::string, int>& known)
{
    const auto [entry, isNew] = known.try_emplace(path, 0); // 0 also ends a circle, which other rules refuse
    if (!isNew)
        return entry->second;
    int deepest = 0;
    for (const auto& target : includes.at(path))
        if (includes.contains(target))
            deepest = std::max(deepest, 1 + depthOf(target, includes, known));
    return known[path] = deepest;
}

} // namespace

std::vector<int> includeDepths(const std::vector<SourceFile>& tree, std::string_view folder)
{
    Includes includes;
    for (const auto& file : tree)
        for (auto& targets = includes[file.path]; const auto& include : includesOf(file.text))
            targets.push_back(include.target);
    std::map<std::string, int> known;
    std::vector<int> depths;
    for (const auto& file : tree)
        if (file.path.starts_with(std::string(folder) + '/'))
            depths.push_back(depthOf(file.path, includes, known));
    std::ranges::sort(depths);
    return depths;
}

int ninetiethPercentile(const std::vector<int>& ascending)
{
    return ascending.empty() ? 0 : ascending[ascending.size() * 9 / 10];
}

} // namespace tests
