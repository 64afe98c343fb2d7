# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a C++ file that holds every file of FILES (names below SOURCE, separated by "|") as text.
string(REPLACE "|" ";" FILES "${FILES}")
set(chunk 16000) # compilers need not accept longer literals
set(rows "")
foreach(name IN LISTS FILES)
  file(READ "${SOURCE}/${name}" text)
  if(text MATCHES "\\)rooflight\"")
    message(FATAL_ERROR "${name} holds the end mark of the embedded text")
  endif()
  set(literals "")
  string(LENGTH "${text}" length)
  set(begin 0)
  while(begin LESS length)
    string(SUBSTRING "${text}" ${begin} ${chunk} part)
    string(APPEND literals "\n     R\"rooflight(${part})rooflight\"")
    math(EXPR begin "${begin} + ${chunk}")
  endwhile()
  string(APPEND rows "    {\"${name}\",${literals}},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from presets/ by embed.cmake.
#include \"presets/embedded_presets.h\"

namespace core {

namespace {

constexpr EmbeddedFile files[] = {
${rows}};

} // namespace

std::span<const EmbeddedFile> embeddedPresets() { return files; }

} // namespace core
")
