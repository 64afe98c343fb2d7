// SPDX-License-Identifier: GPL-3.0-or-later
// Reads C++ source as far as the rules of the house need it: code without comments and strings, includes, functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tests
{

struct Include {
    int line = 0;
    std::string target; // as written between the quotes or angles
    bool angled = false;
    bool operator==(const Include&) const = default;
};

struct Function {
    int line = 0;  // where its declaration begins
    int lines = 0; // up to and with the closing brace
    bool operator==(const Function&) const = default;
};

// The same text with comments, literals and preprocessor lines turned into blanks; line numbers stay.
std::string codeOnly(std::string_view source);

std::vector<Include> includesOf(std::string_view source);

// Every function and every lambda that is not inside another function. Tables, classes and namespaces are looked into.
std::vector<Function> functionsOf(std::string_view source);

} // namespace tests
