// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario files (*.rooflight.json): reading with errors that name file, key, value and remedy; writing in fixed order.
#pragma once

#include "core/io/error.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

/// The longest text of a scenario in bytes, in a file or in a picture, read or written.
inline constexpr std::size_t largestScenario = 65536;

/// `name` is used in error texts. Missing keys take the defaults; unknown keys, wrong kinds, values out of range and
/// newer versions are errors (code FILE_SIZE, FILE_SYNTAX, FILE_KEY, FILE_VALUE, FILE_VERSION, FILE_FORMAT).
tl::expected<Scenario, Error> readScenario(std::string_view text, std::string_view name, const Catalogue&);

/// Only what differs from the defaults and the named presets, and every convention, so that a file keeps its meaning
/// when a default changes; two-space indent, final newline.
std::string writeScenario(const Scenario&);

/// writeScenario for a file that is to be opened again: FILE_SIZE where its text is longer than what is read, else the
/// error that reading it gives; one clause without the name of the file.
tl::expected<std::string, Error> scenarioFile(const Scenario&);

} // namespace core
