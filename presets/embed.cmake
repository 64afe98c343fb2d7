# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a C++ file that holds every file of FILES (names below SOURCE, separated by "|") and SCHEMA as text.
string(REPLACE "|" ";" FILES "${FILES}")
set(chunk 16000) # compilers need not accept longer literals
# Puts the text of a file into `literals`.
function(quote name)
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
  set(literals "${literals}" PARENT_SCOPE)
endfunction()
set(rows "")
foreach(name IN LISTS FILES)
  quote(${name})
  string(APPEND rows "    {\"${name}\",${literals}},\n")
endforeach()
quote(${SCHEMA})
file(WRITE "${OUTPUT}" "// Generated from presets/ by embed.cmake.
#include \"presets/embedded_presets.h\"

namespace core {

namespace {

constexpr EmbeddedFile files[] = {
${rows}};

} // namespace

std::span<const EmbeddedFile> embeddedPresets() { return files; }

std::string_view embeddedLessonSchema()
{
  return ${literals};
}

} // namespace core
")
