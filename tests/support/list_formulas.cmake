# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a header that visits every formula of the headers FILES (names below SOURCE, separated by "|").
# Two formulas of one name do not compile, as all headers are in one file.
string(REPLACE "|" ";" FILES "${FILES}")
set(includes "")
set(visits "")
foreach(name IN LISTS FILES)
  string(APPEND includes "#include \"${name}\"\n")
  file(STRINGS "${SOURCE}/${name}" declarations REGEX "^inline constexpr auto ")
  foreach(declaration IN LISTS declarations)
    string(REGEX MATCH "^inline constexpr auto ([A-Za-z0-9_]+)" found "${declaration}")
    string(APPEND visits "    visit(core::formulas::${CMAKE_MATCH_1});\n")
  endforeach()
endforeach()
file(WRITE "${OUTPUT}" "// Generated from core/formulas/ by list_formulas.cmake.
#pragma once

${includes}
namespace tests
{

void eachFormula(auto visit)
{
${visits}}

} // namespace tests
")
