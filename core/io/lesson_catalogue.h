// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons that ship, and lessons by name.
#pragma once

#include "core/io/error.h"
#include "core/lesson/lesson.h"
#include "presets/embedded_presets.h"

#include <span>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct Catalogue;

/// Reads lessons/ID.json of the files, in the order of their ids: A2 before A10. Refuses two lessons of one id and a
/// file whose "id" is not its name.
tl::expected<std::vector<Lesson>, Error> readLessons(std::span<const EmbeddedFile>, const Catalogue&);

/// What ships: read once, lives as long as the program.
const std::vector<Lesson>& shippedLessons();

} // namespace core
