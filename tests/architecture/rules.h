// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house as a table: each looks at one file and says what is wrong with it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tests
{

struct SourceFile {
    std::string path; // from the root of the project, with forward slashes
    std::string text;
};

struct Rule {
    std::string_view name;
    std::vector<std::string> (*violations)(const SourceFile&);
};

std::span<const Rule> rules();

/// "core/b.cpp: maxSteps hides that of core/a.h": constants and types of unnamed namespaces that are called like one of
/// a header in a namespace around them. Where sources are compiled together, others would take the wrong one.
std::vector<std::string> hiddenNames(std::span<const SourceFile>);

} // namespace tests
