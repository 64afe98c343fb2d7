// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario inside an exported picture: a text chunk of a PNG, the metadata of an SVG, a comment of a GIF.
#pragma once

#include "core/io/error.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

/// PNG, SVG or GIF, by its first bytes.
bool isPicture(std::string_view bytes);

/// The largest picture that is opened, and written with a scenario in it: 256 MiB.
inline constexpr std::size_t largestPicture = std::size_t{1} << 28U;
/// The largest file that is opened, by its first bytes.
std::size_t largestFile(std::string_view bytes);
/// Why a larger one is not opened.
std::string tooLargeText(std::string_view name, std::string_view bytes);

/// The picture with the scenario behind its header: an uncompressed iTXt chunk, keyword "rooflight-scenario".
std::string pngWithScenario(std::string_view png, const Scenario&);

/// The GIF with the scenario in a comment before its end, behind a first line "rooflight-scenario".
std::string gifWithScenario(std::string_view gif, const Scenario&);

/// The element that an SVG carries.
std::string svgMetadata(const Scenario&);

/// readScenario for what the user may open: a scenario file or a picture. A picture without scenario is FILE_STATE, a
/// damaged one FILE_SYNTAX.
tl::expected<Scenario, Error> readDocument(std::string_view bytes, std::string_view name, const Catalogue&);

} // namespace core
