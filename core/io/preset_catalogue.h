// SPDX-License-Identifier: GPL-3.0-or-later
// The presets as a catalogue: from the files embedded in the program, or from any list of such files.
#pragma once

#include "core/io/error.h"
#include "core/scenario/catalogue.h"
#include "presets/embedded_presets.h"

#include <span>
#include <tl/expected.hpp>

namespace core
{

/// Reads chips/ID.json, models/ID.json and scenarios/ID.rooflight.json, and leaves lessons/ID.json alone; the order of
/// the files is kept. Refuses two presets of one id and a file whose "id" is not its name.
tl::expected<Catalogue, Error> readCatalogue(std::span<const EmbeddedFile>);

/// What ships: read once, lives as long as the program.
const Catalogue& shippedCatalogue();

} // namespace core
